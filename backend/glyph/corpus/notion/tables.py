"""Tables (I9): a database of the export as a Markdown table, its rows linked to their pages."""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from glyph.corpus.notion.characters import repaired_everywhere, repaired_prose
from glyph.corpus.notion.identity import title_stem
from glyph.corpus.notion.linking import Linker
from glyph.corpus.notion.links import rewritten_links
from glyph.corpus.notion.placeholders import escaped_placeholders
from glyph.corpus.paths import folded

RELATION = re.compile(
    r"(?P<title>[^,\s][^\n]{0,200}?) \((?P<target>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*\.(?:md|csv))\)(?=,|$)"
)
BARE_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class TableText:
    """A table in Markdown: its rows, and how many of them name a page that could not be told."""

    text: str
    rows: int
    unlinked: int


@dataclass(frozen=True, slots=True)
class RowPages:
    """The pages in a table's row folder: their source paths by the stem that Notion makes of a title."""

    by_stem: Mapping[str, Sequence[str]]

    def of(self, title: str) -> str | None:
        """Return the one page of that title; None when there is none or several."""
        found = self.by_stem.get(folded(title_stem(title)), ()) if title.strip() else ()
        return found[0] if len(found) == 1 else None


def header_of(content: bytes) -> tuple[str, ...]:
    """Return the names of a table's columns."""
    return tuple(name.strip() for name in next(iter(_rows(content)), ()))


def table_text(content: bytes, pages: RowPages, linker: Linker) -> TableText:
    """Return a database's rows as a Markdown table.

    The title is the column that most rows have a page for: it need not be the first.
    Raises: csv.Error for what is no CSV.
    """
    header, *rows = _rows(content) or [[""]]
    width = max(len(row) for row in (header, *rows))
    title = _title_column(rows, pages)
    lines = [_line([_cell(name, linker) for name in _wide(header, width)]), _line(["---"] * width)]
    unlinked = 0
    for row in rows:
        cells = [_cell(cell, linker) for cell in _wide(row, width)]
        page = pages.of(row[title]) if title < len(row) else None
        if page is not None:
            cells[title] = f"[{cells[title]}]({linker.to_source(page)})"
        unlinked += page is None
        lines.append(_line(cells))
    return TableText("\n".join(lines), len(rows), unlinked)


def _rows(content: bytes) -> list[list[str]]:
    text = repaired_everywhere(content.decode("utf-8-sig", "replace"))
    return [row for row in csv.reader(io.StringIO(text, newline="")) if row]


def _wide(row: Sequence[str], width: int) -> list[str]:
    return [*row, *[""] * (width - len(row))]


def _title_column(rows: Sequence[Sequence[str]], pages: RowPages) -> int:
    matches = Counter(column for row in rows for column, cell in enumerate(row) if pages.of(cell) is not None)
    return min(matches, key=lambda column: (-matches[column], column)) if matches else 0


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str, linker: Linker) -> str:
    """Return a cell on one line: relations as links, breaks as ``<br>``, bars escaped."""
    related = RELATION.sub(lambda found: f"[{found['title'].strip()}]({found['target']})", text.strip())
    linked = rewritten_links(repaired_prose(related), linker)
    lines = (line.strip() for line in escaped_placeholders(linked).split("\n"))
    return BARE_BAR.sub(r"\\|", "<br>".join(line for line in lines if line))
