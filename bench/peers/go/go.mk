# Peers in Go, each in a process of its own. Part of bench.mk.

bench_engines += dynamicpb-go hyperpb-go

# go.sum pins every module; -mod=readonly takes no other.
$(bench_out)/go-peers: bench/peers/go/main.go bench/peers/go/go.mod bench/peers/go/go.sum
	$(bench_tell)
	@mkdir -p $(@D)
	@cd bench/peers/go && GOTOOLCHAIN=local GOFLAGS=-mod=readonly go build -buildvcs=false -o $(abspath $@) .

$(bench_out)/%-go.so: bench/process/engine_process.c $(bench_out)/go-peers $(bench_headers)
	$(bench_tell)
	@$(bench_gcc) $(bench_flags) -DPROCESS_START='"./go-peers $*"' $< -shared -o $@ -ldl
