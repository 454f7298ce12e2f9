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

    def match(self, text: bytes | str) -> _Match | None: ...

    def fullmatch(self, text: bytes | str) -> _Match | None: ...


@dataclass(frozen=True)
class Pattern:
    """An expression in RE2 syntax, compiled when it is first asked for."""

    expression: str

    @cached_property
    def _compiled(self) -> _Compiled:
        return cast("_Compiled", re2.compile(self.expression))  # pyright: ignore[reportUnknownMemberType]

    @cached_property
    def _groups(self) -> range:
        return range(self._compiled.groups + 1)

    def spans(self, data: bytes) -> Iterator[Spans]:
        """Yield every match in UTF-8 bytes, as byte offsets."""
        groups = self._groups
        return (tuple(match.span(group) for group in groups) for match in self._compiled.finditer(data))

    def at_start(self, text: str) -> Spans | None:
        """Return the match that begins with the text, as character offsets."""
        match = self._compiled.match(text)
        return None if match is None else tuple(match.span(group) for group in self._groups)

    def is_all_of(self, text: str) -> bool:
        """Tell whether the whole text matches."""
        return self._compiled.fullmatch(text) is not None
