"""Discretion: what callers without a session are told. One rule for every answer that is not redacted text itself.

Hashes become evidence. A document whose path holds a secret is there for a session alone: to everybody else it is
as if it did not exist, and what is amiss with it is told under a name with a marker. A path that they send
themselves is judged by its letters alone, before any file is looked at: so no answer confirms a guess.
"""

import hmac
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from glyph.app.answers import Change, DocumentChanged, SaveResult
from glyph.app.evidence import Evidence
from glyph.app.workbench import Workbench
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.errors import BadDocumentPath, PathTaken, RedactionFailed, StaleDocument
from glyph.ingest.pipeline import safe_path, safe_problem
from glyph.ingest.redact.policy import Policy


@dataclass(frozen=True, slots=True)
class Discretion:
    """The local key and the redaction lists, and what follows from them for callers without a session."""

    evidence: Evidence
    policy: Policy

    def shows(self, path: DocumentPath) -> bool:
        """Return whether a path may be named; it is not looked for."""
        try:
            return safe_path(path, self.policy) == path
        except RedactionFailed:
            return False

    def require(self, *paths: DocumentPath) -> None:
        """Raise BadDocumentPath for a path that may not be named, whether anything stands there or not."""
        if not all(self.shows(path) for path in paths):
            raise BadDocumentPath(
                "The path holds what looks like a secret.",
                hint="Choose another name. A document that has such a one is shown to a session alone, to be renamed.",
            )

    def problem(self, problem: Problem) -> Problem:
        """Return a problem under a path that may be named."""
        return safe_problem(problem, self.policy)

    def content_hash(self, content_hash: ContentHash) -> ContentHash:
        """Return the evidence of a content hash."""
        return self.evidence.content_hash(content_hash)

    def save(self, saved: SaveResult) -> SaveResult:
        return replace(saved, content_hash=self.content_hash(saved.content_hash))

    def change(self, change: DocumentChanged) -> DocumentChanged | None:
        """Return what happened as it looks to those who see some documents only; None when they see nothing of it."""
        former = change.moved_from if change.moved_from and self.shows(change.moved_from) else None
        if not self.shows(change.path):
            return DocumentChanged(former, Change.DELETED) if former else None
        if change.moved_from and not former:
            change = replace(change, change=Change.CREATED, moved_from=None)
        return replace(change, content_hash=change.content_hash and self.content_hash(change.content_hash))

    @contextmanager
    def refusals(self) -> Generator[None]:
        """Let what a refusal carries leave as evidence, and without a name that may not be shown."""
        try:
            yield
        except StaleDocument as error:
            current = self.content_hash(ContentHash(error.current_hash))
            raise StaleDocument(error.message, current_hash=current) from None
        except PathTaken as error:
            if error.standing is None or self.shows(DocumentPath(error.standing)):
                raise
            raise PathTaken("There is something at that path, or at one that is too much like it.") from None

    def proven_hash(self, workbench: Workbench, path: DocumentPath, shown: ContentHash) -> ContentHash:
        """Return a document's content hash when ``shown`` is the evidence of it.

        Raises: StaleDocument, with the hash itself, BadDocumentPath, and what ``read`` raises.
        """
        current = self.current_hash(workbench, path)
        if not self.proves(shown, current):
            raise StaleDocument(f"{path} has changed since it was read.", current_hash=current)
        return current

    def current_hash(self, workbench: Workbench, path: DocumentPath) -> ContentHash:
        """Return a document's content hash itself. Raises: BadDocumentPath, and what ``read`` raises."""
        self.require(path)
        return workbench.read(path, redacted=False, line_from=1, line_count=1).content_hash

    def proves(self, shown: ContentHash, content_hash: ContentHash) -> bool:
        """Return whether ``shown`` is the evidence of a content hash, in constant time."""
        return hmac.compare_digest(shown, self.content_hash(content_hash))
