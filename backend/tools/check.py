"""`make check`: every static check, all of them run, the failing ones shown in full."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.compose import compose_is_valid, compose_refuses_missing_secrets
from tools.console import FRONTEND, Failure, main, quietly, say, tool


@dataclass(frozen=True, slots=True)
class Verdict:
    """``output`` is shown when the check has failed."""

    passed: bool
    output: str


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    verdict: Callable[[], Verdict]


def of_command(*command: str) -> Callable[[], Verdict]:
    """Return a check that passes when the command exits 0."""

    def verdict() -> Verdict:
        done = quietly(command)
        return Verdict(done.returncode == 0, f"$ {' '.join(command)}\n{done.stdout}")

    return verdict


def of_script(script: str) -> Callable[[], Verdict]:
    """Return a check that passes when a script of frontend/package.json exits 0."""

    def verdict() -> Verdict:
        done = quietly(["npm", "run", "--silent", script], cwd=FRONTEND)
        return Verdict(done.returncode == 0, f"$ npm run {script}   (in frontend/)\n{done.stdout}")

    return verdict


def lock_is_current() -> Verdict:
    """Compare uv.lock with pyproject.toml; offline, since a lock file that fits needs no look-up."""
    done = quietly([tool("uv"), "lock", "--check", "--offline"])
    return Verdict(done.returncode == 0, f"{done.stdout}\nuv.lock does not fit pyproject.toml: run `uv lock`.")


def of_problem(find: Callable[[], str]) -> Callable[[], Verdict]:
    """Return a check that passes when ``find`` has nothing to say."""

    def verdict() -> Verdict:
        problem = find()
        return Verdict(not problem, problem)

    return verdict


def checks() -> tuple[Check, ...]:
    return (
        Check("format", of_command(tool("ruff"), "format", "--check", ".")),
        Check("lint", of_command(tool("ruff"), "check", ".")),
        Check("types", of_command(tool("basedpyright"))),
        Check("import rules", of_command(tool("lint-imports"))),
        Check("Python lock file", lock_is_current),
        Check("front-end lint and format", of_script("lint")),
        Check("front-end types", of_script("typecheck")),
        Check("Dockerfiles", of_command(tool("hadolint"), "backend/Dockerfile", "frontend/Dockerfile")),
        Check("compose file", of_problem(compose_is_valid)),
        Check("compose file without secrets", of_problem(compose_refuses_missing_secrets)),
    )


def report(check: Check) -> bool:
    """Run a check, print its line, and return whether it passed."""
    started = time.monotonic()
    verdict = check.verdict()
    say(f"  {'ok    ' if verdict.passed else 'FAILED'} {check.name} ({time.monotonic() - started:.1f} s)")
    if not verdict.passed:
        say("\n".join(f"         {line}" for line in verdict.output.rstrip().splitlines()))
    return verdict.passed


def check_all() -> None:
    """Run every check. Raises: Failure naming those that failed."""
    failed = [check.name for check in checks() if not report(check)]
    if failed:
        raise Failure(f"Failed: {', '.join(failed)}.")


if __name__ == "__main__":
    main(check_all)
