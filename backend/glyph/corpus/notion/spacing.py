"""Blank lines (C15) and tables whose rows were broken by a line break in a cell (C16)."""

import re
from collections.abc import Iterator

from glyph.corpus.notion.lines import EMPTY, Line, Lines
from glyph.corpus.notion.spans import STARTS_ANEW

RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
BAR = re.compile(r"(?<!\\)\|")
MOST_LINES_OF_A_ROW = 40


def spaced(lines: Lines) -> Iterator[Line]:
    """Yield the lines without trailing blanks, with one blank line where there were several and none at the ends.

    Two blanks before a line break inside a paragraph meant a break: a backslash says the same and is seen.
    """
    pending = False
    begun = False
    for number, line in enumerate(lines):
        if line.blank:
            pending = begun
            continue
        if pending:
            yield EMPTY
        begun, pending = True, False
        yield line if line.verbatim else Line(_without_trailing(line.text, _goes_on(lines, number)))


def _goes_on(lines: Lines, number: int) -> bool:
    """Return whether the next line belongs to the same paragraph."""
    if number + 1 == len(lines):
        return False
    below = lines[number + 1]
    return not below.verbatim and not below.blank and not STARTS_ANEW.match(below.text)


def _without_trailing(text: str, goes_on: bool) -> str:  # noqa: FBT001 - a private step of the function above
    bare = text.rstrip(" \t")
    is_break = goes_on and text.endswith("  ") and not bare.lstrip().startswith(("#", "|")) and not bare.endswith("\\")
    return f"{bare}\\" if is_break else bare


def mended_tables(lines: Lines) -> tuple[list[Line], bool]:
    """Return the lines with broken table rows joined, and whether one is left that could not be."""
    mended: list[Line] = []
    is_broken = False
    number = 0
    while number < len(lines):
        if not _is_head(lines, number):
            mended.append(lines[number])
            number += 1
            continue
        cells = _cells(lines[number].text)
        mended.extend(lines[number : number + 2])
        number += 2
        while number < len(lines) and _is_row(lines[number]):
            row, number, fits = _row(lines, number, cells)
            mended.extend(row)
            is_broken = is_broken or not fits
    return mended, is_broken


def _is_head(lines: Lines, number: int) -> bool:
    if number + 1 >= len(lines) or lines[number].verbatim or lines[number + 1].verbatim:
        return False
    return "|" in lines[number].text and "|" in (rule := lines[number + 1].text) and RULE.fullmatch(rule) is not None


def _is_row(line: Line) -> bool:
    return not line.verbatim and line.text.lstrip().startswith("|")


def _cells(row: str) -> int:
    text = row.strip().removeprefix("|")
    closed = text.endswith("|") and not text.endswith("\\|")
    return len(BAR.findall(text)) + (0 if closed else 1)


def _is_closed(row: str) -> bool:
    text = row.strip()
    return len(text) > 1 and text.endswith("|") and not text.endswith("\\|")


def _row(lines: Lines, start: int, cells: int) -> tuple[list[Line], int, bool]:
    """Return a row as one line where that gives it its cells, the number of the line behind it, and if it fits."""
    first = lines[start].text
    if _is_closed(first) or _cells(first) > cells:
        return [lines[start]], start + 1, True
    parts = [first.rstrip()]
    for number in range(start + 1, min(len(lines), start + MOST_LINES_OF_A_ROW)):
        line = lines[number]
        if line.verbatim or _is_row(line):
            break
        parts.append(line.text.strip())
        if _is_closed(line.text):
            whole = "<br>".join(part for part in parts if part)
            fits = _cells(whole) == cells
            return ([Line(whole)], number + 1, True) if fits else (list(lines[start : number + 1]), number + 1, False)
    return [lines[start]], start + 1, False
