# The few commands anyone needs. Each sets up what it needs first, and says so.

unexport PYTHONDONTWRITEBYTECODE  # a start without compiled files takes twice as long

PYTHON ?= python3
PORT ?= 8017
BIN := .venv/bin
UV = $(firstword $(wildcard $(BIN)/uv) uv)
RULES := tests/test_cases.py tests/core tests/games
SYSTEM := chromium-headless-shell postgresql redis-server nginx-light caddy tmux openssl
WASM := clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc brotli
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
PARALLEL := $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 15 --durations-min 5

.PHONY: run test cluster check style long sanitized simulate bench audit docs release system upgrade clean python wasm static

run: python          ## serve the site on this machine (PORT=8017)
	@$(PYTHON) tools/prepare.py server
	@exec $(BIN)/quintet serve --port $(PORT)

test: python node_modules/.ready    ## every test, the long ones in part; branch coverage of core and games
	@$(PYTHON) tools/prepare.py dev
	@echo "The rules are tested beside the rest; their lines come last."
	@$(BIN)/coverage run -m pytest $(RULES) >build/rules.log 2>&1 & rules=$$!; \
	$(PARALLEL) -m 'not cluster' $(RULES:%=--ignore=%); rest=$$?; \
	wait $$rules; held=$$?; cat build/rules.log; $(BIN)/coverage report; covered=$$?; \
	exit $$((rest || held || covered))

cluster: python      ## the tests that start a Ray cluster of two nodes
	@$(PYTHON) tools/prepare.py dev
	@$(PYTHON) tools/prepare.py cluster
	$(BIN)/pytest -m cluster tests

check: style long sanitized   ## all of them

style: python node_modules/.ready   ## style, plain words, types, the direction of imports, the browser client
	@$(PYTHON) tools/prepare.py dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/plain_words.py
	@if [ -x node_modules/.bin/tsc ]; then node_modules/.bin/tsc && node --test tests/js/*.test.js && \
	node_modules/.bin/pyright --pythonpath $(BIN)/python tests/clients; \
	else echo "NOT RUN: the checks of the browser client, because there is no npm (Debian: apt install npm)"; fi

long: python         ## the long tests in full
	@$(PYTHON) tools/prepare.py dev
	QUINTET_LONG=1 $(PARALLEL) -m long

sanitized: python    ## the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@if command -v $${CXX:-c++} >/dev/null; then set -ex; \
	cmake -S . -B build/sanitized -DQUINTET_TESTS=ON -DQUINTET_SANITIZE=ON; \
	cmake --build build/sanitized --parallel 2; \
	ctest --test-dir build/sanitized --output-on-failure --parallel 2; \
	else echo "NOT RUN: the tests of the engine room, because there is no C++ compiler (Debian: apt install g++)"; fi

simulate: python     ## the live part with simulated faults, for MINUTES=10 (all night: 600); SEED=17 runs one again
	@$(PYTHON) tools/prepare.py dev
	@cd tests && exec ../$(BIN)/python -m simulation $(if $(SEED),--seeds $(SEED),--minutes $(or $(MINUTES),10))

bench: python        ## fixed work, timed
	@$(PYTHON) tools/prepare.py dev
	$(BIN)/python -m bench

audit: python        ## known vulnerabilities of the versions in constraints.txt, where the index has their data
	@$(PYTHON) tools/prepare.py dev
	@$(BIN)/python tools/audit.py

docs: python         ## the book, in build/docs; warnings are errors
	@$(PYTHON) tools/prepare.py docs
	@$(BIN)/sphinx-build -W --keep-going -E -q -j 2 docs build/docs && echo "Open build/docs/index.html"

release: docs        ## sdist and wheels of the last commit in dist/, checked; nothing is published
	@$(PYTHON) tools/prepare.py release
	@$(BIN)/python tools/release.py

nightly: python      ## what takes too long for every change: long tests, cluster, the book, a release tried on three Pythons, one more point of the curves of speed
	@$(MAKE) wasm long cluster docs release
	@$(BIN)/python tools/installs.py
	$(BIN)/python -m bench.history

wasm: python         ## the kernels for browsers, build/wasm/quintet.wasm, by Debian's clang (it says what is missing); KERNELS: .cpp files of your own
	@$(PYTHON) tools/build_wasm.py $(KERNELS)
	@$(PYTHON) tools/build_wasm.py plain $(KERNELS)

static: wasm         ## the site as a folder for any web host, build/static
	@$(PYTHON) tools/prepare.py server
	@$(BIN)/quintet export build/static

system:              ## the programs that some tests need, from Debian's packages (as root)
	@if dpkg -s $(SYSTEM) $(WASM) >/dev/null 2>&1; then echo "$(SYSTEM) $(WASM): all here"; \
	else apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $(SYSTEM) $(WASM); fi

upgrade: python      ## renew constraints.txt, the exact versions that everything is installed with
	@$(PYTHON) tools/prepare.py upgrade

clean:
	rm -rf .venv build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache node_modules

python:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): install Python 3.11 or later, or name one: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Quintet needs Python 3.11 or later, and $(PYTHON) is %d.%d: name another, for example make PYTHON=python3.12" % sys.version_info[:2])'

node_modules/.ready: package.json
	@if command -v npm >/dev/null; then echo "Installing what checks the browser client (npm)"; \
	npm install --no-audit --no-fund --no-package-lock --silent && touch $@; fi
