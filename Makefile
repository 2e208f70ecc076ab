# Targets: all check check-binary soak demo install uninstall format lint tidy docs bench fuzz clean
#   make check-changed BASE=main   the tests that a change can reach
#   make WERROR=1       warnings are errors (CI)
#   make SANITIZE=1     clang, AddressSanitizer and UBSan, in build/sanitize;
#                       SANITIZE=quick leaves out the slowest checks of UBSan
#   make DEBUG=1        no optimisation, in build/debug; make V=1 shows commands
#   make PORTABLE=1     without what only Linux has, in build/portable: docs/porting.md

VERSION := $(shell sed -n 's/^\#define ASSAY_VERSION  *"\(.*\)"/\1/p' include/assay.h)
ABI     := 0
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
INCDIR  ?= $(PREFIX)/include
MANDIR  ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share/assay
DOCDIR  ?= $(PREFIX)/share/doc/assay
PYTHONDIR ?= $(shell tools/python-dir '$(PREFIX)')
# Where the shells look for completions.
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
INSTALL ?= install
# Empty leaves the symbols in: make install STRIP=
STRIP   ?= strip

comma := ,
WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wwrite-strings -Wvla $(if $(WERROR),-Werror)
ifdef SANITIZE
  # One build for three things: the tests under the sanitizers, the fuzzers, and
  # clang's warnings.
  BUILD  ?= build/sanitize
  CC     := clang
  CFLAGS ?= -O1 -g1 -fno-omit-frame-pointer
  EXTRA  := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
  # A third of the time to compile. AddressSanitizer sees null pointers, too; the
  # other two checks are in SANITIZE=1 alone.
  EXTRA  += $(if $(filter quick,$(SANITIZE)),-fno-sanitize=null$(comma)alignment$(comma)pointer-overflow)
else ifdef DEBUG
  BUILD  ?= build/debug
  CFLAGS ?= -O0 -g3
endif
ifdef PORTABLE
  BUILD  ?= build/portable
  EXTRA  += -DASSAY_PORTABLE
endif
BUILD  ?= build
CFLAGS ?= -O2 -g
CORES  := $(shell getconf _NPROCESSORS_ONLN)

# macOS has other names for libraries, and hides what is not of POSIX.
ifeq ($(shell uname -s),Darwin)
  EXTRA  += -D_DARWIN_C_SOURCE
  SO     := libassay.dylib
  SO_ABI := libassay.$(ABI).dylib
  SHARED := -dynamiclib -install_name $(LIBDIR)/$(SO_ABI) -Wl,-exported_symbol,'_assay_*'
  SHARED_CORE := -dynamiclib -install_name @rpath/libcore.so
  SEEN   := default
else
  SO     := libassay.so
  SO_ABI := $(SO).$(ABI)
  SHARED := -shared -Wl,-soname,$(SO_ABI) -Wl,--as-needed -Wl,--version-script,assay.map
  # Names that tests can call in the shared core, and calls as direct as to hidden ones.
  SHARED_CORE := -shared -Wl,-soname,libcore.so
  SEEN   := protected
endif

# Hardening, for program and library: what this compiler has for this machine.
# The sanitizers see more without it. A user's own _FORTIFY_SOURCE counts, and
# the library's needs optimisation. tools/check-binary looks at the result.
can      = $(shell $(CC) -Werror $(1) -x c -c -o /dev/null /dev/null 2>/dev/null && echo '$(1)')
can_link = $(shell echo 'int main(void){return 0;}' | \
             $(CC) -Werror -Wl,--fatal-warnings $(1) -x c -o /dev/null - 2>/dev/null && echo '$(1)')
ifndef SANITIZE
  HARDEN := $(call can,-fstack-protector-strong) $(call can,-fstack-clash-protection) \
            $(call can,-fcf-protection) $(call can,-mbranch-protection=standard)
  ifeq ($(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),)
    HARDEN += $(if $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS)))),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif
  BOUND  := $(call can_link,-Wl$(comma)-z$(comma)relro -Wl$(comma)-z$(comma)now -Wl$(comma)-z$(comma)noexecstack)
  # 25,000 addresses in tables: half a megabyte less to read at every start.
  SHORT  := $(call can_link,-Wl$(comma)-z$(comma)pack-relative-relocs)
endif

