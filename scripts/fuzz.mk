# Fuzzing: the targets of tests/fuzz under libFuzzer, with the address and undefined-behaviour sanitizers (clang).
# What a run learns stays in build/fuzz/TARGET, its findings below it. What is worth keeping is committed, small, in
# tests/fuzz/corpus/TARGET, which `make test` runs without a fuzzer.
#
#   make fuzz [TARGET=decode] [TIME=60]      one target or all of them, for so many seconds each
#   make fuzz-corpus [TARGET=decode]         build/fuzz/TARGET/small: the smallest inputs that reach what all reach
#   SANITIZER=                               none, to measure

TIME ?= 60
TARGET ?= $(basename $(notdir $(wildcard tests/fuzz/*.c)))
SANITIZER ?= ,address,undefined
fuzz_programs = $(TARGET:%=build/fuzz/tests/fuzz/%)
fuzz_flags := -DPBW_FUZZER -O2 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=fuzzer-no-link$(SANITIZER) \
  -ffunction-sections
# What a target never calls is left out: after every input the fuzzer looks at the counters of all that is there.
fuzz_link := -fsanitize=fuzzer$(SANITIZER) -fuse-ld=lld -Wl,--gc-sections
fuzz_options := -max_len=2048 -timeout=10 -print_final_stats=1

.PHONY: fuzz fuzz-corpus fuzz-programs

fuzz: fuzz-programs ## fuzz every target of tests/fuzz for TIME seconds, or TARGET=decode only
	$(Q)set -e; for t in $(TARGET); do mkdir -p build/fuzz/$$t/all build/fuzz/$$t/found; \
	  build/fuzz/tests/fuzz/$$t $(fuzz_options) -max_total_time=$(TIME) -artifact_prefix=build/fuzz/$$t/found/ \
	    build/fuzz/$$t/all tests/fuzz/corpus/$$t; done

fuzz-corpus: fuzz-programs ## the smallest inputs that reach what all known ones reach
	$(Q)set -e; for t in $(TARGET); do rm -rf build/fuzz/$$t/small; mkdir -p build/fuzz/$$t/all build/fuzz/$$t/small; \
	  build/fuzz/tests/fuzz/$$t $(fuzz_options) -set_cover_merge=1 -use_counters=0 build/fuzz/$$t/small tests/fuzz/corpus/$$t \
	    build/fuzz/$$t/all; done

fuzz-programs:
	$(Q)$(MAKE) VARIANT=fuzz CC=$(CLANG) CFLAGS='$(fuzz_flags)' LDFLAGS='$(fuzz_link)' $(fuzz_programs)
