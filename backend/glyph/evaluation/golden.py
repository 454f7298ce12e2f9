"""Golden queries: questions with the passages that answer them, one JSON object a line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Passage
from glyph.errors import BadRequest

QUERIES_FILE = "queries.jsonl"


class Expected(BaseModel):
    """A passage that answers: a document, or the part of it under a heading or on some lines."""

    model_config = ConfigDict(frozen=True)

    path: DocumentPath
    heading: str | None = None
    line_from: int | None = None
    line_to: int | None = None

    def is_answered_by(self, passage: Passage) -> bool:
        """Return whether a passage is this one: same document, and the heading or a line in common."""
        if passage.path != self.path:
            return False
        if self.heading is not None and self.heading not in (passage.title, *passage.heading_path):
            return False
        first, last = self.line_from or 1, self.line_to or passage.line_to
        return passage.line_from <= last and first <= passage.line_to


class GoldenQuery(BaseModel):
    """A question, the slice it is counted in, and what must and must not answer it."""

    model_config = ConfigDict(frozen=True)

    id: str
    query: Annotated[str, Field(min_length=1)]
    slice: str = "all"
    split: str | None = None
    expected: Annotated[tuple[Expected, ...], Field(min_length=1)]
    forbidden: tuple[Expected, ...] = ()


def read_golden(file: Path, split: str | None = None) -> tuple[GoldenQuery, ...]:
    """Return the golden queries of a file, of one split where one is named.

    Raises: BadRequest, naming the first line that is not one, or when nothing is left.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror}.") from error
    queries = tuple(query for query in _parsed(file, lines) if split is None or query.split == split)
    if not queries:
        raise BadRequest(f"{file} holds no golden query{f' of the split {split}' if split else ''}.")
    return queries


def _parsed(file: Path, lines: Iterable[str]) -> Iterable[GoldenQuery]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield GoldenQuery.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise BadRequest(f"{file}:{number} is no golden query: {place}: {first['msg']}.") from None
