# Everything a person runs. The work is done by CMake (CMakePresets.json) and tools/.
# Each target first installs what it lacks; tools/install says plainly what is missing if it cannot.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
KILLS ?= 10000
FUZZ_SECONDS ?= 300
SEEDS ?= 1000

export JOBS

version := $(shell cat VERSION)
package := clew-$(version)-linux-$(shell uname -m)
# Not every shell expands the ~ of PREFIX=~/.local.
prefix := $(abspath $(patsubst ~/%,$(HOME)/%,$(PREFIX)))
ctest := ctest --output-on-failure -j2 --timeout 900

.PHONY: help run build test test-clients check bench crash simulate fuzz install dist clean format
.DEFAULT_GOAL := help

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: build ## build, then show what clew does: build/clew tour
	@build/clew tour

build: ## build/clew, a static program, and build/clew-net
	@tools/install build
	@tools/build dev programs

test: ## every test
	@tools/install test
	@tools/build dev all
	@$(ctest) --test-dir build

test-clients: ## Claude Code, Codex, Gemini CLI and opencode, offline (installs them into your cache)
	@tools/install test
	@tools/build dev programs
	@tests/clients/run_all || [ $$? -eq 77 ]

check: ## format, layers, warnings, fast tests under sanitizers
	@tools/install check
	@tools/check

bench: ## the benchmarks, as a table
	@tools/install test
	@tools/build dev bench_programs
	@if [ -x bench/run ]; then bench/run; else echo "there is no bench/run yet"; fi

crash: ## the crash suite at length: KILLS=10000
	@tools/install test
	@tools/build dev all
	@CLEW_KILLS=$(KILLS) ctest --test-dir build -L '^crash$$' --verbose --timeout 86400

simulate: ## stores that sync over a bad place, at length: SEEDS=1000
	@tools/install test
	@tools/build dev all
	@CLEW_SEEDS=$(SEEDS) ctest --test-dir build -L '^simulation$$' --verbose --timeout 86400

fuzz: ## every fuzz target at length: FUZZ_SECONDS=300
	@tools/install fuzz
	@tools/build fuzz all
	@FUZZ_SECONDS=$(FUZZ_SECONDS) ctest --test-dir build/fuzz --output-on-failure -j2 --timeout 86400

install: ## program, manual page and completions into PREFIX=/usr/local
	@tools/install build
	@tools/build dev programs documents
	@cmake --install build --prefix "$(prefix)" --strip

dist: ## build/clew-VERSION-linux-ARCH.tar.gz
	@tools/install build
	@tools/build dev programs documents
	@rm -rf build/dist
	@cmake --install build --prefix build/dist/$(package) --strip >/dev/null
	@cp -R README.md LICENSE THIRD_PARTY_LICENSES CHANGELOG.md docs integrations build/dist/$(package)/
	@tar -C build/dist --exclude=__pycache__ --sort=name --owner=0 --group=0 --numeric-owner \
	  -czf build/$(package).tar.gz $(package)
	@echo build/$(package).tar.gz

format: ## format the sources in place
	@tools/install check
	@find src tests bench -name '*.cc' -o -name '*.h' | xargs -r clang-format-19 -i

clean: ## remove build/
	@rm -rf build
