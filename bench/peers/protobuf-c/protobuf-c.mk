# protobuf-c: Debian's library, and structs generated here by protoc-c. The library does the work; it is as Debian builds
# it (-O2). Our part is built as the other engines are.
bench_engines += protobuf-c

bench_pbc := $(bench_out)/protobuf-c
bench_pbc_files := k8s matrix3 otel person rpc text
bench_pbc_google := any descriptor duration field_mask struct timestamp wrappers
bench_pbc_sources := $(bench_pbc_files:%=$(bench_pbc)/%.pb-c.c) $(bench_pbc_google:%=$(bench_pbc)/google/protobuf/%.pb-c.c)

# protoc-c refuses a proto3 file that has `optional`: the one such field, which no case sets, loses the word.
$(bench_pbc_sources) &: $(bench_pbc_files:%=bench/cases/%.proto) bench/peers/protobuf-c/protobuf-c.mk
	@mkdir -p $(bench_pbc)/proto
	@cp $(filter %.proto,$^) $(bench_pbc)/proto
	@sed -i 's/^  optional string apartment/  string apartment/' $(bench_pbc)/proto/person.proto
	@protoc-c --proto_path=$(bench_pbc)/proto --proto_path=/usr/include --c_out=$(bench_pbc) \
	  $(bench_pbc_files:%=$(bench_pbc)/proto/%.proto) $(bench_pbc_google:%=/usr/include/google/protobuf/%.proto)

$(bench_pbc)/%.pb-c.o: $(bench_pbc)/%.pb-c.c
	$(bench_tell)
	@$(bench_gcc) -O3 -DNDEBUG -w -fPIC -fvisibility=hidden -I$(bench_pbc) -c $< -o $@

$(bench_out)/protobuf-c.so: bench/peers/protobuf-c/engine.c bench/peers/protobuf-c/fill.c $(bench_pbc_sources:.c=.o) \
  bench/peers/protobuf-c/fill.h $(bench_headers)
	$(bench_tell)
	@$(bench_gcc) $(bench_flags) -isystem $(bench_pbc) -shared $(filter %.c %.o,$^) -o $@ -lprotobuf-c