Q   := $(if $(V),,@)
say  = $(if $(V),,@echo '  $(1)')
# Where ccache is installed, what was compiled before is not compiled again.
CCACHE := $(shell command -v ccache)
COMPILE = $(CCACHE) $(PLAIN_COMPILE)
PLAIN_COMPILE = $(CC) -std=c17 -D_POSIX_C_SOURCE=200809L $(WARN) $(HARDEN) $(CPPFLAGS) $(CFLAGS) \
          $(EXTRA) -fPIC -fvisibility=$(SEEN) -Iinclude -Isrc -I$(BUILD)/gen -MMD -MP
LINK    = $(CC) $(CFLAGS) $(EXTRA) $(BOUND) $(LDFLAGS)
# FLINT 3 holds Arb, Antic and Calcium; before it they were libraries of their own.
FLINT3  := $(shell $(CC) $(CPPFLAGS) -include flint/arb.h -x c -E /dev/null >/dev/null 2>&1 && echo yes)
LIBS    = $(if $(FLINT3),,-lcalcium -lantic -lflint-arb) -lflint -lgmp -lfyaml -lxxhash -lm -lpthread
# Sums of 128 bits that are watched for overflow call clang's own library.
LIBS   += $(if $(SANITIZE),$(shell $(CC) -print-libgcc-file-name --rtlib=compiler-rt))
# What only the program needs: the network, the store, and pages.
MORE    = -lsqlite3 -lz

