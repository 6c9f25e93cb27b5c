# Two commands: `make demo` shows what comes out of the example project, `make test` passes the
# tests. Each sets up all it needs below .venv, .venv-checked and .venv-pure.

PYTHON ?= python3
SOURCES := pyproject.toml setup.py README.md $(shell find scrapy_treesim -name '*.py' -o -name '*.pxd') \
	$(wildcard scrapy_treesim/inspector/static/*)
BIN := .venv/bin
# One process a processor.
PYTEST := bin/pytest -n logical --dist worksteal

# Variants of pages that are tried, at random.
FUZZ := 1000
SANITIZED_FUZZ := 1000
# The checked build and the sanitizers look for indices that lead outside, so they run what kernels
# and hostile pages are tested by. As plain Python all kernels are compared with the compiled ones
# there; what is left to show of an installation with no compiler is that everything runs.
BOUNDS := tests/test_kernels.py tests/test_bounds.py tests/test_hostile.py
PURE := tests/test_bounds.py tests/test_addon.py tests/test_page.py tests/test_tree.py \
	tests/test_article.py tests/test_records.py tests/test_comments.py tests/test_key_tree.py \
	tests/test_middleware.py tests/test_template_crawl.py tests/test_command.py \
	tests/test_inspector_app.py tests/test_public_api.py

.PHONY: demo test coverage sanitize lint types clean
demo: .venv/.installed
	cd example_project && rm -rf output && ../$(BIN)/scrapy crawl site --loglevel=ERROR
	$(BIN)/python example_project/show_feeds.py

test: lint types .venv-checked/.tested
	TREESIM_EXPECT=compiled .venv/$(PYTEST)
	TREESIM_EXPECT=checked .venv-checked/$(PYTEST) $(BOUNDS)
	TREESIM_EXPECT=checked .venv-checked/bin/python .ci/fuzz.py \
		--pages example_project/site --count $(FUZZ) --seed 1
	TREESIM_EXPECT=interpreted .venv-pure/$(PYTEST) $(PURE)

# Apart from the tests: to watch each line makes plain Python several times slower.
coverage: .venv-pure/.tested
	TREESIM_EXPECT=interpreted .venv-pure/$(PYTEST) --cov --cov-report=term

# Apart from the tests: gcc's AddressSanitizer and UBSan, which Python has to be started with.
SANITIZING = LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=4 \
	UBSAN_OPTIONS=print_stacktrace=1
sanitize: .venv-sanitized/.tested
	$(SANITIZING) TREESIM_EXPECT=compiled .venv-sanitized/bin/pytest tests/test_kernels.py tests/test_bounds.py
	$(SANITIZING) TREESIM_EXPECT=compiled .venv-sanitized/bin/python .ci/fuzz.py \
		--pages example_project/site --count $(SANITIZED_FUZZ) --seed 2

lint: .venv/.tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.tested .venv-pure/.tested
	$(BIN)/mypy

clean:
	rm -rf .venv .venv-checked .venv-pure .venv-sanitized build

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

.venv-checked/.tested: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv-checked --compiler
	TREESIM_CHECKED=1 TREESIM_REQUIRE_EXT=1 .venv-checked/bin/pip install --quiet ".[test]"
	touch $@

.venv-sanitized/.tested: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv-sanitized --compiler
	TREESIM_SANITIZE=1 TREESIM_REQUIRE_EXT=1 .venv-sanitized/bin/pip install --quiet ".[test]"
	touch $@

.venv-pure/.tested: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv-pure
	TREESIM_NO_EXT=1 .venv-pure/bin/pip install --quiet ".[test]"
	touch $@
