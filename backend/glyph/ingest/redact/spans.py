"""Ranges and spans: which of several findings stand, and where they stood in the original."""

from bisect import bisect_right
from collections.abc import Iterable

from glyph.domain.redaction import Span
from glyph.ingest.redact.markers import replacement
from glyph.ingest.redact.rule import Found

Ranges = tuple[tuple[int, int], ...]


def not_touching(found: Iterable[Found], ranges: Ranges) -> list[Found]:
    """Return the findings that share no character with a range. Ranges are sorted by start."""
    merged = _merged(ranges)
    ends = [end for _, end in merged]
    kept: list[Found] = []
    for one in found:
        index = bisect_right(ends, one.start)
        if index == len(merged) or merged[index][0] >= one.end:
            kept.append(one)
    return kept


def _merged(ranges: Ranges) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def resolved(found: list[Found]) -> list[Found]:
    """Return findings in order, joined where they overlap.

    A joined finding takes the rule that was listed first; so the certain layers name the kind.
    """
    ranked = sorted(enumerate(found), key=lambda entry: (entry[1].start, entry[0]))
    chosen: list[tuple[int, Found]] = []
    for rank, one in ranked:
        if chosen and one.start < chosen[-1][1].end:
            best, last = chosen[-1]
            rule = one.rule if rank < best else last.rule
            chosen[-1] = (min(rank, best), Found(last.start, max(last.end, one.end), rule))
        else:
            chosen.append((rank, one))
    return [one for _, one in chosen]


def lifted(text: str, before: tuple[Span, ...], found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return all spans in offsets of ``text``: those known before and those found in its redacted form.

    ``found`` must not touch a marker that ``before`` has set.
    """
    starts: list[int] = []
    shifts: list[int] = []
    shift = 0
    for span in before:
        shift += len(replacement(text[span.start : span.end], span.rule)) - (span.end - span.start)
        starts.append(span.end + shift)
        shifts.append(shift)

    def back(position: int) -> int:
        index = bisect_right(starts, position)
        return position - (shifts[index - 1] if index else 0)

    new = [Span(back(span.start), back(span.end - 1) + 1, span.rule) for span in found]
    return tuple(sorted([*before, *new], key=lambda span: (span.start, span.end)))
