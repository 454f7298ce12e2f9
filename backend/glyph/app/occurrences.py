"""Occurrences: whether texts stand anywhere in the corpus, as proof rather than as a ranking."""

import unicodedata
from collections.abc import Iterator, Sequence

from glyph.app.answers import Occurrence, OccurrenceList, Occurrences
from glyph.app.reading import Reading
from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Scope
from glyph.domain.redaction import MARKER_OPEN
from glyph.errors import BadRequest
from glyph.index.store import IndexReader, IndexStore
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact

SHOWN = 5
TEXTS = 10
CHUNKS = 200
"""Of a text that more chunks hold, the documents that hold it most are named."""
SHORTEST = 3
"""The index knows where three characters and more stand; a shorter text stands nearly everywhere."""


def folded(text: str) -> str:
    """Return a text as it is compared: in NFC and without case. Lines stay where they are."""
    return unicodedata.normalize("NFC", text).casefold()


class OccurrenceSearch:
    """Looks through the index: its text is redacted, so how long a look takes says nothing of a secret."""

    def __init__(self, store: IndexStore, reading: Reading, policy: Policy) -> None:
        self._store = store
        self._reading = reading
        self._policy = policy

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        """Return for each text where it stands in the index, in either case, up to five documents.

        What stands in a redacted place, in front matter or over the border of two chunks is not found, and a text
        that holds a secret is not looked for. Documents that the index lacks or is behind are ``unread``.
        Raises: BadRequest, NoGeneration, CorpusUnavailable.
        """
        safe = [redact(text, self._policy).text.value for text in texts]
        wanted = {text: unicodedata.normalize("NFC", text).strip() for text in safe}
        if not all(wanted.values()) or not 0 < len(wanted) <= TEXTS:
            raise BadRequest(f"Nothing to look for, or more than {TEXTS} texts.", hint="Ask for what is no blank.")
        unread = self._reading.behind()
        with self._store.reader() as reader:
            found = {text: _found(reader, text, form, unread) for text, form in wanted.items()}
        return OccurrenceList(tuple(found[text] for text in safe))


def _found(reader: IndexReader, text: str, form: str, unread: int) -> Occurrences:
    if len(form) < SHORTEST or MARKER_OPEN in form:
        return Occurrences(text, (), complete=False, unread=unread)
    lines = dict[DocumentPath, int]()
    for path, line in _lines(reader, form):
        lines[path] = min(line, lines.get(path, line))
    places = tuple(Occurrence(path, lines[path]) for path in sorted(lines)[:SHOWN])
    return Occurrences(text, places, complete=len(lines) < SHOWN, unread=unread)


def _lines(reader: IndexReader, form: str) -> Iterator[tuple[DocumentPath, int]]:
    """Yield the document of each chunk that holds a text, with the line (1-based) on which it stands there first."""
    scored = reader.literal(form, limit=CHUNKS, scope=Scope())
    chunks = reader.chunks([one.chunk_id for one in scored])
    for chunk in chunks.values():
        text = folded(chunk.text)
        yield chunk.path, chunk.line_from + text.count("\n", 0, max(text.find(folded(form)), 0))
