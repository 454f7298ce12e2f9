"""Where the command `glyph` begins: Ctrl-C and SIGTERM are understood before anything else of Glyph is imported."""

import signal
import sys
from types import FrameType

INTERRUPTED, TERMINATED = 130, 143
"""The exit codes of a program that Ctrl-C or SIGTERM has ended: 128 and the number of the signal."""


class Termination:
    """A handler that ends a command as Ctrl-C would, and remembers that it was not Ctrl-C."""

    came = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        self.came = True
        raise KeyboardInterrupt


def exit_code_of_interrupt() -> int:
    """Return the exit code of a command that was interrupted: which signal it was, the handler knows."""
    handler = signal.getsignal(signal.SIGTERM)
    return TERMINATED if isinstance(handler, Termination) and handler.came else INTERRUPTED


def run() -> None:
    """Run the command line."""
    signal.signal(signal.SIGTERM, Termination())
    try:
        from glyph.faces.cli.main import run as run_command

        run_command()
    except KeyboardInterrupt:
        sys.exit(exit_code_of_interrupt())


if __name__ == "__main__":
    run()
