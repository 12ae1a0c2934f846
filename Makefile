# `make demo` and `make test` work on a fresh clone with Python 3.11+ and make; nothing else is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST_ARGS ?=
BENCH_ARGS ?=

# The suite starts many processes of Python, which otherwise compile whatever they import each time (in containers it is often set).
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test test-slow coverage check check-package docs pictures bench bench-page guarantees clean

setup: $(READY)

# Made anew when the dependencies change, not when the code does: the package is installed in place.
$(READY): pyproject.toml uv.lock scripts/setup.sh scripts/browser.sh scripts/test_servers.sh
	@PYTHON='$(PYTHON)' scripts/setup.sh '$(VENV)'
	@scripts/browser.sh '$(BIN)'
	@scripts/test_servers.sh
	@touch $@

demo: $(READY)
	@$(BIN)/actwright demo

# All tests but those that take long: a second of a core and more, most of them whole runs, suites and jobs.
test: $(READY)
	$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal -m 'not slow' $(PYTEST_ARGS)

test-slow: $(READY)
	$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal -m slow $(PYTEST_ARGS)

# All of them, slower, with what of the package it runs through, and what of the code that runs inside pages.
coverage: export IN_PAGE_COVERAGE := $(CURDIR)/.in-page-coverage
coverage: $(READY)
	@rm -rf '$(IN_PAGE_COVERAGE)'
	$(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal --cov --cov-report=term:skip-covered \
		-p tests.in_page_coverage $(PYTEST_ARGS)
	@scripts/with_node.sh node scripts/in_page_coverage.js '$(IN_PAGE_COVERAGE)'

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	@$(BIN)/python scripts/check_words.py
	@scripts/with_node.sh scripts/check_js.sh

# Wheel and sdist in dist, and whether they install and work in empty environments; needs a package index.
check-package: $(READY)
	@PYTHON='$(PYTHON)' scripts/check_package.sh '$(BIN)'

# The site in site/, from docs/ and the code; a warning fails it.
docs: $(READY)
	@PYTHON='$(PYTHON)' scripts/setup.sh '$(VENV)' --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

# The screenshots in docs/, from the current version. Plots come from the benches that measured them.
pictures: $(READY)
	@$(BIN)/python scripts/pictures.py

bench: $(READY)
	$(BIN)/python benchmarks/architectures.py

# BENCH_ARGS as in `make bench-page BENCH_ARGS="--pages FOLDER --rounds 3"`.
bench-page: $(READY)
	@PYTHON='$(PYTHON)' scripts/setup.sh '$(VENV)' --extra bench
	$(BIN)/python benchmarks/page/run.py --against-targets $(BENCH_ARGS)

# From what the proofs wrote into benchmarks/results; CONTRIBUTING.md names them.
guarantees: $(READY)
	@$(BIN)/python benchmarks/guarantees.py

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage .coverage.* .in-page-coverage coverage.xml dist build site node_modules
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
