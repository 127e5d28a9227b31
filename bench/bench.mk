# The C benchmark. Part of the root Makefile; `make -f bench/bench.mk c-bench` works as well.
#
#   make c-bench                                       everything, into bench/results/c.tsv and BENCHMARKS.md
#   make c-bench CASES='matrix3-x0 person-*' OPS=encode PEERS=limit,upb-*    a part, on the terminal only
#   make c-bench PASSES=9 MS=100 STAT=best CORE=0 OUT=file.tsv
#
# Every engine is a shared object below build/bench. One that cannot be built (no clang, no registry, no
# libprotobuf) is told and left out; the benchmark runs with the others.

bench_out := build/bench
bench_clang ?= $(or $(firstword $(foreach c,clang-19 clang,$(shell command -v $c))),clang)
bench_gcc ?= gcc

# The libraries to be measured. A path given from outside is taken as it is.
PBW_LIB_CLANG ?= build/clang/libpbwire.so
PBW_LIB_GCC ?= build/gcc/libpbwire.so

# A table of an engine leaves out what it does not have.
bench_flags := -O3 -g -std=c11 -D_POSIX_C_SOURCE=200809L -DNDEBUG -I. -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wstrict-prototypes \
  -Wmissing-prototypes -Werror -fPIC -fvisibility=hidden
bench_headers := $(wildcard bench/c/*.h bench/cases/*.h)
bench_build = $1 $(bench_flags) $(filter %.c %.o,$^)
bench_tell = @echo "  BENCH $@"

bench_protos := $(notdir $(wildcard bench/cases/*.proto))
bench_cases := $(filter-out bench/cases/check.c,$(wildcard bench/cases/*.c)) $(bench_out)/cases_binpb.c
bench_engines := limit limit-gcc upb-fast upb-gcc cpp
bench_json_engines := json-cpp json-rapidjson json-simdjson

# Peers with files of their own add themselves to these lists.
include $(wildcard bench/peers/*/*.mk)

.DELETE_ON_ERROR:
.PHONY: json-bench json-bench-build c-bench c-bench-threads c-bench-memory c-bench-deps c-bench-build c-bench-libs c-bench-check c-bench-cases c-bench-payloads

# bench_run,SUITE,NAME: a suite, into bench/results/NAME.tsv unless only a part of it is wanted.
bench_part := $(CASES)$(OPS)$(PEERS)
bench_run = PBW_LIB_CLANG=$(PBW_LIB_CLANG) PBW_LIB_GCC=$(PBW_LIB_GCC) SUITE=$1 \
  OUT=$(or $(OUT),$(if $(bench_part),,bench/results/$2.tsv)) $(bench_out)/c-bench
bench_preload := LD_PRELOAD=$(bench_out)/alloc_count.so
bench_report = $(if $(bench_part)$(OUT),,python3 bench/report/benchmarks.py >BENCHMARKS.md && tests/docs/figures.sh --write)

c-bench: c-bench-build c-bench-libs ## time the codecs beside their peers
	@mkdir -p bench/results
	@$(call bench_run,binary,c)
	@$(if $(bench_part)$(OUT),,$(call bench_run,threads,c-threads))
	@$(if $(bench_part)$(OUT),,$(bench_preload) $(call bench_run,memory,c-memory))
	@$(bench_report)

c-bench-threads: c-bench-build c-bench-libs ## only what c-bench says of threads
	@mkdir -p bench/results
	@$(call bench_run,threads,c-threads)
	@$(bench_report)

c-bench-memory: c-bench-build c-bench-libs ## only what c-bench says of memory
	@mkdir -p bench/results
	@$(bench_preload) $(call bench_run,memory,c-memory)
	@$(bench_report)

json-bench: json-bench-build c-bench-libs ## time JSON beside its peers, and beside readers that know no messages
	@mkdir -p bench/results
	@$(call bench_run,json,json)
	@$(bench_report)

json-bench-build: c-bench-deps $(bench_out)/c-bench $(bench_out)/json-pbwire.so
	@for engine in $(bench_json_engines); do \
	  $(MAKE) -s -f bench/bench.mk $(bench_out)/$$engine.so || \
	    echo "*** peer absent: $$engine (it cannot be built, see above)"; \
	done

c-bench-deps:
	@$(if $(wildcard scripts/deps.sh),scripts/deps.sh core bench,:)

c-bench-build: c-bench-deps $(bench_out)/c-bench $(bench_out)/alloc_count.so $(bench_out)/pbwire.so
	@for engine in $(bench_engines); do \
	  $(MAKE) -s -f bench/bench.mk $(bench_out)/$$engine.so || \
	    echo "*** peer absent: $$engine (it cannot be built, see above)"; \
	done

