#!/bin/sh
# What the documentation shows is true: README.md's program is taken out of it, compiled and run, with and
# without an installed library, and prints what README.md says; so do the programs of docs/examples; the figures are those of the
# last benchmark; what the pages name exists. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${PBW_BUILD:-build/release}
cc=${CC:-cc}
schema=bench/cases/cases.binpb
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

tap() { # STATUS NAME: $dir/said is shown when it failed
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        failed=1
        sed 's/^/# /' "$dir/said" | tail -n 40
        echo "not ok $n - $2"
    fi
}

# block PAGE LANGUAGE NUMBER: the content of a page's NUMBERth ```LANGUAGE block
block() {
    awk -v fence="\`\`\`$2" -v wanted="$3" '
        $0 == fence { if (++found == wanted) { inside = 1; next } }
        inside && /^```$/ { exit }
        inside' "$1"
}

# shown PROGRAM PAGE NUMBER NAME: what the program prints is the page's NUMBERth text block
shown() {
    block "$2" text "$3" >"$dir/expected"
    "$1" "$schema" >"$dir/out" 2>&1
    code=$?
    diff "$dir/expected" "$dir/out" >"$dir/said" || code=1
    tap $code "$4"
}

# ---- README.md's program ----

block README.md c 1 >"$dir/person.c"
strict="-std=c11 -Wall -Wextra -Wpedantic -Werror"

# shellcheck disable=SC2086  # a list of words
$cc $strict -Iabi -o "$dir/person" "$dir/person.c" "$build/libpbwire.a" >"$dir/said" 2>&1
tap $? "README.md's program compiles against the checkout"
shown "$dir/person" README.md 1 "and prints what README.md says"

if command -v pkg-config >/dev/null; then
    # shellcheck disable=SC2086,SC2046
    make VARIANT="$(basename "$build")" install PREFIX="$dir/usr" >"$dir/said" 2>&1 &&
        $cc $strict -o "$dir/installed" "$dir/person.c" \
            $(PKG_CONFIG_PATH="$dir/usr/lib/pkgconfig" pkg-config --cflags --libs pbwire) >"$dir/said" 2>&1
    tap $? "README.md's program compiles against an installed library, by pkg-config"
    LD_LIBRARY_PATH="$dir/usr/lib"
    export LD_LIBRARY_PATH
    shown "$dir/installed" README.md 1 "and prints the same"
    unset LD_LIBRARY_PATH
else
    echo "ok $((n += 1)) - README.md's program against an installed library # SKIP missing pkg-config"
fi

# ---- the other pages ----

# prints PAGE NUMBER PROGRAM ARGUMENT...: what a program of docs/examples prints is the page's NUMBERth text block
# (and, until the end of the output, those behind it, each behind a blank line). Offsets are one kind of machine's.
prints() {
    page=$1 number=$2 program=$3
    shift 3
    "$dir/$program" "$@" >"$dir/out" 2>&1
    code=$?
    if [ "$(uname -m)" = x86_64 ]; then
        block "$page" text "$number" >"$dir/expected"
        while [ "$(wc -l <"$dir/expected")" -lt "$(wc -l <"$dir/out")" ]; do
            number=$((number + 1))
            { echo; block "$page" text $number; } >>"$dir/expected"
            [ $number -lt 9 ] || break
        done
        diff "$dir/expected" "$dir/out" >"$dir/said" || code=1
    fi
    tap $code "docs/examples/$program.c prints what $page says"
}

for program in cells life; do
    # shellcheck disable=SC2086
    $cc $strict -I. -o "$dir/$program" docs/examples/$program.c "$build/libpbwire.a" >"$dir/said" 2>&1
    tap $? "docs/examples/$program.c compiles"
done
prints docs/life-of-a-message.md 1 cells "$schema" hello.Person hello.Address
prints docs/life-of-a-message.md 2 life "$schema"
prints docs/abi.md 1 cells tests/abi/hosts/slice.binpb slice.Order

sed -n '/<!-- figures -->/,/<!-- end of figures -->/{//!p;}' README.md >"$dir/expected"
tests/docs/figures.sh | diff "$dir/expected" - >"$dir/said"
tap $? "README.md's figures are those of bench/results/c.tsv (else: tests/docs/figures.sh --write)"

# ---- the header's pages ----

# Doxygen fails for what has no comment or names what is not there. The pages have every function that the library has.
if command -v doxygen >/dev/null; then
    make docs >"$dir/said" 2>&1
    tap $? "Doxygen makes pages of the header, without a warning"
    sed -n 's|.*<name>\(pbw_[a-z0-9_]*\)</name>.*|\1|p' build/docs/pbwire.tag | sort -u >"$dir/documented"
    sed -n 's/^  {* *\(pbw_[a-z0-9_]*\);$/\1/p' abi/pbwire.map | sort | comm -23 - "$dir/documented" >"$dir/said"
    [ -s "$dir/documented" ] && [ ! -s "$dir/said" ]
    tap $? "which have every exported function"
    sed '/^\/\* A deep copy/d' abi/pbwire.h >"$dir/bare.h"
    ! scripts/doxygen_filter.py "$dir/bare.h" >"$dir/said" 2>&1 && grep -q 'no comment: .*pbw_message_clone' "$dir/said"
    tap $? "and a function without a comment is an error"
else
    echo "ok $((n += 1)) - Doxygen pages of the header # SKIP missing doxygen"
fi

# ---- what the pages name ----

pages="README.md docs/*.md bench/README.md"
make help 2>/dev/null | awk '{ print $2 }' | sort -u >"$dir/targets"
# shellcheck disable=SC2086
grep -hoE '(`|^    |DEPS=1 )make [a-z][a-z-]*' $pages | awk '{ print $NF }' | sort -u | comm -23 - "$dir/targets" >"$dir/said"
[ ! -s "$dir/said" ]
tap $? "every make target that the pages name exists"

# shellcheck disable=SC2086
grep -hoE '`(abi|bench|bindings|core|docs|scripts|tests)/[A-Za-z0-9_./-]*`' $pages | tr -d '`' | sort -u >"$dir/paths"
while read -r path; do [ -e "$path" ] || echo "$path"; done <"$dir/paths" >"$dir/said"
[ ! -s "$dir/said" ]
tap $? "every file and folder that the pages name exists"

# shellcheck disable=SC2086
grep -hoE '\bpbw_[a-z0-9_]+\b' $pages | sort -u >"$dir/names"
while read -r name; do
    grep -qE "\b$name\b" abi/pbwire.h || echo "$name"
done <"$dir/names" >"$dir/said"
[ ! -s "$dir/said" ]
tap $? "every pbw_ name that the pages use is in the header"

echo "1..$n"
exit $failed
