"""Just enough Markdown to cut a document: ATX headings, fences, front matter, with their lines.

Headings underlined with ``===`` or ``---`` are ordinary text here: in runbooks such lines are far more
often tables, rules and pasted output.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# Patterns run on crafted lines too: each is linear, or bounded by a length.
HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
FENCE_OPENS = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){0,3}(`{3,}|~{3,})(.*)$")
FENCE_CLOSES = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*$")
INLINE_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*\)")
INLINE_MARKS = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|(?<!\w)(?P<mark>\*{1,3}|_{1,3})(?=\S)(?P<marked>.{1,200}?)(?<=\S)(?P=mark)(?!\w)"
)
MATTER_KEY = re.compile(r"[\"']?\w[\w .-]{0,60}[\"']?[ \t]*:([ \t]|$)")


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
        if self._open:
            closing = FENCE_CLOSES.match(line)
            if closing and closing[1].startswith(self._open):
                self._open = ""
            return True
        opening = FENCE_OPENS.match(line)
        if opening and not ("`" in opening[2] and opening[1][0] == "`"):
            self._open = opening[1]
        return bool(self._open)


def front_matter_end(lines: Sequence[str]) -> int:
    """Return how many lines the front matter takes, its delimiters included; 0 when there is none.

    Text between two rules is no front matter: every line of that must look like YAML.
    """
    if not lines or lines[0].rstrip() != "---":
        return 0
    closing = (number for number, line in enumerate(lines[1:], start=2) if line.rstrip() in ("---", "..."))
    end = next(closing, 0)
    return end if all(looks_like_yaml(line) for line in lines[1 : end - 1]) else 0


def looks_like_yaml(line: str) -> bool:
    """Return whether a line may stand in front matter: a key, an item, a comment, or what belongs to one."""
    return not line.strip() or line[0] in " \t#" or line.startswith("- ") or MATTER_KEY.match(line) is not None


def title_of_front_matter(matter: Sequence[str]) -> str:
    """Return the title that front matter states, or an empty string."""
    titles = (line.partition(":")[2].strip().strip("\"'") for line in matter if line.lower().startswith("title:"))
    return next(titles, "")


def plain(text: str) -> str:
    """Return a heading's text without emphasis, code marks and link targets; ``snake_case`` keeps its marks."""
    return _unmarked(INLINE_LINK.sub(r"\1", text)).strip()


def _unmarked(text: str) -> str:
    return INLINE_MARKS.sub(lambda found: found["code"] or _unmarked(found["marked"]), text)


def iterate_headings(lines: Sequence[str], start: int) -> Iterator[Heading]:
    """Yield the headings after the first ``start`` lines, outside fences."""
    fences = FenceTracker()
    for number, line in enumerate(lines[start:], start=start + 1):
        if fences.inside(line):
            continue
        found = HEADING.match(line)
        if found:
            yield Heading(len(found[1]), plain(heading_text(line[found.end() :])), number)


def heading_text(rest: str) -> str:
    """Return what stands behind a heading's opening marks, without the closing ones."""
    text = rest.strip(" \t")
    body = text.rstrip("#")
    return body.rstrip(" \t") if not body or body[-1] in " \t" else text
