# pbw raw: bytes without a schema. Part of run.sh.

# shows BYTES EXPECTED NAME
shows() {
    bytes "$1" >"$dir/in"
    runs "$pbw" raw "$dir/in"
    prints "$2" "$3"
}

runs "$pbw" raw $trace
exits 0 "raw needs no schema"
says out '       8        1: "service.name"' "and shows strings, behind their offsets"
"$pbw" raw <$trace >"$dir/file"
cmp -s "$dir/out" "$dir/file"
tap $? "the same from stdin"

shows '\010\226\001\025\001\000\000\000\031\002\000\000\000\000\000\000\000' '       0  1: 150
       3  2: 0x00000001
       8  3: 0x0000000000000002' "numbers of every wire type"
shows '\010\377\377\377\377\377\377\377\377\377\001\025\000\000\300\077\031\030\055\104\124\373\041\011\100' \
    '       0  1: 18446744073709551615  # -1
      11  2: 0x3fc00000  # 1.5
      16  3: 0x400921fb54442d18  # 3.14159265358979' "with what else they may be"
shows '\012\003ab!\022\002\010\005\033\010\001\043\044\034\052\000\062\003\001\377"' '       0  1: "ab!"
       5  2: {
       7    1: 5
          }
       9  3 {
      10    1: 1
      12    4 {
            }
          }
      15  5: ""
      17  6: "\001\377\""' "text, messages, groups, nothing, and bytes that are neither"
shows '\012\005\303\251\n\t'\''\022\002xy\032\004\302\233ab' '       0  1: "é\n\t\'\''"
       7  2: "xy"
      11  3: "\302\233ab"' "text where it reads as one: UTF-8, but no controls"
shows '\012\047\012\045abcdefghijklmnopqrstuvwxyz0123456789!' '       0  1: {
       2    1: "abcdefghijklmnopqrstuvwxyz0123456789!"
          }' "a message that reads as text, but begins with a newline"
: >"$dir/in"
runs "$pbw" raw "$dir/in"
exits 0 "no bytes are a message"
silent out "of no fields"

# fails BYTES EXPECTED TEXT NAME : what was well-formed is shown, then what is wrong where
fails() {
    bytes "$1" >"$dir/in"
    runs "$pbw" raw "$dir/in"
    printf '%s\n' "$2" >"$dir/want"
    [ "$code" = 1 ] && cmp -s "$dir/out" "$dir/want" && grep -qF -e "pbw: $dir/in: $3" "$dir/err"
    tap $? "$4"
}
fails '\010\001\022\005ab' '       0  1: 1' 'offset 2: ' "a field that is cut: shown up to there"
fails '\010\001\000\001' '       0  1: 1' 'offset 2: ' "field number 0"
fails '\010\001\017' '       0  1: 1' 'offset 2: ' "wire type 7"
fails '\010\001\014' '       0  1: 1' 'offset 2: ' "a group that ends, but was not begun"
fails '\013\010\001' '       0  1 {
       1    1: 1' 'offset 3: ' "a group that does not end"
fails '\010\001\010\200\200\200\200\200\200\200\200\200\200\001' '       0  1: 1' 'offset 2: ' "a number of eleven bytes"
awk 'BEGIN { for (i = 0; i < 200; i++) printf "\013" }' >"$dir/in"
runs "$pbw" raw "$dir/in"
exits 1 "200 groups in one another"
speaks err "offset 100: " "are too many"
speaks err "PBW_ERR_DEPTH" "and that is said"
# 200 messages in one another: guessed at up to a limit, then shown as bytes.
"${PYTHON:-python3}" -c '
import sys
m = b"\x08\x01"
for _ in range(60): m = b"\x0a" + bytes([len(m)]) + m
sys.stdout.buffer.write(m)' >"$dir/in"
runs "$pbw" raw "$dir/in"
exits 0 "60 messages in one another"
[ "$(grep -c '{$' "$dir/out")" = 32 ] && grep -q '1: "\\n' "$dir/out"
tap $? "are opened 32 times"

bytes '\003\012\001a\000\002\010\005' >"$dir/in"
runs "$pbw" raw -d "$dir/in"
prints '# message 1: 3 bytes at 1
       1  1: "a"
# message 2: 0 bytes at 5
# message 3: 2 bytes at 6
       6  1: 5' "a stream, with offsets in the file"
bytes '\003\012\001a\002\010' >"$dir/in"
runs "$pbw" raw -d "$dir/in"
exits 1 "a stream that is cut"
speaks err "message 2: offset 4: " "is told with the message and its offset"
says out '       1  1: "a"' "and what is before it is shown"
bytes '\010\001' >"$dir/in"
runs "$pbw" raw --color=always "$dir/in"
speaks out "$(printf '\033')" "in colours"
runs "$pbw" raw --schema $otel "$dir/in"
exits 2 "raw takes no --schema"
runs "$pbw" raw -o "$dir/none/out" "$dir/in"
exits 3 "an --output that cannot be made"
speaks err "$dir/none/out: cannot write" "is named"
