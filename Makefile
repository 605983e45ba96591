# Everything a developer types. Needs Python ≥ 3.11, a Rust toolchain with a C linker, and make; the
# rest is installed into .venv: what running needs by `make build`, what testing needs by `make dev`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HAND ?= 9d Td 6c Qc 8h
SECONDS ?= 60
PORT ?= 8000

# Deno checks the JavaScript of the page. It keeps its files in the environment and asks for nothing.
PAGE := python/cardcore/serve/page
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

# What is compiled is kept, whatever the environment says: tests start hundreds of interpreters.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest -q --numprocesses logical --maxprocesses 8 --dist worksteal

# Installs the requirements of an extra of pyproject.toml; without a name, those of building and running.
EXTRA = python .ci/requirements.py --install $(1)

RUST_SOURCES := $(shell find rust -name '*.rs' -not -path '*/tests/*' -not -path '*/benches/*' -not -path '*/examples/*') \
	$(shell find . -name Cargo.toml -not -path './target/*' -not -path './.venv/*') Cargo.lock

.DEFAULT_GOAL := help
.PHONY: help run serve build dev check test rust lint lint-rust lint-python test-rust test-slow \
	test-python coverage fuzz format bench bench-instructions bench-cluster bench-serve docs pictures screenshots wheel \
	sdist clean tools

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/$(if $(wildcard $(VENV)/.installed),.built,.tried) ## Run the main job on a sample hand (HAND="…" for another)
	@$(BIN)/cardcore discard "$(HAND)"

serve: build ## Open a table in the browser (PORT=8000)
	@$(BIN)/python -c 'import starlette, uvicorn, websockets' 2>/dev/null || $(BIN)/$(call EXTRA,serve)
	@$(BIN)/cardcore serve --port $(PORT)

build: $(VENV)/.built ## Build the extension in release mode into .venv

dev: $(VENV)/.dev $(VENV)/.built ## Add to .venv what the tests and lints need

# The next `make build` is a whole one again: what is built here is soon there, but slow.
check: $(VENV)/.dev ## Check what has changed within a minute (SUBJECT=hearts for one subject)
	@rm -f $(VENV)/.built
	PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/maturin develop --profile quick --quiet
	cargo fmt --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/python tests/check_words.py
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(DENO) check --quiet --no-remote $(PAGE)
	cargo test --profile quick --quiet -p cardcore $$($(BIN)/python tests/changed.py --rust $(SUBJECT))
	$(BIN)/python -m pytest -q -x $$($(BIN)/python tests/changed.py $(SUBJECT))

# Rust and Python side by side, so that no core is idle while one of them downloads, links or waits.
test: ## Run every test, lint and check
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) \
		rust test-python lint-python

rust:
	@$(MAKE) --no-print-directory lint-rust
	@$(MAKE) --no-print-directory test-rust

lint: lint-rust lint-python ## Check formatting, lints and types

lint-rust: tools
	@$(PYTHON) .ci/tools.py --lint
	cargo fmt --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace --document-private-items --quiet

lint-python: dev
	$(BIN)/python tests/check_words.py
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python tests/check_types.py
	$(BIN)/python -m mypy.stubtest cardcore._core --allowlist tests/data/stubtest-allowlist.txt \
		--mypy-config-file pyproject.toml
	$(DENO) fmt --check
	$(DENO) lint
	$(DENO) check --no-remote $(PAGE)

# Without the examples, which the lints check: linking each takes longer than most tests.
test-rust: tools ## Run the Rust tests, doctests included
	$(PYTHON) tests/time_limit.py 3600 cargo test -p cardcore --quiet --lib --tests
	$(PYTHON) tests/time_limit.py 3600 cargo test -p cardcore --quiet --doc