# The library is the judge, and what some families judge by rules of their own.
tree      = $(wildcard $(foreach d,$(1),src/$d/*.c src/$d/*/*.c src/$d/*/*/*.c))
# What it leaves to the program: pages, and hashing.
OWN_SRC  := $(call tree,report/svg report/html) src/base/crypto.c
LIB_SRC  := $(filter-out $(OWN_SRC),$(call tree,base text math problem grade verify stats report family api))
CORE_SRC := $(LIB_SRC) $(OWN_SRC) $(call tree,model store run hunt evolve climb serve)
CLI_SRC  := $(wildcard src/cli/*.c)
ALL_SRC  := $(CORE_SRC) $(CLI_SRC)

object    = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
LIB_OBJ  := $(call object,$(LIB_SRC))
CORE_OBJ := $(call object,$(CORE_SRC))
CLI_OBJ  := $(call object,$(CLI_SRC))

HELP_OBJ := $(call object,$(wildcard tests/lib/*.c))
# Tests are many programs: the quickest linker that is here.
QUICK_LD := $(addprefix -fuse-ld=,$(firstword $(foreach l,lld gold,$(if $(shell command -v ld.$l),$l))))
program   = $(patsubst %.c,$(BUILD)/%,$(wildcard $(1)/*.c))
TESTS    := $(call program,tests/unit) $(call program,tests/prop)
SERVER   := $(BUILD)/tests/http/server
MAKE_PAGE := $(BUILD)/tests/web/make_page
# Only in the build that is installed: packages, and long work whose code other
# tests reach under the sanitizers.
PLAIN    := $(addprefix tests/cli/,demo.sh evolve.sh evolve_arms.sh evolve_fitness.sh evolve_llm.sh examples.sh export.sh families.sh family_write.sh hard.sh hunt.sh hunt_counts.sh hunt_llm.sh postgres.sh postgres_rates.sh shards.sh workers.sh workers_postgres.sh \
              install.sh language.sh many_machines.sh messy.sh new_and_check.sh python.sh report.sh review_verdicts.sh run.sh run_mathador.sh screen.sh solve.sh split.sh stop.sh store_show.sh storm.sh storm_workers.sh student.sh \
              usage.sh verify.sh) $(addprefix tests/web/,families.sh page.sh report.sh workbench.sh)
# And tests of statistics and of the solver, whose code other tests reach too;
# some do all of their rounds only there.
LONG_TESTS  := $(addprefix $(BUILD)/tests/,prop/prop_accept prop/prop_causes prop/prop_concepts prop/prop_families prop/prop_hunt prop/prop_hunt_data prop/prop_pairs prop/prop_split \
                 prop/prop_streams unit/test_accept unit/test_claims unit/test_control unit/test_mathador unit/test_near_miss unit/test_probe unit/test_score_power unit/test_supply)
# Many whole hunts, all splits, strangers' rules for our own families: `make check`
# without sanitizers, and the soak.
SLOW_TESTS  := $(addprefix $(BUILD)/tests/,prop/prop_accept prop/prop_causes prop/prop_hunt prop/prop_split unit/test_score_power)
PLAIN_TESTS := $(filter-out $(SLOW_TESTS),$(LONG_TESTS)) $(BUILD)/tests/prop/prop_operators_names
TESTS    := $(filter-out $(if $(SANITIZE),$(LONG_TESTS)),$(TESTS))
SCRIPTS  := $(filter-out $(if $(SANITIZE),$(PLAIN)),$(wildcard tests/cli/*.sh tests/http/*.sh tests/web/*.sh))
BENCHES  := $(call program,bench)
FUZZERS  := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*.c))
SOURCES   = $(shell git ls-files -co --exclude-standard '*.c' '*.h')

# The student's weights stand beside the program, where the tree has them.
WEIGHTS := $(patsubst models/student/%,$(BUILD)/%,$(wildcard models/student/student.weights))

all: $(BUILD)/assay $(BUILD)/libassay.a $(BUILD)/$(SO) $(BUILD)/assay.pc $(WEIGHTS)

$(BUILD)/%.weights: models/student/%.weights
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/assay: $(CLI_OBJ) $(BUILD)/core.a
	$(call say,LINK $@)
	$(Q)$(LINK) $(if $(BOUND),-pie) $(SHORT) -o $@ $(CLI_OBJ) $(BUILD)/core.a $(MORE) $(LIBS)

$(BUILD)/core.a: $(CORE_OBJ)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(CORE_OBJ)

# One relinked object whose only global names are assay_*; where there is no
# objcopy, an archive of all, whose other names stay visible.
$(BUILD)/libassay.a: $(LIB_OBJ)
	@rm -f $@
	$(call say,LIB  $@)
ifneq ($(PORTABLE)$(if $(shell command -v objcopy),,none),)
	$(Q)$(AR) rcs $@ $(LIB_OBJ)
else
	$(Q)$(LD) -r -o $(BUILD)/libassay.o $(LIB_OBJ)
	$(Q)objcopy --wildcard --keep-global-symbol='assay_*' $(BUILD)/libassay.o
	$(Q)$(AR) rcs $@ $(BUILD)/libassay.o
endif

$(BUILD)/$(SO): $(LIB_OBJ) assay.map
	$(call say,LINK $@)
	$(Q)$(LINK) $(SHARED) $(SHORT) -o $(BUILD)/$(SO_ABI) $(LIB_OBJ) $(LIBS)
	$(Q)ln -sf $(SO_ABI) $@

$(BUILD)/assay.pc: assay.pc.in include/assay.h Makefile
	@mkdir -p $(@D)
	$(Q)sed $(foreach v,PREFIX LIBDIR INCDIR VERSION LIBS,-e 's|@$v@|$($v)|') $< > $@

# Other flags or another compiler: everything is compiled again.
# Flags of single files, which prerequisites inherit, are not among these.
FLAGS := $(PLAIN_COMPILE)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' > $@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC   $<)
	$(Q)$(COMPILE) -c -o $@ $<

# The schema of the store and the spec of the student's hunt, as the lines of a C
# string.
$(BUILD)/gen/store/%.inc: src/store/%.sql
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/gen/hunt/student.inc: examples/hunt-student.yaml
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/src/store/sqlite/file.o: $(BUILD)/gen/store/schema.inc
# The same tables in PostgreSQL's words. There a key is checked by a lock on the
# row it names: that of a model would be everybody's.
$(BUILD)/gen/store/%_postgres.inc: src/store/%.sql
	@mkdir -p $(@D)
	$(Q)sed -e 's/ *--.*//' -e 's/^) STRICT.*/);/' \
	    -e 's/\(REFERENCES run_problems (run, place)\),/\1/' -e '/FOREIGN KEY (run, model)/d' \
	    -e 's/ AUTOINCREMENT//' -e 's/INTEGER PRIMARY KEY/BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY/' \
	    -e 's/ INTEGER\([ ,]\)/ BIGINT\1/' -e 's/ BLOB\([ ,]\)/ BYTEA\1/' -e 's/ REAL\([ ,]\)/ DOUBLE PRECISION\1/' \
	    -e 's/\(REFERENCES [a-z_]* ([a-z, ]*)\)/\1 DEFERRABLE/' \
	    -e 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/src/store/postgres/connect.o: $(BUILD)/gen/store/schema_postgres.inc
$(BUILD)/obj/src/cli/cmd_hunt.o: $(BUILD)/gen/hunt/student.inc

# The second example for models that write families.
$(BUILD)/gen/run/author/example.inc: examples/families/tutorial-3.family
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/src/run/author/author.o: $(BUILD)/gen/run/author/example.inc

