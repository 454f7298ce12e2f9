"""The port of loaders: a document's bytes become text with lines, and pages where the format has them."""

from dataclasses import dataclass
from typing import Protocol

from glyph.domain.document import SourceDocument

VERSION = "loaders-1"
"""A change means that another text would be made of the same bytes."""


@dataclass(frozen=True, slots=True)
class LoadedText:
    """A document's raw text, its lines ended by ``\\n`` alone.

    ``title`` is what the format says beside its text; empty when the text has to tell. ``pages`` are the lines
    (1-based, ascending) on which pages begin, the first one being 1; none for a format without pages.
    """

    text: str
    title: str = ""
    pages: tuple[int, ...] = ()


class Loader(Protocol):
    """Makes text of one format, or of several. Any thread may call.

    Equal bytes under one name give equal text. It is in Unicode NFC, holds no NUL and no ``\\r\\n``, and is
    Markdown in as far as the format has headings, lists, tables or code. Nothing outside the bytes is read.
    """

    def load(self, document: SourceDocument) -> LoadedText:
        """Return a document's text.

        Raises: UnreadableDocument, saying what is wrong without quoting the document; nothing else.
        """
        ...
