"""The shape of a word: is it a placeholder, an everyday identifier, or does it look like a secret?"""

from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from glyph.domain.redaction import MARKER_OPEN
from glyph.ingest.redact.harmless import (
    DATE,
    GROUPED_NUMBER,
    HARMLESS,
    LONG_ID,
    NOWHERE,
    PLACEHOLDER,
    PROSE,
    WORD_AND_NUMBER,
)
from glyph.ingest.redact.pattern import Pattern


class Shape(IntEnum):
    """How much a word looks like a secret by itself; higher is more."""

    NONE = 0
    """A placeholder, a reference, or nothing."""
    HARMLESS = 1
    """An address, a date, a path, a version: never a secret without a strong label and a separator."""
    WORD = 2
    """A word of a language or a plain name."""
    NUMBER = 3
    """Digits, perhaps in groups."""
    LONG_ID = 4
    """Hex, a UUID, or one case with digits: a secret only when labelled."""
    WEAK_SECRET = 5
    """A word and a number: the weakest passwords are like that, and so are host names."""
    SECRETIVE = 6
    """Letters with digits or symbols inside, or several words joined."""
    SECRET = 7
    """Several classes mixed over a fair length."""


_HEAD = 300
"""As much of a word as is looked at."""

_KNOWN: tuple[tuple[Pattern, Shape], ...] = (
    (DATE, Shape.HARMLESS),
    (GROUPED_NUMBER, Shape.NUMBER),
    (LONG_ID, Shape.LONG_ID),
    (HARMLESS, Shape.HARMLESS),
    (WORD_AND_NUMBER, Shape.WEAK_SECRET),
)


@lru_cache(maxsize=8192)
def shape_of(word: str) -> Shape:
    """Return the shape of a word that has no quotes around it."""
    if word.endswith(".") and len(word) > 4:
        bare = shape_of(word.rstrip(".").rstrip("*`\"')_~"))
        return bare if bare <= Shape.LONG_ID else max(bare, _by_classes(word))
    if _is_nothing(word):
        return Shape.NONE
    if any(letter.isspace() for letter in word):
        return Shape.NUMBER if GROUPED_NUMBER.is_all_of(word[:_HEAD]) else Shape.WORD
    head = word[:_HEAD]
    known = (shape for pattern, shape in _KNOWN if pattern.is_all_of(head))
    return next(known, None) or _by_classes(head)


def _is_nothing(word: str) -> bool:
    """Tell whether a word marks a place, refers to a secret, or begins a sentence."""
    if not word or MARKER_OPEN[0] in word or word.lower() in PROSE:
        return True
    return PLACEHOLDER.is_all_of(word[:_HEAD]) or (not word.isascii() and NOWHERE.is_all_of(word[:60]))


def is_reference(value: str) -> bool:
    """Tell whether a value points at a secret, or marks its place, rather than being one."""
    return shape_of(value) is Shape.NONE


def _by_classes(word: str) -> Shape:
    """Return the shape that a word has by the classes of its characters alone."""
    lower, upper, digits, letters, symbols = _counts(word)
    if not letters:
        return Shape.HARMLESS
    if not digits:
        return _joined_words(word) if symbols else _letters_only(word, lower, upper)
    classes = (lower > 0) + (upper > 0) + 1 + (symbols > 0)
    if len(word) >= 8 and (classes >= 3 or (len(word) >= 20 and classes >= 2)):
        return Shape.SECRET
    if upper + digits == len(word) and len(word) < 16:
        return Shape.LONG_ID
    return Shape.SECRETIVE if len(word) >= 5 else Shape.WORD


def _counts(word: str) -> tuple[int, int, int, int, int]:
    """Return how many lower-case letters, capitals, digits, letters of any kind and other characters it has."""
    lower = sum(map(str.islower, word))
    upper = sum(map(str.isupper, word))
    digits = sum(map(str.isdigit, word))
    letters = sum(map(str.isalpha, word))
    return lower, upper, digits, letters, len(word) - letters - digits


def _letters_only(word: str, lower: int, upper: int) -> Shape:
    """A run of letters is a word unless its case jumps about over a fair length."""
    if not word.isascii() or len(word) < 16 or not lower or not upper:
        return Shape.WORD
    jumps = sum(first.islower() != second.islower() for first, second in pairwise(word))
    return Shape.SECRET if jumps > len(word) * 0.45 else Shape.WORD


def _joined_words(word: str) -> Shape:
    """``a-b`` is a name, ``a-b-c-d`` may be a passphrase, and other symbols inside are unusual."""
    if not any(not mark.isalnum() for mark in word[1:-1]):
        return Shape.WORD
    parts = word.replace(".", "-").replace("_", "-").split("-")
    if all(part.isalpha() for part in parts):
        return Shape.SECRETIVE if len(parts) >= 4 else Shape.WORD
    unusual = sum(not letter.isalnum() and letter not in "-_.,'’/()" for letter in word[1:-1])
    return Shape.SECRETIVE if unusual and len(word) >= 6 else Shape.WORD
