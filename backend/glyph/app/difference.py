"""How the corpus differs from what an index knows, and the counts of one pass over that difference."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from glyph.app.answers import UpdateReport
from glyph.domain.chunk import IndexedDocument
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.domain.generation import Counts
from glyph.domain.ranking import Degraded

Known = Mapping[DocumentPath, IndexedDocument]
Hashes = Mapping[DocumentPath, ContentHash | None]
"""What stands on the disk now, None where it cannot be read."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Paths to index, paths that are gone, and the documents that are as they were."""

    changed: tuple[DocumentPath, ...]
    vanished: tuple[DocumentPath, ...]
    kept: tuple[IndexedDocument, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.vanished)


def compare(known: Known, current: Hashes) -> Difference:
    """Return how ``current`` differs from ``known``.

    What cannot be read counts as changed, and so does a document whose vectors are pending.
    """
    kept = {
        path
        for path, found in current.items()
        if path in known and known[path].content_hash == found and known[path].embedded
    }
    return Difference(
        changed=tuple(path for path in current if path not in kept),
        vanished=tuple(path for path in known if path not in current),
        kept=tuple(known[path] for path in current if path in kept),
    )


@dataclass(slots=True)
class Tally:
    """What one pass made of each document; a document that is indexed twice counts once."""

    scanned: int = 0
    kept: tuple[IndexedDocument, ...] = ()
    deleted: int = 0
    taken: dict[DocumentPath, IndexedDocument] = field(default_factory=dict[DocumentPath, IndexedDocument])
    problems: dict[DocumentPath, Problem] = field(default_factory=dict[DocumentPath, Problem])
    failed_at: dict[DocumentPath, ContentHash | None] = field(default_factory=dict[DocumentPath, ContentHash | None])
    """What stood in a file when it failed: only something else is worth another attempt."""
    fault: str | None = None
    """Why documents were indexed without vectors."""

    def take(self, document: IndexedDocument) -> None:
        """Count a document that was indexed, whatever happened to it before."""
        self.forgive(document.path)
        self.taken[document.path] = document

    def fail(self, path: DocumentPath, reason: str, content_hash: ContentHash | None) -> None:
        """Count a document that could not be indexed as it stands."""
        self.taken.pop(path, None)
        self.problems[path] = Problem(path, reason)
        self.failed_at[path] = content_hash

    def forgive(self, path: DocumentPath) -> None:
        """Forget that a document could not be indexed."""
        self.problems.pop(path, None)
        self.failed_at.pop(path, None)

    def settle(self, before: Known, after: Known) -> None:
        """Count what a catch-up left as it was, and what it took out."""
        self.kept = tuple(document for path, document in after.items() if path not in self.taken)
        self.deleted = len(before.keys() - after.keys() - self.problems.keys())

    def report(self, counts: Counts) -> UpdateReport:
        """Return the pass as people and scripts read it, with the totals of the index."""
        empty = sum(1 for document in (*self.kept, *self.taken.values()) if document.chunks == 0)
        return UpdateReport(
            scanned=self.scanned,
            indexed=sum(1 for document in self.taken.values() if document.chunks > 0),
            unchanged=sum(1 for document in self.kept if document.chunks > 0),
            empty=empty,
            deleted=self.deleted,
            failed=len(self.problems),
            chunks=counts.chunks,
            redactions=counts.redactions,
            problems=tuple(self.problems.values()),
            unembedded=counts.unembedded,
            degraded=Degraded("vector", self.fault) if self.fault and counts.unembedded else None,
        )
