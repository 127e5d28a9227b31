# pbw: what docs/pbw.md shows is what it prints. Part of run.sh.

# example COMMAND : what the page shows below "$ COMMAND", without the margin
example() {
    awk -v command="    \$ $1" '$0 == command { on = 1; next } on && !/^    / && NF { exit } on { sub(/^    /, ""); text = text $0 "\n"; if (NF) end = length(text) }
        END { printf "%s", substr(text, 1, end) }' docs/pbw.md
}

cat >"$dir/shop.txt" <<'END'
file {
  name: "shop.proto" package: "shop" syntax: "proto3"
  message_type {
    name: "Order"
    field { name: "items" number: 1 type: TYPE_MESSAGE type_name: ".shop.Order.Item" label: LABEL_REPEATED json_name: "items" }
    field { name: "stock" number: 2 type: TYPE_MESSAGE type_name: ".shop.Order.StockEntry" label: LABEL_REPEATED json_name: "stock" }
    field { name: "note" number: 3 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "note" }
    nested_type {
      name: "Item"
      field { name: "sku" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "sku" }
      field { name: "count" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "count" }
      field { name: "price" number: 3 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "price" }
    }
    nested_type {
      name: "StockEntry" options { map_entry: true }
      field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "key" }
      field { name: "value" number: 2 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "value" }
    }
  }
}
END
"$pbw" encode -s $otel -t google.protobuf.FileDescriptorSet -o "$dir/shop.binpb" "$dir/shop.txt"
order() { "$pbw" encode -s "$dir/shop.binpb" -t shop.Order "$@"; }

# The message of README.md's first program.
bytes '\012\003Ann\020\052\052\011\022\004Rome\030\231\001\072\003\007\254\002' >"$dir/ann.pb"
(cd "$dir" && "$pbw" raw ann.pb) >"$dir/out" 2>"$dir/err"
code=$?
prints "$(example 'pbw raw ann.pb')" "the example of raw"

echo 'items { sku: "A-1" count: 2 } items { sku: "B-7" count: 1 price: 1200 } stock { key: "a" value: 1 }' | order >"$dir/before.pb"
echo 'items { sku: "B-7" count: 1 price: 1150 } stock { key: "a" value: 1 } stock { key: "b" value: 3 }' | order >"$dir/after.pb"
(cd "$dir" && "$pbw" diff -s shop.binpb -t shop.Order before.pb after.pb) >"$dir/out" 2>"$dir/err"
code=$(($? - 1))
prints "$(example 'pbw diff -s shop.binpb -t shop.Order before.pb after.pb')" "the example of diff"

awk 'BEGIN {
    for (i = 1; i <= 100; i++) {
        printf "%s", i == 1 ? "" : "---\n"
        for (k = 0; k < 3; k++) printf "items { sku: \"B-%d\" count: 1 price: 1200 }\n", i % 10
        if (i % 2 == 0) { printf "note: \""; for (k = 0; k < i; k++) printf "."; print "\"" }
        if (i % 25 == 0) print "8: 150"
    }
}' | order -d >"$dir/orders.pb"
(cd "$dir" && "$pbw" stat -d -s shop.binpb -t shop.Order orders.pb) >"$dir/out" 2>"$dir/err"
code=$?
prints "$(example 'pbw stat -d -s shop.binpb -t shop.Order orders.pb')" "the example of stat"

printf 'syntax = "proto3";\nmessage M {\n  int32 a = ;\n  int32 b = 2\n}\n' >"$dir/wrong.proto"
(cd "$dir" && "$pbw" compile wrong.proto) >"$dir/out2" 2>"$dir/out"
code=$(($? - 1))
: >"$dir/err"
prints "$(example 'pbw compile wrong.proto')" "the example of compile"
