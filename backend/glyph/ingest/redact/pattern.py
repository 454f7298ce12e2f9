"""Patterns on RE2: linear time on any input. The only file that knows re2."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast

import re2  # pyright: ignore[reportMissingTypeStubs]
from re2._re2 import RE2  # pyright: ignore[reportMissingModuleSource, reportUnknownVariableType]

Spans = tuple[tuple[int, int], ...]
"""Where a match and each of its groups stand; (-1, -1) for a group that took no part."""


class _Anchor(Protocol):
    UNANCHORED: object
    ANCHOR_START: object
    ANCHOR_BOTH: object


_ANCHOR = cast("_Anchor", RE2.Anchor)  # pyright: ignore[reportUnknownMemberType]
_ANYWHERE, _AT_START, _WHOLE = _ANCHOR.UNANCHORED, _ANCHOR.ANCHOR_START, _ANCHOR.ANCHOR_BOTH


class _Compiled(Protocol):
    def ok(self) -> bool: ...

    def error(self) -> str: ...

    def Match(self, anchor: object, text: bytes, pos: int, endpos: int) -> list[tuple[int, int]]: ...  # noqa: N802  the name is RE2's own


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
    def _match(self) -> Callable[[object, bytes, int, int], list[tuple[int, int]]]:
        return _compiled(self.expression).Match

    def spans(self, data: bytes) -> Iterator[Spans]:
        """Yield every match in UTF-8 bytes, as byte offsets."""
        match, position, size = self._match, 0, len(data)
        while (spans := match(_ANYWHERE, data, position, size))[0][0] >= 0:
            yield tuple(spans)
            if position == size:
                return
            position = max(spans[0][1], position + 1)

    def first(self, data: bytes, position: int) -> tuple[int, int] | None:
        """Return where the first match from ``position`` on stands, as byte offsets."""
        span = self._match(_ANYWHERE, data, min(position, len(data)), len(data))[0]
        return None if span[0] < 0 else span

    def at_start(self, text: str) -> Spans | None:
        """Return the match that begins with the text, as character offsets."""
        data = text.encode("utf-8", "replace")
        spans = self._match(_AT_START, data, 0, len(data))
        if spans[0][0] < 0:
            return None
        if len(data) == len(text):
            return tuple(spans)
        return tuple((_characters(data, start), _characters(data, end)) for start, end in spans)

    def is_all_of(self, text: str) -> bool:
        """Tell whether the whole text matches."""
        data = text.encode("utf-8", "replace")
        return self._match(_WHOLE, data, 0, len(data))[0][0] >= 0


def _compiled(expression: str) -> _Compiled:
    """Return an expression compiled. RE2 itself is asked: the wrapper around it takes longer than most matches.

    Raises: ValueError for an expression that is none.
    """
    compiled = cast("_Compiled", RE2(expression.encode(), _options()))
    if not compiled.ok():
        raise ValueError(compiled.error())
    return compiled


def _characters(data: bytes, end: int) -> int:
    """Return how many characters stand before the byte offset; -1 stays -1."""
    return end if end < 0 else len(data[:end].decode("utf-8", "replace"))
