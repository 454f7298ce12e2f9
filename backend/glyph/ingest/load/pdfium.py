"""PDFium as a source of printed lines; the only file that knows it. Runs in a process of its own (load/child.py)."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from itertools import pairwise
from typing import Protocol, cast

import pypdfium2  # pyright: ignore[reportMissingTypeStubs] - its types are partial: the protocols state what is used
from pypdfium2 import raw  # pyright: ignore[reportMissingTypeStubs]

from glyph.ingest.load.limits import ParserRefused
from glyph.ingest.load.reflow import Line

LINE_ENDS = (0x0A, 0x0D)
BLANKS = (0x00, 0x09, 0x20, 0xA0)

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points from the lower left corner of a page."""


class PrintedText(Protocol):
    """The characters of a page, by their place."""

    raw: object

    def count_chars(self) -> int: ...

    def get_charbox(self, index: int, *, loose: bool) -> Box: ...

    def close(self) -> None: ...


class PrintedPage(Protocol):
    """A page, its width in points."""

    def get_width(self) -> float: ...

    def get_textpage(self) -> PrintedText: ...

    def close(self) -> None: ...


class Destination(Protocol):
    """Where an entry of an outline leads: a page, from 0."""

    def get_index(self) -> int | None: ...


class OutlineEntry(Protocol):
    """A heading as the outline names it; ``level`` is 0 for the highest."""

    level: int

    def get_title(self) -> str: ...

    def get_dest(self) -> Destination | None: ...


class PrintedDocument(Protocol):
    """A PDF that is open: its pages by number from 0, its outline, and what it says of itself."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> PrintedPage: ...

    def get_toc(self, *, max_depth: int) -> Iterator[OutlineEntry]: ...

    def get_metadata_value(self, key: str) -> str: ...

    def close(self) -> None: ...


class _Library(Protocol):
    def PdfDocument(self, content: bytes) -> PrintedDocument: ...  # noqa: N802 - the names are pypdfium2's own


class _Raw(Protocol):
    FPDF_ERR_PASSWORD: int

    def FPDFText_GetUnicode(self, page: object, index: int) -> int: ...  # noqa: N802 - likewise


_library = cast("_Library", cast("object", pypdfium2))
_raw = cast("_Raw", cast("object", raw))


def opened(content: bytes) -> AbstractContextManager[PrintedDocument]:
    """Return a PDF, open until its context ends.

    Raises: ParserRefused.
    """
    try:
        return closing(_library.PdfDocument(content))
    except pypdfium2.PdfiumError as error:
        if cast("int | None", error.err_code) == _raw.FPDF_ERR_PASSWORD:
            raise ParserRefused("is encrypted", "Save a copy without a password: Glyph never asks for one.") from None
        raise ParserRefused("is no PDF that can be read: it is damaged", "Save or print it as PDF again.") from None


def lines_of_page(document: PrintedDocument, number: int) -> tuple[Line, ...]:
    """Return the lines of a page (from 0) in the order in which they were written.

    Raises: ParserRefused.
    """
    try:
        page = document[number]
        text = page.get_textpage()
    except pypdfium2.PdfiumError:
        raise ParserRefused(f"is damaged on page {number + 1}", "Save or print it as PDF again.") from None
    with closing(page), closing(text):
        return tuple(_lines(text, page.get_width()))


def _lines(page: PrintedText, width: float) -> Iterator[Line]:
    """Yield the lines of a page that is ``width`` points wide; what sticks out of it counts no further."""
    units = [_raw.FPDFText_GetUnicode(page.raw, place) for place in range(page.count_chars())]
    start = 0
    for place, unit in enumerate((*units, LINE_ENDS[0])):
        if unit in LINE_ENDS:
            if line := _line(page, units, start, place):
                yield replace(line, right=min(line.right, width))
            start = place + 1


def _line(page: PrintedText, units: Sequence[int], start: int, end: int) -> Line | None:
    """Return the line of the UTF-16 units ``start`` to ``end``; None for a blank one."""
    words = _words(units, start, end)
    if not words:
        return None
    boxes = [(page.get_charbox(first, loose=True), page.get_charbox(last, loose=True)) for first, last in words]
    left, bottom, _, top = boxes[0][0]
    gaps = tuple(after[0][0] - before[1][2] for before, after in pairwise(boxes))
    text = " ".join(as_text(units[first : last + 1]) for first, last in words)
    return Line(text, left, boxes[-1][1][2], bottom, max(top - bottom, 1.0), boxes[0][1][2] - left, gaps)


def _words(units: Sequence[int], start: int, end: int) -> list[tuple[int, int]]:
    """Return the first and the last place of each word between ``start`` and ``end``."""
    borders = [place for place in range(start, end) if units[place] in BLANKS]
    between = pairwise((start - 1, *borders, end))
    return [(before + 1, after - 1) for before, after in between if after - before > 1]


def as_text(units: Sequence[int]) -> str:
    """Return UTF-16 units as text; half a pair becomes a replacement character."""
    return "".join(map(chr, units)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
