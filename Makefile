# pbwire: `make help` lists what can be made. GNU make 4; everything made goes below build/.
#
# A variant is one way to compile everything, in a folder of its own: build/release (your $(CC), what users
# make), build/gcc, build/clang, build/portable, build/asan, build/tsan, and one for each of
# `ports`, with a cross compiler. `make lib VARIANT=clang` makes one of them.
# Warnings are errors in all but release, which must not fail on a compiler that nobody has met yet.
#
#   OPT=-O3   WERROR=-Werror   V=1 (show commands)   JOBS=n   PREFIX=/usr/local   DESTDIR=

VERSION := $(shell sed -n 's/.*define VERSION "\(.*\)".*/\1/p' abi/abi.c)
SOVERSION := 0

VARIANT ?= release
OPT ?= -O2
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
JOBS ?= $(shell nproc 2>/dev/null || echo 1)
B := build/$(VARIANT)
ports := i686 aarch64 s390x

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS) --no-print-directory
endif
Q := $(if $(V),,@)

# ---- compilers and flags -------------------------------------------------------------------------

CLANG ?= $(or $(notdir $(shell command -v clang-19)),clang)
PYTHON ?= $(or $(firstword $(foreach p,python3 /usr/bin/python3,$(shell $p -c 'import pycparser' 2>/dev/null && echo $p))),python3)

ifneq ($(VARIANT),release)
WERROR ?= -Werror
endif
ifeq ($(VARIANT),gcc)
CC := gcc
CXX := g++
else ifneq ($(filter clang asan tsan,$(VARIANT)),)
CC := $(CLANG)
CXX := $(CLANG:clang%=clang++%)
else ifneq ($(filter $(ports),$(VARIANT)),)
CC := $(VARIANT)-linux-gnu-gcc
AR := $(VARIANT)-linux-gnu-ar
endif
# The library as a compiler without GNU C would make it: no tail calls, no labels in records, no vectors, no
# integers of 128 bits.
portable := $(if $(filter portable,$(VARIANT)),-DPBWI_LABELS=0 -U__SSE2__ -U__SIZEOF_INT128__)
sanitize_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
sanitize_tsan := -fsanitize=thread
SANITIZE := $(sanitize_$(VARIANT))

PEDANTIC := -Wpedantic
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wold-style-definition -Wcast-qual -Wwrite-strings -Wpointer-arith -Wundef -Wvla
# _FILE_OFFSET_BITS: on machines of 32 bits files may be as large, and folders as full, as elsewhere.
CFLAGS ?= $(OPT) -g
ALL_CFLAGS = -std=c11 -D_FILE_OFFSET_BITS=64 -I. -fPIC -fvisibility=hidden $(CFLAGS) $(portable) $(SANITIZE) $(WARNINGS) $(PEDANTIC) $(WERROR) -MMD -MP
# Of tests only: the differential ones, against a library without sanitizers.
CXXFLAGS_TEST = -std=c++17 -I. $(CFLAGS) $(SANITIZE) $(if $(SANITIZE),-fno-sanitize=vptr) -Wall -Wextra -Wshadow $(WERROR) -MMD -MP
ALL_LDFLAGS = $(CFLAGS) $(SANITIZE) $(LDFLAGS)

# ---- the library ---------------------------------------------------------------------------------

