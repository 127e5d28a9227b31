#!/usr/bin/env bash
# Installs what building, testing and measuring pbwire needs and this machine lacks.
#
#   scripts/deps.sh GROUP...     e.g. scripts/deps.sh core lua
#   scripts/deps.sh --list       the groups and what is in them
#
# Packages of the running Debian (or a relative) are installed with apt. What that release does not
# have goes into a private folder, build/deps of this checkout, which a CI may cache. Whatever is
# there already is left alone, so a second run costs a fraction of a second.
#
#   PBW_DEPS_DIR        the private folder, if not build/deps
#   PBW_SKIP_DEPS=1     do nothing, successfully
#   PBW_DEBIAN_MIRROR   a Debian mirror, for a machine whose own apt sources name none
# shellcheck source-path=SCRIPTDIR/deps
set -euo pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
helpers=$root/scripts/deps
deps=$(realpath -m "${PBW_DEPS_DIR:-$root/build/deps}")

. "$helpers/common.sh"
. "$helpers/apt.sh"
. "$helpers/conformance.sh"
. "$helpers/julia.sh"
. "$helpers/ports.sh"

# --- the groups -----------------------------------------------------------------------------------
# A line names a Debian package. A package with a check is needed only if the check fails, so that a
# compiler or a JDK from elsewhere counts. products_GROUP, where it exists, makes the group's part of
# the private folder.

groups=(core bench conformance lua julia java ports)

declare -A packages=(
    [core]='
        gcc                     command -v gcc
        g++                     command -v g++
        make                    command -v make
        pkg-config              command -v pkg-config
        cmake                   command -v cmake
        clang-19
        libclang-rt-19-dev
        llvm-19
        lld-19
        libcmocka-dev
        g++                     command -v g++
        libprotobuf-dev
        libffi-dev
        doxygen                 command -v doxygen
        protobuf-compiler
        python3-pycparser
        abigail-tools
        valgrind'
    [bench]='
        g++                     command -v g++
        libprotobuf-dev
        libprotoc-dev
        libprotobuf-c-dev
        protobuf-c-compiler
        libnanopb-dev
        nanopb
        rapidjson-dev
        libsimdjson-dev
        cargo                   command -v cargo
        golang-go               command -v go
        nodejs                  command -v node
        npm                     command -v npm
        python3-pip             python3 -m pip --version'
    [conformance]='
        npm                     command -v npm
        python3                 command -v python3
        python3-pip             find_pip'
    [lua]='
        luajit
        libluajit-5.1-dev
        tarantool'
    [julia]=''
    [java]='
        openjdk-17-jdk-headless have_jdk
        maven                   command -v mvn'
    [ports]='
        gcc-i686-linux-gnu
        gcc-aarch64-linux-gnu
        gcc-s390x-linux-gnu
        libc6-dev-i386-cross
        libc6-dev-arm64-cross
        libc6-dev-s390x-cross
        qemu-user'
)

declare -A private=(
    [conformance]='official runners and their messages, a protoc that knows every edition'
    [julia]='Julia 1.5.3, if no julia is on PATH'
    [ports]='cmocka for i686, aarch64 and s390x'
)

# A JDK of 17 or later with the headers of JNI. Its release file is read: starting a JVM is slow.
have_jdk() {
    local javac home major
    javac=$(command -v javac) || return 1
    home=$(dirname "$(dirname "$(readlink -f "$javac")")")
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null) || return 1
    [ "${major:-0}" -ge 17 ] && [ -f "$home/include/jni.h" ]
}

# --- the command ----------------------------------------------------------------------------------

usage() {
    echo "usage: scripts/deps.sh --list | all | GROUP...   (groups: ${groups[*]})" >&2
    exit 2
}

list_groups() {
    local group names
    for group in "${groups[@]}"; do
        names=$(awk 'NF { printf " %s", $1 }' <<<"${packages[$group]}")
        echo "$group:$names${private[$group]:+ (private: ${private[$group]})}"
    done
    echo "all: ${groups[*]}"
}

main() {
    local wanted=("$@") group
    [ $# -gt 0 ] || usage
    case " $* " in
        " --list ") list_groups; return ;;
        *" all "*) wanted=("${groups[@]}") ;;
    esac
    for group in "${wanted[@]}"; do
        [ -n "${packages[$group]+known}" ] || usage
    done
    if [ "${PBW_SKIP_DEPS:-}" = 1 ]; then
        say "skipped (PBW_SKIP_DEPS=1)"
        return
    fi

    for group in "${wanted[@]}"; do
        find_missing "$group" "${packages[$group]}"
    done
    install_missing
    for group in "${wanted[@]}"; do
        if declare -F "products_$group" >/dev/null; then
            "products_$group"
        fi
    done
}

main "$@"
