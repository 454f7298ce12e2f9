"""How the command line prints: for people on a terminal, plain when piped, JSON when asked."""

import sys
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter

from glyph.domain.ranking import Passage, SearchResult
from glyph.errors import GlyphError
from glyph.faces.cli.visible import visible, visible_json

if TYPE_CHECKING:
    from rich.console import Console

Answer = TypeVar("Answer")

QUOTE_INDENT = "    "


def stdout() -> "Console":
    from glyph.faces.cli.console import VisibleConsole

    return VisibleConsole(sys.stdout)


def stderr() -> "Console":
    from glyph.faces.cli.console import VisibleConsole

    return VisibleConsole(sys.stderr)


def as_json(answer: Answer, shape: type[Answer]) -> str:
    """Return an answer as one line of JSON, in the shape REST has."""
    return TypeAdapter(shape).dump_json(answer).decode("utf-8")


def print_json(answer: Answer, shape: type[Answer]) -> None:
    print_line(as_json(answer, shape))


def print_line(line: str) -> None:
    """Print a line of JSON."""
    sys.stdout.write(f"{visible_json(line)}\n")


def print_text(text: str) -> None:
    """Print a document's text: as it is into a pipe or a file, and harmless on a terminal."""
    sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


def print_error(error: GlyphError) -> None:
    from rich.markup import escape

    stderr().print(f"[bold red]glyph:[/] {escape(error.message)}")
    if error.hint:
        stderr().print(f"  {escape(error.hint)}")


def print_search(result: SearchResult, *, explain: bool) -> None:
    """Print passages like answers: title first, then the quote, then where it stands."""
    from rich.markup import escape

    console = stdout()
    if result.degraded:
        stderr().print(f"[yellow]degraded:[/] without {result.degraded.part} search. {escape(result.degraded.reason)}")
    if not result.hits:
        stderr().print("Nothing found. Try other words, or fewer.")
    for number, passage in enumerate(result.hits, start=1):
        _print_passage(console, number, passage, explain=explain)
    if explain:
        console.print(f"[dim]route: {result.route.mode} - {escape(result.route.reason)}[/]")
    console.print(f"[dim]generation {result.generation}, indexed at {result.indexed_at:%Y-%m-%d %H:%M:%S %Z}[/]")


def _print_passage(console: "Console", number: int, passage: Passage, *, explain: bool) -> None:
    from rich.markup import escape
    from rich.text import Text

    heading = " > ".join(passage.heading_path)
    console.print(f"[bold]{number}. {escape(passage.title)}[/]  [dim]{escape(heading)}[/]")
    for line in passage.quote.split("\n"):
        console.print(Text(f"{QUOTE_INDENT}{visible(line)}"))
    changed = "  [yellow]changed since indexed[/]" if passage.changed_since_indexed else ""
    console.print(f"{QUOTE_INDENT}[cyan]{escape(passage.path)}:{passage.line_from}-{passage.line_to}[/]{changed}")
    if explain:
        for given in passage.contributions:
            figures = f"rank {given.rank}, score {given.score:.4f}, share {given.share:.5f}"
            console.print(f"{QUOTE_INDENT}[dim]{given.ranker}: {figures}[/]")
