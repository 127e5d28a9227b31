# pbw and the shared vectors: all that is well-formed goes through text and back; all that is not is refused, by every command
# that reads bytes, without harm. Part of run.sh.

runs "${PYTHON:-python3}" tests/cli/streams.py "$dir/vectors"
exits 0 "the shared vectors as files"
count=0
for file in "$dir"/vectors/good/* "$dir"/vectors/nan/*; do
    type=${file##*/}
    "$pbw" decode -d --partial -s $vectors -t "$type" "$file" >"$dir/text" 2>"$dir/err"
    "$pbw" encode -d --partial -s $vectors -t "$type" "$dir/text" >"$dir/out" 2>>"$dir/err"
    code=$?
    case $file in
        */good/*) cmp -s "$file" "$dir/out" ;;
        *) "$pbw" diff -d --partial -s $vectors -t "$type" "$file" "$dir/out" >>"$dir/err" 2>&1 ;; # NaNs are equal
    esac
    tap $? "${file#"$dir"/vectors/} goes through text and back"
    count=$((count + 1))
done
[ $count -gt 40 ]
tap $? "$count types of messages"

# Hostile input. Each seventh here, all in make full. The address sanitizer looks on in one of the builds.
all=0 wrong=0
for file in "$dir"/vectors/bad/*; do
    all=$((all + 1))
    [ -z "${PBW_FULL:-}" ] && [ $((all % 7)) != 0 ] && continue
    type=${file##*/} type=${type%.*}
    for command in check decode diff stat raw; do
        case $command in
            raw) "$pbw" raw "$file" >"$dir/out" 2>"$dir/err" ;;
            diff) "$pbw" diff -s $vectors -t "$type" "$file" "$file" >"$dir/out" 2>"$dir/err" ;;
            *) "$pbw" $command -s $vectors -t "$type" "$file" >"$dir/out" 2>"$dir/err" ;;
        esac
        code=$?
        grep -q "^pbw: $file: " "$dir/err"
        told=$?
        # raw knows no UTF-8, no required fields and no types, and stat wants no required fields: they may find nothing wrong.
        case $command:$code:$told in check:1:0 | decode:1:0 | diff:3:0 | stat:[01]:* | raw:[01]:*) ;; *)
            wrong=$((wrong + 1))
            echo "# $command ${file##*/} ends with $code: $(head -n 1 "$dir/err")"
            ;;
        esac
    done
done
[ $wrong = 0 ] && [ $all -gt 300 ]
tap $? "bad input is refused by every command"

# Text and JSON that are cut anywhere.
"$pbw" decode -s $otel -t $request $trace | head -c 600 >"$dir/text"
"$pbw" convert -s $otel -t $request $trace | head -c 600 >"$dir/json"
wrong=0
for size in 17 100 128 199 256 333 421 500 599; do
    head -c $size "$dir/text" | "$pbw" encode -s $otel -t $request >"$dir/out" 2>"$dir/err"
    [ $? = 1 ] && grep -q '^pbw: stdin: offset [0-9]*: line [0-9]*, column ' "$dir/err" || wrong=$((wrong + 1))
    head -c $size "$dir/json" | "$pbw" check --from json -s $otel -t $request >"$dir/out" 2>"$dir/err"
    [ $? = 1 ] && grep -q '^pbw: stdin: offset [0-9]*: line [0-9]*, column ' "$dir/err" || wrong=$((wrong + 1))
done
[ $wrong = 0 ]
tap $? "cut text and JSON are refused, with line and column"
