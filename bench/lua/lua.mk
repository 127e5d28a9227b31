# The Lua benchmark. Part of the root Makefile.
#
#   make lua-bench                                    every case under LuaJIT and Tarantool, into bench/results/lua.tsv
#   make lua-bench CASES='matrix3-x0 person-*' OPS=encode HOSTS=luajit PASSES=3 MS=5     a part, on the terminal only
#
# Cases above 500 kB run only when CASES names them.
# lua-protobuf is a peer when `require "pb"` finds it: LUA_CPATH='/folder/?.so;;' make lua-bench.

lua_bench := build/bench/lua
HOSTS ?= luajit tarantool

.PHONY: lua-bench

lua-bench: $(lua_bench)/cases/cases.tsv ## time the Lua binding beside its peers, under both hosts
	$(Q)scripts/deps.sh core lua
	$(Q)$(MAKE) VARIANT=clang lib
	@mkdir -p bench/results
	@PBWIRE_LIBRARY=$(CURDIR)/build/clang/libpbwire.so HOSTS='$(HOSTS)' CASES='$(CASES)' OPS='$(OPS)' \
	  OUT='$(or $(OUT),$(if $(CASES)$(OPS),,bench/results/lua.tsv))' bench/lua/run.sh

$(lua_bench)/cases/cases.tsv: bench/lua/dump.c $(filter-out bench/cases/check.c,$(wildcard bench/cases/*.[ch])) bench/cases/cases.binpb
	@mkdir -p $(@D)
	@{ echo '#include <stddef.h>'; echo '#include <stdint.h>'; \
	   echo 'const uint8_t pbw_cases_binpb[] = {'; od -An -v -tu1 bench/cases/cases.binpb | sed 's/\([0-9][0-9]*\)/\1,/g'; \
	   echo '};'; echo 'const size_t pbw_cases_binpb_size = sizeof pbw_cases_binpb;'; } >$(lua_bench)/cases_binpb.c
	@$(CC) -O1 -std=c11 -D_POSIX_C_SOURCE=200809L -I. -o $(lua_bench)/dump bench/lua/dump.c \
	  $(filter-out bench/cases/check.c,$(wildcard bench/cases/*.c)) $(lua_bench)/cases_binpb.c -lm
	@$(lua_bench)/dump $(@D)
