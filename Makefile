# The front door of Glyph. `make` alone lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup run dev check test smoke bench docs walk screenshots

# The newest Python that really starts: a shim on PATH may name a version that is not installed.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { command -v "$$name"; break; }; done)
# Scripts run from backend/, so that `tools` is theirs and no package's; they find the repository by themselves.
TOOL := cd backend && ../.venv/bin/python -m

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

setup: ## install everything from the lock files and build the workbench; does nothing when current
	@test -n "$(PYTHON)" || { echo "Glyph needs Python 3.11 or newer: no such python3 is on PATH (or name one: make setup PYTHON=/path/to/python)." >&2; exit 1; }
	@cd backend && "$(PYTHON)" -m tools.prepare

run: setup ## index the corpus and start API and workbench on loopback; Ctrl-C stops both
	@$(TOOL) tools.run

dev: setup ## the same for developers: the API restarts and the workbench reloads on a change
	@$(TOOL) tools.dev

check: setup ## format, lint, types, import rules, lock files, Dockerfiles, compose
	@$(TOOL) tools.check

test: setup ## everything CI runs: check, front-end tests, wheel, browser, Python and browser tests
	@$(TOOL) tools.suite

smoke: setup ## build the wheel and prove it in an empty environment
	@$(TOOL) tools.smoke

bench: setup ## measure indexing, queries and rebuilds beside their baselines; writes bench/ (20 minutes)
	@$(TOOL) tools.bench $(BENCH)

walk: setup ## a new user's way: clone, README, guides, every command of them run and timed (10 minutes)
	@$(TOOL) tools.walk

docs: setup ## write docs/reference anew from settings, commands, REST and MCP
	@$(TOOL) tools.docs

screenshots: setup ## draw every screen for the guide anew, wide and narrow, light and dark (SCREENS="search index" draws only these)
	@.venv/bin/python -m tests.browser.screenshots $(SCREENS)
