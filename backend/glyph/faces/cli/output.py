"""How the command line prints: for people on a terminal, plain when piped, JSON when asked."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from glyph.errors import GlyphError
from glyph.faces.cli.visible import visible, visible_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from glyph.domain.ranking import Passage, SearchResult

Answer = TypeVar("Answer")

QUOTE_INDENT = "    "
NAME_WIDTH = 12
HIGHLIGHT = "bold yellow"


def stdout(width: int | None = None) -> "Console":
    """Return where data goes; ``width`` is the terminal's own when not given, in columns."""
    from glyph.faces.cli.console import VisibleConsole

    return VisibleConsole(sys.stdout, width)


def stderr() -> "Console":
    from glyph.faces.cli.console import VisibleConsole

    return VisibleConsole(sys.stderr)


def as_json(answer: Answer, shape: type[Answer]) -> str:
    """Return an answer as one line of JSON, in the shape REST has."""
    from pydantic import TypeAdapter

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


def print_facts(facts: Iterable[tuple[str, str]], styles: Mapping[str, str]) -> None:
    """Print a name and its value a line; ``styles`` gives the style of a name's value on a terminal."""
    console = stdout()
    for name, value in facts:
        console.print(f"[dim]{name:<{NAME_WIDTH}}[/]{styled(value, styles.get(name, ''))}")


def styled(text: str, style: str) -> str:
    """Return text as rich reads it, in a style where one is named."""
    from rich.markup import escape

    return f"[{style}]{escape(text)}[/]" if style else escape(text)


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table on a terminal; elsewhere a line a row, its cells two blanks apart, as scripts can cut it.

    The first column names a row and is never cut.
    """
    from rich.table import Table

    console = stdout()
    if not console.is_terminal:
        for row in rows:
            console.print("  ".join(row).rstrip(), markup=False)
        return
    table = Table(box=None, pad_edge=False, header_style="bold dim")
    table.add_column(columns[0], no_wrap=True, min_width=max((len(row[0]) for row in rows), default=0))
    for column in columns[1:]:
        table.add_column(column)
    for row in rows:
        table.add_row(*(styled(cell, "") for cell in row))
    console.print(table, soft_wrap=False)


def print_search(result: "SearchResult", *, explain: bool) -> None:
    """Print passages like answers: title first, then the quote, then where it stands."""
    from rich.markup import escape

    console = stdout()
    if result.degraded:
        stderr().print(f"[yellow]degraded:[/] without {result.degraded.part} search. {escape(result.degraded.reason)}")
    if not result.hits:
        stderr().print("Nothing found. Try other words, or fewer.")
    for number, passage in enumerate(result.hits, start=1):
        _print_passage(console, number, passage, result.query, explain=explain)
    if explain:
        console.print(f"[dim]route: {result.route.mode} - {escape(result.route.reason)}[/]")
    console.print(f"[dim]generation {result.generation}, indexed at {result.indexed_at:%Y-%m-%d %H:%M:%S %Z}[/]")


def _print_passage(console: "Console", number: int, passage: "Passage", query: str, *, explain: bool) -> None:
    from rich.markup import escape

    heading = " > ".join(passage.heading_path)
    console.print(f"[bold]{number}. {escape(passage.title)}[/]  [dim]{escape(heading)}[/]")
    for line in passage.quote.split("\n"):
        console.print(highlighted(f"{QUOTE_INDENT}{visible(line)}", query))
    changed = "  [yellow]changed since indexed[/]" if passage.changed_since_indexed else ""
    page = f"  page {passage.page}" if passage.page else ""
    place = f"{escape(passage.path)}:{passage.line_from}-{passage.line_to}"
    console.print(f"{QUOTE_INDENT}[cyan]{place}[/]{page}{changed}")
    if explain:
        for given in passage.contributions:
            figures = f"rank {given.rank}, score {given.score:.4f}, share {given.share:.5f}"
            console.print(f"{QUOTE_INDENT}[dim]{given.ranker}: {figures}[/]")


def highlighted(line: str, query: str) -> "Text":
    """Return a line of a quote in which the query's words stand out, longer forms of them included."""
    import re

    from rich.text import Text

    from glyph.domain.scripts import CJK_RUN, words_within
    from glyph.search.terms import content_tokens

    text = Text(line)
    for token in content_tokens(query):
        words = "|".join(map(re.escape, words_within(token)))
        pattern = words if CJK_RUN.fullmatch(token) else rf"(?<!\w){words}\w*"
        text.highlight_regex(re.compile(pattern, re.IGNORECASE), HIGHLIGHT)
    return text
