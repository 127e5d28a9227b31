# Part of scripts/deps.sh: messages, and the private folder.
#
# The private folder holds products, one folder each. A product is made aside and moved into place
# when complete, with its recipe noted inside: it is made again when the recipe has changed, and an
# interrupted run leaves nothing behind that looks finished.
#
# shellcheck shell=bash
# shellcheck disable=SC2154  # deps, helpers: set by scripts/deps.sh

say() { echo "deps: $*"; }

die() {
    echo "deps: $*" >&2
    exit 1
}

# product NAME VERSION SOURCE MAKER: has MAKER fill a folder, unless it is there already. VERSION and
# the text of the helpers SOURCE.* are the recipe. The maker gets two folders: the one to fill and one
# to work in.
product() {
    local name=$1 version=$2 source=$3 maker=$4 recipe
    recipe="$version $(cat "$helpers/$source".* | cksum)"
    if is_current "$name" "$recipe"; then
        say "$name ($version) present"
        return
    fi
    mkdir -p "$deps"
    exec 9>"$deps/.lock"
    flock 9
    if is_current "$name" "$recipe"; then # another run made it while this one waited
        say "$name ($version) present"
    else
        say "making $name ($version) ..."
        make_product "$name" "$recipe" "$maker"
    fi
    exec 9>&-
}

is_current() { [ "$(cat "$deps/$1/.recipe" 2>/dev/null)" = "$2" ]; }

make_product() {
    local name=$1 recipe=$2 maker=$3 aside=$deps/.making
    rm -rf "$aside"
    mkdir -p "$aside/out" "$aside/work"
    "$maker" "$aside/out" "$aside/work"
    echo "$recipe" >"$aside/out/.recipe"
    rm -rf "${deps:?}/$name"
    mv "$aside/out" "$deps/$name"
    rm -rf "$aside"
}

# offer NAME TARGET: a link in the private folder's bin.
offer() {
    mkdir -p "$deps/bin"
    ln -sfn "../$2" "$deps/bin/$1"
}

# The private products are binaries for 64-bit Linux on x86 only.
need_x86_64() {
    [ "$(uname -sm)" = "Linux x86_64" ] || die "$1: no binary for $(uname -sm), install it by hand"
}
