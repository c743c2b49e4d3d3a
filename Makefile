# make          everything there is to build, and a sample audit, into build/
# make test     all checks: types, style, imports, tests (real-engine tests where `make engine` ran)
# make engine   a real VASSAL engine into build/engine (Debian packages, needs root)
# make soak     the tests that are too long for every run
# make bench    speed and memory of whole processes
# make record   the exercises of tests/ played anew by the engine; their logs are kept
# make lock     .ci/requirements.lock anew from pyproject.toml (UPGRADE=1: newest versions)
# make clean    removes what was built, keeps the engine; make distclean removes everything
#
# Needs Python 3.11 or newer, git and make; choose another Python with `make PYTHON=python3.13`.

PYTHON ?= python3
ENGINE ?= build/engine
JOBS   ?= 2
SAMPLE ?= $(firstword $(sort $(wildcard tests/logs/*.vlog)))

SHELL  := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: all modules paper gallery sample test types style imports tests engine soak record bench lock clean distclean

BIN    := .venv/bin
READY  := .venv/.ready
GAMES  := $(subst _,-,$(notdir $(patsubst %/,%,$(dir $(wildcard source_data/*/game.toml)))))

# stage NAME, COMMAND: runs a step of the checks under a heading, with its time
stage = @printf '\n== %s\n' '$(1)'; s=$$SECONDS; $(2); printf '== %s: ok (%s s)\n' '$(1)' $$((SECONDS - s))

all: modules paper gallery sample

$(READY): .ci/requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Python 3.11 or newer is needed; $(PYTHON) is' \
	    "$$($(PYTHON) --version 2>/dev/null || echo missing). Try: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo 'The venv module of $(PYTHON) is missing (Debian, Ubuntu: apt-get install python3-venv)' \
	    >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  --requirement .ci/requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --no-build-isolation --editable .
	@touch $@

modules: $(READY)
	@for game in $(GAMES); do $(BIN)/builder build "$$game" --out build; done

paper: $(READY)
	@for game in $(GAMES); do $(BIN)/builder print "$$game" --out build/$$game-print >/dev/null; \
	  echo "build/$$game-print: counters, map, charts and set-up cards to print"; done

gallery: $(READY)
	@for game in $(GAMES); do $(BIN)/builder gallery "$$game" --out build/$$game-gallery >/dev/null; \
	  echo "build/$$game-gallery: sheets of counters, map, boards, charts"; done

# Findings make an audit end with status 1: here that is the expected outcome, not a failure.
sample: $(READY)
ifeq ($(SAMPLE),)
	@echo 'No sample audit: there is no log in tests/logs yet.' >&2
else
	@mkdir -p build; for kind in text json; do \
	  out=build/sample-audit.$${kind/text/txt}; status=0; \
	  $(BIN)/assistant audit $(SAMPLE) --format $$kind >$$out.part || status=$$?; \
	  if [ $$status -gt 1 ]; then rm -f $$out.part; exit $$status; fi; \
	  mv $$out.part $$out; echo "$$out: audit of $(SAMPLE)"; done
endif

test: types style imports tests

types: $(READY)
	$(call stage,mypy,$(BIN)/mypy)

style: $(READY)
	$(call stage,ruff check,$(BIN)/ruff check .)
	$(call stage,ruff format,$(BIN)/ruff format --check .)

imports: $(READY)
	$(call stage,import contracts,$(BIN)/lint-imports)

tests: $(READY)
	@printf '\n== pytest\n'; $(BIN)/pytest -n $(JOBS) --quiet -rfEs

engine:
	tests/engine/setup.sh $(ENGINE)

soak: $(READY)
	@HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n $(JOBS) -m soak -rfEs || [ $$? -eq 5 ]

record: $(READY)
	$(BIN)/python -m tests.engine.record

bench: $(READY) modules
	@shopt -s nullglob; for script in tests/bench/*.py; do \
	  echo "== $$script"; $(BIN)/python $$script; done

lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet uv
	UV_CUSTOM_COMPILE_COMMAND='make lock' build/lock/bin/uv pip compile pyproject.toml --extra dev \
	  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	  $(if $(UPGRADE),--upgrade) --output-file .ci/requirements.lock

clean:
	@shopt -s nullglob dotglob; for path in build/*; do \
	  [ "$$path" = build/engine ] || rm -rf "$$path"; done
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

distclean: clean
	rm -rf .venv build
