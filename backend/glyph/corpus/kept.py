"""What is kept of documents beside the corpus, and for how long: the bounds of history and trash."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may be kept: entries, bytes in all, days. Zero entries means that nothing is kept."""

    entries: int
    size_bytes: int
    days: int


class Kept(Protocol):
    """One thing that is kept, with its size and since when."""

    @property
    def size_bytes(self) -> int: ...
    @property
    def kept_at(self) -> datetime: ...


Entry = TypeVar("Entry", bound=Kept)


def beyond(entries: Sequence[Entry], bounds: Bounds, now: datetime) -> Iterator[Entry]:
    """Yield what must go: what is too old, and of the rest the oldest that are too many or too much."""
    oldest = now - timedelta(days=bounds.days)
    size_bytes = 0
    for count, entry in enumerate(sorted(entries, key=lambda entry: entry.kept_at, reverse=True), start=1):
        size_bytes += entry.size_bytes
        if count > bounds.entries or size_bytes > bounds.size_bytes or entry.kept_at < oldest:
            yield entry


STAMP = "%Y%m%dT%H%M%S.%fZ"
"""Sorts as text by time, and is a file name everywhere."""
