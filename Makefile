# Two commands: `make play` (the site, on SQLite, with its clock inside) and `make test`.
# All they assume is git, make and Python 3.11 with venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.PHONY: help play test check test-services fuzz lock messages clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (make PYTHON=python3.11 ...)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: requirements/run.txt | $(BIN)/python
	$(PIP) -r requirements/run.txt
	@touch $@

$(VENV)/dev.done: requirements/dev.txt | $(BIN)/python
	$(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/run.done

play: $(VENV)/run.done ## set up and serve the site at http://localhost:8000, with demo matches in play
	@MODE=play $(BIN)/python manage.py serve

test: $(VENV)/dev.done ## set up and pass every test that needs no service
	@$(BIN)/python tools/messages.py compile
	$(BIN)/python -m pytest -n 2 -m "not services and not browser"
	@echo "Left out: the tests marked 'services' (PostgreSQL, Redis, Celery) and 'browser' (Chromium): make test-services."

check: $(VENV)/dev.done ## style, types, import rules, migrations, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --lint --quiet templates soule/templates boules/templates piedballe/templates
	@$(BIN)/python tools/messages.py compile
	MODE=test $(BIN)/mypy .
	$(BIN)/lint-imports
	MODE=test $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tools/messages.py check

test-services: $(VENV)/dev.done ## the whole suite on PostgreSQL and Redis, browser tests included
	@$(BIN)/python tools/messages.py compile
	$(BIN)/python -m pytest -n 2

fuzz: $(VENV)/dev.done ## two thousand random matches of pied-balle, each turn checked
	$(BIN)/python -m tests.piedballe.fuzz 2000

lock: ## pin every package anew, with hashes and no address
	tools/lock

messages: $(VENV)/dev.done ## gather the sentences to translate into the .po files
	$(BIN)/python tools/messages.py update

clean: ## forget the environment and the demo database
	rm -rf $(VENV) var staticfiles
