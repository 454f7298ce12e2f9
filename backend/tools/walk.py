"""`make walk`: a new user's way, timed. A fresh clone in an empty folder, the README, then the guides it leads to.

Every command of `docs/guide/start.md` and `mcp.md` is run as it is written, in one shell, and its time printed. Only
the two ports differ, since others may be in use, and what needs a program that is not on this machine is left out and
said so. Packages come from wherever this user's npm and uv take them. Commits alone are walked, not open changes.
"""

import http.client
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.console import ROOT, Failure, environment, main, say

PAGES = ("docs/guide/start.md", "docs/guide/mcp.md")
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUNNING = re.compile(r"Glyph is running: (http://\S+)")
START = "make run"
ANSWERED_WITH_AN_ERROR = '"error":'
"""What curl calls a success all the same."""
START_LIMIT_S = 1_800.0
STOP_LIMIT_S = 120.0
OPEN_LIMIT_S = 30.0
ELSEWHERE = "/srv/glyph"
"""Where the guides' examples have the repository."""


@dataclass(slots=True)
class Walk:
    """Where one walks, and what has been seen: each step with its seconds and how it ended."""

    root: Path
    ports: tuple[int, int]
    steps: list[tuple[float, str, str]] = field(default_factory=list[tuple[float, str, str]])

    def note(self, began_s: float, verdict: str, what: str) -> None:
        self.steps.append((time.monotonic() - began_s, verdict, what))
        say(f"{self.steps[-1][0]:8.1f} s  {verdict:8}  {what}")

    def as_here(self, command: str) -> str:
        """Return a command for this folder and these ports."""
        return command.replace(ELSEWHERE, str(self.root)).replace("127.0.0.1:8765", f"127.0.0.1:{self.ports[0]}")

    def surroundings(self) -> dict[str, str]:
        """Return a new user's environment: no setting of Glyph but the ports, no environment of Python."""
        kept = {name: value for name, value in environment().items() if not name.startswith("GLYPH_")}
        api, workbench = (str(port) for port in self.ports)
        return {**kept, "GLYPH_API__PORT": api, "GLYPH_WORKBENCH__PORT": workbench, "NO_COLOR": "1"}


def free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1]), int(other.getsockname()[1])


def commands_of(page: str) -> list[str]:
    """Return the commands of a page's shell blocks, in its order; one that goes on on the next line is one."""
    text = "".join(SHELL_BLOCK.findall(page)).replace("\\\n", "\\\0")
    return [line.replace("\\\0", "\\\n") for line in text.splitlines() if line and not line.startswith("#")]


def missing_program(command: str) -> str | None:
    """Return the program that a command begins with when this machine lacks it; `glyph` is made by the walk itself."""
    name = command.split(maxsplit=1)[0]
    return name if name in {"claude", "docker", "curl"} and shutil.which(name) is None else None


class Shell:
    """One `sh` for the whole walk, so that what a page exports holds further down."""

    def __init__(self, walk: Walk) -> None:
        self._process = subprocess.Popen(
            ["sh"],
            cwd=walk.root,
            env=walk.surroundings(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )

    def run(self, command: str) -> tuple[int, str]:
        """Run a command to its end and return its exit code and all that it said."""
        told, heard = self._process.stdin, self._process.stdout
        if told is None or heard is None:
            raise Failure("The shell has no pipes.")
        mark = secrets.token_hex(8)
        told.write(f"{command} </dev/null\nprintf '\\n{mark} %s\\n' $?\n")
        told.flush()
        said: list[str] = []
        for line in heard:
            if line.startswith(mark):
                return int(line.split()[1]), "".join(said)
            said.append(line)
        raise Failure(f"The shell has ended at: {command}")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(STOP_LIMIT_S)


@contextmanager
def running(walk: Walk) -> Generator[str]:
    """Run `make run` as the README says until it prints the address, yield that, and end it as Ctrl-C does."""
    process = subprocess.Popen(
        START.split(),
        cwd=walk.root,
        env=walk.surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    too_long = threading.Timer(START_LIMIT_S, process.kill)
    too_long.start()
    try:
        yield _address(process)
    finally:
        too_long.cancel()
        with_children = os.getpgid(process.pid)
        os.killpg(with_children, signal.SIGINT)
        process.wait(STOP_LIMIT_S)


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address that `make run` prints. What it says afterwards is read, so that it never waits for us."""
    said: list[str] = []
    heard = process.stdout or ()
    for line in heard:
        said.append(line)
        if found := RUNNING.search(line):
            threading.Thread(target=list[str], args=(heard,), daemon=True).start()
            return found[1]
    raise Failure(f"`{START}` has ended:\n{''.join(said)}")


def walk_page(walk: Walk, shell: Shell, page: str) -> None:
    for command in commands_of((walk.root / page).read_text(encoding="utf-8")):
        first_line = command.splitlines()[0]
        if command == START:
            continue
        began_s = time.monotonic()
        if absent := missing_program(command):
            walk.note(began_s, "left out", f"{first_line}  ({absent} is not on this machine)")
            continue
        code, said = shell.run(walk.as_here(command))
        holds = code == 0 and ANSWERED_WITH_AN_ERROR not in said
        walk.note(began_s, "ok" if holds else "FAILED", first_line)
        if not holds:
            say(said)


def open_address(walk: Walk, address: str) -> None:
    began_s = time.monotonic()
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=OPEN_LIMIT_S)
    with closing(connection):
        connection.request("GET", "/")
        status = connection.getresponse().status
    walk.note(began_s, "ok" if status < 400 else "FAILED", f"open {address}")


def cloned(walk: Walk) -> None:
    began_s = time.monotonic()
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(walk.root)], check=True)
    readme = (walk.root / "README.md").read_text(encoding="utf-8")
    lacking = [wanted for wanted in (START, *PAGES) if wanted not in readme]
    if lacking:
        raise Failure(f"README.md leads nobody to: {', '.join(lacking)}")
    walk.note(began_s, "ok", "git clone; README.md names the command and the guides")


def run() -> None:
    """Walk, and fail when any command of the guides does."""
    with tempfile.TemporaryDirectory(prefix="glyph-walk-", ignore_cleanup_errors=True) as folder:
        walk = Walk(Path(folder) / "glyph", free_ports())
        cloned(walk)
        began_s = time.monotonic()
        with running(walk) as address:
            walk.note(began_s, "ok", START)
            open_address(walk, address)
            shell = Shell(walk)
            try:
                for page in PAGES:
                    say(f"-- {page}")
                    walk_page(walk, shell, page)
            finally:
                shell.close()
    say(f"{sum(seconds for seconds, _, _ in walk.steps):8.1f} s  in all")
    if any(verdict == "FAILED" for _, verdict, _ in walk.steps):
        raise Failure("A new user would have been stopped: see above.")


if __name__ == "__main__":
    main(run)
