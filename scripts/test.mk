# The proof. A suite is an executable that prints TAP; scripts/run-tests.sh says how, and adds them up.
#
#   tests/unit/FLOOR/test_X.c       cmocka program, of core/FLOOR/X.c; linked with the static library
#   tests/SUITE/X.c                 a program of a suite: build/<variant>/tests/SUITE/X, likewise
#   tests/SUITE/run.sh              the suite
#   tests/differential/*.cc         one program, where there is a libprotobuf to compare with
#
# Unit tests run with gcc and with clang, every other suite with one of them. Suites that are also worth a
# sanitizer are named in sanitized_suites.

test_sources := $(wildcard tests/unit/*/test_*.c) \
  $(filter-out tests/support/% tests/unit/%,$(wildcard tests/*/*.c))
test_programs = $(test_sources:%.c=$(B)/%)
test_objects := $(test_sources:%.c=$(B)/%.o)
unit_tests = $(patsubst %.c,build/$1/%,$(wildcard tests/unit/*/test_*.c))

suites := $(filter-out tests/conformance/%,$(wildcard tests/*/run.sh tests/*/*/run.sh))
conformance := $(wildcard tests/conformance/run.sh)
sanitized_suites := $(wildcard $(addsuffix /run.sh,tests/abi tests/cli tests/failure tests/fuzz tests/stress tests/vectors))
threaded_suites := $(wildcard tests/stress/run.sh)

# What a program needs beyond the library and cmocka.
LIBS_abi := -lffi -ldl
LIBS_stress := -pthread
LIBS_failure := $(addprefix -Wl$(comma)--wrap=,malloc realloc free $(addprefix pbwi_arena_,new refill grow copy string) pbwi_out_grow pbwi_encoder_grow)
cmocka = -lcmocka

run_tests = PYTHON="$(PYTHON)" scripts/run-tests.sh

test-programs: lib cli $(test_programs)

$(B)/tests/%: $(B)/tests/%.o $(static)
	@echo "  LINK  $@"
	$(Q)$(CC) -o $@ $^ $(ALL_LDFLAGS) $(LIBS_$(word 1,$(subst /, ,$*))) $(if $(filter unit/%,$*),$(cmocka) -lm)

differential_objects := $(patsubst %.cc,$(B)/%.o,$(wildcard tests/differential/*.cc))
has_protobuf = $(shell pkg-config --exists protobuf 2>/dev/null && echo 1)

differential-program: $(if $(filter %differential-program,$(MAKECMDGOALS)),$(if $(has_protobuf),$(B)/tests/differential/main))

$(B)/tests/differential/main: $(differential_objects) $(static)
	@echo "  LINK  $@"
	$(Q)$(CXX) -o $@ $^ $(ALL_LDFLAGS) $$(pkg-config --libs protobuf)

$(B)/tests/differential/%.o: tests/differential/%.cc $(B)/command
	@mkdir -p $(@D)
	@echo "  CXX   $@"
	$(Q)$(CXX) $(CXXFLAGS_TEST) -c $< -o $@

differential: ## pbwire beside libprotobuf on random schemas; MESSAGES=n, SEED=n
	$(Q)$(MAKE) VARIANT=gcc lib differential-program
	$(Q)PBW_BUILD=build/gcc tests/differential/run.sh

.SECONDARY: $(test_objects) $(differential_objects)
.PHONY: differential differential-program

test: ## every test that is quick, with gcc and clang
	$(Q)scripts/deps.sh core lua julia java conformance ports
	$(Q)$(MAKE) VARIANT=gcc test-programs differential-program
	$(Q)$(MAKE) VARIANT=clang test-programs
	$(Q)$(MAKE) VARIANT=asan test-programs
	$(Q)$(MAKE) VARIANT=portable build/portable/tests/vectors/run
	$(Q)if command -v s390x-linux-gnu-gcc >/dev/null; then $(MAKE) VARIANT=s390x build/s390x/tests/vectors/run; fi
	$(Q)$(run_tests) scripts/check_floors.py $(call unit_tests,gcc) $(call unit_tests,clang) \
	  $(suites:%=%@build/gcc) tests/vectors/run.sh@build/portable tests/vectors/run.sh@build/s390x \
	  $(call unit_tests,asan) $(sanitized_suites:%=%@build/asan) $(conformance:%=%@build/clang)

full: ## every test
	$(Q)scripts/deps.sh all
	$(Q)$(MAKE) VARIANT=gcc test-programs differential-program
	$(Q)$(MAKE) VARIANT=clang test-programs differential-program
	$(Q)$(MAKE) VARIANT=asan test-programs differential-program
	$(Q)$(MAKE) VARIANT=tsan test-programs
	$(Q)$(MAKE) VARIANT=portable test-programs
	$(Q)$(MAKE) port-programs
	$(Q)PBW_FULL=1 $(run_tests) scripts/check_floors.py $(call unit_tests,gcc) $(call unit_tests,clang) \
	  $(suites:%=%@build/gcc) $(suites:%=%@build/clang) \
	  $(call unit_tests,portable) tests/vectors/run.sh@build/portable $(call unit_tests,asan) $(sanitized_suites:%=%@build/asan) \
	  tests/differential/run.sh@build/asan \
	  $(call unit_tests,tsan) $(threaded_suites:%=%@build/tsan) \
	  $(conformance:%=%@build/gcc) $(conformance:%=%@build/clang) $(port_proofs)

sanitize: ## the tests under address, undefined-behaviour and thread sanitizers
	$(Q)$(MAKE) VARIANT=asan test-programs
	$(Q)$(MAKE) VARIANT=tsan test-programs
	$(Q)$(run_tests) $(call unit_tests,asan) $(sanitized_suites:%=%@build/asan) \
	  $(call unit_tests,tsan) $(threaded_suites:%=%@build/tsan)

conformance: ## the official conformance runner
	$(Q)scripts/deps.sh conformance
	$(Q)$(MAKE) VARIANT=clang test-programs
	$(Q)$(run_tests) $(conformance:%=%@build/clang)

-include $(test_objects:.o=.d) $(differential_objects:.o=.d) $(support:.o=.d)
