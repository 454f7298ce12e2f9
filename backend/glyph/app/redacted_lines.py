"""Lines of documents as they may be shown: redacted as part of the whole document, and short."""

from dataclasses import dataclass

from glyph.domain.document import SourceDocument
from glyph.domain.link import Link
from glyph.errors import RedactionFailed, UnreadableDocument
from glyph.ingest.load.markdown import name_as_title
from glyph.ingest.pipeline import read_redacted
from glyph.ingest.redact.policy import Policy

SHOWN_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class RedactedLines:
    """A document's title and its redacted lines; no line of a document that redaction cannot vouch for."""

    title: str
    lines: tuple[str, ...]

    def shown(self, link: Link) -> str:
        """Return a link's line, cut around the link when it is long."""
        line = self._line(link.line)
        if len(line) <= SHOWN_CHARACTERS:
            return line
        first = max(0, min(link.start - SHOWN_CHARACTERS // 2, len(line) - SHOWN_CHARACTERS))
        return f"{'…' if first else ''}{line[first : first + SHOWN_CHARACTERS]}…"

    def target(self, link: Link) -> str | None:
        """Return a link's target as written; None where it cannot be found in the redacted line."""
        return link.target if link.target in self._line(link.line) else None

    def _line(self, number: int) -> str:
        return self.lines[number - 1] if number <= len(self.lines) else ""


def redacted_lines(document: SourceDocument, policy: Policy) -> RedactedLines:
    """Return a document's redacted lines."""
    try:
        read = read_redacted(document, policy)
    except (RedactionFailed, UnreadableDocument):
        return RedactedLines(name_as_title(document.file.path), ())
    return RedactedLines(read.title, tuple(read.redaction.text.value.split("\n")))
