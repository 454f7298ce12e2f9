"""Lists (C10) and indentation outside them (C11)."""

import re

from glyph.corpus.notion.headings import level_of
from glyph.corpus.notion.lines import EMPTY, Line, Lines, indent_of, outdented

BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)")
EMPTY_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*")
STRAY_COLUMNS = 4


def without_empty_bullets(lines: Lines) -> list[Line]:
    """Return the lines without bullets that say and hold nothing: one below its parent would make that a heading."""
    kept = [EMPTY if line.blank else line for line in lines]
    while True:
        fewer = [line for number, line in enumerate(kept) if not _is_empty_bullet(kept, number)]
        if len(fewer) == len(kept):
            return kept
        kept = fewer


def _is_empty_bullet(lines: Lines, number: int) -> bool:
    line = lines[number]
    if line.verbatim or not EMPTY_BULLET.fullmatch(line.text):
        return False
    below = next((each for each in lines[number + 1 :] if not each.blank), None)
    return below is None or indent_of(below.text) <= indent_of(line.text)


def without_stray_indentation(lines: Lines) -> list[Line]:
    """Return the lines with what is indented outside a list moved to the margin, whole runs at a time.

    Inside a run everything keeps its place to everything else, a fence to its content too.
    """
    kept = list(lines)
    while (run := _stray_run(kept)) is not None:
        start, end = run
        leading = [kept[number].text for number in range(start, end) if _leads(kept, number)]
        columns = min(indent_of(text) for text in leading)
        kept[start:end] = [Line(outdented(line.text, columns), line.verbatim) for line in kept[start:end]]
    return kept


def _leads(lines: Lines, number: int) -> bool:
    """Return whether a line's indentation says where it belongs: it is not blank, nor the inside of a fence."""
    line = lines[number]
    return bool(line.text.strip()) and not (line.verbatim and number > 0 and lines[number - 1].verbatim)


def _stray_run(lines: Lines) -> tuple[int, int] | None:
    """Return the first run of indented lines outside a list, without the blank lines behind it."""
    in_list = after_text = False
    for number, line in enumerate(lines):
        if not _leads(lines, number):
            after_text = after_text and not line.blank
            continue
        columns = indent_of(line.text)
        if columns >= STRAY_COLUMNS and not in_list and not after_text:
            return number, _end_of_run(lines, number)
        heads = level_of(line) > 0
        if columns < STRAY_COLUMNS:
            goes_on = in_list and not heads and (after_text or columns >= 2)
            in_list = BULLET.match(line.text) is not None or goes_on
        after_text = not line.verbatim and not heads
    return None


def _end_of_run(lines: Lines, start: int) -> int:
    end = start
    for number in range(start, len(lines)):
        if _leads(lines, number) and indent_of(lines[number].text) < STRAY_COLUMNS:
            break
        if lines[number].text.strip():
            end = number + 1
    return end


def settled_lists(lines: Lines) -> list[Line]:
    """Return the lines with their lists and their indentation in order."""
    return without_stray_indentation(without_empty_bullets(lines))
