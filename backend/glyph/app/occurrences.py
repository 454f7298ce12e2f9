"""Occurrences: whether a text stands anywhere in the corpus, as proof rather than as a ranking."""

import unicodedata

from glyph.app.answers import Occurrence, Occurrences
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.errors import BadRequest, DocumentNotFound, GlyphError
from glyph.ingest.load.markdown import load_text
from glyph.ingest.pipeline import read_redacted
from glyph.ingest.redact.redactor import redact

SHOWN = 5


def folded(text: str) -> str:
    """Return a text as it is compared: in NFC and without case. Lines stay where they are."""
    return unicodedata.normalize("NFC", text).casefold()


class OccurrenceSearch:
    """Looks through the files themselves, so the answer needs no index and knows no chunk's border."""

    def __init__(self, source: FolderSource) -> None:
        self._source = source

    def occurrences(self, text: str) -> Occurrences:
        """Return where ``text`` stands in the redacted corpus, in either case: the first line of each document.

        What stands in a redacted place is not found, so nobody learns by asking whether a guess is right.
        Raises: BadRequest, CorpusUnavailable.
        """
        wanted = folded(redact(text).text.value).strip()
        if not wanted:
            raise BadRequest("The text is empty.", hint="Ask for at least one character that is no blank.")
        places: list[Occurrence] = []
        unread = 0
        for file in self._source.scan().files:
            try:
                line = self._first_line(file.path, wanted)
            except DocumentNotFound:  # it went while the others were read
                continue
            except GlyphError:
                unread += 1
                continue
            if line:
                places.append(Occurrence(file.path, line))
        return Occurrences(len(places), tuple(places[:SHOWN]), unread)

    def _first_line(self, path: DocumentPath, wanted: str) -> int:
        """Return the first line (1-based) that holds the text or its beginning; 0 when none does."""
        document = self._source.read(path)
        if wanted not in folded(load_text(document).text):  # a look is cheap, redaction is not
            return 0
        before, found, _ = folded(read_redacted(document).redaction.text.value).partition(wanted)
        return before.count("\n") + 1 if found else 0
