# prost: the crates that Cargo.lock pins, in cargo's release profile as it is (opt-level 3, no link-time optimization across
# crates).
bench_engines += prost

bench_cargo := CARGO_TARGET_DIR=$(abspath $(bench_out)/cargo) cargo build --release --locked --quiet $(if $(PBW_SKIP_DEPS),--offline)
bench_prost_files := $(addprefix bench/peers/prost/,Cargo.toml Cargo.lock build.rs generate.rs src/engine.rs src/lib.rs)

$(bench_out)/prost.so: $(bench_prost_files) bench/cases/cases.binpb bench/c/engine.h
	$(bench_tell)
	@mkdir -p $(@D)
	@cd bench/peers/prost && $(bench_cargo)
	@cp $(bench_out)/cargo/release/libpbwire_bench_prost.so $@
