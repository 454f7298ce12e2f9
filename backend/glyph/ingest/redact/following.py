"""Secrets on the lines below their label: in a fence, a list, or alone on a line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import value_at

if TYPE_CHECKING:
    from glyph.ingest.redact.labels import Hit

_BULLET = Pattern(r"[ \t]*(?:>[ \t]?)*(?:[-*+•][ \t]+(?:\[[ x]\][ \t]+)?|[0-9]{1,2}[.)][ \t]+)?")
_MOST_LINES = 24


def following_secrets(text: str, line_start: int, line: str, hits: "list[Hit]") -> Iterator[Found]:
    """Yield the secrets under a line whose label found no value beside it."""
    label = _open_label(line, hits)
    if label is None:
        return
    blank = 0
    position = line_start + len(line) + 1
    fenced = False
    found_before = False
    for _ in range(_MOST_LINES):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        if position >= len(text) or blank > 2:
            return
        here = text[position:end]
        if here.strip().startswith("```"):
            if fenced or found_before:
                return
            fenced = True
        elif not here.strip():
            blank += 1
            if found_before and not fenced:
                return
        else:
            spans = _BULLET.at_start(here)
            start = spans[0][1] if spans else 0
            secret = _line_secret(here, start, label, fenced=fenced, item=start > len(here) - len(here.lstrip()))
            if secret is None:
                return
            found_before = True
            yield Found(position + secret[0], position + secret[1], label.kind)
        position = end + 1


def _open_label(line: str, hits: "list[Hit]") -> Label | None:
    """Return the label whose value must be below: the line says little else."""
    hit = hits[-1]
    rest = line[hit.end :].strip(" \t\r\"'`*_:)?!|")
    heading = line.lstrip().startswith("#")
    colon = line.rstrip(" \t\r*_\"'`").endswith((":", "：", "?"))
    words = len(line.split())
    if hit.label.strength is Strength.WEAK and not (colon or heading or hit.label.numeric):
        return None
    if (rest == "" and words <= 10) or ((colon or heading) and len(rest.split()) <= 10) or words <= 5:
        return hit.label
    return None


def _line_secret(line: str, start: int, label: Label, *, fenced: bool, item: bool) -> tuple[int, int] | None:
    content = line[start:].rstrip()
    value = value_at(line, start)
    if value is None:
        return None
    alone = len(content.split()) == 1 or value.enclosed
    shape = shape_of(value.text)
    groups = content.replace(" ", "")
    if alone and (
        shape in (Shape.SECRET, Shape.SECRETIVE)
        or (shape is Shape.NUMBER and label.numeric)
        or (shape is Shape.LONG_ID and label.hexadecimal)
    ):
        return value.start, value.end
    if alone and fenced and shape is not Shape.NONE and shape is not Shape.HARMLESS and len(content) >= 4:
        return value.start, value.end
    if label.numeric and len(groups) >= 4 and groups.isdigit() and len(content.split()) <= 6:
        return start, start + len(content)
    if item:
        return _item_secret(line, start, label)
    return None


def _item_secret(line: str, start: int, label: Label) -> tuple[int, int] | None:
    """Return the first word of a list item that looks like a secret; telephone numbers do not."""
    position = start
    words = line[start:].split()
    for count, word in enumerate(words):
        left = line.find(word, position)
        position = left + len(word)
        value = value_at(line, left)
        if value is None:
            continue
        shape = shape_of(value.text)
        alone = not any(other.strip("+()").isdigit() for other in words[max(0, count - 1) : count + 2] if other != word)
        if shape in (Shape.SECRET, Shape.SECRETIVE) or (shape is Shape.NUMBER and label.numeric and alone):
            return value.start, value.end
    return None
