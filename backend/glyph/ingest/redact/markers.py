"""Markers in a text: found again, so that a save can refuse them and redaction can pass them by."""

from glyph.domain.redaction import MARKER_CLOSE, MARKER_OPEN, RuleId, marker
from glyph.ingest.redact.pattern import Pattern

_MARKER = Pattern(MARKER_OPEN + "[a-z][a-z0-9-]{0,63}" + MARKER_CLOSE)


def replacement(secret: str, rule: RuleId) -> str:
    """Return what stands for a secret: its marker, then the line ends that the secret contained."""
    return marker(rule) + "".join(letter for letter in secret if letter in "\r\n")


def markers_in(text: str) -> tuple[str, ...]:
    """Return every marker of the text, in order, repeats included."""
    return tuple(text[start:end] for start, end in marker_ranges(text))


def new_markers(text: str, *, stored: str) -> tuple[str, ...]:
    """Return the markers that ``text`` holds more often than ``stored`` does, each once.

    A save that brings such a marker would write redacted text over the secret behind it.
    """
    before = markers_in(stored)
    after = markers_in(text)
    return tuple(found for found in dict.fromkeys(after) if after.count(found) > before.count(found))


def marker_ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Return where markers stand, as (start, end) in code points."""
    ranges: list[tuple[int, int]] = []
    start = text.find(MARKER_OPEN)
    while start >= 0:
        window = text[start : start + len(MARKER_OPEN) + 65]
        spans = _MARKER.at_start(window.encode("utf-8", "replace").decode("utf-8"))
        if spans is not None:
            ranges.append((start, start + spans[0][1]))
        start = text.find(MARKER_OPEN, start + 1)
    return tuple(ranges)


def without_markers(text: str) -> str:
    """Return the text without its markers."""
    kept: list[str] = []
    reached = 0
    for start, end in marker_ranges(text):
        kept.append(text[reached:start])
        reached = end
    return "".join([*kept, text[reached:]])
