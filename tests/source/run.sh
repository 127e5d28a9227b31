#!/usr/bin/env bash
# .proto text: small files with every feature, whose descriptor sets must be protoc's byte for byte; a table of wrong ones;
# and with PBW_FULL=1 thousands of public files from registry packages. Prints TAP.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
compile=${PBW_BUILD:-build/release}/tests/source/compile
deps=$(realpath -m "${PBW_DEPS_DIR:-build/deps}")
new=$deps/protoc/bin/protoc
old=$(command -v protoc)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
n=0

tap() { echo "$1 $((++n)) - $2"; }

if [ ! -x "$new" ]; then
    tap ok ".proto files beside protoc # SKIP missing protoc (scripts/deps.sh conformance)"
    exit
fi

# same PROTOC NAME: every sample that it takes. Old ones do not know all of the language.
same() {
    local protoc=$1 what=$2 file name equal=0 refused=0 wrong=0
    for file in tests/source/sample/*.proto tests/source/sample/*/*.proto; do
        name=${file#tests/source/sample/}
        if ! "$protoc" -Itests/source/sample --experimental_allow_proto3_optional --include_imports \
            --descriptor_set_out="$out/theirs" "$name" 2>"$out/log"; then
            refused=$((refused + 1))
            continue
        fi
        # Built-in files too are those of that protoc, where it has them beside it.
        if "$compile" -I tests/source/sample -I "$3" "$name" >"$out/ours" 2>"$out/log" && cmp -s "$out/ours" "$out/theirs"; then
            equal=$((equal + 1))
        else
            wrong=$((wrong + 1))
            echo "# $name differs:"
            sed 's/^/#   /' "$out/log"
        fi
    done
    if [ $wrong = 0 ] && [ $refused -le "$4" ] && [ $equal -gt 5 ]; then
        tap ok "$equal files give the descriptor sets of $what ($refused that it refuses)"
    else
        tap "not ok" "$equal files give the descriptor sets of $what, $wrong do not, $refused are refused"
    fi
}

same "$new" "protoc $("$new" --version | cut -d' ' -f2)" "$deps/protoc/include" 0
if [ -n "$old" ] && [ -d /usr/include/google/protobuf ]; then
    same "$old" "protoc $("$old" --version | cut -d' ' -f2)" /usr/include 8
else
    tap ok "an older protoc # SKIP missing protobuf-compiler (scripts/deps.sh core)"
fi

if "${PYTHON:-python3}" tests/source/wrong.py "$compile" "$new" >"$out/log"; then
    tap ok "$(sed -n 's/^ok - //p' "$out/log")"
else
    sed 's/^not ok/# not ok/' "$out/log"
    tap "not ok" "wrong files"
fi

if [ "${PBW_FULL:-}" = 1 ]; then
    if tests/source/corpus.sh "$compile" "$new" >"$out/log"; then
        tap ok "public files: $(sed -n 's/^# all: //p' "$out/log")"
    else
        cat "$out/log"
        tap "not ok" "public files: $(sed -n 's/^# all: //p' "$out/log")"
    fi
    grep '^# ' "$out/log"
fi
echo "1..$n"
