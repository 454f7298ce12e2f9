"""Lines: a page as lines of prose and lines of code, of which only the first are ever changed (C2)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

OPENING = re.compile(r"(?P<indent>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?P<fence>`{3,}|~{3,})(?P<label>.*)")
MATHS = re.compile(r"[ \t>]*\$\$[ \t]*")
BLANK_LABEL = re.compile(r"\s")
LABELS = {
    "plain text": "text",
    "emacs lisp": "lisp",
    "visual basic": "vb",
    "vb.net": "vbnet",
    "notion formula": "text",
    "llvm ir": "llvm",
    "ascii art": "text",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page. ``verbatim`` lines are code, a fence's delimiters, or maths."""

    text: str
    verbatim: bool = False

    @property
    def blank(self) -> bool:
        return not self.verbatim and not self.text.strip()


Lines = Sequence[Line]
EMPTY = Line("")


def scanned(text: str) -> tuple[list[Line], bool]:
    """Return the lines of a text, and whether a fence had to be closed at its end."""
    lines: list[Line] = []
    raw = text.split("\n")
    number = 0
    while number < len(raw):
        found = OPENING.fullmatch(raw[number]) if "```" in raw[number] or "~~~" in raw[number] else None
        if found and not (found["fence"][0] == "`" and "`" in found["label"]):
            block, number, was_open = _fenced(raw, number, found)
            lines.extend(block)
            if was_open:
                return lines, True
        elif "$$" in raw[number] and MATHS.fullmatch(raw[number]) and (end := _end_of_maths(raw, number)):
            lines.extend(Line(each, verbatim=True) for each in raw[number : end + 1])
            number = end + 1
        else:
            lines.append(Line(raw[number]))
            number += 1
    return lines, False


def _fenced(raw: Sequence[str], start: int, opening: re.Match[str]) -> tuple[list[Line], int, bool]:
    """Return a fence, its blank end trimmed, the number of the line behind it, and whether it was left open."""
    fence = opening["fence"]
    closing = re.compile(rf"[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    end = next((number for number in range(start + 1, len(raw)) if closing.fullmatch(raw[number])), None)
    content = list(raw[start + 1 : end])
    while content and not content[-1].strip(" \t>"):
        content.pop()
    first = f"{opening['indent']}{fence}{_label(opening['label'])}"
    last = re.sub(r"[^ \t>]", " ", opening["indent"]) + fence if end is None else raw[end].rstrip()
    block = [Line(each, verbatim=True) for each in (first, *content, last)]
    return block, len(raw) if end is None else end + 1, end is None


def _label(written: str) -> str:
    """Return a fence's language in lower case; Notion's menu has names with blanks, which Markdown does not."""
    label = written.strip().lower()
    if label in LABELS:
        return LABELS[label]
    return "text" if BLANK_LABEL.search(label) else label


def _end_of_maths(raw: Sequence[str], start: int) -> int | None:
    return next((number for number in range(start + 1, len(raw)) if MATHS.fullmatch(raw[number])), None)


def joined(lines: Iterable[Line]) -> str:
    return "\n".join(line.text for line in lines)


def indent_of(text: str) -> int:
    """Return how far a line is indented, in blanks; a tab goes to the next multiple of four."""
    body = text.lstrip(" \t")
    return len(text[: len(text) - len(body)].expandtabs(4))


def outdented(text: str, columns: int) -> str:
    """Return a line without that many columns of its indentation, or without as much as it has."""
    place = 0
    while place < len(text) and text[place] in " \t" and len(text[: place + 1].expandtabs(4)) <= columns:
        place += 1
    return text[place:]


def each_prose(lines: Iterable[Line], change: Callable[[str], str]) -> Iterator[Line]:
    """Yield the lines with every line of prose changed; one may become several."""
    for line in lines:
        if line.verbatim or not line.text:
            yield line
        else:
            yield from (Line(part) for part in change(line.text).split("\n"))
