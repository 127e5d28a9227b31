# pbw types and show, and schemas that cannot be loaded. Part of run.sh.

# ---- types

runs "$pbw" types --schema $otel
exits 0 "types succeeds"
says out "$request" "types lists a message"
says out "opentelemetry.proto.trace.v1.Span.Event" "types lists a nested message"
grep -q '^google' "$dir/out"
[ $? = 1 ]
tap $? "types leaves out what is built in"
[ "$(wc -l <"$dir/out")" = 16 ]
tap $? "types lists each message once"
runs "$pbw" types --schema $vectors
grep -q 'Entry$' "$dir/out"
[ $? = 1 ]
tap $? "types leaves out map entries"
runs "$pbw" types --all --schema $vectors
exits 0 "types --all succeeds"
says out "google.protobuf.Timestamp" "types --all lists what is built in"
says out "vectors.p3.Maps.Int32Int32Entry" "types --all lists map entries"
runs "$pbw" types --schema $otel --schema $vectors
says out "$request" "several schemas: the first"
says out "vectors.p3.Maps" "several schemas: the second"
runs "$pbw" types -s $otel
exits 0 "-s is --schema"
runs "$pbw" types --schema=$otel
exits 0 "--schema=FILE"
"$pbw" types --schema - <$otel >"$dir/out" 2>"$dir/err"
code=$?
exits 0 "the schema from stdin"

# ---- schemas that cannot be loaded

runs "$pbw" types --schema "$dir/none"
exits 3 "a schema that is not there"
speaks err "$dir/none: cannot read: No such file" "is named, with the reason"
runs "$pbw" types --schema "$dir"
exits 3 "a schema that is a folder"
printf 'not a descriptor set' >"$dir/text"
runs "$pbw" types --schema "$dir/text"
exits 3 "a schema that is no descriptor set"
speaks err "$dir/text: " "is named"
speaks err "not a descriptor set" "with what it should be"
head -c 500 $otel >"$dir/cut"
runs "$pbw" types --schema "$dir/cut"
exits 3 "a schema that is cut"
speaks err "offset " "is told with the offset"

# ---- show

runs "$pbw" show -s $vectors no.such.Type
exits 3 "show a type that is not there"
speaks err "no such type: no.such.Type" "and is named"
runs "$pbw" show -s $vectors .vectors.p3.Maps
exits 0 "show a type, with a leading dot"
says out '// proto3.proto, proto3' "with its file"
says out '  map<int32, int32> int32_int32 = 1;' "with its maps"
silent err "and nothing on stderr"
runs "$pbw" show -s $vectors vectors.p2.Groups
says out '  optional group One = 1 {' "groups where they are declared"
says out '    optional int32 a = 1;' "with their fields"
says out '    group Member = 3 {' "in a oneof too"
runs "$pbw" show -s $vectors vectors.p2.Defaults
says out '  optional string f_string = 2 [default = "some \"text\""];' "defaults: strings"
says out '  optional bytes f_bytes = 3 [default = "\000\377"];' "defaults: bytes"
says out '  optional double f_double = 6 [default = -inf];' "defaults: numbers"
says out '  optional vectors.p2.Closed f_enum = 5 [default = TWO];' "defaults: enums"
runs "$pbw" show -s $vectors vectors.p2.Extendable
says out 'extend vectors.p2.Extendable {' "extensions of a type"
says out '  optional vectors.p2.Payload nested = 110;  // [vectors.p2.Payload.nested]' "with the names that text has for them"
runs "$pbw" show -s $vectors vectors.p2.ext_int32
says out '  optional int32 ext_int32 = 100;  // [vectors.p2.ext_int32]' "show an extension"
runs "$pbw" show -s $vectors vectors.p2.Set
says out '  option message_set_wire_format = true;' "options of a type"
runs "$pbw" show -s $vectors vectors.json.Names
says out '  int32 newline = 11 [json_name = "new\nline"];' "JSON names that are not derived, escaped"
says out '  int32 snake_case = 1;' "but not those that are"
runs "$pbw" show -s $vectors vectors.e24.All
says out '// edition2024.proto, edition 2024' "editions"
says out '  int32 implicit_int32 = 2 [features.field_presence = IMPLICIT];' "presence"
says out '  repeated int32 expanded = 4 [features.repeated_field_encoding = EXPANDED];' "encoding of lists"
says out '  vectors.e24.All.Inner delimited = 12 [features.message_encoding = DELIMITED];' "encoding of messages"
says out '  string unverified = 6 [features.utf8_validation = NONE];' "strings that are not checked"
says out '  option (vectors.e24.message_note) = { text: "noted" };' "custom options"
says out '  message Inner {' "nested types"

