"""Front matter (C5): what Notion knew of a page, as YAML that stands above the cleaned text."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from glyph.corpus.notion.dates import iso_date
from glyph.corpus.notion.head import Property
from glyph.corpus.notion.identity import PageId

FENCE = "---"
NOTION_ID = re.compile(r'notion_id: "([0-9a-f]{32})"')
TABLE_LINE = "notion_database: true"
SEARCHED_LINES = 12
"""The id stands among the first lines: a long list of properties need not be read for it."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What is said of a page above its text."""

    title: str
    page_id: PageId
    source: str
    properties: tuple[Property, ...] = ()
    flags: tuple[str, ...] = ()
    is_table: bool = False


def written_matter(matter: Matter) -> str:
    """Return front matter as YAML, with its properties last; values stay as they were, dates are added in ISO 8601."""
    dates = [(each.key, iso) for each in matter.properties if (iso := iso_date(each.value))]
    lines = [
        FENCE,
        f"title: {quoted(matter.title)}",
        f"notion_id: {quoted(matter.page_id)}",
        *([TABLE_LINE] if matter.is_table else []),
        f"source: {quoted(matter.source)}",
        *([f"flags: [{', '.join(quoted(flag) for flag in matter.flags)}]"] if matter.flags else []),
        *_listed("dates", dates),
        *_listed("properties", [(each.key, each.value) for each in matter.properties]),
        FENCE,
    ]
    return "\n".join(lines)


def _listed(name: str, pairs: Sequence[tuple[str, str]]) -> Iterable[str]:
    return [f"{name}:", *(f"  - {quoted(key)}: {quoted(value)}" for key, value in pairs)] if pairs else []


def quoted(text: str) -> str:
    """Return a text as a quoted YAML scalar on one line."""
    return json.dumps(text, ensure_ascii=False)


def page_id_of(text: str) -> PageId | None:
    """Return the page that a cleaned text belongs to; None when Glyph has not cleaned it."""
    found = (NOTION_ID.fullmatch(line) for line in _head(text))
    return next((PageId(match[1]) for match in found if match), None)


def page_key_of(text: str) -> str | None:
    """Return what a cleaned text is known by from import to import."""
    page_id = page_id_of(text)
    return None if page_id is None else key_of(page_id, is_table=TABLE_LINE in _head(text))


def key_of(page_id: PageId, *, is_table: bool) -> str:
    """Return the key of a page or a table: an id may belong to one of each."""
    return f"table:{page_id}" if is_table else f"page:{page_id}"


def _head(text: str) -> list[str]:
    """Return the first lines of a text's front matter; none when it has none."""
    if not text.startswith(f"{FENCE}\n"):
        return []
    lines = text.split("\n", SEARCHED_LINES)[1:SEARCHED_LINES]
    return lines[: lines.index(FENCE)] if FENCE in lines else lines


def split_matter(text: str) -> tuple[str, str]:
    """Return a cleaned text's front matter, delimiters included, and what stands below it."""
    end = text.find(f"\n{FENCE}\n", len(FENCE))
    return ("", text) if end < 0 else (text[: end + len(FENCE) + 1], text[end + len(FENCE) + 2 :])
