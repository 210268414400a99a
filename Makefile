# The few commands anyone needs. Each one sets up what it needs first.

PYTHON ?= python3
PORT ?= 8017
BIN := .venv/bin
READY := .venv/ready
RULES := tests/test_cases.py tests/core tests/games tests/contract

.PHONY: run test check sanitized bench clean

run: $(READY)        ## serve the site on this machine (PORT=8017)
	@$(BIN)/quintet serve --port $(PORT)

test: $(READY)       ## every test; the rules first, with branch coverage of core and games
	$(BIN)/coverage run -m pytest $(RULES)
	$(BIN)/coverage report
	$(BIN)/pytest $(RULES:%=--ignore=%)

check: $(READY)      ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npm >/dev/null 2>&1 && { [ -x node_modules/.bin/tsc ] || npm install --no-audit --no-fund --no-package-lock --silent; }; \
	then node_modules/.bin/tsc && node --test tests/js/*.test.js; \
	else echo "SKIPPED: the types and modules of the browser client are checked only where node and npm are"; fi
	@if command -v c++ >/dev/null 2>&1; then $(MAKE) --no-print-directory sanitized; \
	else echo "SKIPPED: the tests of the engine room are run only where a C++ compiler is"; fi

sanitized:           ## the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer
	cmake -S . -B build/sanitized -DQUINTET_TESTS=ON -DQUINTET_SANITIZE=ON
	cmake --build build/sanitized --parallel 2
	ctest --test-dir build/sanitized --output-on-failure --parallel 2

bench: $(READY)      ## fixed work, timed
	$(BIN)/python -m bench

clean:
	rm -rf .venv build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache node_modules

# uv where it is installed, the machine's own venv and pip where it is not.
$(READY): pyproject.toml CMakeLists.txt $(shell find cpp -name "*.?pp")
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python $(PYTHON) .venv && uv pip install --quiet --python .venv -e '.[dev]'; \
	else \
	  $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; \
	fi
	@touch $@
