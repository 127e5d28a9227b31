#!/bin/sh
# Writes what the hosts read, with protoc alone (3.21 or newer). The results are committed, so only a change of
# slice.proto or of the orders below needs this.
#
#   slice.binpb   the descriptor set, without its imports: the library brings those along
#   input.bin     an order as a newer schema wrote it: its fields 500 and 501 are unknown to slice.proto, one
#                 stands before the known fields and one behind them
#   output.bin    the same order as the hosts change it: known fields in the order of their numbers, maps in
#                 the order of their keys, then the unknown fields as they came
set -eu
cd "$(dirname "$0")"
protoc=${PROTOC:-protoc}
next=$(mktemp -d)
trap 'rm -rf "$next"' EXIT
sed 's|//next ||' slice.proto >"$next/slice.proto"

encode() { "$protoc" --proto_path="$next" --encode=slice.Order --deterministic_output slice.proto; }
bonus() { echo 'bonus { sku: "extra" count: 2 }' | encode; }
region() { echo 'region: "north"' | encode; }

"$protoc" --descriptor_set_out=slice.binpb slice.proto
{
    bonus
    encode <<'ORDER'
id: 18446744073709551615
customer: "Zoë"
state: PAID
placed { seconds: -62135596800 nanos: 5 }
discount { value: -0.0 }
token: "\000\377"
scores: [0, -1, 2147483647, -2147483648]
tags: ["new", "", "ß"]
items { sku: "A-1" count: 3 price: 9.5 }
items { }
stock { key: "" value: -7 }
stock { key: "apple" value: 2 }
gifts { key: -3 value { sku: "G" } }
gifts { key: 7 value { } }
iban: "DE00"
[slice.courier]: "bike"
[slice.stops]: [1, 18446744073709551614]
ORDER
    region
} >input.bin
{
    encode <<'ORDER'
id: 9223372036854775809
customer: "Ada Lovelace"
state: SENT
express: false
placed { nanos: 5 }
discount { value: 0.25 }
scores: [42, -1, 2147483647, -2147483648, 5, -6]
tags: ["new", "", "ß", "late"]
items { sku: "A-1" count: 3 price: 9.5 }
items { }
items { sku: "B-2" price: -1.5 }
stock { key: "apple" value: 3 }
stock { key: "pear" value: 1 }
gifts { key: -3 value { sku: "G" } }
gifts { key: 7 value { count: 4 } }
card: 9007199254740993
[slice.courier]: "boat"
[slice.stops]: [1, 18446744073709551614, 3]
ORDER
    bonus
    region
} >output.bin