# A schema of its own: services, and options everywhere.
cat >"$dir/shop.txt" <<'END'
file {
  name: "shop.proto" package: "shop" syntax: "proto3"
  message_type {
    name: "Order"
    options { deprecated: true }
    field { name: "id" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "id" options { deprecated: true jstype: JS_STRING } }
    field { name: "old" number: 2 type: TYPE_INT32 label: LABEL_REPEATED json_name: "old" options { packed: false } }
    field { name: "maybe" number: 3 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "maybe" proto3_optional: true oneof_index: 1 }
    field { name: "card" number: 4 type: TYPE_BYTES label: LABEL_OPTIONAL json_name: "card" oneof_index: 0 }
    field { name: "iban" number: 5 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "iban" oneof_index: 0 }
    field { name: "state" number: 6 type: TYPE_ENUM type_name: ".shop.Order.State" label: LABEL_OPTIONAL json_name: "state" }
    oneof_decl { name: "payment" }
    oneof_decl { name: "_maybe" }
    enum_type {
      name: "State" options { allow_alias: true }
      value { name: "NEW" number: 0 } value { name: "FRESH" number: 0 options { deprecated: true } } value { name: "SENT" number: -1 }
    }
  }
  service {
    name: "Shop" options { deprecated: true }
    method { name: "Get" input_type: ".shop.Order" output_type: ".shop.Order" options { idempotency_level: NO_SIDE_EFFECTS } }
    method { name: "Watch" input_type: ".shop.Order" output_type: ".shop.Order" client_streaming: true server_streaming: true }
  }
}
END
runs "$pbw" encode -s $otel -t google.protobuf.FileDescriptorSet -o "$dir/shop.binpb" "$dir/shop.txt"
exits 0 "a descriptor set written as text"
runs "$pbw" show -s "$dir/shop.binpb" shop.Order
prints '// shop.proto, proto3
message shop.Order {
  option deprecated = true;
  enum State {
    option allow_alias = true;
    NEW = 0;
    FRESH = 0 [deprecated = true];
    SENT = -1;
  }
  int32 id = 1 [deprecated = true, jstype = JS_STRING];
  repeated int32 old = 2 [packed = false];
  optional string maybe = 3;
  oneof payment {
    bytes card = 4;
    string iban = 5;
  }
  shop.Order.State state = 6;
}' "show all of a message"
runs "$pbw" show -s "$dir/shop.binpb" shop.Order.State
says out 'enum shop.Order.State {' "show an enum"
runs "$pbw" show -s "$dir/shop.binpb" shop.Shop
prints '// shop.proto, proto3
service shop.Shop {
  option deprecated = true;
  rpc Get(shop.Order) returns (shop.Order) {
    option idempotency_level = NO_SIDE_EFFECTS;
  }
  rpc Watch(stream shop.Order) returns (stream shop.Order);
}' "show a service"
runs "$pbw" show -s "$dir/shop.binpb" Order
exits 3 "half a name"
speaks err "did you mean shop.Order?" "gives a hint"
# Everything that a schema has can be shown.
for type in $("$pbw" types --all -s $vectors); do
    "$pbw" show -s $vectors "$type" 2>&1 | grep -q "^message $type {" || echo "$type"
done >"$dir/out"
silent out "every type of the shared vectors can be shown"
