"""Emphasis (C13): blanks move out of bold spans, and spans without content go."""

import re

from glyph.corpus.notion.spans import outside_protected, protected_spans

MARKS = re.compile(r"(?<![*\\])\*\*(?!\*)")
EMPTY_SPAN = re.compile(r"(?:^|(?<=[ \t]))\*{4}(?!\*)[ \t]*|(?<![*\\])\*{4}(?!\*)")
FAULTY = re.compile(r"\*\*[ \t]|[ \t]\*\*|\*\*$")


def settled_emphasis(paragraph: str) -> str:
    """Return a paragraph whose bold spans begin and end with what they emphasize.

    Where the marks of a line do not pair, nothing is changed in it: what was meant is unknown.
    """
    if "**" not in paragraph:
        return paragraph
    return "\n".join(_settled_line(line) for line in paragraph.split("\n"))


def _settled_line(line: str) -> str:
    plain = outside_protected(line, lambda text: EMPTY_SPAN.sub("", text)) if "****" in line else line
    places = [found.start() for found in MARKS.finditer(_masked(plain))] if FAULTY.search(plain) else []
    if not places or len(places) % 2:
        return plain
    written = plain[: places[0]]
    for opening, closing, until in zip(places[::2], places[1::2], [*places[2::2], len(plain)], strict=True):
        inner = plain[opening + 2 : closing]
        text = inner.strip(" \t")
        written = _joined(written, f"**{text}**" if text else "", blank=inner[:1] in (" ", "\t"))
        written = _joined(written, plain[closing + 2 : until], blank=inner[-1:] in (" ", "\t"))
    return written


def _masked(line: str) -> str:
    """Return a line as long as it was in which code, maths and addresses hold no marks."""
    for start, end in protected_spans(line):
        line = f"{line[:start]}{'x' * (end - start)}{line[end:]}"
    return line


def _joined(before: str, after: str, *, blank: bool) -> str:
    """Return two pieces with a blank between them where one was, and never a second one."""
    needed = blank and before and after and not before[-1].isspace() and not after[0].isspace()
    return f"{before}{' ' if needed else ''}{after}"