# Only what stands in its usual place is built here; the rest belongs to whoever named it.
c-bench-libs: c-bench-deps
	@$(if $(filter build/gcc/%,$(PBW_LIB_GCC)),$(MAKE) -s -f Makefile VARIANT=gcc lib,:)
	@$(if $(filter build/clang/%,$(PBW_LIB_CLANG)),$(MAKE) -s -f Makefile VARIANT=clang lib || \
	  echo "*** engine absent: pbwire (clang cannot build it, see above)",:)

c-bench-check: $(bench_out)/check ## prove that the payloads are the standard ones
	@$< bench/cases/payloads.tsv

c-bench-cases: ## compile the schemas again, after a change (needs protoc)
	bench/cases/make.sh

c-bench-payloads: $(bench_out)/check ## record sizes and hashes of the payloads, after a change of a builder
	@$< >bench/cases/payloads.tsv

# ---- the harness ---------------------------------------------------------------------------------

$(bench_out)/cases_binpb.c: bench/cases/cases.binpb bench/bench.mk
	@mkdir -p $(@D)
	@{ echo '#include <stddef.h>'; echo '#include <stdint.h>'; \
	   echo 'extern const uint8_t pbw_cases_binpb[];'; echo 'extern const size_t pbw_cases_binpb_size;'; \
	   echo 'const uint8_t pbw_cases_binpb[] = {'; \
	   od -An -v -tu1 $< | sed 's/\([0-9][0-9]*\)/\1,/g'; \
	   echo '};'; echo 'const size_t pbw_cases_binpb_size = sizeof pbw_cases_binpb;'; } >$@

$(bench_out)/c-bench: $(addprefix bench/c/,main.c clock.c memory.c proof.c results.c threads.c timing.c) $(bench_cases) $(bench_headers)
	$(bench_tell)
	@$(call bench_build,$(bench_gcc)) -pthread -o $@ -ldl

# -fno-builtin: the compiler must not take calls of the functions that are counted for something else.
$(bench_out)/alloc_count.so: bench/c/alloc_count.c bench/c/alloc_count.h
	$(bench_tell)
	@mkdir -p $(@D)
	@$(bench_gcc) $(bench_flags) -fno-builtin $< -shared -o $@

$(bench_out)/check: bench/cases/check.c $(bench_cases) $(bench_headers)
	$(bench_tell)
	@$(call bench_build,$(bench_gcc)) -o $@

# ---- engines -------------------------------------------------------------------------------------

$(bench_out)/pbwire.so: bench/c/engine_pbwire.c bench/c/pbwire_fill.c abi/pbwire.h $(bench_headers)
	$(bench_tell)
	@mkdir -p $(@D)
	@$(call bench_build,$(bench_gcc)) -shared -o $@ -ldl

bench_limit := bench/c/engine_limit.c bench/c/limit.c

$(bench_out)/limit.so: $(bench_limit) $(bench_headers)
	$(bench_tell)
	@mkdir -p $(@D)
	@$(call bench_build,$(bench_clang)) -shared -o $@

$(bench_out)/limit-gcc.so: $(bench_limit) $(bench_headers)
	$(bench_tell)
	@mkdir -p $(@D)
	@$(call bench_build,$(bench_gcc)) -shared -o $@

# upb: foreign code, so without our warnings. Its own build asks for neither -march nor link-time
# optimization that would cross our calls; -O3 and NDEBUG are what a release build of its crate has.
bench_upb := $(bench_out)/upb
bench_upb_lib := $(bench_upb)/vendor/protobuf/libupb
bench_upb_flags := -O3 -DNDEBUG -w -fPIC -fvisibility=hidden
bench_upb_include := -I$(bench_upb_lib) -I$(bench_upb_lib)/upb/cmake/generated-in \
  -I$(bench_upb_lib)/third_party/utf8_range

$(bench_upb_lib)/upb/upb.c: bench/peers/upb/fetch.sh bench/peers/upb/Cargo.lock
	$(bench_tell)
	@$(if $(PBW_SKIP_DEPS),test -f $@,bench/peers/upb/fetch.sh $(bench_upb) crate)
	@touch $@

$(bench_upb)/fast/upb-fast.c: bench/peers/upb/fast-decoder.txt $(bench_upb_lib)/upb/upb.c
	$(bench_tell)
	@$(if $(PBW_SKIP_DEPS),test -f $@,bench/peers/upb/fetch.sh $(bench_upb) fast-decoder)
	@touch $@

