"""The loader of CSV: rows become a Markdown table, so that redaction and search see what each cell stands under."""

import csv
import unicodedata
from collections.abc import Sequence

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument
from glyph.ingest.load.encoding import decode
from glyph.ingest.load.loader import LoadedText

DELIMITERS = ",;\t|"
SAMPLE_LINES = 20


class CsvLoader:
    """Satisfies ``load.loader.Loader`` for CSV. The first row is the head; row ``n`` below it is line ``n + 2``."""

    def __init__(self, limit_characters: int) -> None:
        self._limit_characters = limit_characters

    def load(self, document: SourceDocument) -> LoadedText:
        text = unicodedata.normalize("NFC", decode(document).text)
        try:
            rows = [row for row in csv.reader(text.splitlines(keepends=True), delimiter=delimiter_of(text)) if any(row)]
        except csv.Error as error:
            raise UnreadableDocument(
                f"{document.file.path} cannot be read as a table: {error}.",
                hint="Look for a quotation mark that is never closed.",
            ) from None
        table = markdown_table(rows)
        if len(table) > self._limit_characters:
            raise UnreadableDocument(
                f"{document.file.path} gives more than {self._limit_characters} characters of text.",
                hint="Split it, or raise GLYPH_LOAD__TEXT_LIMIT_CHARACTERS.",
            )
        return LoadedText(table)


def delimiter_of(text: str) -> str:
    """Return what stands between the cells: of the usual characters the one that the first lines hold most alike."""
    lines = [line for line in text.splitlines()[:SAMPLE_LINES] if line.strip()]

    def fit(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        return min(counts, default=0), sum(counts)

    return max(DELIMITERS, key=fit)


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as a Markdown table, each on one line and as wide as the widest; an empty text for none."""
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    head, *body = (_line([*row, *[""] * (width - len(row))]) for row in rows)
    return "\n".join((head, f"|{' --- |' * width}", *body)) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    """Return a cell as it stands in a table: on one line, with the bars in it escaped."""
    return " ".join(text.split()).replace("|", r"\|")
