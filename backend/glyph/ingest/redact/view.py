"""The text as rules see it: folded so that disguised characters match, mapped back to the original.

Rules run on ``data`` (UTF-8 bytes, because RE2 counts bytes) or on ``text``; both are the folded
text. Every position a rule reports goes back through ``char`` and ``original``.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

_FULLWIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES = dict.fromkeys([0x00A0, 0x2002, 0x2003, 0x2007, 0x2009, 0x202F, 0x3000], 0x20)
_FOLD = _FULLWIDTH | _SPACES
_FOLDED = frozenset(map(chr, _FOLD))
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


@dataclass(frozen=True)
class View:
    """One text under redaction. ``text`` is folded, and shorter only by its invisible characters."""

    text: str
    kept: NDArray[np.int64] | None
    """Index in the original of every character of ``text``; None when nothing was removed."""

    @cached_property
    def data(self) -> bytes:
        """Return the folded text as UTF-8."""
        return self.text.encode("utf-8", "replace")

    @cached_property
    def lowered(self) -> bytes:
        """Return ``data`` with ASCII letters in lower case: what keywords are looked up in."""
        return self.data.lower()

    @cached_property
    def _chars(self) -> NDArray[np.int64] | None:
        """Return the character index of every byte, and one past the end; None for plain ASCII."""
        if self.text.isascii():
            return None
        starts = (np.frombuffer(self.data, dtype=np.uint8) & 0xC0) != 0x80
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(starts)))

    def char(self, byte: int) -> int:
        """Return the character index of the byte offset ``byte``, which must begin a character."""
        return byte if self._chars is None else int(self._chars[byte])

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return (start, end) of the original text for a span of ``text`` that is not empty."""
        if self.kept is None:
            return start, end
        return int(self.kept[start]), int(self.kept[end - 1]) + 1


def view_of(text: str) -> View:
    """Return the folded view: full-width ASCII and odd spaces made plain, invisible characters gone."""
    if text.isascii():
        return View(text, None)
    folded = text if _FOLDED.isdisjoint(text) else text.translate(_FOLD)
    if _INVISIBLE.isdisjoint(folded):
        return View(folded, None)
    kept = [index for index, letter in enumerate(folded) if letter not in _INVISIBLE]
    return View("".join(folded[index] for index in kept), np.array(kept, dtype=np.int64))
