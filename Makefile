# Two commands do everything on a machine with Python, make and git: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test faults bench browser clean

demo: $(VENV)/installed
	@$(BIN)/iquazu demo --to demo

test: $(VENV)/tests-installed browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/pip pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all]'
	@touch $@

$(VENV)/tests-installed: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@

# Every command in every circumstance and with every hostile file, then a minute of mutated records.
faults: $(VENV)/tests-installed
	IQUAZU_FAULTS=all $(BIN)/pytest -n auto tests/faults
	$(BIN)/python -m tests.faults.fuzz --seconds 60

# What it measures, and beside whom, is told in bench/run.py. BENCH=--small takes a few minutes.
bench: $(VENV)/tests-installed pgn-extract
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python bench/run.py $(BENCH)

.PHONY: pgn-extract
pgn-extract:
	@if command -v pgn-extract >/dev/null || [ -x /usr/games/pgn-extract ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	    && apt-get update -qq && apt-get install -y -qq pgn-extract >/dev/null; then :; \
	else \
	    echo "pgn-extract is not here and can't be installed: it is reported as missing"; \
	fi

# The tests of page and app want a real browser. It is installed where that needs no password.
browser:
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	    && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; then \
	    echo "chromium was installed for the tests of page and app"; \
	else \
	    echo "chromium is not here and can't be installed: the browser tests are skipped"; \
	fi

clean:
	rm -rf $(VENV) build dist *.egg-info
