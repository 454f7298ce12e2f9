"""What the scripts share: where the repository lies, and how a step is run and reported."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
BUILD_SERVER = FRONTEND / ".next" / "standalone" / "server.js"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

MISLEADING = ("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "UV_PROJECT_ENVIRONMENT", "PIP_USER", "CONDA_PREFIX")
"""Variables of another environment that happens to be active; they would send packages or imports astray."""


NO_TELEMETRY = {"NEXT_TELEMETRY_DISABLED": "1", "ORT_DISABLE_TELEMETRY": "1"}


class Failure(Exception):
    """A step failed; the message says what and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment for a child, without what points elsewhere, plus ``changes``."""
    kept = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    return {**kept, **NO_TELEMETRY, **(changes or {})}


def tool(name: str) -> str:
    """Return the path of a command of the virtual environment."""
    return str(VENV / "bin" / name)


def quietly(
    command: Sequence[str | Path], *, cwd: Path = ROOT, changes: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and return it with stdout and stderr together in ``stdout``."""
    try:
        return subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=environment(changes),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError as error:
        raise Failure(f"{command[0]} is missing: run `make setup`.") from error


def aloud(command: Sequence[str | Path], *, cwd: Path = ROOT, changes: Mapping[str, str] | None = None) -> int:
    """Run a command whose output goes straight through, and return its exit code."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment(changes), stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode


def answer(command: Sequence[str | Path]) -> str:
    """Return what a command says on stdout; what it says on stderr goes straight through.

    Raises: Failure when it exits with an error.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise Failure(f"`{' '.join(map(str, command))}` failed; the reason stands above.")
    return done.stdout.strip()


def step(
    title: str, command: Sequence[str | Path], *, cwd: Path = ROOT, changes: Mapping[str, str] | None = None
) -> None:
    """Announce a step, run it quietly, and say how long it took.

    Raises: Failure with all that the command said.
    """
    say(f"  {title} …")
    started = time.monotonic()
    done = quietly(command, cwd=cwd, changes=changes)
    if done.returncode != 0:
        raise Failure(f"{done.stdout.rstrip()}\n\n{title} failed: `{' '.join(map(str, command))}`")
    say(f"    done in {time.monotonic() - started:.0f} s")


def main(body: Callable[[], int | None]) -> None:
    """Run a script's body in the repository's root and leave with its exit code; a Failure is printed, not traced."""
    os.chdir(ROOT)
    try:
        sys.exit(body() or 0)
    except Failure as failure:
        print(f"\n{failure}", file=sys.stderr, flush=True)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
