#!/bin/sh
# What make install puts there is enough: programs in C and C++ are built against it by pkg-config and by CMake, also when
# the tree was moved; uninstall takes all of it back. Prints TAP.
set -u
cd "$(dirname "$0")/../.." || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

tap() {
    n=$((n + 1))
    [ "$1" = 0 ] && echo "ok $n - $2" && return
    failed=1
    echo "not ok $n - $2"
    sed 's/^/# /' "$dir/said" | tail -n 20
}

skip() {
    n=$((n + 1))
    echo "ok $n - $1 # SKIP missing $2"
}

variant=$(basename "${PBW_BUILD:-build/release}")
make -s VARIANT="$variant" install DESTDIR="$dir/first" PREFIX=/usr LIBDIR=/usr/lib/here >"$dir/said" 2>&1
tap $? "make install"
grep -q "INSTALL $dir/first/usr/include/pbwire.h" "$dir/said"
tap $? "and says what it installs"
"$dir/first/usr/bin/pbw" --version >"$dir/said"
tap $? "pbw runs"
[ -s "$dir/first/usr/share/man/man1/pbw.1" ] && [ -s "$dir/first/usr/share/bash-completion/completions/pbw.bash" ]
tap $? "with its page and completion"
mv "$dir/first/usr" "$dir/moved"
lib=$dir/moved/lib/here

cat >"$dir/main.c" <<'C'
#include <pbwire.h>
#include <stdio.h>
int main(void) { return puts(pbw_version()) < 0 || pbw_abi_version() == 0; }
C
cp "$dir/main.c" "$dir/main.cc"

if command -v pkg-config >/dev/null; then
    flags=$(PKG_CONFIG_PATH="$lib/pkgconfig" pkg-config --cflags --libs pbwire)
    # shellcheck disable=SC2086
    cc -std=c11 -o "$dir/by-pkgconfig" "$dir/main.c" $flags >"$dir/said" 2>&1 && LD_LIBRARY_PATH=$lib "$dir/by-pkgconfig" >>"$dir/said" 2>&1
    tap $? "C by pkg-config, the tree moved"
    if command -v c++ >/dev/null; then
        # shellcheck disable=SC2086
        c++ -Wall -Wextra -Werror -o "$dir/in-c++" "$dir/main.cc" $flags >"$dir/said" 2>&1 && LD_LIBRARY_PATH=$lib "$dir/in-c++" >>"$dir/said" 2>&1
        tap $? "C++ by pkg-config"
    else
        skip "C++ by pkg-config" "c++"
    fi
else
    skip "C by pkg-config" "pkg-config"
fi

if command -v cmake >/dev/null; then
    cat >"$dir/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(pbwire 0.1 REQUIRED)
add_executable(shared main.c)
target_link_libraries(shared pbwire::pbwire)
add_executable(static main.c)
target_link_libraries(static pbwire::static)
CMAKE
    cmake -S "$dir" -B "$dir/cmake" -DCMAKE_PREFIX_PATH="$dir/moved" -Dpbwire_DIR="$lib/cmake/pbwire" >"$dir/said" 2>&1 &&
        cmake --build "$dir/cmake" >>"$dir/said" 2>&1 && "$dir/cmake/shared" >>"$dir/said" && "$dir/cmake/static" >>"$dir/said"
    tap $? "CMake's find_package: shared and static"
    sed -i 's/pbwire 0.1/pbwire 7.0/' "$dir/CMakeLists.txt"
    ! cmake -S "$dir" -B "$dir/cmake2" -Dpbwire_DIR="$lib/cmake/pbwire" >"$dir/said" 2>&1
    tap $? "another version is not found"
else
    skip "CMake's find_package" "cmake"
fi

make -s VARIANT="$variant" install DESTDIR="$dir/first" PREFIX=/usr >"$dir/said" 2>&1 &&
    make -s VARIANT="$variant" uninstall DESTDIR="$dir/first" PREFIX=/usr >>"$dir/said" 2>&1
tap $? "make uninstall"
[ -z "$(find "$dir/first" ! -type d)" ]
tap $? "leaves no file"
echo "1..$n"
exit $failed
