# SPDX-License-Identifier: MIT
# What is needed beside a Swift toolchain (libyaml, and libarchive for archives) is installed by the targets that need it:
# `deps`. macOS has libarchive.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 10
# What `swift test` is told beside that: what was built for it before has to have been told the same.
TEST_FLAGS ?=
DESTDIR ?=
SWIFT ?= swift
STATIC_BUILD := .build/static

# Homebrew keeps headers and libraries where compilers do not look by themselves.
BREW_PREFIX := $(shell command -v brew >/dev/null 2>&1 && brew --prefix)
ifneq ($(BREW_PREFIX),)
export CPATH := $(BREW_PREFIX)/include$(if $(CPATH),:$(CPATH))
export LIBRARY_PATH := $(BREW_PREFIX)/lib$(if $(LIBRARY_PATH),:$(LIBRARY_PATH))
endif

# Archives are read through libarchive, which is opened at run time: only systems with apt-get are known to lack it.
HAS_YAML := printf '\#include <yaml.h>\n' | clang -E -x c - >/dev/null 2>&1
HAS_ARCHIVE := { ! command -v apt-get || PATH="$$PATH:/sbin:/usr/sbin" ldconfig -p | grep -q 'libarchive\.so\.13'; } >/dev/null 2>&1

.DEFAULT_GOAL := help
.PHONY: help deps build demo test browser-tests mutations snippets integrations docs fuzz races bench bench-reports profile install static lint format clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

deps: ## Install libyaml and libarchive where they are missing (apt-get or brew)
	@if $(HAS_YAML) && $(HAS_ARCHIVE); then \
		:; \
	elif command -v brew >/dev/null 2>&1; then \
		echo "libyaml is missing: installing it with brew"; \
		brew install libyaml; \
	elif command -v apt-get >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ]; then sudo=; \
		elif command -v sudo >/dev/null 2>&1; then sudo=sudo; \
		elif $(HAS_YAML); then echo "without libarchive13 archives cannot be read: it is not installed" >&2; exit 0; \
		else echo "run 'apt-get install libyaml-dev libarchive13' as root, then try again" >&2; exit 1; fi; \
		echo "installing libyaml-dev and libarchive13 with apt-get"; \
		$$sudo apt-get update && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libyaml-dev libarchive13; \
	else \
		echo "libyaml and its headers are missing: install them, then try again" >&2; exit 1; \
	fi

# On Linux the Swift runtime goes into the binary where the toolchain can do that: it starts sooner, and works where no
# toolchain is.
STATIC_RUNTIME := $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))../lib/swift_static/linux/libswiftCore.a)

# Whether something is changed while somebody else still works on it is checked where the tests, damaged input and the
# sanitizers run. The binary spares that.
#
# It also asks for the metadata of generic types by their arguments. To look them up by name, as is usual since that
# takes less room, is an eighth of the time that a few lines take: what conforms to what is then searched for at run time.
RELEASE_FLAGS := -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# What a run over evidence of every kind has shown: which branches are taken, and what calls what, a tenth of the time. It
# is told where the toolchain reads it; functions that have changed since are compiled without.
TOOLS := $(dir $(realpath $(shell command -v $(SWIFT))))
PROFILE := $(CURDIR)/Benchmarks/lifelint.profdata
PROFILE_FLAGS := $(if $(shell $(TOOLS)llvm-profdata show $(PROFILE) >/dev/null 2>&1 && echo yes),\
	-Xswiftc -Xfrontend -Xswiftc -ir-profile-use=$(PROFILE) -Xswiftc -Xllvm -Xswiftc -no-pgo-warn-mismatch)
