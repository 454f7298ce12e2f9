"""The command line: data on stdout, progress and logs on stderr; exit 0 ok, 1 failed, 2 usage, 130 Ctrl-C.

Commands import what is heavy when they run: every `--help`, typing mistake and completion waits for this module.
"""

import logging
import sys
from typing import Annotated, NoReturn

import typer

from glyph import __version__
from glyph.errors import GlyphError
from glyph.faces.cli import connect, doctor, evaluation, generations, index, passwords, search, serve, text
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_error, stderr

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C has ended."""

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

for module in (index, search, serve, text, evaluation, generations, doctor, connect, passwords):
    module.add_commands(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"glyph {__version__}")
        raise typer.Exit


@app.callback()
def configure(
    version: Annotated[  # noqa: ARG001 - its callback answers
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what happens.")] = False,
) -> None:
    """Search, edit and ask a private corpus of infrastructure runbooks."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s")


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


def leave_interrupted() -> NoReturn:
    stderr().print("glyph: stopped by Ctrl-C.", markup=False)
    sys.exit(INTERRUPTED)