sources := $(wildcard core/*/*.c abi/*.c)
objects := $(sources:%.c=$(B)/%.o)
cli_objects := $(patsubst %.c,$(B)/%.o,$(wildcard bindings/cli/*.c))
static := $(B)/libpbwire.a
shared := $(B)/libpbwire.so.$(SOVERSION)

.DEFAULT_GOAL := help
.PHONY: help lib cli man demo test full conformance sanitize abi-check abi-record generate check-generated \
  check-floors docs clean test-programs
.DELETE_ON_ERROR:
.SUFFIXES:

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

lib: $(static) $(B)/libpbwire.so ## the static and the shared library

# Everything is compiled again when the command changes (CC=, OPT=, ...).
command := $(CC) $(ALL_CFLAGS)
$(B)/command: FORCE
	@mkdir -p $(@D)
	@echo '$(command)' | cmp -s - $@ || echo '$(command)' >$@
FORCE:

$(B)/%.o: %.c $(B)/command
	@mkdir -p $(@D)
	@echo "  CC    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

# Schemas are loaded once: there, size counts.
$(B)/core/schema/%.o $(B)/core/source/%.o: OPT := $(if $(filter-out -O2 -O3,$(OPT)),$(OPT),-Os)

# Without tail calls the two codec loops jump to labels whose addresses stand in records, a GNU extension. Each
# operation must then keep the jump at its own end, which gcc merges unless told not to. Worth a third of the
# time; docs/performance-ledger.md has the figures.
try = $(shell $(CC) -Werror $1 -x c -c /dev/null -o /dev/null 2>/dev/null && echo $1)
loop_flags := $(call try,-fno-gcse -fno-crossjumping)
$(B)/core/codec/decode.o $(B)/core/codec/encode.o: PEDANTIC := -Wno-pedantic $(loop_flags)

$(static): $(objects)
	@echo "  AR    $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(shared): $(objects) abi/pbwire.map
	@echo "  LINK  $@"
	$(Q)$(CC) -shared -o $@ $(objects) $(ALL_LDFLAGS) -Wl,-soname,$(@F) -Wl,--version-script=abi/pbwire.map \
	  $(if $(SANITIZE),,-Wl,-z$(comma)defs) -Wl,-z,relro -Wl,-z,noseparate-code

$(B)/libpbwire.so: $(shared)
	$(Q)ln -sf $(<F) $@

comma := ,

# ---- pbw, the command line ------------------------------------------------------------------------

cli: $(B)/pbw ## pbw, the command-line tool

$(B)/pbw: $(cli_objects) $(static)
	@echo "  LINK  $@"
	$(Q)$(CC) -o $@ $^ $(ALL_LDFLAGS)

demo: $(B)/pbw $(static) ## build, then decode, edit and encode a trace; needs a C compiler only
	$(Q)BUILD=$(B) CC="$(CC)" sh scripts/demo.sh

man: cli ## docs/pbw.1, from what pbw says of itself
	$(Q)scripts/man.sh $(B)/pbw >$(B)/pbw.1 && mv $(B)/pbw.1 docs/pbw.1

clean: ## remove what was built; build/deps stays, which scripts/deps.sh made
	$(Q)mkdir -p build && find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +

# ---- pages -------------------------------------------------------------------------------------------

docs: ## the header as HTML pages, by Doxygen: build/docs/html/index.html
	@mkdir -p build
	$(Q)doxygen docs/Doxyfile

# ---- the generated and the recorded --------------------------------------------------------------

generate: ## everything that is generated from abi/pbwire.h
	@mkdir -p build
	$(Q)$(PYTHON) scripts/abi_describe.py abi/pbwire.h >build/abi.json && mv build/abi.json abi/pbwire.abi.json
	$(Q)$(PYTHON) scripts/abi_emit.py .

check-generated: ## fails when a generated file is stale
	$(Q)PYTHON="$(PYTHON)" scripts/check-generated.sh

check-floors: ## fails when an include goes up a floor or in a circle
	$(Q)$(PYTHON) scripts/check_floors.py

abi-check: ## compare the library's ABI with the recorded dump (0.x: provisional)
	$(Q)$(MAKE) VARIANT=gcc lib
	$(Q)scripts/abi-check.sh check build/gcc/libpbwire.so.$(SOVERSION)

abi-record: ## record the library's ABI as it is now
	$(Q)$(MAKE) VARIANT=gcc lib
	$(Q)scripts/abi-check.sh record build/gcc/libpbwire.so.$(SOVERSION)

include scripts/install.mk
include scripts/test.mk
include scripts/fuzz.mk
include scripts/ports.mk
include scripts/coverage.mk
-include bench/bench.mk bench/lua/lua.mk
-include $(objects:.o=.d) $(cli_objects:.o=.d)
