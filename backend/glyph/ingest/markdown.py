"""Just enough Markdown to name a document's parts: ATX headings and front matter, with their lines.

Headings underlined with ``===`` or ``---`` are ordinary text here. In 1,974 runbooks and pages of product
documentation no such line was meant as a heading; all were rules, front matter, quotes and pasted output.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from glyph.ingest.verbatim import verbatim_ranges

# Patterns run on crafted lines too: each is linear, or bounded by a length.
HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
INLINE_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*\)")
INLINE_MARKS = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|(?<!\w)(?P<mark>\*{1,3}|_{1,3})(?=\S)(?P<marked>.{1,200}?)(?<=\S)(?P=mark)(?!\w)"
)
ESCAPED = re.compile(r"\\([\"\\/])")
MATTER_KEY = re.compile(r"[\"']?\w[\w .-]{0,60}[\"']?[ \t]*:([ \t]|$)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level (1–6), its text without marks, its line (1-based)."""

    level: int
    text: str
    line: int


def front_matter_end(lines: Sequence[str]) -> int:
    """Return how many lines the front matter takes, its delimiters included; 0 when there is none.

    Text between two rules is no front matter: every line of that must look like YAML.
    """
    if not lines or lines[0].rstrip() != "---":
        return 0
    closing = (number for number, line in enumerate(lines[1:], start=2) if line.rstrip() in ("---", "..."))
    end = next(closing, 0)
    return end if all(looks_like_yaml(line) for line in lines[1 : end - 1]) else 0


def properties_in_matter(matter: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line (1-based, inclusive) of the properties in front matter; (0, 0) for none.

    They are the items of its list ``properties``: what a table of documents would show, and so what people search for.
    """
    start = next((number for number, line in enumerate(matter, start=1) if line.rstrip() == "properties:"), 0)
    if not start:
        return 0, 0
    outside = (
        number for number, line in enumerate(matter[start:], start=start + 1) if not line.startswith((" ", "- "))
    )
    last = next(outside, len(matter) + 1) - 1
    return (start + 1, last) if last > start else (0, 0)


def looks_like_yaml(line: str) -> bool:
    """Return whether a line may stand in front matter: a key, an item, a comment, or what belongs to one."""
    return not line.strip() or line[0] in " \t#" or line.startswith("- ") or MATTER_KEY.match(line) is not None


def title_of_front_matter(matter: Sequence[str]) -> str:
    """Return the title that front matter states, or an empty string."""
    titles = (line.partition(":")[2].strip() for line in matter if line.lower().startswith("title:"))
    return _unquoted(next(titles, ""))


def _unquoted(scalar: str) -> str:
    """Return what a YAML scalar says; of the escapes in double quotes those that a title can hold."""
    if len(scalar) > 1 and scalar[0] == scalar[-1] == '"':
        return ESCAPED.sub(r"\1", scalar[1:-1])
    return scalar.strip("\"'")


def plain(text: str) -> str:
    """Return a heading's text without emphasis, code marks and link targets; ``snake_case`` keeps its marks."""
    return _unmarked(INLINE_LINK.sub(r"\1", text)).strip()


def _unmarked(text: str) -> str:
    return INLINE_MARKS.sub(lambda found: found["code"] or _unmarked(found["marked"]), text)


def iterate_headings(lines: Sequence[str], start: int) -> Iterator[Heading]:
    """Yield the headings after the first ``start`` lines, outside verbatim lines."""
    number = start + 1
    for verbatim in chain(verbatim_ranges(lines, start), [None]):
        end = verbatim.first if verbatim else len(lines) + 1
        headings = (heading_at(lines[place - 1], place) for place in range(number, end))
        yield from (heading for heading in headings if heading)
        number = verbatim.last + 1 if verbatim else end


def heading_skips(lines: Sequence[str]) -> Iterator[Heading]:
    """Yield the headings that stand more than one level below the heading before them."""
    for before, heading in pairwise(iterate_headings(lines, front_matter_end(lines))):
        if heading.level > before.level + 1:
            yield heading


def heading_at(line: str, number: int) -> Heading | None:
    """Return the heading that a line outside verbatim ranges is, if it is one."""
    found = HEADING.match(line)
    return Heading(len(found[1]), plain(heading_text(line[found.end() :])), number) if found else None


def heading_text(rest: str) -> str:
    """Return what stands behind a heading's opening marks, without the closing ones."""
    text = rest.strip(" \t")
    body = text.rstrip("#")
    return body.rstrip(" \t") if not body or body[-1] in " \t" else text
