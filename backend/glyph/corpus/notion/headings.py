"""Headings (C6, C7): one of level 1 is left, empty ones go, and none is wrapped in bold."""

import re
from collections.abc import Iterator

from glyph.corpus.notion.lines import EMPTY, Line, Lines

HEADING = re.compile(r"(?P<indent>[ \t>]*)(?P<marks>#{1,6})(?P<text>[ \t]+.*|)")
IN_BOLD = re.compile(r"[ \t]+\*\*(?P<text>[^*]+)\*\*[ \t]*")
DEEPEST = 6


def level_of(line: Line) -> int:
    """Return the level of the heading that a line is; 0 when it is none."""
    found = _heading(line)
    return len(found["marks"]) if found else 0


def _heading(line: Line) -> re.Match[str] | None:
    return HEADING.fullmatch(line.text) if "#" in line.text and not line.verbatim else None


def settled_headings(body: Lines) -> Iterator[Line]:
    """Yield a body, below its title, with every heading deeper by one if any of them is of level 1."""
    kept = [EMPTY if _is_empty(line) else line for line in body]
    deeper = any(level_of(line) == 1 for line in kept)
    for line in kept:
        found = _heading(line)
        yield _written(found, deeper=deeper) if found else line


def _is_empty(line: Line) -> bool:
    return level_of(line) > 0 and not line.text.strip(" \t>#")


def _written(found: re.Match[str], *, deeper: bool) -> Line:
    bold = IN_BOLD.fullmatch(found["text"])
    text = f" {bold['text'].strip()}" if bold and bold["text"].strip() else found["text"]
    marks = f"#{found['marks']}"[:DEEPEST] if deeper else found["marks"]
    return Line(f"{found['indent']}{marks}{text}")
