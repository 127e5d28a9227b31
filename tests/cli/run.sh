#!/bin/sh
# pbw from outside: what it prints, where, and its exit codes. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
pbw=$(cd "${PBW_BUILD:-build/release}" && pwd)/pbw
vectors=tests/vectors/vectors.binpb
otel=tests/data/otel/otel.binpb
trace=tests/data/otel/checkout.trace.pb
request=opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

if [ -n "${PBW_RUN:-}" ]; then # a pbw for another machine
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$PBW_RUN" "$pbw" >"$dir/pbw"
    chmod +x "$dir/pbw"
    pbw=$dir/pbw
fi

# bytes OCTAL... : those bytes on stdout, e.g. bytes '\010\001'
bytes() { printf "$1"; } # shellcheck disable=SC2059

# runs COMMAND... : its exit code in $code, its words in $dir/out and $dir/err
runs() {
    "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}

tap() {
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        printf 'ok %s - %s\n' $n "$2"
    else
        failed=1
        printf 'not ok %s - %s\n' $n "$2"
        echo "# exit code $code"
        sed 's/^/# stdout: /' "$dir/out" | head -n 20
        sed 's/^/# stderr: /' "$dir/err" | head -n 20
    fi
}

# exits CODE NAME : the last run did that
exits() {
    [ "$code" = "$1" ]
    tap $? "$2"
}

# says OUT|ERR TEXT NAME : a line of it is TEXT
says() {
    grep -qxF -e "$2" "$dir/$1"
    tap $? "$3"
}

# speaks OUT|ERR TEXT NAME : TEXT stands in it
speaks() {
    grep -qF -e "$2" "$dir/$1"
    tap $? "$3"
}

silent() {
    [ ! -s "$dir/$1" ]
    tap $? "$2"
}

# decodes TYPE BYTES EXPECTED NAME : the text is exactly that
decodes() {
    bytes "$2" >"$dir/in"
    runs "$pbw" decode --schema $vectors --type "vectors.$1" "$dir/in"
    printf '%s\n' "$3" >"$dir/want"
    [ "$code" = 0 ] && cmp -s "$dir/out" "$dir/want" && [ ! -s "$dir/err" ]
    tap $? "$4"
}

# refuses TYPE BYTES TEXT NAME : exit code 1, nothing on stdout, TEXT on stderr
refuses() {
    bytes "$2" >"$dir/in"
    runs "$pbw" decode --schema $vectors --type "vectors.$1" "$dir/in"
    [ "$code" = 1 ] && [ ! -s "$dir/out" ] && grep -qF -e "$3" "$dir/err"
    tap $? "$4"
}

# skip REASON NAME
skip() {
    n=$((n + 1))
    echo "ok $n - $2 # SKIP $1"
}

# prints TEXT NAME : the last run succeeded, and stdout is exactly that
prints() {
    printf '%s\n' "$1" >"$dir/want"
    [ "$code" = 0 ] && cmp -s "$dir/out" "$dir/want" && [ ! -s "$dir/err" ]
    tap $? "$2"
}

# text TYPE TEXT FILE : a message of the shared vectors' schema
text() { printf '%s\n' "$2" | "$pbw" encode --partial -s $vectors -t "vectors.$1" -o "$3"; }

for part in options schema proto decode convert streams raw stat diff vectors output completion docs; do
    . "tests/cli/$part.sh"
done

echo "1..$n"
exit $failed
