"""The command line: data on stdout, progress and logs on stderr; exit 0 ok, 1 failed, 2 usage, 130 Ctrl-C, 143 SIGTERM.

Commands import what is heavy when they run: every `--help`, typing mistake and completion waits for this module.
"""

import logging
import sys
from typing import Annotated, NoReturn

import typer

from glyph import __version__
from glyph.errors import GlyphError
from glyph.faces.cli import (
    connect,
    doctor,
    evaluation,
    generations,
    history,
    importing,
    index,
    passwords,
    redaction,
    search,
    serve,
    text,
)
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_error, stderr
from glyph.faces.cli.start import INTERRUPTED, TERMINATED, exit_code_of_interrupt

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="glyph",
    help="Search, edit and ask a private corpus of infrastructure runbooks.",
    epilog=examples(
        "glyph index                    # read the documents; again whenever they have changed",
        'glyph search "VPN is slow"     # ask them',
        "glyph status                   # is the index fresh?",
        "glyph search --help            # each command's help has examples",
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for module in (
    index,
    search,
    serve,
    importing,
    text,
    evaluation,
    generations,
    history,
    doctor,
    connect,
    passwords,
    redaction,
):
    module.add_commands(app)


LEVELS = {"serve": logging.INFO, "index": logging.ERROR}
"""What is logged without --verbose: a server keeps a record, `index` prints its problems itself."""


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"glyph {__version__}")
        raise typer.Exit


@app.callback()
def configure(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback answers
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what happens.")] = False,
) -> None:
    """Search, edit and ask a private corpus of infrastructure runbooks."""
    from glyph.faces.cli import logs

    logs.configure(logging.INFO if verbose else LEVELS.get(context.invoked_subcommand or "", logging.WARNING))


def run() -> None:
    """Run the command line; an error of Glyph's own is one line and a hint, never a traceback."""
    try:
        app()
    except GlyphError as error:
        print_error(error)
        sys.exit(1)
    except KeyboardInterrupt:
        leave_interrupted()
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:  # Typer makes this of Ctrl-C, without a word
            leave_interrupted()
        raise
    except Exception as error:  # noqa: BLE001 - the outer edge of this face
        print_unforeseen(error)
        sys.exit(1)


def print_unforeseen(error: Exception) -> None:
    """Name an error that nobody has foreseen; what it says may quote a document, and goes through the log alone."""
    logger.info("command failed", exc_info=error)
    place = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
    print_error(GlyphError(f"An unexpected {type(error).__name__}{place}.", hint="`glyph --verbose` shows where."))


def leave_interrupted() -> NoReturn:
    code = exit_code_of_interrupt()
    stderr().print(f"glyph: stopped by {'SIGTERM' if code == TERMINATED else 'Ctrl-C'}.", markup=False)
    sys.exit(code)
