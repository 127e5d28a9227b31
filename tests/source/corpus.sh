#!/usr/bin/env bash
# Collects public .proto files from registry packages, once, in build/deps/protos, and has corpus.py compare:
#   corpus.sh COMPILE PROTOC
# npm has Google's APIs (some 8,000 files); the Go module proxy others, where there is a go: protobuf's own test files, gogo's,
# Kubernetes' and etcd's, the gRPC gateway's, validation rules.
set -euo pipefail
compile=$(realpath "$1")
protoc=$(realpath "$2")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
include=$(dirname "$(dirname "$protoc")")/include
store=$(realpath -m "${PBW_DEPS_DIR:-build/deps}")/protos
google=google-proto-files@6.0.1
modules='google.golang.org/protobuf@v1.36.12
github.com/gogo/protobuf@v1.3.2
k8s.io/api@v0.37.2
k8s.io/apimachinery@v0.37.2
go.etcd.io/etcd/api/v3@v3.7.3
github.com/grpc-ecosystem/grpc-gateway/v2@v2.33.0
github.com/bufbuild/protocompile@v0.14.1
github.com/envoyproxy/protoc-gen-validate@v1.3.3'

mkdir -p "$store"
if [ ! -e "$store/google/.complete" ]; then
    echo "# fetching $google ..." >&2
    rm -rf "$store/google" && mkdir -p "$store/google"
    archive=$(cd "$store" && npm pack --silent "$google" | tail -n 1)
    tar -xzf "$store/$archive" -C "$store/google" --strip-components=1
    rm -f "$store/$archive"
    touch "$store/google/.complete"
fi
trees=("google=$store/google")

# go_module MODULE@VERSION: its folder, by its path without the version, so that imports find it
go_module() {
    local folder=$store/go/${1%@*} from
    if [ ! -e "$folder" ]; then
        echo "# fetching $1 ..." >&2
        from=$(cd "$store" && GOFLAGS=-mod=mod go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
        [ -n "$from" ] || return 1
        mkdir -p "$(dirname "$folder")"
        ln -sfn "$from" "$folder"
    fi
    case $1 in
        */protocompile@*) trees+=("${1%@*}=$folder/internal/testdata") ;; # where its files' imports are
        *) trees+=("${1%@*}=$folder") ;;
    esac
}

if command -v go >/dev/null; then
    for module in $modules; do go_module "$module"; done
    trees+=("gogo's own google/protobuf=$store/go/github.com/gogo/protobuf/protobuf")
else
    echo "# no go: only Google's files (scripts/deps.sh bench)"
fi
[ -d "$here/../../build/deps/conformance-next/proto" ] && trees+=("conformance=$here/../../build/deps/conformance-next/proto")

exec "${PYTHON:-python3}" "$here/corpus.py" "$compile" "$protoc" -I "$include" -I "$store/go" -I "$store/go/github.com/gogo/protobuf" \
    -I "$store/google" "${trees[@]}"
