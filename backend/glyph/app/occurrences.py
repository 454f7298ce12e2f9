"""Occurrences: whether texts stand anywhere in the corpus, as proof rather than as a ranking."""

import unicodedata
from collections.abc import Mapping, Sequence

from glyph.app.answers import Occurrence, OccurrenceList, Occurrences
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import DocumentPath
from glyph.errors import BadRequest, DocumentNotFound, GlyphError
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.pipeline import read_redacted
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact

SHOWN = 5
TEXTS = 10


def folded(text: str) -> str:
    """Return a text as it is compared: in NFC and without case. Lines stay where they are."""
    return unicodedata.normalize("NFC", text).casefold()


class OccurrenceSearch:
    """Looks through the files themselves, so the answer needs no index and knows no chunk's border."""

    def __init__(self, source: FolderSource, policy: Policy, loader: Loader = PLAIN) -> None:
        self._source = source
        self._policy = policy
        self._loader = loader

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        """Return for each text where it stands in the redacted corpus, in either case, up to five documents.

        What stands in a redacted place is not found, so nobody learns by asking whether a guess is right.
        Every file is read once, and redacted only where a text seems to stand.
        Raises: BadRequest, CorpusUnavailable.
        """
        safe = [redact(text, self._policy).text.value for text in texts]
        wanted = {text: folded(text).strip() for text in safe}
        if not all(wanted.values()) or not 0 < len(wanted) <= TEXTS:
            raise BadRequest(f"Nothing to look for, or more than {TEXTS} texts.", hint="Ask for what is no blank.")
        places: dict[str, list[Occurrence]] = {text: [] for text in safe}
        unread = 0
        for file in self._source.scan().files:
            looked_for = {text: form for text, form in wanted.items() if len(places[text]) < SHOWN}
            if not looked_for:
                break
            try:
                lines = self._first_lines(file.path, looked_for)
            except DocumentNotFound:  # it went while the others were read
                continue
            except GlyphError:
                unread += 1
                continue
            for text, line in lines.items():
                places[text].append(Occurrence(file.path, line))
        return OccurrenceList(
            tuple(Occurrences(text, tuple(places[text]), len(places[text]) < SHOWN, unread) for text in safe)
        )

    def _first_lines(self, path: DocumentPath, wanted: Mapping[str, str]) -> Mapping[str, int]:
        """Return the first line (1-based) that holds each text or its beginning; texts that it lacks are left out."""
        document = self._source.read(path)
        raw = folded(self._loader.load(document).text)
        likely = {text: form for text, form in wanted.items() if form in raw}  # a look is cheap, redaction is not
        if not likely:
            return {}
        redaction = read_redacted(document, self._policy, self._loader).redaction
        return first_lines(folded(redaction.text.value), likely)


def first_lines(haystack: str, wanted: Mapping[str, str]) -> Mapping[str, int]:
    places = {text: haystack.find(form) for text, form in wanted.items()}
    return {text: haystack.count("\n", 0, place) + 1 for text, place in places.items() if place >= 0}
