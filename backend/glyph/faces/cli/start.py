"""Where the command `glyph` begins: Ctrl-C is understood before anything else of Glyph is imported."""

import sys

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended: 128 and the number of the signal."""


def run() -> None:
    """Run the command line."""
    try:
        from glyph.faces.cli.main import run as run_command

        run_command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
