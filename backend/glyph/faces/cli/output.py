"""How the command line prints: for people on a terminal, plain when piped, JSON when asked."""

import sys
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter

from glyph.domain.ranking import Passage, SearchResult
from glyph.errors import GlyphError

if TYPE_CHECKING:
    from rich.console import Console

Answer = TypeVar("Answer")

QUOTE_INDENT = "    "


def stdout(width: int | None = None) -> "Console":
    """Return where data goes; ``width`` is the terminal's own when not given, in columns."""
    from rich.console import Console

    return Console(soft_wrap=True, highlight=False, width=width)


def stderr() -> "Console":
    from rich.console import Console

    return Console(stderr=True, soft_wrap=True, highlight=False)


def as_json(answer: Answer, shape: type[Answer]) -> str:
    """Return an answer as one line of JSON, in the shape REST has."""
    return TypeAdapter(shape).dump_json(answer).decode("utf-8")


def print_json(answer: Answer, shape: type[Answer]) -> None:
    sys.stdout.write(f"{as_json(answer, shape)}\n")


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
        console.print(Text(f"{QUOTE_INDENT}{line}"))
    changed = "  [yellow]changed since indexed[/]" if passage.changed_since_indexed else ""
    console.print(f"{QUOTE_INDENT}[cyan]{escape(passage.path)}:{passage.line_from}-{passage.line_to}[/]{changed}")
    if explain:
        for given in passage.contributions:
            figures = f"rank {given.rank}, score {given.score:.4f}, share {given.share:.5f}"
            console.print(f"{QUOTE_INDENT}[dim]{given.ranker}: {figures}[/]")