test-slow: dev ## Run what takes minutes: Rust tests over all hands, Python tests with all random cases
	$(PYTHON) tests/time_limit.py 7200 cargo test --release -p cardcore -- --ignored
	CARDCORE_SLOW=1 $(PYTEST) --timeout 3600 --override-ini faulthandler_timeout=7200
	CARDCORE_SEEDS=100000 $(BIN)/python -m pytest -q --timeout 0 -o faulthandler_timeout=0 tests/jobs/test_simulation.py
	$(BIN)/python -m tests.serve.simulation --seeds 100000

test-python: dev ## Run the Python tests: parity, units, properties, CLI, docs
	$(PYTEST)

coverage: dev ## Measure what the Python tests reach, and keep it in tests/report.md
	$(BIN)/python tests/report.py --coverage

fuzz: dev ## Feed hostile input to everything that reads (SECONDS=… for longer)
	cargo run --profile fuzz --quiet -p cardcore-fuzz -- --seconds $$(($(SECONDS) / 2))
	$(BIN)/python -m fuzz --seconds $$(($(SECONDS) / 2))

format: dev ## Format all sources
	cargo fmt
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(DENO) fmt

bench: dev ## Measure against the reference and named peers
	$(BIN)/$(call EXTRA,bench)
	$(BIN)/python -m bench

docs: dev ## Build the documentation site into build/site, warnings as errors, and check it in Chromium
	$(BIN)/$(call EXTRA,docs)
	$(BIN)/python -m docs.generate
	$(BIN)/zensical build --strict --config-file build/zensical.toml
	$(BIN)/python -m docs.check

pictures: dev ## Draw the terminal pictures of the documentation again
	$(BIN)/python docs/pictures.py

screenshots: dev ## Photograph the page of the server again, in Chromium
	$(BIN)/python docs/screenshots.py

bench-serve: dev ## Measure the server with 200 rooms at once, on a machine with nothing else to do
	$(BIN)/python -m bench serve --write

bench-cluster: dev ## Measure workers against threads, on a machine with nothing else to do
	$(BIN)/python -m bench cluster --write

bench-instructions: tools ## Count instructions under callgrind (UPDATE=--update keeps the counts)
	$(PYTHON) -m bench.instructions $(UPDATE)

# Zig links against an old glibc, so that the wheel runs on every Linux since 2014. With `ZIG=` it is for
# systems like this one, and nothing is compiled that `make build` has compiled.
ZIG ?= --zig --compatibility manylinux2014
wheel: build ## Build the wheel into dist/
	@rm -f dist/*.whl
	$(BIN)/python .ci/licenses.py
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement .ci/release.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/maturin build --release --locked --out dist --quiet \
		$(if $(filter Linux,$(shell uname -s)),$(ZIG))

sdist: build ## Build the source distribution into dist/
	@rm -f dist/*.tar.gz
	$(BIN)/python .ci/licenses.py
	$(BIN)/maturin sdist --out dist

clean: ## Remove what was built
	rm -rf $(VENV) target dist build LICENSE-THIRD-PARTY.txt

tools:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found: install Python 3.11 or newer, or name one with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is too old: Python 3.11 or newer is needed" >&2; exit 1; }
	@$(PYTHON) .ci/tools.py

# `tools` is checked every time but does not make the environment out of date.
$(VENV)/.installed: pyproject.toml .ci/requirements.py | tools
	$(PYTHON) -m venv $(VENV)
	$(BIN)/$(call EXTRA,)
	@touch $@

# For a first look: what running needs and no more, soon there rather than fast. What only another
# build would need is not kept.
$(VENV)/.tried: pyproject.toml $(RUST_SOURCES) | tools
	$(PYTHON) -m venv $(VENV)
	target=$$(mktemp -d) && trap 'rm -rf "$$target"' EXIT && CARGO_TARGET_DIR=$$target \
		CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# May run beside the build: what both need is installed before.
$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/$(call EXTRA,dev)
	@touch $@

$(VENV)/.built: $(VENV)/.installed $(RUST_SOURCES)
	PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/maturin develop --release --quiet
	@touch $@
