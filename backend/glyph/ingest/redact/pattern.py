"""Patterns on RE2: linear time on any input. The only file that knows re2."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast

import re2  # pyright: ignore[reportMissingTypeStubs]

Spans = tuple[tuple[int, int], ...]
"""Where a match and each of its groups stand; (-1, -1) for a group that took no part."""


class _Match(Protocol):
    def span(self, group: int) -> tuple[int, int]: ...


class _Compiled(Protocol):
    @property
    def groups(self) -> int: ...

    def finditer(self, text: bytes) -> Iterator[_Match]: ...

    def search(self, text: bytes, pos: int) -> _Match | None: ...

    def match(self, text: bytes) -> _Match | None: ...

    def fullmatch(self, text: bytes) -> _Match | None: ...


def _options() -> object:
    """Return options that keep RE2 fast on large patterns and quiet on standard error."""
    options = re2.Options()  # pyright: ignore[reportUnknownMemberType]
    options.log_errors = False
    options.max_mem = 64 << 20
    return cast("object", options)


class _Set(Protocol):
    def Add(self, pattern: bytes) -> int: ...  # noqa: N802  the name is RE2's own

    def Compile(self) -> None: ...  # noqa: N802  the name is RE2's own

    def Match(self, text: bytes) -> list[int]: ...  # noqa: N802  the name is RE2's own


_SENTINEL = b"\x00\x01glyph\x01\x00"


@dataclass(frozen=True)
class Keywords:
    """Plain words that are looked up all at once."""

    words: tuple[str, ...]

    @cached_property
    def _compiled(self) -> _Set:
        compiled = cast("_Set", re2.Set.SearchSet(_options()))  # pyright: ignore[reportUnknownMemberType]
        for word in (*(word.encode() for word in self.words), _SENTINEL):
            compiled.Add(cast("bytes", re2.escape(word)))  # pyright: ignore[reportUnknownMemberType]
        compiled.Compile()
        return compiled

    def present(self, data: bytes) -> frozenset[str]:
        """Return the words that stand in ``data``, or all of them when RE2 gives up.

        A set that runs out of memory answers with nothing; the sentinel tells that from absence.
        """
        found = self._compiled.Match(data + _SENTINEL)
        if len(self.words) not in found:
            return frozenset(self.words)
        return frozenset(self.words[index] for index in found if index < len(self.words))


@dataclass(frozen=True)
class Pattern:
    """An expression in RE2 syntax, compiled when it is first asked for."""

    expression: str

    @cached_property
    def _compiled(self) -> _Compiled:
        return cast("_Compiled", re2.compile(self.expression, _options()))  # pyright: ignore[reportUnknownMemberType]

    @cached_property
    def _groups(self) -> range:
        return range(self._compiled.groups + 1)

    def spans(self, data: bytes) -> Iterator[Spans]:
        """Yield every match in UTF-8 bytes, as byte offsets."""
        groups = self._groups
        return (tuple(match.span(group) for group in groups) for match in self._compiled.finditer(data))

    def first(self, data: bytes, position: int) -> tuple[int, int] | None:
        """Return where the first match from ``position`` on stands, as byte offsets."""
        match = self._compiled.search(data, position)
        return None if match is None else match.span(0)

    def at_start(self, text: str) -> Spans | None:
        """Return the match that begins with the text, as character offsets."""
        data = text.encode("utf-8", "replace")
        match = self._compiled.match(data)
        if match is None:
            return None
        spans = tuple(match.span(group) for group in self._groups)
        if len(data) == len(text):
            return spans
        return tuple((_characters(data, start), _characters(data, end)) for start, end in spans)

    def is_all_of(self, text: str) -> bool:
        """Tell whether the whole text matches."""
        return self._compiled.fullmatch(text.encode("utf-8", "replace")) is not None


def _characters(data: bytes, end: int) -> int:
    """Return how many characters stand before the byte offset; -1 stays -1."""
    return end if end < 0 else len(data[:end].decode("utf-8", "replace"))
