"""A child process for what would slow readers down: it works at a lower priority and ends with its parent.

A module that is run this way calls ``serve`` with what it does; its answer is what it prints.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NoReturn

from glyph.errors import GlyphError
from glyph.index.store import Pulse, steady

TIMEOUT_S = 3_600
PULSE_S = 0.2
NICENESS = 5
BEGIN = b"\n"


class ChildFailed(Exception):
    """A child ended without an answer; the message is what it said last. Stays inside the embedded store."""


class Child:
    """A module that is run in a child process. It makes itself ready and waits; ``begin`` has it work.

    Whoever makes one closes it.
    """

    def __init__(self, module: str, arguments: Sequence[str], *, cwd: Path) -> None:
        self._answer, self._said = TemporaryFile(), TemporaryFile()  # noqa: SIM115 - `close` closes them
        # Its stdin is a pipe that closes when this process ends, however it ends: then the child ends too.
        self._process = subprocess.Popen(  # noqa: S603 - the command is our own module
            [sys.executable, "-m", module, *arguments],
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=self._answer,
            stderr=self._said,
        )

    def begin(self) -> None:
        """Have it do its work. One that has ended before says why in ``answer``."""
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):
                self._process.stdin.write(BEGIN)
                self._process.stdin.flush()

    def answer(self, pulse: Pulse = steady) -> bytes:
        """Return what it printed, once it has ended.

        Raises: ChildFailed; or what ``pulse`` raises.
        """
        code = _await(self._process, pulse)
        if code != 0:
            raise ChildFailed(f"(exit {code}) {_last_line(self._said)}")
        self._answer.seek(0)
        return self._answer.read()

    def close(self) -> None:
        """End it where it still runs, and give back what it held. Idempotent."""
        self._process.kill()
        with self._process:
            self._answer.close()
            self._said.close()


def _last_line(said: IO[bytes]) -> str:
    said.seek(0)
    return (said.read().decode("utf-8", "replace").strip().splitlines() or ["no message"])[-1]


def _await(child: subprocess.Popen[bytes], pulse: Pulse) -> int:
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            return child.wait(PULSE_S)
        except subprocess.TimeoutExpired:
            pulse()
    raise ChildFailed("it took more than an hour")


def serve(work: Callable[[Sequence[str]], str]) -> NoReturn:
    """Do the work of a child process: arguments in, answer out; an error of Glyph's own ends it with its message."""
    os.nice(NICENESS)
    if os.read(0, 1) != BEGIN:
        sys.exit("The parent has ended.")
    end_with_parent()
    try:
        answer = work(sys.argv[1:])
    except GlyphError as error:
        sys.exit(error.message)
    sys.stdout.write(answer)
    sys.stdout.flush()
    os._exit(0)  # to take Chroma apart first would be a tenth of a second for nothing


def end_with_parent() -> None:
    """End this process as soon as its stdin does."""

    def wait() -> None:
        os.read(0, 1)  # not sys.stdin: a thread that waits in it cannot be ended with the process
        os._exit(1)

    threading.Thread(target=wait, name="glyph-parent", daemon=True).start()
