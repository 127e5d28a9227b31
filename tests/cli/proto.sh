# pbw with .proto files: compile, and --proto wherever --schema goes. Part of run.sh.

mkdir -p "$dir/protos/sub"
cat >"$dir/protos/shop.proto" <<'END'
syntax = "proto3";
package shop2;
import "sub/item.proto";
import "google/protobuf/timestamp.proto";
message Order { repeated Item items = 1; google.protobuf.Timestamp at = 2; }
END
printf 'syntax = "proto3";\npackage shop2;\nmessage Item { string sku = 1; }\n' >"$dir/protos/sub/item.proto"

runs "$pbw" compile --path "$dir/protos" -o "$dir/shop2.binpb" "$dir/protos/shop.proto"
exits 0 "compile succeeds"
silent err "and says nothing"
runs "$pbw" types -s "$dir/shop2.binpb"
prints 'shop2.Item
google.protobuf.Timestamp
shop2.Order' "what it made is a set, imports first"
runs "$pbw" types -p shop.proto -I "$dir/protos"
prints 'shop2.Item
shop2.Order' "--proto by its name in --path"
runs "$pbw" types --proto "$dir/protos/shop.proto" --path "$dir/protos/"
exits 0 "--proto by its path"
(cd "$dir/protos" && "$pbw" types --proto ./shop.proto) >"$dir/out" 2>"$dir/err"
code=$?
says out shop2.Order "without --path the current folder counts"
runs "$pbw" types --proto "$dir/protos/sub/item.proto"
says out shop2.Item "a file outside of every --path"
runs "$pbw" types --proto "$dir/protos/shop.proto" --path "$dir/protos" --schema $otel
says out shop2.Order "--proto beside --schema"
says out "$request" "and the other way round"
echo 'items { sku: "a" } at { seconds: 1 }' >"$dir/in"
"$pbw" encode --proto shop.proto --path "$dir/protos" -t shop2.Order -o "$dir/order.pb" "$dir/in" &&
    runs "$pbw" convert --proto shop.proto --path "$dir/protos" -t shop2.Order -c "$dir/order.pb"
prints '{"items":[{"sku":"a"}],"at":"1970-01-01T00:00:01Z"}' "encode and convert"
"$pbw" compile -I "$dir/protos" shop.proto sub/item.proto >"$dir/again"
cmp "$dir/again" "$dir/shop2.binpb"
tap $? "compile to stdout, of several files"

# ---- what is wrong

runs "$pbw" compile
exits 2 "compile of nothing"
runs "$pbw" compile "$dir/none.proto"
exits 3 "compile of a file that is not there"
speaks err "none.proto: cannot read" "which is named"
runs "$pbw" compile --path "$dir" "$dir/protos/shop.proto"
exits 1 "an import that is not found"
speaks err 'protos/shop.proto:3:8: the imported file "sub/item.proto" was not found' "is told with its place"
says err '         ^' "and a caret"
printf 'syntax = "proto3";\nmessage M {\n  int32 a = ;\n  strin b = 2\n}\nmessage N { Missing m = 1; }\n' >"$dir/wrong.proto"
runs "$pbw" types --proto "$dir/wrong.proto"
exits 3 "a .proto file that is wrong as a schema"
speaks err "wrong.proto:3:13: expected the number of the field" "with its first error"
speaks err "wrong.proto:5:1: expected ';'" "and the next"
runs "$pbw" decode --proto "$dir/protos/sub/item.proto" -t Item "$dir/order.pb"
speaks err "did you mean shop2.Item" "a type that the files lack"