# Prompts of a hunt: a table, and a task as the lines of a C string.
$(BUILD)/gen/hunt/prompts.inc: src/hunt/prompts.txt tools/make-prompts
	@mkdir -p $(@D)
	$(Q)tools/make-prompts $< > $@
$(BUILD)/gen/hunt/task.inc: src/hunt/propose/task.yaml
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $< > $@
$(BUILD)/obj/src/hunt/prompt.o: $(BUILD)/gen/hunt/prompts.inc
$(BUILD)/obj/src/hunt/propose/task.o: $(BUILD)/gen/hunt/task.inc

# The reward module of exports, as the lines of a table of C.
$(BUILD)/gen/problem/reward.inc: bindings/python/assay/__init__.py
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n",/' $< > $@
$(BUILD)/obj/src/problem/export/formats.o: $(BUILD)/gen/problem/reward.inc

# Golds known to be wrong: a hash and a reason on each line.
$(BUILD)/gen/problem/golds.inc: src/problem/golds.txt
	@mkdir -p $(@D)
	$(Q)sed -n 's/"/\\"/g; s/^\([0-9a-f]\{32\}\) [^ ]* \(.*\)$$/{ "\1", "\2" },/p' $< > $@
$(BUILD)/obj/src/problem/gold.o: $(BUILD)/gen/problem/golds.inc

# Styles and scripts of pages, with KaTeX, each as a struct of C.
KATEX ?= /usr/share/javascript/katex
WEB_PARTS := report/html/style report/html/katex report/html/script serve/pages/style serve/pages/script
part_report/html/style  := style
part_report/html/katex  := katex
part_report/html/script := report
part_serve/pages/style  := desk-style
part_serve/pages/script := desk
WEB_INC := $(WEB_PARTS:%=$(BUILD)/gen/%.inc)
$(WEB_INC): $(BUILD)/gen/%.inc: tools/make-web $(wildcard web/*.js web/*.css web/desk/* web/*.licence $(KATEX)/katex.min.*)
	@mkdir -p $(@D)
	$(Q)tools/make-web $(KATEX) web $(part_$*) > $@.part && mv $@.part $@
$(BUILD)/obj/src/report/html/page.o $(BUILD)/obj/src/serve/pages/assets.o: $(WEB_INC)

# The parts of the workbench's pages. A file that is deleted changes nothing else.
PARTS := $(wildcard src/serve/*/*.html src/serve/*/*/*.html)
$(BUILD)/gen/serve/pages/parts.inc: $(PARTS) tools/make-parts $(sort $(dir $(PARTS)))
	@mkdir -p $(@D)
	$(Q)tools/make-parts $(PARTS) > $@
$(BUILD)/obj/src/serve/pages/fill.o: $(BUILD)/gen/serve/pages/parts.inc

# The lexicon, as a table of C.
$(BUILD)/gen/text/words.inc: src/text/words.txt tools/make-words
	@mkdir -p $(@D)
	$(Q)tools/make-words $< > $@
$(BUILD)/obj/src/text/lexicon.o: $(BUILD)/gen/text/words.inc
PHRASES := $(patsubst src/%.phrases,$(BUILD)/gen/%.inc,$(wildcard src/*/*/*.phrases))
$(PHRASES): $(BUILD)/gen/%.inc: src/%.phrases tools/make-phrases
	@mkdir -p $(@D)
	$(Q)tools/make-phrases $< > $@
$(addprefix $(BUILD)/obj/src/,evolve/text/builtin.o family/linear/theme.o): | $(PHRASES)

