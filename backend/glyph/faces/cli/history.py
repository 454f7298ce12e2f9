"""`glyph history forget`: former versions of a document are raw text, and go when their secrets must."""

import sys
from typing import Annotated

import typer

from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_json, stdout

HISTORY_EXAMPLES = examples(
    "glyph history forget vpn/wireguard.md          # asks first",
    "glyph history forget vpn/wireguard.md --yes    # for a script",
)


def add_commands(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="The versions of documents that saves have replaced.")
    group.command("forget", epilog=HISTORY_EXAMPLES)(forget)
    app.add_typer(group, name="history")


def forget(
    path: Annotated[str, typer.Argument(help="The document, by its path beneath the documents' root.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Remove every former version of a document for good, also of one that is gone.

    The document itself stays as it is. Use it after a secret was taken out of a document and replaced.
    """
    from glyph.app.filing_answers import HistoryForgotten
    from glyph.bootstrap import connected_workbench
    from glyph.domain.document import DocumentPath
    from glyph.settings import load_settings

    if not yes:
        require_consent()
    with connected_workbench(load_settings()) as workbench:
        forgotten = workbench.forget_history(DocumentPath(path))
    if as_json:
        print_json(forgotten, HistoryForgotten)
        return
    stdout().print(f"removed={forgotten.removed}")


def require_consent() -> None:
    """Ask whether the versions are to go. Without a terminal nobody can be asked: then it is a usage error."""
    if not sys.stdin.isatty():
        raise typer.BadParameter("nobody can be asked here: say --yes")
    typer.confirm("Former versions cannot be brought back. Remove them?", abort=True)
