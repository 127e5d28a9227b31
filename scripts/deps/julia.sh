# Part of scripts/deps.sh: Julia, from a Debian release that has it.
#
#   julia/   Julia 1.5.3 of Debian 11 with every library that it links, and an empty package depot;
#            bin/julia is a link to its command
#
# Julia brings all of its libraries but the C and C++ run-time, which come from this machine. It
# needs its own libunwind above all: with a later one, exceptions crash it.
#
# shellcheck shell=bash
# shellcheck disable=SC2154  # deps, helpers: set by scripts/deps.sh

julia_version=1.5.3

# Dependencies that the machine itself provides, or that only the packaging wants.
julia_leaves_out='libc6|libcrypt1|libgcc-s1|libstdc\+\+6|gcc-10-base|dpkg|tar|perl-base|debconf|libacl1|libselinux1'

products_julia() {
    local found
    if found=$(command -v julia); then
        say "julia: $found present"
        return
    fi
    need_x86_64 julia
    product julia "$julia_version of Debian bullseye" julia make_julia
    offer julia julia/usr/bin/julia
}

make_julia() {
    local out=$1 conf packages
    conf=$(other_release bullseye "$2/apt")
    packages=$(with_dependencies "$conf" julia | grep -vxE "$julia_leaves_out")
    # shellcheck disable=SC2086  # a list of words
    unpack_packages "$conf" "$out" $packages
    rm -rf "$out"/usr/share/{doc,man,locale,lintian}
    mv "$out/usr/bin/julia" "$out/usr/bin/julia-$julia_version"
    install -m 755 "$helpers/julia.run" "$out/usr/bin/julia"
    make_depot "$out/depot"
    "$out/usr/bin/julia" -e 'try error() catch end' || die "the unpacked julia does not run"
}

# Without a registry, Pkg (and so Pkg.test) would want to download one.
make_depot() {
    mkdir -p "$1/registries/Empty"
    cat >"$1/registries/Empty/Registry.toml" <<'END'
name = "Empty"
uuid = "00000000-0000-0000-0000-000000000001"
repo = "none"

[packages]
END
}
