"""Cuts by tokens: a text into windows or halves, texts into batches. The count is given, the model's own unknown."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

CountTokens = Callable[[str], int]
Fits = Callable[[str], bool]

SMALLEST_TOKENS = 16
"""A text this short is not halved: a provider that refuses it means something else."""
LIKELY_CHARACTERS = 4
"""Characters of a token in prose; only the first guess of a search depends on it."""
_LAST_SPACE = re.compile(r"\s\S*\Z")


@dataclass(frozen=True, slots=True)
class WindowCuts:
    """Cuts texts into windows of at most ``window_tokens``, the prefix that each is sent with included.

    Every window was counted whole, because tokens of parts do not add up to those of the sum.
    """

    count_tokens: CountTokens
    window_tokens: int
    prefix: str = ""

    def windows(self, text: str, *, heading: str) -> tuple[str, ...]:
        """Return ``text`` in windows, each below the line ``heading``, which takes at most half of one.

        A cut falls at the last line end in the second half of a window, else behind its last white
        space, else anywhere.
        """
        line = self._heading_line(heading) if heading else ""

        def fits(piece: str) -> bool:
            return self.tokens(line + piece) <= self.window_tokens

        return tuple(line + piece for piece in self._pieces(text, fits))

    def halves(self, text: str) -> tuple[str, str] | None:
        """Return ``text`` in two parts of about one length, or None when it is too short for that."""
        if len(text) < 2 or self.count_tokens(text) <= SMALLEST_TOKENS:
            return None
        middle = len(text) // 2
        border = _LAST_SPACE.search(text, middle // 2, middle)
        cut = border.start() + 1 if border else middle
        return text[:cut], text[cut:]

    def tokens(self, text: str) -> int:
        """Return what ``text`` counts with its prefix."""
        return self.count_tokens(self.prefix + text)

    def _heading_line(self, heading: str) -> str:
        half = self.window_tokens // 2
        end = _reach(heading, 0, lambda words: self.tokens(f"{words}\n") <= half, half * LIKELY_CHARACTERS)
        return f"{heading[:end]}\n"

    def _pieces(self, text: str, fits: Fits) -> Iterator[str]:
        start, guess = 0, self.window_tokens * LIKELY_CHARACTERS
        while (end := _reach(text, start, fits, guess)) < len(text):
            cut = _softened(text, start, end, fits)
            yield text[start:cut]
            start = cut
        yield text[start:]


def batches(
    texts: Sequence[str], count_tokens: CountTokens, *, most_texts: int, most_tokens: int
) -> Iterator[Sequence[str]]:
    """Yield ``texts`` in order, in batches within both limits; a text over the limit is a batch of its own."""
    start, tokens = 0, 0
    for end, text in enumerate(texts):
        own = count_tokens(text)
        if end > start and (end - start == most_texts or tokens + own > most_tokens):
            yield texts[start:end]
            start, tokens = end, 0
        tokens += own
    if start < len(texts):
        yield texts[start:]


def _reach(text: str, start: int, fits: Fits, guess: int) -> int:
    """Return the furthest end found at which ``text[start:end]`` fits; one character always counts as fitting."""
    low, high = start, min(len(text), start + guess)
    while fits(text[start:high]):
        if high == len(text):
            return high
        low, high = high, min(len(text), high + guess)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(text[start:middle]) else (low, middle)
    return min(max(low, start + 1), len(text))


def _softened(text: str, start: int, end: int, fits: Fits) -> int:
    """Return a cut at or before ``end`` that divides no line or at least no word, if there is one that fits."""
    line_end = text.rfind("\n", (start + end) // 2, end) + 1
    space = _LAST_SPACE.search(text, start, end)
    for cut in (line_end, space.start() + 1 if space else 0):
        if start < cut <= end and fits(text[start:cut]):
            return cut
    return end
