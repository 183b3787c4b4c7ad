# GNU make. Everything is made in .venv; nothing outside this directory is changed, except that root
# on Debian gets what is missing: python3 and python3-venv with `install`, more with `test`.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
COMPILED := $(VENV)/catalogues
KERNELS := $(VENV)/kernels
PEERS := $(VENV)/peers/installed
PROVED := build/proofs
VERIFIED := $(BIN)/marienbad-verified
# In the order in which they need one another.
DRIVER := json certificate rules sha256 lattice work numbers atoms walks counting statement main
LOCALE := src/marienbad/text/locale
CATALOGUES := $(wildcard $(LOCALE)/*.pot $(LOCALE)/*/LC_MESSAGES/*.po)
CHECKED := $(wildcard src tests bench deploy conftest.py hatch_build.py docs/conf.py)
MAKES_VENV := $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null
COMPILE_LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links
# Adds packages of Debian, where root asks; elsewhere whatever needs them says that they are missing.
ADD = test "$$(id -u)" != 0 || test ! -e /etc/debian_version || { apt-get update -q && \
	for package in $(1); do apt-get install -q -y --no-install-recommends $$package; done; } || :
# Programs, each with the package that has it: the page is tested in Debian's Chromium without windows,
# what it prints is read by poppler, servers start a PostgreSQL of their own, and the files of deploy/ are
# tried with what they are for. Without a program the tests that need it fail and say so.
TESTED_WITH := chromium-headless-shell=chromium-headless-shell pdftotext=poppler-utils pg_ctl=postgresql \
	caddy=caddy logrotate=logrotate nginx=nginx openssl=openssl systemd-analyze=systemd
PROVED_WITH := coqc=coq ocamlopt=ocaml ocamlfind=ocaml-findlib
HAVE = PATH="$$PATH:/usr/sbin:$$(echo /usr/lib/postgresql/*/bin | tr ' ' :)" command -v $(1) >/dev/null
ADD_MISSING = missing=; for pair in $(1); do \
	$(call HAVE,$${pair%=*}) || missing="$$missing $${pair\#*=}"; done; \
	test -z "$$missing" || { $(call ADD,$$missing); }

# Runs commands as a phase that prints its name, and its time at the end.
PHASE = begun=$$(date +%s); echo '$(1): running'; { $(2); } && \
	echo "$(1): done in $$(($$(date +%s) - begun)) s"
TEST_ARGS = $(patsubst --durations,--slowest=10,$(ARGS))

# Bytecode is kept whatever the environment says: to compile all tests anew would take longer than
# to run the fast ones.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install play check test tests lint page-lint types page-types page-format packages proofs proofs-here format bench verify docs lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(COMPILED) $(KERNELS) ## the virtual environment .venv, with every extra, from the locked requirements

play: install ## play in the browser; ARGS=play for the terminal
	@$(BIN)/marienbad $(ARGS)

check: install lint types ## lint, types and the fast tests, in about a minute: what to run before every commit
	$(BIN)/python -m pytest -q -m 'not (slow or browser or database or cluster)' $(TEST_ARGS)

# mypy and the compiler of the search have one process each: one after the other, each would leave the
# other processors idle for a minute.
test: export TESTS_BEGUN := $(shell date +%s)
test: ## everything that must pass: lint, types, tests, the examples of the documentation
	@$(MAKE) --no-print-directory --jobs=2 packages lint
	@$(MAKE) --no-print-directory --jobs=2 types tests

tests: install proofs-here
	@$(call PHASE,Tests,$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(TEST_ARGS))

lint: $(COMPILED) ## style and likely mistakes (ruff; the page's modules by biome where there is npm)
	@$(call PHASE,Lint,$(BIN)/ruff check -q $(CHECKED) && $(BIN)/ruff format -q --check $(CHECKED))
	@if command -v npm >/dev/null; then $(MAKE) --silent page-lint; \
	else echo 'npm is missing: the style of the page is not checked' >&2; fi

page-lint: node_modules/.package-lock.json
	@$(call PHASE,Lint of the page,node_modules/.bin/biome ci --colors=off)

types: $(COMPILED) ## types (mypy, strict; the page's modules by tsc where there is npm)
	@$(call PHASE,Types,$(BIN)/mypy $(CHECKED))
	@if command -v npm >/dev/null; then $(MAKE) --silent page-types; \
	else echo 'npm is missing: the types of the page are not checked' >&2; fi

page-types: node_modules/.package-lock.json
	@$(call PHASE,Types of the page,node_modules/.bin/tsc --project tsconfig.json --incremental \
	    --tsBuildInfoFile node_modules/.cache/page.tsbuildinfo)

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --silent

packages: | $(BIN)/python
	@$(call PHASE,Packages of Debian,$(call ADD_MISSING,$(TESTED_WITH) $(PROVED_WITH)))

# The checker that is proved: Coq sees every proof, and says what they assume; the program that is
# extracted is compiled with the reader of files.
proofs: ## the checker that is proved in Coq, into .venv/bin/marienbad-verified
	@$(call ADD_MISSING,$(PROVED_WITH))
	@$(MAKE) --no-print-directory proofs-here
	@test -e $(VERIFIED) || { \
	    echo 'Coq or OCaml is missing. On Debian and Ubuntu: apt-get install coq ocaml ocaml-findlib'; exit 1; } >&2

