"""Cursors: where a page ends, bound to what was asked. A cursor of another question is refused, not followed."""

import hashlib
import re
from dataclasses import dataclass

from glyph.faces.mcp.errors import BadCursor

FORM = re.compile(r"(\d{1,9})-(\d{1,9})-([0-9a-f]{6})-([0-9a-f]{10})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cursor:
    """How much has been shown, the size of the first page, and a mark of what the pages were made from."""

    shown: int
    first: int
    mark: str


def digest(*parts: str, length: int) -> str:
    """Return the beginning of a hash over the parts, each set off from the next."""
    joined = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode("utf-8")).hexdigest()[:length]


def mark_of(*parts: str) -> str:
    """Return a short mark that changes with any of the parts."""
    return digest(*parts, length=6)


def write_cursor(cursor: Cursor, *question: str) -> str:
    """Return a cursor as text, bound to a question."""
    return f"{cursor.shown}-{cursor.first}-{cursor.mark}-{digest(*question, length=10)}"


def read_cursor(text: str, *question: str) -> Cursor:
    """Return the cursor that ``text`` is.

    Raises: BadCursor when it is none, or belongs to another question.
    """
    found = FORM.fullmatch(text.strip())
    if found is None:
        raise BadCursor("This is no cursor of Glyph.")
    if found[4] != digest(*question, length=10):
        raise BadCursor(
            "The cursor belongs to another question.",
            hint="Repeat the first call's query and filters with it, or call again without a cursor.",
        )
    return Cursor(int(found[1]), int(found[2]), found[3])
