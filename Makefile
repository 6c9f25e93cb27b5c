# Two commands: `make demo` shows what comes out of the example project, `make test` passes the
# tests. Each sets up all it needs below .venv and .venv-pure.

PYTHON ?= python3
SOURCES := pyproject.toml setup.py README.md $(shell find scrapy_treesim -name '*.py' -o -name '*.pxd') \
	$(wildcard scrapy_treesim/inspector/static/*)
BIN := .venv/bin
# One process a processor.
PYTEST := bin/pytest -n logical --dist worksteal

.PHONY: demo test coverage lint types clean
demo: .venv/.installed
	cd example_project && rm -rf output && ../$(BIN)/scrapy crawl site --loglevel=ERROR
	$(BIN)/python example_project/show_feeds.py

test: lint types
	TREESIM_EXPECT=compiled .venv/$(PYTEST)
	TREESIM_EXPECT=interpreted .venv-pure/$(PYTEST)

# Apart from the tests: to watch each line makes plain Python several times slower.
coverage: .venv-pure/.tested
	TREESIM_EXPECT=interpreted .venv-pure/$(PYTEST) --cov --cov-report=term

lint: .venv/.tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.tested .venv-pure/.tested
	$(BIN)/mypy

clean:
	rm -rf .venv .venv-pure build

# Compiled where there is a compiler, plain Python where there is none.
.venv/.installed: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv
	$(BIN)/pip install --quiet .
	touch $@

# The tests want both kinds, so here a missing compiler is an error (or installed, as root on Debian).
.venv/.tested: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv --compiler
	TREESIM_REQUIRE_EXT=1 $(BIN)/pip install --quiet ".[test,lint]"
	touch $@ .venv/.installed

.venv-pure/.tested: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv-pure
	TREESIM_NO_EXT=1 .venv-pure/bin/pip install --quiet ".[test]"
	touch $@