PROFILE_RUNTIME := $(wildcard $(TOOLS)../lib/clang/*/lib/linux/libclang_rt.profile-$(shell uname -m).a)

build: deps ## Build the release binary
	$(SWIFT) build -c release --product lifelint $(RELEASE_FLAGS) $(PROFILE_FLAGS) $(if $(STATIC_RUNTIME),--static-swift-stdlib)

demo: build ## Build, and analyse the samples
	.build/release/lifelint analyze samples/ --fail-on never

test: deps ## Run all tests, and the package that embeds the library
	Tests/run.sh $(SWIFT) test $(TEST_FLAGS)
	integrations/swift-library/check.sh

browser-tests: build ## Open HTML reports in a headless Chromium; needs python3 and chromium, and uses tidy if it is there
	python3 Tests/Browser/run.py .build/release/lifelint

mutations: build ## Make every rule wrong in many ways, and list what its tests do not notice
	.build/release/lifelint rules test --mutate

snippets: ## Type-check the Swift that rules and `rules coverage` show
	python3 Tests/Snippets/check.py

integrations: build ## Lint what stands in integrations/, and run its parts on samples
	Tests/Integrations/run.sh .build/release/lifelint

docs: build ## Render the documentation to .build/docs, and follow its links
	docs/build.sh .build/release/lifelint .build/docs
	docs/check.sh .build/release/lifelint .build/docs

fuzz: deps ## Feed damaged input to every parser for FUZZ_SECONDS each (default 10)
	Tests/Fuzzing/fuzz.sh $(FUZZ_SECONDS)

races: deps ## Look for data races with ThreadSanitizer; needs python3
	Tests/Races/race.sh

bench: build ## Compare the speed with DuckDB on a log of BENCH_MEGABYTES (default 256); needs python3 and duckdb
	python3 Benchmarks/generate.py .build/bench --megabytes $(or $(BENCH_MEGABYTES),256)
	python3 Benchmarks/compare.py .build/bench --lifelint .build/release/lifelint

# Only Linux: the runtime that counts is linked by hand. What was built without counting is not built anew for it.
profile: deps ## Make the profile of release builds anew, from the files and folders in EVIDENCE, generated logs, and samples
	@test -n "$(PROFILE_RUNTIME)" || { echo "this toolchain has no runtime for profiles" >&2; exit 2; }
	rm -rf .build/profile
	$(SWIFT) build -c release --product lifelint $(RELEASE_FLAGS) $(if $(STATIC_RUNTIME),--static-swift-stdlib) \
		--scratch-path .build/profile -Xswiftc -Xfrontend -Xswiftc -ir-profile-generate \
		-Xlinker -u__llvm_profile_runtime -Xlinker $(PROFILE_RUNTIME)
	python3 Benchmarks/generate.py .build/profile/logs --megabytes 12
	python3 Benchmarks/profile.py .build/profile/release/lifelint $(PROFILE) .build/profile/logs $(EVIDENCE) \
		--profdata $(TOOLS)llvm-profdata

bench-reports: build ## Compare the speed with pycrashreport on the crash reports in BENCH_REPORTS; needs python3 and pycrashreport
	@test -n "$(BENCH_REPORTS)" || { echo "say which folder: make bench-reports BENCH_REPORTS=FOLDER" >&2; exit 2; }
	python3 Benchmarks/compare_reports.py "$(BENCH_REPORTS)" --lifelint .build/release/lifelint

# The manual page and the completions are written by the program from the one declaration of its options.
install: build ## Install the binary, its manual page and completions under PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
		"$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 .build/release/lifelint "$(DESTDIR)$(PREFIX)/bin/lifelint"
	.build/release/lifelint help --man > "$(DESTDIR)$(PREFIX)/share/man/man1/lifelint.1"
	.build/release/lifelint completion bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/lifelint"
	.build/release/lifelint completion zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_lifelint"
	.build/release/lifelint completion fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/lifelint.fish"

# The compiler knows where the archive lies; without one it gives back the bare name.
static: deps ## Build a Linux binary that needs neither a Swift runtime nor libyaml
	@archive=$$(clang -print-file-name=libyaml.a); \
	if [ ! -f "$$archive" ]; then echo "libyaml.a was not found" >&2; exit 1; fi; \
	LIFELINT_LIBYAML_ARCHIVE="$$archive" $(SWIFT) build -c release --product lifelint $(RELEASE_FLAGS) $(PROFILE_FLAGS) \
		--static-swift-stdlib --scratch-path $(STATIC_BUILD)
	strip $(STATIC_BUILD)/release/lifelint
	@ls -l $(STATIC_BUILD)/release/lifelint
	ldd $(STATIC_BUILD)/release/lifelint
	@if ldd $(STATIC_BUILD)/release/lifelint | grep -E 'libswift|libyaml'; then \
		echo "the binary still needs what it should carry" >&2; exit 1; fi

FORMATTED := Sources Tests Plugins Package.swift integrations/swift-library/Sources integrations/swift-library/Package.swift

lint: ## Check the format of the sources
	$(SWIFT) format lint --strict -r $(FORMATTED)

format: ## Format the sources
	$(SWIFT) format -i -r $(FORMATTED)

clean: ## Remove what was built
	rm -rf .build
