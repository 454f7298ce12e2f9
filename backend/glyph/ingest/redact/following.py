"""Secrets on the lines below their label: in a fence, a list, or alone on a line."""

from collections.abc import Iterator

from glyph.ingest.redact.hits import Hit
from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import value_at

_BULLET = Pattern(r"[ \t]*(?:>[ \t]?)*(?:[-*+•][ \t]+(?:\[[ x]\][ \t]+)?|[0-9]{1,2}[.)][ \t]+)?")
_SPEAKER = Pattern(
    r"[ \t]*(?:>[ \t]?)*(?:\[[0-9:]{4,8}\][ \t]+|[0-9]{1,2}:[0-9]{2}[ \t]+)?"
    r"@?[\pL\pN_.\-]{1,20}(?: [\pL\pN]{1,3})?[:>][ \t]+"
)
_MOST_LINES = 24


def following_secrets(text: str, line_start: int, line: str, hits: list[Hit]) -> Iterator[Found]:
    """Yield the secrets under a line whose label found no value beside it."""
    opened = _open_label(line, hits)
    label = opened or hits[-1].label
    opening = _SPEAKER if _is_said(line, hits) else _BULLET
    for position, here, fenced in _lines_below(text, line_start + len(line) + 1):
        spans = opening.at_start(here)
        start = spans[0][1] if spans else 0
        item = start > len(here) - len(here.lstrip())
        if opened is not None:
            secret = _line_secret(here, start, label, fenced=fenced, item=item)
        else:
            secret = _lone_secret(here, label)
        if secret is None:
            return
        yield Found(position + secret[0], position + secret[1], label.kind)
        if opened is None:
            return


def _is_said(line: str, hits: list[Hit]) -> bool:
    """Tell whether a line is something that somebody says in a chat: the label comes after a name."""
    spans = _SPEAKER.at_start(line)
    asked = "?" in line or "？" in line or line.lstrip(" \t>")[:1] in "@[0123456789"
    return asked and spans is not None and spans[0][1] <= hits[0].start


def _lone_secret(line: str, label: Label) -> tuple[int, int] | None:
    """Return the one word of a line when it can hardly be anything but the answer to a strong label."""
    content = line.strip()
    value = value_at(line, len(line) - len(line.lstrip()))
    if value is None or " " in content or label.strength is Strength.WEAK:
        return None
    shape = shape_of(value.text)
    if shape is Shape.SECRET or (shape is Shape.LONG_ID and label.hexadecimal and len(value.text) >= 32):
        return value.start, value.end
    return None


def _lines_below(text: str, position: int) -> Iterator[tuple[int, str, bool]]:
    """Yield (offset, line, fenced) of the lines that may hold the value: one fence, or one block of text."""
    fenced = seen = False
    blank = 0
    for _ in range(_MOST_LINES):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        here = text[position:end].strip()
        fence = here.startswith("```")
        blank += not here
        if position >= len(text) or blank > 2 or (fence and (fenced or seen)) or (not here and seen and not fenced):
            return
        fenced = fenced or fence
        if here and not fence:
            seen = True
            yield position, text[position:end], fenced
        position = end + 1


def _open_label(line: str, hits: list[Hit]) -> Label | None:
    """Return the label whose value must be below: the line says little else."""
    hit = hits[-1]
    rest = line[hit.end :].strip(" \t\r\"'`*_:)?!|")
    heading = line.lstrip().startswith("#")
    colon = line.rstrip(" \t\r*_\"'`").endswith((":", "：", "?"))
    words = len(line.split())
    if hit.label.strength is Strength.WEAK and not (colon or heading or hit.label.numeric):
        return None
    several = hit.label.kind == "recovery-code" and len(rest.split()) <= 8
    if several or (rest == "" and words <= 10) or ((colon or heading) and len(rest.split()) <= 10) or words <= 5:
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
    if (
        alone
        and fenced
        and shape > Shape.HARMLESS
        and len(value.text) >= 4
        and content[-1] != ":"
        and " " not in value.text
    ):
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
