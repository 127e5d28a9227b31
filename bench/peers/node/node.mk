# Peers that run in Node, each in a process of its own. Part of bench.mk.

bench_json_engines += json-protobuf-es json-protobufjs json-protobufjs-protojson

bench_node := $(bench_out)/node
bench_node_files := $(bench_node)/peer.mjs $(bench_node)/node_modules/.package-lock.json

# package-lock.json pins every package.
$(bench_node)/node_modules/.package-lock.json: bench/peers/node/package.json bench/peers/node/package-lock.json
	$(bench_tell)
	@mkdir -p $(bench_node) && cp $^ $(bench_node)
	@$(if $(PBW_SKIP_DEPS),test -f $@,cd $(bench_node) && npm ci --silent --no-audit --no-fund)
	@touch $@

$(bench_node)/peer.mjs: bench/peers/node/peer.mjs
	@mkdir -p $(@D) && cp $< $@

$(bench_out)/json-proto%.so: bench/process/engine_process.c $(bench_node_files) $(bench_headers)
	$(bench_tell)
	@$(bench_gcc) $(bench_flags) -DPROCESS_START='"node node/peer.mjs proto$*"' $< -shared -o $@ -ldl
