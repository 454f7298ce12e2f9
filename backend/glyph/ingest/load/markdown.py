"""The loader of Markdown and plain text: bytes to lines, and the title."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.markdown import front_matter_end, iterate_headings, title_of_front_matter


@dataclass(frozen=True, slots=True)
class LoadedText:
    """A document's raw text: as many lines as the file, each ended by ``\\n`` alone."""

    text: str


def load_text(document: SourceDocument) -> LoadedText:
    """Return a document's text, with ``\\r\\n`` read as ``\\n`` and no byte order mark.

    Raises: UnreadableDocument when the bytes are not UTF-8 text.
    """
    try:
        text = document.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"{document.file.path} is not UTF-8 text (byte {error.start}).") from None
    if "\0" in text:
        raise UnreadableDocument(f"{document.file.path} holds NUL bytes: it is no text.")
    return LoadedText(text.replace("\r\n", "\n"))


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
