"""Reflow: printed lines become paragraphs again, words that were divided become whole, and page furniture goes.

Whether a line was broken because it was full is told by its geometry: the next word would not have fitted.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

MARKER = re.compile(r"(?:[•◦▪‣·●○■–*-]|\(?\d{1,3}[.)])$")
BULLET = re.compile(r"[•◦▪‣·●○■]\s+")
ITEM = re.compile(r"(?:[-*–]|\(?\d{1,3}[.)])\s")
LABEL = re.compile(r"\w[\w()/-]{0,30}(?: [\w()/-]{1,30})?\s?[:=]\s")
SOFT_HYPHENS = "\u2010\u00ad\u0002\ufffe"
DIVIDED = re.compile(r"([^\W\d_]{2,})-$")
OPENING_WORD = re.compile(r"[^\W\d_]{2,}")
OPAQUE = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.~-]{16,}$")
OPAQUE_REST = re.compile(r"[\w+/=~-]{6,}$")
SAME_EDGE_PT = 40.0
TIGHT = 1.75
"""Baselines further apart than this many heights are two paragraphs."""
FULL = 0.12
"""How much of its width a full line leaves empty where text is ragged."""
WIDE = 0.6
"""How much of the widest line running text fills; a table is narrower, and its rows are lines of their own."""
COLUMN_GAP, WIDE_GAP = 1.2, 2.5
"""How many heights lie between two columns of a table, and how many are never between words of one text."""
UNEVEN = 1.4
LONG_TOKEN = 40
FURNITURE_PAGES = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line. Places are points from the lower left corner.

    ``word`` is the width of its first word, ``gaps`` are the rooms between its words.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    word: float
    gaps: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph on one line; ``spaced`` when room stood above it."""

    text: str
    spaced: bool


def paragraphs(
    lines: Sequence[Line], compounds: frozenset[str], is_heading: Callable[[str], bool]
) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a page; ``compounds`` are the document's, and a heading is one by itself."""
    placed = with_markers(lines)
    edges = _edges(placed)
    found: list[Paragraph] = []
    for number, line in enumerate(placed):
        former = placed[number - 1] if number else None
        if former and _goes_on(former, line, edges[number - 1]) and not is_heading(found[-1].text):
            found[-1] = replace(found[-1], text=joined(found[-1].text, line.text, compounds))
        else:
            found.append(Paragraph(line.text, former is None or not _is_tight(former, line)))
    return tuple(found)


