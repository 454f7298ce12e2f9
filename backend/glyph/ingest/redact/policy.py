"""The owner's lists beside the rules: values that are always redacted, and values that are no secrets.

The first are kept as keyed hashes: whoever reads the list learns their lengths and nothing else. They are
found by a rolling hash under the same key, whose hits are then proved by HMAC.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from glyph.domain.redaction import MARKER_OPEN, RuleId
from glyph.ingest.redact.rule import Found
from glyph.ingest.redact.view import view_of

SHORTEST, LONGEST = 4, 400
_TAG_SHIFT = np.uint64(48)
_MASK = 2**64 - 1
_LISTED = RuleId("listed")
_MARKS = " \t\"'`.,;:"

Numbers = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class KeyedValue:
    """A value without the value: its length in characters, 16 bits of its rolling hash, and its HMAC in hex."""

    length: int
    tag: int
    digest: str


@dataclass(frozen=True)
class Policy:
    """What the owner says beyond the rules. ``never`` holds folded values; ``always`` wins over it."""

    key: bytes = field(default=b"", repr=False)
    always: tuple[KeyedValue, ...] = ()
    never: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def version(self) -> str:
        """Return what changes with the lists, empty when there are none. It is shown: made under the key."""
        if not (self.always or self.never):
            return ""
        lists = [*sorted(value.digest for value in self.always), "", *sorted(self.never)]
        return _digest(self.key, "lists", "\n".join(lists))[:12]

    def lets_stand(self, found: str) -> bool:
        """Tell whether a finding is one of the values that are no secrets."""
        return bool(self.never) and (found in self.never or found.strip(_MARKS) in self.never)


RULES_ALONE = Policy()
"""No lists: what the rules find, and nothing else."""


def folded(value: str) -> str:
    """Return a value as redaction sees it.

    Raises: ValueError, when it is too short or too long for a list, or no single line.
    """
    value = view_of(value.strip()).text
    if not SHORTEST <= len(value) <= LONGEST:
        raise ValueError(f"must have {SHORTEST} to {LONGEST} characters")
    if len(value.splitlines()) > 1 or MARKER_OPEN[0] in value:
        raise ValueError("must be one line without markers")
    return value


def keyed_value(value: str, key: bytes) -> KeyedValue:
    """Return what is kept of a value that is always redacted.

    Raises: ValueError, as ``folded``.
    """
    value = folded(value)
    (tag,) = _tags(value, len(value), _base(key))
    return KeyedValue(len(value), int(tag), _digest(key, "always", value))


def listed_secrets(text: str, policy: Policy) -> Iterator[Found]:
    """Yield every place of a value that is always redacted; ``text`` is folded."""
    base = _base(policy.key) if policy.always else 0
    for length in sorted({value.length for value in policy.always if value.length <= len(text)}):
        digests: dict[int, set[str]] = {}
        for value in policy.always:
            if value.length == length:
                digests.setdefault(value.tag, set()).add(value.digest)
        tags = _tags(text, length, base)
        proved: dict[str, bool] = {}  # a repetitive text asks for the same window again and again
        for start in np.flatnonzero(np.isin(tags, np.array(list(digests), dtype=np.uint64))).tolist():
            window = text[start : start + length]
            if window not in proved:
                proved[window] = _digest(policy.key, "always", window) in digests[int(tags[start])]
            if proved[window]:
                yield Found(start, start + length, _LISTED)


def _tags(text: str, length: int, base: int) -> Numbers:
    """Return 16 bits of the rolling hash of every window of ``length`` characters.

    That hash is the sum of c * base**i, mod 2**64; i counts from the window's own start.
    """
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(letters * _powers(base, len(text)), dtype=np.uint64)))
    windows = sums[length:] - sums[:-length]
    return (windows * _powers(pow(base, -1, 2**64), len(windows))) >> _TAG_SHIFT


def _powers(base: int, count: int) -> Numbers:
    """Return base**0 … base**(count - 1), mod 2**64."""
    factors = np.full(count, base, dtype=np.uint64)
    factors[:1] = 1
    return np.cumprod(factors, dtype=np.uint64)


def _base(key: bytes) -> int:
    """Return an odd number that only the key knows."""
    return int(_digest(key, "rolling", "")[:16], 16) & _MASK | 1


def _digest(key: bytes, purpose: str, value: str) -> str:
    data = f"{purpose}\0{value}".encode("utf-8", "surrogatepass")
    return hmac.new(key, data, hashlib.sha256).hexdigest()
