"""The loader of Markdown and plain text: bytes to lines, and the title."""

import re
import unicodedata
from itertools import accumulate
from pathlib import PurePosixPath

from glyph.domain.document import SourceDocument
from glyph.ingest.load.encoding import UTF_8, decode
from glyph.ingest.load.loader import LoadedText
from glyph.ingest.markdown import front_matter_end, iterate_headings, title_of_front_matter

PAGE_BREAK = "\f"


class TextLoader:
    """Satisfies ``load.loader.Loader`` for Markdown and plain text: its lines are the file's own.

    A form feed begins a page on the line on which it stands, in plain text alone.
    """

    def load(self, document: SourceDocument) -> LoadedText:
        text = unicodedata.normalize("NFC", load_text(document))
        is_paged = PAGE_BREAK in text and document.file.path.endswith(".txt")
        return LoadedText(text, pages=pages_of(text) if is_paged else ())


PLAIN = TextLoader()
"""The loader that needs nothing: it has no state."""


def pages_of(text: str) -> tuple[int, ...]:
    """Return the lines on which the pages of a text begin; pages that begin on one line are one."""
    breaks = accumulate((part.count("\n") for part in text.split(PAGE_BREAK)[:-1]), initial=1)
    return tuple(dict.fromkeys(breaks))


def load_text(document: SourceDocument) -> str:
    """Return the text of Markdown or plain text as an editor has it: as it stands, with ``\\r\\n`` read as ``\\n``.

    Raises: UnreadableDocument when the bytes are no text.
    """
    return decode(document).text.replace("\r\n", "\n")


def is_utf_8(document: SourceDocument) -> bool:
    """Return whether a document is UTF-8, in which alone files are written.

    Raises: UnreadableDocument when the bytes are no text.
    """
    return decode(document).encoding == UTF_8


def title_of(text: str, path: str) -> str:
    """Return the title: front matter's, else the first heading of level 1, else the file's name.

    Works on redacted text, so that a secret in a heading never becomes a title.
    """
    lines = text.split("\n")
    matter_end = front_matter_end(lines)
    headings = (heading.text for heading in iterate_headings(lines, matter_end) if heading.level == 1)
    return title_of_front_matter(lines[:matter_end]) or next(headings, "") or name_as_title(path)


def lines_of_title(text: str) -> tuple[int, int]:
    """Return which lines (1-based, inclusive) state the title: front matter, or one heading; (0, 0) for none."""
    lines = text.split("\n")
    matter_end = front_matter_end(lines)
    if title_of_front_matter(lines[:matter_end]):
        return 1, matter_end
    headings = (heading.line for heading in iterate_headings(lines, matter_end) if heading.level == 1)
    line = next(headings, 0)
    return line, line


def name_as_title(path: str) -> str:
    """Return a file's name as words."""
    return re.sub(r"[-_]+", " ", PurePosixPath(path).stem).strip() or path
