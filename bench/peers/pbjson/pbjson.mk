# pbjson over prost: the crates that Cargo.lock pins, built as prost.mk says.
bench_json_engines += json-pbjson

bench_pbjson_files := $(addprefix bench/peers/pbjson/,Cargo.toml Cargo.lock build.rs src/lib.rs) \
  bench/peers/prost/generate.rs bench/peers/prost/src/engine.rs

$(bench_out)/json-pbjson.so: $(bench_pbjson_files) bench/cases/cases.binpb bench/c/engine.h
	$(bench_tell)
	@mkdir -p $(@D)
	@cd bench/peers/pbjson && $(bench_cargo)
	@cp $(bench_out)/cargo/release/libpbwire_bench_pbjson.so $@
