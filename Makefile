# `make demo` shows what comes out of the example project, `make test` passes the tests, and each
# sets up all it needs in .venv, dist and build; `make wheel` builds what both of them install.

MAKEFLAGS += --no-print-directory
PYTHON ?= python3
SOURCES := pyproject.toml setup.py README.md $(shell find scrapy_treesim build_support -name '*.py' -o -name '*.pxd' -o -name '*.json') \
	$(wildcard scrapy_treesim/inspector/static/*)
BIN := .venv/bin
# One process a processor.
PYTEST := $(BIN)/pytest -n logical --dist worksteal

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
	tests/test_inspector_app.py tests/test_public_api.py tests/test_analysis.py

# A build of the package that comes before the one installed in .venv, whose other packages it uses.
OTHER_BUILD = PYTHONPATH=$(CURDIR)/build/$(1)/site TREESIM_EXPECT=$(2)

WHEEL = $(BIN)/pip wheel --no-deps --wheel-dir
# Once more, though the version be the same.
INSTALL = $(BIN)/pip uninstall -qq --yes scrapy-treesim && \
	$(BIN)/pip install --quiet "$$(ls dist/*.whl)$(EXTRAS)"
KIND = $(BIN)/python -Ic 'import scrapy_treesim as it; \
	print("scrapy-treesim", it.__version__, "compiled" if it.compiled else "as plain Python")'

.PHONY: demo test docs ready builds coverage sanitize steady lint types wheel clean
demo: .venv/.installed
	cd example_project && rm -rf output && ../$(BIN)/scrapy crawl site --loglevel=ERROR
	$(BIN)/python example_project/show_feeds.py
	@$(KIND)

test: ready
	TREESIM_EXPECT=compiled $(PYTEST)
	$(call OTHER_BUILD,checked,checked) $(PYTEST) $(BOUNDS)
	$(call OTHER_BUILD,checked,checked) $(BIN)/python .ci/fuzz.py \
		--pages example_project/site --count $(FUZZ) --seed 1
	$(call OTHER_BUILD,pure,interpreted) $(PYTEST) $(PURE)

# The documentation as a site, in build/docs; a warning is an error.
docs: .venv/.documenting
	$(BIN)/sphinx-build -W -q -b html docs build/docs

# What the tests want: one process compiles while the other downloads.
ready: dist/.compiled
	$(MAKE) -j 2 lint types builds

# One after the other: they share the folder that setuptools describes the package in.
builds:
	$(MAKE) build/checked/.unpacked
	$(MAKE) build/pure/.unpacked

# Apart from the tests: to watch each line makes plain Python several times slower.
coverage: .venv/.tested build/pure/.unpacked
	$(call OTHER_BUILD,pure,interpreted) $(PYTEST) --cov --cov-report=term

# Apart from the tests: gcc's AddressSanitizer and UBSan, which Python has to be started with.
SANITIZING = LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=4 \
	UBSAN_OPTIONS=print_stacktrace=1
sanitize: .venv/.tested build/sanitized/.unpacked
	$(call OTHER_BUILD,sanitized,compiled) $(SANITIZING) $(BIN)/pytest \
		tests/test_kernels.py tests/test_bounds.py
	$(call OTHER_BUILD,sanitized,compiled) $(SANITIZING) $(BIN)/python .ci/fuzz.py \
		--pages example_project/site --count $(SANITIZED_FUZZ) --seed 2

# Apart from the tests: those that wait, so many times over beside so many processes that burn.
TIMES := 20
BURNERS := 4
steady: .venv/.tested
	sh .ci/steady.sh $(TIMES) $(BURNERS) $(BIN)/pytest

lint: .venv/.tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.tested
	$(BIN)/mypy

wheel: dist/.built
	@ls dist/*.whl

clean:
	rm -rf .venv dist build

# Compiled where there is a compiler, plain Python where there is none.
dist/.built: $(SOURCES)
	sh .ci/venv.sh $(PYTHON) .venv
	rm -rf dist
	$(WHEEL) dist .
	touch $@

# The tests want it compiled: here a missing compiler is installed, as root on Debian, or an error.
dist/.compiled: dist/.built
	if ls dist/*-none-any.whl >/dev/null 2>&1; then \
		sh .ci/venv.sh $(PYTHON) .venv --compiler && rm dist/*.whl && \
		TREESIM_REQUIRE_EXT=1 $(WHEEL) dist . ; \
	fi
	touch $@

.venv/.installed: dist/.built
	$(INSTALL)
	touch $@

.venv/.tested: EXTRAS = [test,lint]
.venv/.tested: dist/.compiled
	$(INSTALL)
	touch $@ .venv/.installed

.venv/.documenting: docs/requirements.txt | dist/.built
	$(BIN)/pip install --quiet -r docs/requirements.txt
	touch $@

build/checked/.unpacked: SWITCHES = TREESIM_CHECKED=1 TREESIM_REQUIRE_EXT=1
build/sanitized/.unpacked: SWITCHES = TREESIM_SANITIZE=1 TREESIM_REQUIRE_EXT=1
build/pure/.unpacked: SWITCHES = TREESIM_NO_EXT=1
build/%/.unpacked: $(SOURCES) | dist/.compiled
	rm -rf $(@D)/wheel $(@D)/site
	$(SWITCHES) $(WHEEL) $(@D)/wheel .
	$(BIN)/python -m zipfile -e $(@D)/wheel/*.whl $(@D)/site
	touch $@
