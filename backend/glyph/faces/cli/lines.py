"""The JSON lines that commands read and write, a record a line."""

from pydantic import BaseModel

from glyph.domain.ranking import Passage


class QueryLine(BaseModel):
    """One line of `glyph search --queries`."""

    id: str
    query: str


class HitsLine(BaseModel):
    """The answer to one line of `glyph search --queries`."""

    id: str
    hits: tuple[Passage, ...]


class TextLine(BaseModel):
    """One line of `glyph redact --jsonl`."""

    id: str
    text: str
