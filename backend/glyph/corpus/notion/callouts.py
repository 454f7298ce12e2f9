"""Callouts (C9): ``<aside>`` becomes a block quote, in which Markdown is read."""

import re
import unicodedata
from collections.abc import Iterator

from glyph.corpus.notion.lines import EMPTY, Line, Lines, indent_of, outdented

OPENING = re.compile(r"(?P<indent>[ \t]*)<aside>(?P<rest>.*)", re.IGNORECASE)
CLOSING = re.compile(r"(?P<rest>.*)</aside>[ \t]*", re.IGNORECASE)
ICON = re.compile(r"[ \t]*<img\b[^<>]*>[ \t]*", re.IGNORECASE)
BLOCK_START = re.compile(r"[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||>)")
ICON_LENGTH = 12
DEEPEST = 12
"""Callouts inside one another beyond this are no text that people have written."""
ICON_CATEGORIES = frozenset({"So", "Sk", "Mn", "Me", "Cf", "Cn"})
SIGNS_THAT_ARE_EMOJI = frozenset("‼⁉〰〽")
KEYCAP = "\u20e3"


def quoted_callouts(lines: Lines, depth: int = 0) -> Iterator[Line]:
    """Yield the lines with every closed callout as a quote; one that is never closed stays as it is."""
    ends = _ends(lines) if depth < DEEPEST else {}
    number = 0
    while number < len(lines):
        end = ends.get(number)
        if end is None:
            yield lines[number]
            number += 1
            continue
        inner = list(quoted_callouts(_content(lines, number, end), depth + 1))
        quote = list(_quote(_indent(lines[number]), inner))
        if quote:
            yield from (EMPTY, *quote, EMPTY)
        number = end + 1


def _ends(lines: Lines) -> dict[int, int]:
    """Return the line that closes each callout by the line that opens it."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for number, line in enumerate(lines):
        if line.verbatim or "aside>" not in line.text.lower():
            continue
        if OPENING.fullmatch(line.text):
            opened.append(number)
        if CLOSING.fullmatch(line.text) and opened:
            ends[opened.pop()] = number
    return ends


def _indent(line: Line) -> str:
    found = OPENING.fullmatch(line.text)
    assert found, "only a line that opens a callout has an end"
    return found["indent"]


def _content(lines: Lines, start: int, end: int) -> Lines:
    """Return what stands between the marks, with what stands on their own lines."""
    found = OPENING.fullmatch(lines[start].text)
    assert found
    if start == end:
        inside = CLOSING.fullmatch(found["rest"])
        return [Line(inside["rest"].strip() if inside else "")]
    last = CLOSING.fullmatch(lines[end].text)
    indent = found["indent"]
    first = [Line(indent + found["rest"].strip())] if found["rest"].strip() else []
    rest = [Line(last["rest"].rstrip())] if last and last["rest"].strip() else []
    return [*first, *lines[start + 1 : end], *rest]


def _quote(indent: str, content: Lines) -> Iterator[Line]:
    """Yield a callout's content as a quote at its indentation; nothing when it has none but an icon."""
    inner = _with_icon(_trimmed([Line(outdented(line.text, indent_of(indent)), line.verbatim) for line in content]))
    for line in inner:
        text = f"{indent}> {line.text}" if line.text.strip() else f"{indent}>"
        yield Line(text, line.verbatim)


def _trimmed(lines: list[Line]) -> list[Line]:
    """Return lines without blank ones at both ends, and without the picture that Notion uses as an icon."""
    while lines and lines[0].blank:
        lines = lines[1:]
    while lines and lines[-1].blank:
        lines = lines[:-1]
    picture = None if not lines or lines[0].verbatim else ICON.match(lines[0].text)
    if picture is None:
        return lines
    rest = lines[0].text[picture.end() :]
    return _trimmed([Line(rest), *lines[1:]] if rest.strip() else lines[1:])


def _with_icon(lines: list[Line]) -> list[Line]:
    """Return a callout's lines with an icon that stands alone before the text it belongs to."""
    if not lines or lines[0].verbatim or not is_icon(lines[0].text):
        return lines
    text = _trimmed(lines[1:])
    if not text:
        return []
    if text[0].verbatim or BLOCK_START.match(text[0].text):
        return [lines[0], EMPTY, *text]
    return [Line(f"{lines[0].text.strip()} {text[0].text.lstrip()}"), *text[1:]]


def is_icon(text: str) -> bool:
    """Return whether a line holds nothing but an emoji."""
    sign = text.strip()
    if not 0 < len(sign) <= ICON_LENGTH or sign.isascii():
        return False
    return KEYCAP in sign or all(
        each in SIGNS_THAT_ARE_EMOJI or unicodedata.category(each) in ICON_CATEGORIES for each in sign
    )
