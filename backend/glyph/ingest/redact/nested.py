"""Secrets inside what a label's key holds: a block scalar, a list, a map."""

from collections.abc import Iterator
from dataclasses import dataclass

from glyph.ingest.redact.lexicon import Label, Strength
from glyph.ingest.redact.outline import (
    Line,
    block_secrets,
    is_setting,
    label_of_key,
    line_at,
    lines_below,
    opens_block,
)
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.shapes import Shape, shape_of
from glyph.ingest.redact.values import Value, is_phrase, is_secret_beside, value_at
from glyph.ingest.redact.view import View

_KEY = r"[\"']?([A-Za-z][A-Za-z0-9_.\-]{1,63})[\"']?"
_OVER_LINES = Pattern(
    rf"(?m)^[ \t>]*(?:-[ \t]+)?{_KEY}:[ \t]*((?:![A-Za-z!]+[ \t]+)?[|>]?[+\-0-9]{{0,2}}[ \t]*(?:#[^\n]*)?)\r?$"
)
_IN_BRACKETS = Pattern(rf"{_KEY}[ \t]*[:=][ \t]*([\[{{])")
_ENTRY = Pattern(rf"{_KEY}[ \t]*:[ \t]+")
_ITEM = Pattern(r"\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'|([^\s,\[\]{}\"':]+)")
_LONGEST = 8_000
_WORDED = frozenset({"password", "passphrase", "secret"})
"""Kinds whose lists hold plain words, too. Lists of tokens or keys may be of scopes and names."""
_REFERRING = ("Ref", "From", "_ref", "_from")


@dataclass(frozen=True, slots=True)
class _Holder:
    """What a key that holds several values announces. One in the plural holds secrets by their names."""

    label: Label
    plural: bool


def nested(view: View) -> Iterator[Found]:
    """Yield the secrets that a key's block, list or map holds, on the lines below it or in brackets."""
    text = view.text
    for spans in _OVER_LINES.spans(view.data):
        key = text[view.char(spans[1][0]) : view.char(spans[1][1])]
        label = label_of_key(key)
        if label is None:
            continue
        line = line_at(text, view.char(spans[0][0]))
        if opens_block(text[view.char(spans[2][0]) : view.char(spans[2][1])]):
            yield from block_secrets(text, line, label)
        elif not key[0].isupper() or key.isupper():  # a capitalised word with a colon is a heading of prose
            yield from _members_below(text, line, _Holder(label, key.endswith("s")))
    for spans in _IN_BRACKETS.spans(view.data):
        key = text[view.char(spans[1][0]) : view.char(spans[1][1])]
        label = label_of_key(key)
        if label is not None:
            yield from _members_in(text, view.char(spans[2][0]), _Holder(label, key.lower().endswith("s")))


def _members_below(text: str, opening: Line, holder: _Holder) -> Iterator[Found]:
    """Yield the scalars of the list or map on the lines below its key; a line of another form ends it."""
    for line in lines_below(text, opening):
        if line.content.startswith("#"):
            continue
        spans = _ENTRY.at_start(line.content)
        if line.indent < opening.column + (not line.opens_item):
            return
        if spans is None and not line.opens_item and not line.content.endswith(":"):
            return
        key = line.content[spans[1][0] : spans[1][1]] if spans else ""
        if line.content.rstrip(":").endswith(_REFERRING):
            return
        value = value_at(line.text, line.column + (spans[0][1] if spans else 0))
        if value is None or (not value.enclosed and line.text[value.end :].split("#")[0].strip()):
            continue
        if _is_member(value, key, holder):
            yield Found(line.start + value.start, line.start + value.end, holder.label.kind)


def _members_in(text: str, opening: int, holder: _Holder) -> Iterator[Found]:
    """Yield the scalars between the bracket at ``opening`` and the one that closes it."""
    end = _closing(text, opening)
    part = text[opening:end]
    data = part.encode("utf-8", "replace")
    view = View(part, None)
    key = ""
    for spans in _ITEM.spans(data):
        start, stop = next(span for span in spans[1:] if span[0] >= 0)
        left, right, after = view.char(start), view.char(stop), view.char(spans[0][1])
        item = Value(left, right, part[left:right], enclosed=spans[3][0] < 0)
        if part[after:].lstrip(" \t")[:1] == ":":
            key = item.text
            continue
        if _is_member(item, key, holder):
            yield Found(opening + left, opening + right, holder.label.kind)
        key = ""


def _closing(text: str, opening: int) -> int:
    """Return where the bracket at ``opening`` is closed, or the end of its line when it never is."""
    depth = 0
    for position in range(opening, min(len(text), opening + _LONGEST)):
        depth += (text[position] in "[{") - (text[position] in "]}")
        if depth == 0:
            return position
    end = text.find("\n", opening)
    return end if end >= 0 else len(text)


def _is_member(value: Value, key: str, holder: _Holder) -> bool:
    """Tell whether a scalar in a list or map of secrets is one of them, and not how or where they are kept."""
    shape = shape_of(value.text)
    if shape <= Shape.HARMLESS or (key and is_setting(key)):
        return False
    if holder.label.strength is Strength.WEAK:
        return shape is Shape.SECRET and (value.enclosed or key != "")
    return _is_named_word(value, key, holder) if shape is Shape.WORD else is_secret_beside(value, holder.label, "")


def _is_named_word(value: Value, key: str, holder: _Holder) -> bool:
    """Tell whether a plain word is a secret. Maps name secrets; lists of ``secrets`` hold names of them as a rule."""
    if key:
        named = holder.plural or key.lower() in ("value", "default")
    else:
        named = holder.label.kind != "secret" or (value.enclosed and not holder.plural)
    plain = is_phrase(value) or (len(value.text) >= 3 and value.text.isalpha())
    return named and plain and holder.label.kind in _WORDED