# Families that are files; and texts of families that are C, as members of an
# initialiser: family/recipe/recipe.h.
FAMILY_FILES := $(wildcard src/family/*/*.family src/family/*/*/*.family)
SHIPPED := $(BUILD)/gen/family/language/shipped.inc
# Depends on the folders too: a file that is deleted changes nothing else.
$(SHIPPED): $(FAMILY_FILES) tools/make-families $(sort $(dir $(FAMILY_FILES)))
	@mkdir -p $(@D)
	$(Q)tools/make-families $(FAMILY_FILES) > $@
$(BUILD)/obj/src/family/language/shipped.o: $(SHIPPED)
FORMS := $(FAMILY_FILES:src/%.family=$(BUILD)/gen/%.inc)
$(FORMS): $(BUILD)/gen/%.inc: src/%.family
	@mkdir -p $(@D)
	$(Q)(echo '.path = "$<", .text ='; \
	    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $<; echo ,) > $@
# One file makes both families of nondimensional problems.
$(FORMS:$(BUILD)/gen/%.inc=$(BUILD)/obj/src/%.o) $(BUILD)/obj/src/family/applied/nondimensional.o: | $(FORMS)

# Under the sanitizers, what only puts together and prints is compiled three times
# as fast without optimisation; what computes is not: tests would take longer.
ifeq ($(SANITIZE),quick)
COLD := api cli climb evolve hunt model problem report run serve stats store verify
WARM := evolve/structure hunt/score model/student
$(COLD:%=$(BUILD)/obj/src/%/%.o): EXTRA += -O0
$(WARM:%=$(BUILD)/obj/src/%/%.o): EXTRA += -O1
endif

# The solver of games is all inner loops.
$(addprefix $(BUILD)/obj/src/family/mathador/,enumerate.o enumerate_distinct.o join.o solve.o): EXTRA += $(if $(DEBUG),,$(if $(SANITIZE),-O2,-O3))
# The student gives the same bits everywhere: nothing is contracted, and its inner
# loops are compiled for several kinds of processors, without sanitizers.
STUDENT := $(BUILD)/obj/src/model/student
X86_64  := $(findstring x86_64,$(shell $(CC) -dumpmachine))
AARCH64 := $(findstring aarch64,$(shell $(CC) -dumpmachine))
$(STUDENT)/%.o: EXTRA += -ffp-contract=off
# Chains of problems are the same everywhere, too: they count with fractions.
$(BUILD)/obj/src/family/pair/%.o: EXTRA += -ffp-contract=off
$(addprefix $(STUDENT)/,kernel.o kernel_avx2.o kernel_vnni.o kernel_dot.o kernel_i8mm.o): EXTRA := -O3 -ffp-contract=off -fno-trapping-math -fno-math-errno
$(STUDENT)/kernel_avx2.o: EXTRA += $(if $(X86_64),-mavx2)
$(STUDENT)/kernel_vnni.o: EXTRA += $(if $(X86_64),-mavx512f -mavx512bw -mavx512vl -mavx512vnni)
$(STUDENT)/kernel_dot.o: EXTRA += $(if $(AARCH64),-march=armv8.2-a+dotprod)
$(STUDENT)/kernel_i8mm.o: EXTRA += $(if $(AARCH64),-march=armv8.2-a+dotprod+i8mm)
$(STUDENT)/where.o: EXTRA += -DASSAY_DATADIR='"$(DATADIR)"'
-include $(patsubst %.o,%.d,$(CORE_OBJ) $(CLI_OBJ) $(HELP_OBJ))
-include $(wildcard $(BUILD)/obj/tests/*/*.d $(BUILD)/obj/bench/*.d)

# ---- tests ----

# cmocka 2 deprecates assertions for names that 1.1 does not have. The tests' own
# code is quick enough as it is.
$(BUILD)/obj/tests/%.o: EXTRA += -DCMOCKA_DISABLE_DEPRECATION_WARNINGS $(if $(SANITIZE),-O0)

# A test is not linked again when the core changes: it finds the new one.
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/help.a | $(BUILD)/libcore.so
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(LINK) $(QUICK_LD) -o $@ $< $(BUILD)/help.a $(CORE) -lcmocka $(MORE) -lcrypto $(LIBS)
CORE = $(BUILD)/libcore.so -Wl,-rpath,'$(abspath $(BUILD))'
# These have functions of their own in the place of the core's (a model that is
# asked), so they take from the archive what they do not have.
REPLACING := $(addprefix $(BUILD)/tests/unit/test_,infer key model_student propose propose_trace write)
$(REPLACING): CORE = $(BUILD)/core.a
$(REPLACING): $(BUILD)/core.a

# What all tests share: the whole program but its commands.
$(BUILD)/libcore.so: $(CORE_OBJ)
	$(call say,LINK $@)
	$(Q)$(LINK) $(QUICK_LD) $(SHARED_CORE) -o $@ $(CORE_OBJ) $(MORE) $(LIBS)

$(BUILD)/help.a: $(HELP_OBJ)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(HELP_OBJ)

$(SERVER): $(call object,$(wildcard tests/http/*.c)) $(BUILD)/core.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(LINK) -o $@ $^ -lxxhash -lpthread

# Set-up first, then a make of its own: what it installs is needed to build.
SUBMAKE = $(MAKE) -s --no-print-directory \
          $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CORES))

check:
	@tools/setup --tests
	+@$(SUBMAKE) check-built

RUN_TESTS = ASSAY_BUILD='$(BUILD)' CC='$(CC)' tests/run '$(BUILD)/test-logs'
check-built: all $(TESTS) $(SERVER) $(if $(SANITIZE),,$(MAKE_PAGE))
	@$(RUN_TESTS) $(SCRIPTS) $(TESTS)

# Everything that tests and benchmarks are made of, and nothing is run.
test-objects: $(HELP_OBJ) $(call object,$(filter-out tests/fuzz/%,$(wildcard tests/*/*.c)) $(wildcard bench/*.c))
test-programs: $(TESTS) $(SERVER) $(if $(SANITIZE),,$(MAKE_PAGE)) $(BENCHES:$(BUILD)/%=$(BUILD)/obj/%.o)

# The tests that can see what differs from BASE.
BASE ?= HEAD
check-changed: all test-programs
	@$(RUN_TESTS) $$(tools/changed-tests '$(BUILD)' '$(BASE)')

# What `make check SANITIZE=1` leaves out, but for SLOW_TESTS.
check-plain: all $(PLAIN_TESTS) $(SERVER) $(MAKE_PAGE)
	@$(RUN_TESTS) $(PLAIN_TESTS) $(PLAIN)

# What has a form of Linux and one of POSIX alone (docs/porting.md) in the second
# form, linked in the place of the first: five files are compiled twice.
TWINS     := $(BUILD)/twins
TWIN_OBJ  := $(patsubst %,$(TWINS)/obj/src/base/%.o,core_file file_lock poller system thread)
TWIN_TESTS = $(addprefix $(TWINS)/tests/unit/,test_shared_rate test_http_events test_http_server test_pool test_pool_flow test_queue \
               test_serve_secret test_store_many test_system test_whole_file)
check-portable: $(TWINS)/assay $(TWINS)/libassay.a $(TWINS)/tests/http/server $(TWIN_TESTS)
	@ASSAY_BUILD='$(TWINS)' CC='$(CC)' LIBS='$(LIBS)' tests/run '$(TWINS)/test-logs' $(TWIN_TESTS) tests/cli/stream.sh tests/portable/library.sh

$(TWINS)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC   $< (portable))
	$(Q)$(COMPILE) -DASSAY_PORTABLE -c -o $@ $<
$(TWINS)/assay: $(CLI_OBJ) $(TWIN_OBJ) $(BUILD)/core.a
	$(call say,LINK $@)
	$(Q)$(LINK) $(QUICK_LD) -o $@ $^ $(MORE) $(LIBS)
$(TWINS)/tests/http/server: $(call object,$(wildcard tests/http/*.c)) $(TWIN_OBJ) $(BUILD)/core.a
	@mkdir -p $(@D)
	$(Q)$(LINK) $(QUICK_LD) -o $@ $^ -lxxhash -lpthread
$(TWINS)/tests/%: $(BUILD)/obj/tests/%.o $(TWIN_OBJ) $(BUILD)/help.a $(BUILD)/core.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(LINK) $(QUICK_LD) -o $@ $^ -lcmocka $(MORE) -lcrypto $(LIBS)
$(TWINS)/libassay.a: $(LIB_OBJ)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(AR) rcs $@ $^
-include $(TWIN_OBJ:.o=.d)

# The library, and all else that calls the system, with musl's headers; and every
# file with those of Debian 13's libraries (DEBIAN=sid: of another one's).
POSIX_SRC = $(shell grep -lE '^\# *include <(arpa|dirent|dlfcn|fcntl|net|poll|pthread|signal|strings|sys|time|unistd)' \
              $(filter-out $(LIB_SRC),$(ALL_SRC)))
check-musl: all
	@tools/check-headers musl $(BUILD) '$(CORES)' $(LIB_SRC) $(POSIX_SRC)
DEBIAN ?= trixie
check-debian: all
	@CC='$(CC)' tools/check-headers $(DEBIAN) $(BUILD) '$(CORES)' $(ALL_SRC)

# The full counts, with figures, and an hour (SOAK seconds) of every fuzzer, two
# at a time; soak-fuzz is the second half alone.
SOAK ?= 3600
soak:
	@tools/setup --tests
	+@$(SUBMAKE) all $(TESTS) $(SERVER) $(MAKE_PAGE)
	@rm -f $(SOAKED)
	@{ ASSAY_BUILD='$(BUILD)' CC='$(CC)' ASSAY_SOAK=1 tests/run --figures \
	    '$(BUILD)/soak-logs' $(TESTS) $(SCRIPTS); $(ENDED); } 2>&1 | tee $(BUILD)/soak-tests
	+@{ $(MAKE) -s --no-print-directory soak-debian; $(ENDED); } 2>&1 | tee $(BUILD)/soak-debian
	+@{ $(MAKE) -s --no-print-directory soak-fuzz; $(ENDED); } 2>&1 | tee $(BUILD)/soak-fuzz
	@tools/put-soak $(SOAKED) docs/how-we-know.md
	@! grep -H '^ended with status [1-9]' $(SOAKED)
# A part that fails does not keep the next from running, and the whole fails.
ENDED   = echo "ended with status $$?"
SOAKED  = $(addprefix $(BUILD)/soak-,tests debian fuzz)

# Every test in roots of Debian 13 and sid (root needed), whose verdicts and
# reasons must be those of this machine. Problems' bytes are tested everywhere.
VERDICTS = sed -n 's/^\# figure: digest of verdicts and reasons: //p'
soak-debian: $(BUILD)/tests/unit/test_grade
	@here=$$($(BUILD)/tests/unit/test_grade | $(VERDICTS)); \
	for s in trixie sid; do \
	    tools/debian $$s make check || exit 1; \
	    there=$$($(VERDICTS) build/debian/$$s/assay/build/test-logs/test_grade.log); \
	    [ "$$here" = "$$there" ] || { echo "$$s: digest of verdicts $$there, here $$here"; exit 1; }; \
	done

soak-fuzz:
	+@$(MAKE) -s --no-print-directory SANITIZE=1 soak-fuzz-built

soak-fuzz-built: $(FUZZERS)
	@printf '%s\n' $(FUZZERS) | xargs -P 2 -I '{}' tests/fuzz/soak '{}' $(SOAK)

demo:
	@tools/setup
	+@$(SUBMAKE) $(BUILD)/assay $(WEIGHTS)
	@tools/demo $(BUILD)/assay $(BUILD)/demo

bench: $(BUILD)/assay $(BENCHES) $(SERVER)
	@for b in $(BENCHES); do $$b || exit 1; done
	@ASSAY_BUILD="$(BUILD)" bench/reward.sh
	@ASSAY_BUILD="$(BUILD)" bench/workers.sh

$(BUILD)/bench/%: $(BUILD)/obj/bench/%.o $(BUILD)/core.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(LINK) -o $@ $< $(BUILD)/core.a $(MORE) $(LIBS)

# The fuzzers are those of the sanitizers' build, since libFuzzer needs clang.
# The judge's targets share FUZZ_SECONDS; FUZZ_EMPTY=1 starts from no corpus.
FUZZ_SECONDS ?= 3600
fuzz:
	+@$(MAKE) -s --no-print-directory SANITIZE=$(or $(SANITIZE),1) fuzz-built

fuzz-built: $(FUZZERS)
	@printf '%s\n' $(FUZZERS) | xargs -P 2 -I '{}' tests/fuzz/run '{}' $(FUZZ_SECONDS)

$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/core.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(LINK) $(QUICK_LD) -fsanitize=fuzzer -o $@ $^ $(MORE) $(LIBS)

# ---- care ----

format:
	$(Q)clang-format -i $(SOURCES)

# Warnings of what only other targets compile.
OTHER_C = $(wildcard tests/unit/*.c tests/prop/*.c tests/http/*.c tests/lib/*.c tests/web/*.c tests/fuzz/*.c bench/*.c examples/*.c)
# tools/check-names reads the objects of a build.
lint:
	$(Q)clang-format --dry-run -Werror $(SOURCES)
	$(Q)printf '%s\n' $(OTHER_C) | xargs -P $(CORES) -n 16 $(subst -MMD -MP,,$(COMPILE)) -Werror -fsyntax-only
	tools/check-layers src
	tools/check-length src
	tools/check-names $(BUILD)
	tools/check-size
	tools/check-banned src
	tools/check-draws src/family
	tools/check-roads
	mandoc -T lint -W warning docs/assay.1

check-binary: all
	@tools/check-binary $(BUILD)/assay $(BUILD)/$(SO_ABI)

tidy:
	clang-tidy --quiet $(ALL_SRC) -- -std=c17 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -I$(BUILD)/gen
	cppcheck --quiet --std=c11 --enable=warning,portability --error-exitcode=1 \
	    --suppress=missingIncludeSystem -Iinclude -Isrc -I$(BUILD)/gen src

# The family pages, from the cards, and what is made from the tables of the family
# language; tests compare them.
docs: $(BUILD)/assay
	$(BUILD)/assay families --pages docs/families
	tools/put-reference $(BUILD)/assay docs/language.md
	$(BUILD)/assay family reference --json | tools/grammar examples/editor

PAGES = $(notdir $(wildcard docs/*.md))

install: all
	$(INSTALL) -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig \
	    $(DESTDIR)$(INCDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(DATADIR) $(DESTDIR)$(DOCDIR) \
	    $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR) $(DESTDIR)$(FISHDIR)
	$(INSTALL) -m 755 $(BUILD)/assay $(DESTDIR)$(BINDIR)/assay
	$(INSTALL) -m 644 include/assay.h $(DESTDIR)$(INCDIR)/assay.h
	$(INSTALL) -m 644 $(BUILD)/libassay.a $(DESTDIR)$(LIBDIR)/libassay.a
	$(INSTALL) -m 755 $(BUILD)/$(SO_ABI) $(DESTDIR)$(LIBDIR)/
	$(if $(STRIP),$(STRIP) $(DESTDIR)$(BINDIR)/assay)
	$(if $(STRIP),$(STRIP) --strip-unneeded $(DESTDIR)$(LIBDIR)/$(SO_ABI))
	$(if $(STRIP),$(STRIP) --strip-debug $(DESTDIR)$(LIBDIR)/libassay.a)
	ln -sf $(SO_ABI) $(DESTDIR)$(LIBDIR)/$(SO)
	$(INSTALL) -m 644 $(BUILD)/assay.pc $(DESTDIR)$(LIBDIR)/pkgconfig/assay.pc
	$(INSTALL) -m 644 docs/assay.1 $(DESTDIR)$(MANDIR)/man1/assay.1
	$(INSTALL) -m 644 $(addprefix docs/,$(PAGES)) $(DESTDIR)$(DATADIR)/
	$(if $(WEIGHTS),$(INSTALL) -m 644 $(WEIGHTS) $(DESTDIR)$(DATADIR)/)
	$(INSTALL) -d $(DESTDIR)$(DATADIR)/pictures
	$(INSTALL) -m 644 docs/pictures/*.png docs/pictures/*.svg $(DESTDIR)$(DATADIR)/pictures/
	$(INSTALL) -m 644 LICENSE $(DESTDIR)$(DOCDIR)/
	$(BUILD)/assay completion bash > $(DESTDIR)$(BASHDIR)/assay
	$(BUILD)/assay completion zsh > $(DESTDIR)$(ZSHDIR)/_assay
	$(BUILD)/assay completion fish > $(DESTDIR)$(FISHDIR)/assay.fish
	$(INSTALL) -d $(DESTDIR)$(PYTHONDIR)/assay/compat
	$(INSTALL) -m 644 bindings/python/assay/*.py $(DESTDIR)$(PYTHONDIR)/assay/
	$(INSTALL) -m 644 bindings/python/assay/compat/*.py $(DESTDIR)$(PYTHONDIR)/assay/compat/

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/assay $(DESTDIR)$(INCDIR)/assay.h $(DESTDIR)$(MANDIR)/man1/assay.1 \
	    $(DESTDIR)$(LIBDIR)/libassay.* $(DESTDIR)$(LIBDIR)/pkgconfig/assay.pc \
	    $(addprefix $(DESTDIR)$(DATADIR)/,$(PAGES) student.weights) \
	    $(DESTDIR)$(BASHDIR)/assay $(DESTDIR)$(ZSHDIR)/_assay $(DESTDIR)$(FISHDIR)/assay.fish
	rm -rf $(DESTDIR)$(DATADIR)/pictures $(DESTDIR)$(DOCDIR) $(DESTDIR)$(PYTHONDIR)/assay
	-rmdir $(DESTDIR)$(DATADIR) 2>/dev/null

clean:
	rm -rf build

.PHONY: FORCE all check check-changed test-objects test-programs check-built check-plain check-binary check-portable check-musl check-debian soak soak-debian soak-fuzz soak-fuzz-built \
        demo bench fuzz fuzz-built format lint tidy docs \
        install uninstall clean $(BUILD)/assay.pc
.DELETE_ON_ERROR:
.SECONDARY:
