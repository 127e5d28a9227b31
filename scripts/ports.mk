# The proof on other machines: 32 bits and x87 arithmetic (i686), another instruction set (aarch64), big-endian
# (s390x). Made with Debian's cross compilers and run under qemu-user, which scripts/run-tests.sh puts before every
# program of such a build. scripts/deps.sh ports installs what they need.

ifneq ($(filter $(ports),$(VARIANT)),)
port_deps := $(abspath $(or $(PBW_DEPS_DIR),build/deps))/ports/$(VARIANT)
ALL_CFLAGS += -isystem $(port_deps)/include
cmocka = -L$(port_deps)/lib -Wl,-rpath,$(port_deps)/lib -lcmocka
endif

# libffi is not there for other machines. What checks the core through pbw and the official runner is slow: on the machine
# that differs most.
port_sources := $(filter-out tests/abi/%,$(test_sources))
port_suites := $(addprefix tests/,vectors/run.sh failure/run.sh fuzz/run.sh stress/run.sh)
port_proofs = $(foreach p,$(ports),$(call unit_tests,$p) $(port_suites:%=%@build/$p)) $(patsubst %,%@build/s390x,$(conformance) tests/cli/run.sh)

.PHONY: ports port-programs

ports: ## unit tests, vectors, pbw and fuzz corpora on i686, aarch64 and big-endian s390x, under qemu
	$(Q)scripts/deps.sh ports conformance
	$(Q)$(MAKE) port-programs
	$(Q)$(run_tests) $(port_proofs)

port-programs:
	$(Q)set -e; for p in $(ports); do $(MAKE) VARIANT=$$p cli $(port_sources:%.c=build/$$p/%); done
