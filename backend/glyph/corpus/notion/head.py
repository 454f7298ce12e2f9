"""The head of a page: its title (C3) and the properties below it (C4)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from glyph.corpus.notion.lines import Line, Lines

TITLE = re.compile(r"#[ \t]+(?P<text>.*\S)[ \t]*|#[ \t]*")
KEY = re.compile(r"(?P<key>[^\s:`<>|\[][^:`<>|]{0,59}?):(?:[ \t]+(?P<value>.*)|[ \t]*)")
NOT_A_KEY = re.compile(r"[-*+>]\s|\d+[.)]\s|#{1,6}\s")


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a page, as Notion wrote it; the value may have several lines."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the body. ``title`` is None when the page does not begin with one.

    ``unconfirmed`` says that lines which look like properties were left in the body.
    """

    title: str | None
    properties: tuple[Property, ...]
    body: tuple[Line, ...]
    unconfirmed: bool


Confirms = Callable[[str], bool]
"""Says of a key whether the page's table or a sibling has it."""


def title_and_rest(lines: Lines) -> tuple[str | None, Lines]:
    """Return the title, if the first line that is not blank is one, and the lines below it."""
    start = next((number for number, line in enumerate(lines) if not line.blank), len(lines))
    found = TITLE.fullmatch(lines[start].text) if start < len(lines) and not lines[start].verbatim else None
    if found is None:
        return None, lines[start:]
    return (found["text"] or "").strip(), lines[start + 1 :]


def candidate_keys(lines: Lines) -> frozenset[str]:
    """Return the keys that a page would have if the lines below its title are properties."""
    _, rest = title_and_rest(lines)
    return frozenset(found["key"] for line in _candidates(rest)[1] if (found := _key_of(line)))


def head_of(lines: Lines, confirms: Confirms) -> Head:
    """Return a page's head and body.

    Of the lines below the title those down to the last key that is confirmed are properties: a line
    that begins with no key goes on with the value above it.
    """
    title, rest = title_and_rest(lines)
    start, candidates = _candidates(rest)
    keys = [_key_of(line) for line in candidates]
    known = [number for number, key in enumerate(keys) if key and confirms(key["key"])]
    if title is None or not known or keys[0] is None:
        return Head(title, (), tuple(rest), unconfirmed=title is not None and bool(keys) and keys[0] is not None)
    end = known[-1] + 1
    left = keys[end] if end < len(keys) else None
    body = tuple(rest[start + end :])
    return Head(title, tuple(_properties(candidates[:end], keys[:end])), body, unconfirmed=left is not None)


def _candidates(rest: Lines) -> tuple[int, Sequence[Line]]:
    """Return the first block of lines below the title and where it begins."""
    start = next((number for number, line in enumerate(rest) if not line.blank), len(rest))
    end = next((number for number in range(start, len(rest)) if rest[number].blank or rest[number].verbatim), len(rest))
    return start, rest[start:end]


def _key_of(line: Line) -> re.Match[str] | None:
    found = KEY.fullmatch(line.text)
    return None if found is None or NOT_A_KEY.match(line.text) else found


def _properties(lines: Sequence[Line], keys: Sequence[re.Match[str] | None]) -> Iterator[Property]:
    key, value = "", list[str]()
    for line, found in zip(lines, keys, strict=True):
        if found is None:
            value.append(line.text.rstrip())
            continue
        if key:
            yield Property(key, "\n".join(value))
        key, value = found["key"].strip(), [(found["value"] or "").rstrip()]
    if key:
        yield Property(key, "\n".join(value))
