# Coverage of core/ by the tests, branch by branch: clang counts each outcome of each condition, as the source has it.
# Every suite counts that runs the core and ends within a minute.
#
#   make coverage              builds, runs, prints a table and the branches that no test takes; fails below 90 %
#   make coverage UPDATE=1     and writes the generated part of docs/coverage.md
#   make coverage-table        the same again, from the last run

# A static function is counted under the name of its file, which clang takes without its folder: here two share one.
coverage_flags := -O1 -g -fprofile-instr-generate -fcoverage-mapping -Wno-unused-command-line-argument \
  -Xclang -main-file-name -Xclang $$<
coverage_suites := $(addsuffix /run.sh@build/coverage,$(addprefix tests/,vectors failure abi fuzz cli stress differential \
  conformance))

.PHONY: coverage coverage-table

coverage: ## branches of core/ that the tests take; fails below 90 %
	$(Q)scripts/deps.sh core conformance
	$(Q)$(MAKE) VARIANT=coverage CC=$(CLANG) CXX=$(CLANG:clang%=clang++%) CFLAGS='$(value coverage_flags)' test-programs differential-program
	$(Q)PYTHON="$(PYTHON)" scripts/coverage.sh run $(call unit_tests,coverage) $(coverage_suites)
	$(Q)$(MAKE) coverage-table

coverage-table:
	$(Q)PYTHON="$(PYTHON)" LLVM="$(CLANG:clang%=%)" scripts/coverage.sh table $(if $(UPDATE),--update) $(call unit_tests,coverage)
