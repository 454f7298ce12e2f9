"""Just enough Markdown to cut a document: headings, fences, front matter, with their lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})(.*)$")
INLINE_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
INLINE_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MATTER_TITLE = re.compile(r"title:\s*(.+?)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level (1–6), its text without marks, its line (1-based)."""

    level: int
    text: str
    line: int


class FenceTracker:
    """Knows whether a line stands inside a fenced code block, where ``# comment`` is no heading."""

    def __init__(self) -> None:
        self._open = ""

    def inside(self, line: str) -> bool:
        """Take the next line; return whether it belongs to a fence, its delimiters included."""
        found = FENCE.match(line)
        if not self._open:
            if found and not ("`" in found[2] and found[1][0] == "`"):
                self._open = found[1]
            return bool(self._open)
        if found and found[1].startswith(self._open) and not found[2].strip():
            self._open = ""
        return True


def front_matter_end(lines: Sequence[str]) -> int:
    """Return how many lines the front matter takes, its delimiters included; 0 when there is none."""
    if not lines or lines[0].strip() != "---":
        return 0
    closing = (number for number, line in enumerate(lines[1:], start=2) if line.strip() in ("---", "..."))
    return next(closing, 0)


def title_of_front_matter(matter: Sequence[str]) -> str:
    """Return the title that front matter states, or an empty string."""
    found = (MATTER_TITLE.match(line) for line in matter)
    return next((match[1].strip("\"'") for match in found if match), "")


def plain(text: str) -> str:
    """Return a heading's text without emphasis, code marks and link targets."""
    return INLINE_MARKS.sub("", INLINE_LINK.sub(r"\1", text)).strip()


def iterate_headings(lines: Sequence[str], start: int) -> Iterator[Heading]:
    """Yield the headings after the first ``start`` lines, outside fences."""
    fences = FenceTracker()
    for number, line in enumerate(lines[start:], start=start + 1):
        if fences.inside(line):
            continue
        found = HEADING.match(line)
        if found:
            yield Heading(len(found[1]), plain(found[2] or ""), number)
