"""A child process for what would slow readers down: it works at a lower priority and ends with its parent.

A module that is run this way calls ``serve`` with what it does; its answer is what it prints.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from glyph.errors import GlyphError
from glyph.index.store import Pulse, steady

TIMEOUT_S = 3_600
PULSE_S = 0.2
NICENESS = 5


class ChildFailed(Exception):
    """A child ended without an answer; the message is what it said last. Stays inside the embedded store."""


def run_in_child(module: str, arguments: Sequence[str], *, cwd: Path, pulse: Pulse = steady) -> bytes:
    """Run a module in a child process and return what it printed.

    Raises: ChildFailed; or what ``pulse`` raises, when the child has ended.
    """
    command = [sys.executable, "-m", module, *arguments]
    # Its stdin is a pipe that closes when this process ends, however it ends: then the child ends too.
    with (
        TemporaryFile() as answer,
        TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - the command is our own module
            command, cwd=cwd, stdin=subprocess.PIPE, stdout=answer, stderr=said
        ) as child,
    ):
        try:
            code = _await(child, pulse)
        except BaseException:
            child.kill()
            raise
        if code != 0:
            said.seek(0)
            last = (said.read().decode("utf-8", "replace").strip().splitlines() or ["no message"])[-1]
            raise ChildFailed(f"(exit {code}) {last}")
        answer.seek(0)
        return answer.read()


def _await(child: subprocess.Popen[bytes], pulse: Pulse) -> int:
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            return child.wait(PULSE_S)
        except subprocess.TimeoutExpired:
            pulse()
    raise ChildFailed("it took more than an hour")


def serve(work: Callable[[Sequence[str]], str]) -> None:
    """Do the work of a child process: arguments in, answer out; an error of Glyph's own ends it with its message."""
    end_with_parent()
    os.nice(NICENESS)
    try:
        answer = work(sys.argv[1:])
    except GlyphError as error:
        sys.exit(error.message)
    sys.stdout.write(answer)


def end_with_parent() -> None:
    """End this process as soon as its stdin does."""

    def wait() -> None:
        os.read(0, 1)  # not sys.stdin: a thread that waits in it cannot be ended with the process
        os._exit(1)

    threading.Thread(target=wait, name="glyph-parent", daemon=True).start()
