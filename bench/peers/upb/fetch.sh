#!/bin/sh
# Gets upb's C source into a folder:
#
#   fetch.sh FOLDER crate
#       FOLDER/vendor/protobuf/libupb: the crate `protobuf`, pinned by Cargo.lock. It has upb.c, and the
#       single files that upb.c is put together from.
#   fetch.sh FOLDER fast-decoder
#       FOLDER/fast/upb/wire/decode_fast: the fast decoder. The crate leaves it out (its upb.c has only the
#       calls), so it comes from a source distribution of the same upb. That it is the same is checked:
#       every file that both have must be equal.
#       FOLDER/fast/upb-fast.c: the single files and the fast decoder as one unit, as upb.c is for the rest.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

fetch_crate() {
    rm -rf vendor
    cargo vendor --locked --manifest-path "$here/Cargo.toml" vendor >/dev/null 2>cargo.log || {
        tail -3 cargo.log >&2
        return 1
    }
}

fetch_fast_decoder() {
    rm -rf sdist && mkdir sdist
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
        --require-hashes --dest sdist --requirement "$here/fast-decoder.txt"
    tar -xzf sdist/*.tar.gz -C sdist --strip-components=1 --wildcards '*/third_party/upb/upb/*'
}

same_upb() {
    (cd vendor/protobuf/libupb && find upb -name '*.[ch]' ! -name upb.c ! -name upb.h ! -path '*/generated-in/*') |
        while read -r file; do
            cmp "vendor/protobuf/libupb/$file" "sdist/third_party/upb/$file" || return 1
        done
}

one_unit() {
    (cd vendor/protobuf/libupb && find upb -name '*.c' ! -name upb.c ! -path '*/generated-in/*' | sort)
    (cd fast && find upb -name '*.c' | sort)
    echo google/protobuf/descriptor.upb_minitable.c
}

case $2 in
crate)
    fetch_crate
    ;;
fast-decoder)
    fetch_fast_decoder
    same_upb || {
        echo "fetch.sh: the crate and the fast decoder are of different versions of upb" >&2
        exit 1
    }
    rm -rf fast && mkdir -p fast/upb/wire
    cp -R sdist/third_party/upb/upb/wire/decode_fast fast/upb/wire/
    one_unit | sed 's/.*/#include "&"/' >upb-fast.c
    mv upb-fast.c fast/
    rm -rf sdist
    ;;
*)
    echo "fetch.sh: crate or fast-decoder?" >&2
    exit 2
    ;;
esac