def with_markers(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines with the markers of list items before their text: printers place them apart."""
    markers = [line for line in lines if MARKER.match(line.text)]
    texts = [line for line in lines if not MARKER.match(line.text)]
    for marker in markers:
        beside = [number for number, line in enumerate(texts) if _is_beside(marker, line)]
        if beside:
            line = texts[beside[0]]
            texts[beside[0]] = replace(line, text=f"{marker.text} {line.text}")
        else:
            texts.append(marker)
    return tuple(replace(line, text=BULLET.sub("- ", line.text, count=1)) for line in texts)


def _is_beside(marker: Line, line: Line) -> bool:
    return abs(marker.bottom - line.bottom) < line.height / 2 and 0 < line.left - marker.right < SAME_EDGE_PT


def _edges(lines: Sequence[Line]) -> tuple[float, ...]:
    """Return for each line how far its text could reach; never, where lines are too short to be running text."""
    edges: list[float] = []
    width = max((line.right - line.left for line in lines), default=0.0)
    for run in _runs(lines):
        left, edge = run[0].left, max(line.right for line in run)
        full = [line for line in run if line.right > edge - FULL * (edge - left)]
        if len(full) < 2 or len(run) < 3:
            edge = _second_highest([line.right for line in lines if abs(line.left - left) < SAME_EDGE_PT])
        edges += [edge if edge - left > WIDE * width else math.inf] * len(run)
    return tuple(edges)


def _second_highest(places: Sequence[float]) -> float:
    """Return the second highest of several places: one line that sticks out alone does not count."""
    return sorted(places)[-2 if len(places) > 2 else -1] if places else 0.0


def _runs(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Yield the lines that stand close below one another, from one margin."""
    start = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or not _is_below(lines[number - 1], lines[number]):
            yield lines[start:number]
            start = number


def _is_below(former: Line, latter: Line) -> bool:
    """Return whether a line may be the rest of the one above it: close below, from the same margin, as large."""
    alike = abs(former.height - latter.height) <= 0.3 * former.height
    return alike and _is_tight(former, latter) and abs(former.left - latter.left) <= SAME_EDGE_PT


def _is_tight(former: Line, latter: Line) -> bool:
    return 0 < former.bottom - latter.bottom <= TIGHT * max(former.height, latter.height)


def _goes_on(former: Line, latter: Line, edge: float) -> bool:
    """Return whether a line is the rest of the one above it: that one was full, and nothing new begins."""
    if not _is_below(former, latter):
        return False
    if former.text[-1:] in SOFT_HYPHENS:
        return True
    if ITEM.match(latter.text) or LABEL.match(latter.text) or _is_verbatim(former) or _is_verbatim(latter):
        return False
    return former.right + former.height / 4 + latter.word > edge


def _is_verbatim(line: Line) -> bool:
    """Return whether a line stays one by itself: a row of a table, of a key or a digest."""
    return _is_row(line) or line.text.startswith("-----") or (len(line.text) >= LONG_TOKEN and " " not in line.text)


def _is_row(line: Line) -> bool:
    """Return whether a line is a row of a table: the rooms between its words are wide, and not even as in text."""
    widest, narrowest = max(line.gaps, default=0.0), min(line.gaps, default=0.0)
    is_uneven = widest > max(COLUMN_GAP * line.height, UNEVEN * narrowest)
    return widest > WIDE_GAP * line.height or (len(line.gaps) > 1 and is_uneven)


def joined(former: str, latter: str, compounds: frozenset[str]) -> str:
    """Return two lines as one: a divided word becomes whole, a divided token does, and a blank joins the rest."""
    if former[-1:] in SOFT_HYPHENS:
        return former[:-1] + latter
    divided, rest = DIVIDED.search(former), OPENING_WORD.match(latter)
    if divided and rest and rest[0][0].islower():
        is_compound = former[: divided.start()][-1:] == "-" or f"{divided[1]}-{rest[0]}".lower() in compounds
        return former + latter if is_compound else former[:-1] + latter
    last, first = former.rpartition(" ")[2], latter.partition(" ")[0]
    if former.endswith("-") or (last != former and OPAQUE.match(last) and OPAQUE_REST.match(first)):
        return former + latter
    return f"{former} {latter}"


def compounds_of(pages: Iterable[Sequence[Line]]) -> frozenset[str]:
    """Return the compounds of a document, in lower case, as they stand inside its lines."""
    return frozenset(
        word.strip(".,;:()").lower()
        for lines in pages
        for line in lines
        for word in line.text.split()[:-1]
        if "-" in word
    )


def without_furniture(pages: Sequence[Sequence[Line]]) -> tuple[tuple[Line, ...], ...]:
    """Return pages without the heads and feet that most of them repeat; the first keeps what is no page number."""
    seen: Counter[str] = Counter()
    for lines in pages:
        seen.update({_shape(line) for line in _outer(lines)})
    repeated = {shape for shape, times in seen.items() if times >= FURNITURE_PAGES and times * 2 > len(pages)}
    return tuple(tuple(_kept(lines, repeated, is_first=number == 0)) for number, lines in enumerate(pages))


def _kept(lines: Sequence[Line], repeated: set[str], *, is_first: bool) -> Iterator[Line]:
    outer = _outer(lines)
    for line in lines:
        shape = _shape(line)
        if line not in outer or shape not in repeated or (is_first and shape != "#"):
            yield line


def _outer(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the highest and the lowest line of a page."""
    if not lines:
        return ()
    return max(lines, key=lambda line: line.bottom), min(lines, key=lambda line: line.bottom)


def _shape(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text)