# With the other tests only where Coq is, or can be had: elsewhere those that need it say so.
proofs-here:
	@if command -v coqc >/dev/null && command -v ocamlfind >/dev/null; then \
	    $(call PHASE,Proofs,$(MAKE) --no-print-directory $(VERIFIED)); \
	else echo 'Coq is missing: the proved checker is neither built nor tested' >&2; fi

$(PROVED)/verified.ml: $(wildcard proofs/*.v)
	@mkdir -p $(PROVED)
	@cp -pu $^ $(PROVED)
	@cd $(PROVED) && coq_makefile -Q . Marienbad $(notdir $^) -o Makefile
	@$(MAKE) --no-print-directory -C $(PROVED) >$(PROVED)/said || { cat $(PROVED)/said; exit 1; } >&2
	@grep -v '^CO' $(PROVED)/said || :
	@! grep -q '^Axioms' $(PROVED)/said || { rm $(PROVED)/Extraction.vo $@; \
	    echo 'The proofs assume something.'; exit 1; } >&2
	@touch $@

$(VERIFIED): $(PROVED)/verified.ml $(DRIVER:%=proofs/%.ml) | $(BIN)/python
	@cp -p $(DRIVER:%=proofs/%.ml) $(PROVED)
	cd $(PROVED) && ocamlfind ocamlopt -O3 -w -a -I . verified.mli verified.ml $(DRIVER:%=%.ml) \
	    -o $(abspath $@)

format: install ## rewrite the code in the house format
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)
	@if command -v npm >/dev/null; then $(MAKE) --silent page-format; \
	else echo 'npm is missing: the page is not formatted' >&2; fi

page-format: node_modules/.package-lock.json
	node_modules/.bin/biome check --write --colors=off

bench: install $(PEERS) ## measure speed; ARGS to choose
	$(BIN)/python -m bench $(ARGS)

# What others wrote and is measured against, apart; where it cannot be had, its line says so.
$(PEERS): requirements/peers.txt | $(BIN)/python
	@$(BIN)/python -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip install --quiet --require-hashes -r requirements/peers.txt \
	    || echo 'OpenSpiel cannot be installed here' >&2
	@touch $@

verify: install proofs-here ## the long sweeps: every sampled test case, every theory, every proof's certificate
	@$(call PHASE,Tests,$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --verify $(TEST_ARGS))
	@$(call PHASE,Theories,$(BIN)/marienbad verify --all --bound 150)
	@$(call PHASE,Certificates,$(BIN)/python -m bench certificates)

docs: install ## the documentation in both languages, into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -b html docs docs/_build/html
	$(BIN)/sphinx-build -W --keep-going -b html -c docs -D language=fr \
	    -d docs/_build/doctrees-fr docs/fr docs/_build/html/fr

lock: install ## resolve the newest allowed dependencies into requirements/
	$(COMPILE_LOCK) --output-file requirements/runtime.txt pyproject.toml
	$(COMPILE_LOCK) --all-extras --output-file requirements/development.txt pyproject.toml
	$(COMPILE_LOCK) --extra web --extra fast --constraint requirements/development.txt \
	    --output-file requirements/server.txt pyproject.toml
	printf 'babel\nhatchling\n' | $(COMPILE_LOCK) --constraint requirements/development.txt \
	    --output-file requirements/build.txt -
	echo open-spiel | $(COMPILE_LOCK) --output-file requirements/peers.txt -

clean: ## remove everything that was made here
	rm -rf $(VENV) node_modules build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f $(LOCALE)/*/LC_MESSAGES/*.mo
	rm -rf __pycache__ docs/__pycache__
	find src tests $(wildcard bench) -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(MAKES_VENV) || $(call ADD,python3 python3-venv)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo 'marienbad needs Python 3.11 or newer: "$(PYTHON)" is missing or older.'; \
	    echo 'Install it, or name another one: make PYTHON=python3.12'; exit 1; } >&2
	@$(MAKES_VENV) || { \
	    echo 'Python cannot make virtual environments: its module venv or ensurepip is missing.'; \
	    echo 'On Debian and Ubuntu: apt-get install python3-venv'; exit 1; } >&2
	@test -w . || { \
	    echo 'This folder cannot be written, and everything is made in it: expected a copy of your own.'; \
	    exit 1; } >&2
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml hatch_build.py requirements/development.txt | $(BIN)/python
	@$(call PHASE,Installation (once; about a minute), \
	    $(BIN)/python -m pip install --quiet --require-hashes -r requirements/development.txt && \
	    $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .)
	@touch $@

$(COMPILED): $(CATALOGUES) $(INSTALLED)
	@$(BIN)/python hatch_build.py
	@touch $@

# numba compiles again what has changed; elsewhere it would do so when the first question is asked.
$(KERNELS): $(wildcard src/marienbad/solver/kernels/*.py) src/marienbad/solver/precompile.py $(COMPILED)
	@$(call PHASE,Compilation of the search (once; about a minute),$(BIN)/python -m marienbad.solver.precompile)
	@touch $@
