#!/usr/bin/env bash
# Three small hosts that live on the shared library alone: LuaJIT (ffi), Julia (ccall), Java (JNI). Each decodes
# input.bin, reads every field by its cell, edits it, compares with output.bin, and builds the same from scratch.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.." || exit 1
here=tests/abi/hosts
build=${PBW_BUILD:-build/release}
PBW_LIB=$(cd "$build" && pwd)/libpbwire.so
export PBW_LIB
failed=0

case $build in
*san)
    echo "ok - hosts # SKIP a sanitized library needs a sanitized host"
    exit
    ;;
esac

missing() { echo "ok - the $1 host # SKIP missing $2 (scripts/deps.sh $3)"; }

host() { # NAME COMMAND...
    local name=$1
    shift
    if ! "$@"; then
        echo "not ok - the $name host ended with an error"
        failed=1
    fi
}

# ---- LuaJIT ----

if command -v luajit >/dev/null; then
    host LuaJIT luajit "$here/host.lua"
else
    missing LuaJIT luajit lua
fi

# ---- Julia ----

julia=$(command -v julia || command -v "${PBW_DEPS_DIR:-build/deps}/bin/julia")
if [ -n "$julia" ]; then
    host Julia "$julia" --startup-file=no --color=no "$here/host.jl"
else
    missing Julia julia julia
fi

# ---- Java ----

# The JDK of the javac on PATH, unless JAVA_HOME names one.
java_home() {
    local javac
    if [ -n "${JAVA_HOME:-}" ]; then
        echo "$JAVA_HOME"
    elif javac=$(command -v javac); then
        dirname "$(dirname "$(readlink -f "$javac")")"
    fi
}

java_host() {
    local home=$1 out
    out=$(mktemp -d) || return
    "$home/bin/javac" --release 17 -encoding UTF-8 -Xlint:all -Werror -h "$out" -d "$out" "$here"/*.java &&
        "${CC:-cc}" -std=c11 -O1 -Wall -Werror -fPIC -shared -Iabi -I"$out" -I"$home/include" -I"$home/include/linux" \
            "$here/host_jni.c" "$PBW_LIB" -o "$out/libhost_jni.so" &&
        "$home/bin/java" -Xcheck:jni --enable-native-access=ALL-UNNAMED -cp "$out" \
            Host "$PBW_LIB" "$out/libhost_jni.so" "$here"
    local code=$?
    rm -rf "$out"
    return $code
}

home=$(java_home)
if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ -f "$home/include/jni.h" ]; then
    host Java java_host "$home"
else
    missing Java "a JDK with jni.h" java
fi
exit $failed
