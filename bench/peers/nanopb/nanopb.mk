# nanopb: Debian's library (-O2, 16-bit sizes of fields), and structs generated here with the limits of limits.options.
bench_engines += nanopb

bench_nano := $(bench_out)/nanopb
bench_nano_files := matrix3 person rpc text
bench_nano_google := any duration field_mask struct timestamp wrappers
bench_nano_sources := $(bench_nano_files:%=$(bench_nano)/%.pb.c) $(bench_nano_google:%=$(bench_nano)/google/protobuf/%.pb.c)

$(bench_nano_sources) &: $(bench_nano_files:%=bench/cases/%.proto) bench/peers/nanopb/limits.options
	@mkdir -p $(bench_nano)
	@for file in $(bench_nano_files) $(addprefix google/protobuf/,$(bench_nano_google)); do \
	  nanopb_generator.py --quiet --output-dir=$(bench_nano) --options-file=bench/peers/nanopb/limits.options \
	    --proto-path=bench/cases --proto-path=/usr/include $$file.proto || exit 1; \
	done

$(bench_nano)/%.pb.o: $(bench_nano)/%.pb.c
	$(bench_tell)
	@$(bench_gcc) -O3 -DNDEBUG -w -fPIC -fvisibility=hidden -I$(bench_nano) -c $< -o $@

# Debian has the library only as an archive for programs; -Bsymbolic lets it stand in a shared object.
$(bench_out)/nanopb.so: bench/peers/nanopb/engine.c bench/peers/nanopb/fill.c $(bench_nano_sources:.c=.o) \
  bench/peers/nanopb/fill.h $(bench_headers)
	$(bench_tell)
	@$(bench_gcc) $(bench_flags) -isystem $(bench_nano) -shared $(filter %.c %.o,$^) -o $@ -Wl,-Bsymbolic -l:libprotobuf-nanopb.a
