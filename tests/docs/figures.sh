#!/bin/sh
# README.md's table of figures, made from bench/results/c.tsv: some usual rows, and every row where a peer other
# than the limit is faster.
#
#   tests/docs/figures.sh            the table
#   tests/docs/figures.sh --write    puts it into README.md, between its two markers
set -eu
cd "$(dirname "$0")/../.."

table() {
    awk -F '\t' '
        function time(ns) {
            if (ns == "") return "–"
            if (ns < 1000) return sprintf("%.0f ns", ns)
            if (ns < 1000000) return sprintf("%.1f µs", ns / 1000)
            return sprintf("%.2f ms", ns / 1000000)
        }
        function least(a, b) { return a == "" || b + 0 < a + 0 ? b : a }
        BEGIN {
            split("matrix3-x0 decode-owned,matrix3-x0 decode-pooled,matrix3-x0 decode-alias,matrix3-x0 encode," \
                  "person-nested-100kb decode-owned,person-nested-100kb decode-pooled,person-nested-100kb encode," \
                  "person-100kb decode-pooled,person-100kb encode,person-10mb decode-pooled,person-10mb encode", usual, ",")
            for (i in usual) shown[usual[i]] = 1
        }
        NR > 1 {
            row = $1 " " $2
            if (!(row in seen)) { seen[row] = 1; order[++rows] = row }
            own[row, $7] = $3
            peer = $4 ~ /^upb/ ? "upb" : $4 ~ /^cpp/ ? "cpp" : $4
            peers[row, peer] = least(peers[row, peer], $5)
            if ($6 < 1 && peer != "limit") shown[row] = slower[row] = 1
        }
        END {
            print "| case | operation | pbwire, clang | pbwire, gcc | upb | protobuf C++ | by hand |"
            print "|---|---|---|---|---|---|---|"
            for (i = 1; i <= rows; i++) {
                row = order[i]
                if (!(row in shown)) continue
                split(row, w, " ")
                printf "| %s | %s%s | %s | %s | %s | %s | %s |\n", w[1], w[2], row in slower ? " (slower)" : "",
                    time(own[row, "pbwire"]), time(own[row, "pbwire-gcc"]), time(peers[row, "upb"]),
                    time(peers[row, "cpp"]), time(peers[row, "limit"])
            }
        }' bench/results/c.tsv
}

if [ "${1:-}" = --write ]; then
    made=$(mktemp)
    table >"$made"
    awk -v made="$made" '
        /<!-- figures -->/ { print; while ((getline line <made) > 0) print line; skip = 1; next }
        /<!-- end of figures -->/ { skip = 0 }
        !skip' README.md >"$made.readme"
    cat "$made.readme" >README.md
    rm -f "$made" "$made.readme"
else
    table
fi