$(bench_out)/upb-fast.so: bench/c/engine_upb.c bench/c/upb_fill.c $(bench_upb)/fast/upb-fast.c $(bench_headers)
	$(bench_tell)
	@$(bench_clang) $(bench_upb_flags) -DUPB_ENABLE_FASTTABLE=1 -I$(bench_upb)/fast $(bench_upb_include) \
	  -c $(bench_upb)/fast/upb-fast.c -o $(bench_upb)/upb-fast.o
	@$(bench_clang) $(bench_upb_flags) -c $(bench_upb_lib)/third_party/utf8_range/utf8_range.c \
	  -o $(bench_upb)/utf8-fast.o
	@$(bench_clang) $(bench_flags) -DUPB_ENABLE_FASTTABLE=1 -isystem $(bench_upb)/fast \
	  $(bench_upb_include:-I%=-isystem %) -shared bench/c/engine_upb.c bench/c/upb_fill.c $(bench_upb)/upb-fast.o \
	  $(bench_upb)/utf8-fast.o -o $@

$(bench_out)/upb-gcc.so: bench/c/engine_upb.c bench/c/upb_fill.c $(bench_upb_lib)/upb/upb.c $(bench_headers)
	$(bench_tell)
	@$(bench_gcc) $(bench_upb_flags) $(bench_upb_include) -c $(bench_upb_lib)/upb/upb.c -o $(bench_upb)/upb-gcc.o
	@$(bench_gcc) $(bench_upb_flags) -c $(bench_upb_lib)/third_party/utf8_range/utf8_range.c \
	  -o $(bench_upb)/utf8-gcc.o
	@$(bench_gcc) $(bench_flags) $(bench_upb_include:-I%=-isystem %) -shared bench/c/engine_upb.c bench/c/upb_fill.c \
	  $(bench_upb)/upb-gcc.o $(bench_upb)/utf8-gcc.o -o $@

# protobuf C++: generated here, because generated code belongs to one version of the library.
bench_cpp_sources := $(bench_protos:%.proto=$(bench_out)/cpp/%.pb.cc)

$(bench_cpp_sources) &: $(wildcard bench/cases/*.proto)
	@mkdir -p $(bench_out)/cpp
	@protoc --proto_path=bench/cases --cpp_out=$(bench_out)/cpp $^

bench_cpp_flags := -O3 -std=c++17 -DNDEBUG -Wall -Wextra -Wno-missing-field-initializers -Werror -fPIC -fvisibility=hidden -Ibench/c -isystem $(bench_out)/cpp

$(bench_out)/cpp/%.pb.o: $(bench_out)/cpp/%.pb.cc
	$(bench_tell)
	@g++ $(bench_cpp_flags) -w -c $< -o $@

$(bench_out)/cpp.so: bench/c/engine_cpp.cc $(bench_cpp_sources:.cc=.o) $(bench_headers)
	$(bench_tell)
	@g++ $(bench_cpp_flags) -g -shared $(filter %.cc %.o,$^) -o $@ -lprotobuf

# A peer in a process of its own, which PROCESS starts: of tests. Those of the benchmark stand in peers/.
$(bench_out)/process.so: bench/process/engine_process.c $(bench_headers)
	@$(bench_gcc) $(bench_flags) -DPROCESS_START='"$(PROCESS)"' $< -shared -o $@ -ldl

# ---- JSON ----------------------------------------------------------------------------------------

$(bench_out)/json-pbwire.so: bench/json/engine_pbwire.c abi/pbwire.h $(bench_headers)
	$(bench_tell)
	@mkdir -p $(@D)
	@$(call bench_build,$(bench_gcc)) -shared -o $@ -ldl

$(bench_out)/json-cpp.so: bench/json/engine_cpp.cc $(bench_cpp_sources:.cc=.o) $(bench_headers)
	$(bench_tell)
	@g++ $(bench_cpp_flags) -I. -g -shared $(filter %.cc %.o,$^) -o $@ -lprotobuf

$(bench_out)/json-rapidjson.so: bench/json/engine_rapidjson.cc $(bench_headers)
	$(bench_tell)
	@g++ $(bench_cpp_flags) -I. -g -shared $< -o $@

$(bench_out)/json-simdjson.so: bench/json/engine_simdjson.cc $(bench_headers)
	$(bench_tell)
	@g++ $(bench_cpp_flags) -I. -g -shared $< -o $@ -lsimdjson

# ---- .proto text ---------------------------------------------------------------------------------

.PHONY: source-bench
source-bench: ## .proto files to descriptors beside libprotoc (after make full, which fetches them)
	@$(MAKE) -s -f Makefile VARIANT=gcc build/gcc/tests/source/compile
	@bench/source/run.sh
