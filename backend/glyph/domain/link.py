"""A link of a document as it is written, and the place it leads to."""

from dataclasses import dataclass

from glyph.domain.document import DocumentPath


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a text: its target as written, and where that stands.

    ``line`` is 1-based; ``start`` and ``end`` (exclusive) are code points of that line. ``angled`` when
    the target stands between ``<`` and ``>``.
    """

    line: int
    start: int
    end: int
    target: str
    angled: bool = False


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a link leads inside the corpus: a path beneath the root, and what stands behind ``#``.

    The path may name a document, an image, a folder, or nothing at all.
    """

    path: DocumentPath
    anchor: str
