# Installing: one table of what goes where, for install and uninstall. All of it can be moved as a whole: the pkg-config and
# CMake files say where things are from where they stand themselves.
#
#   make install DESTDIR=/tmp/root PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu

# LIBDIR below PREFIX, and the way back up from a folder inside it.
lib_below := $(patsubst $(PREFIX)/%,%,$(LIBDIR))
empty :=
blank := $(empty) $(empty)
up := $(subst $(blank),/,$(patsubst %,..,$(subst /, ,$(lib_below)) pkgconfig))

fill = sed 's|@UP@|$(up)|; s|@LIB@|$(lib_below)|; s|@SHARED@|$(notdir $(shared))|; s|@VERSION@|$(VERSION)|' $< >$@

described := $(addprefix $(B)/,pbwire.pc pbwireConfig.cmake pbwireConfigVersion.cmake)

$(described): $(B)/%: abi/%.in FORCE
	@mkdir -p $(@D)
	$(Q)$(fill)

# FOLDER|MODE|FILE
installed := \
  $(PREFIX)/bin|755|$(B)/pbw \
  $(PREFIX)/share/man/man1|644|docs/pbw.1 \
  $(PREFIX)/share/bash-completion/completions|644|bindings/cli/pbw.bash \
  $(PREFIX)/include|644|abi/pbwire.h \
  $(LIBDIR)|644|$(static) \
  $(LIBDIR)|644|$(shared) \
  $(LIBDIR)/pkgconfig|644|$(B)/pbwire.pc \
  $(LIBDIR)/cmake/pbwire|644|$(B)/pbwireConfig.cmake \
  $(LIBDIR)/cmake/pbwire|644|$(B)/pbwireConfigVersion.cmake

.PHONY: install uninstall

install: lib cli $(described) ## header, libraries, pkg-config and CMake files, pbw with its page and completion, below $(DESTDIR)$(PREFIX)
	$(Q)set -e; for row in $(subst |,:,$(installed)); do \
	  folder=$${row%%:*}; rest=$${row#*:}; mode=$${rest%%:*}; file=$${rest#*:}; \
	  install -d "$(DESTDIR)$$folder"; \
	  install -m $$mode $$file "$(DESTDIR)$$folder"; \
	  echo "  INSTALL $(DESTDIR)$$folder/$${file##*/}"; \
	done
	$(Q)ln -sf $(notdir $(shared)) $(DESTDIR)$(LIBDIR)/libpbwire.so
	@echo "  INSTALL $(DESTDIR)$(LIBDIR)/libpbwire.so -> $(notdir $(shared))"

uninstall: ## remove what install put there
	$(Q)set -e; for row in $(subst |,:,$(installed)); do \
	  folder=$${row%%:*}; file=$${row##*:}; \
	  echo "  REMOVE  $(DESTDIR)$$folder/$${file##*/}"; \
	  rm -f "$(DESTDIR)$$folder/$${file##*/}"; \
	done
	$(Q)rm -f $(DESTDIR)$(LIBDIR)/libpbwire.so
	$(Q)rmdir $(DESTDIR)$(LIBDIR)/cmake/pbwire 2>/dev/null || true
