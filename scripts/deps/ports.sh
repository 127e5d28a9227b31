# Part of scripts/deps.sh: what tests for machines of other kinds link with. The cross compilers and qemu are
# packages; cmocka for those machines is unpacked, as installing it would make this machine one of several kinds.
#
#   ports/PORT/{include,lib}   libcmocka of the Debian release that the cross C libraries come from
#
# shellcheck shell=bash
# shellcheck disable=SC2154  # deps: set by scripts/deps.sh

declare -A port_architectures=([i686]=i386 [aarch64]=arm64 [s390x]=s390x)

products_ports() {
    product ports "cmocka of Debian bookworm" ports make_ports
}

make_ports() {
    local out=$1 work=$2 port conf
    for port in "${!port_architectures[@]}"; do
        conf=$(other_release bookworm "$work/$port" "${port_architectures[$port]}")
        unpack_packages "$conf" "$work/$port/root" libcmocka-dev libcmocka0
        mkdir -p "$out/$port"
        mv "$work/$port/root/usr/include" "$out/$port/include"
        mv "$work/$port/root"/usr/lib/*-linux-gnu "$out/$port/lib"
    done
}
