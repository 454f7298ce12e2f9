"""Files and what is said of them, for callers without a session: evidence for hashes, and no path with a secret."""

from collections.abc import Sequence
from dataclasses import replace

from glyph.app.answers import SaveResult
from glyph.app.discretion import Discretion
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    ChunkList,
    DeleteResult,
    DocumentLinks,
    LinkState,
    MovePlan,
    MoveResult,
    OutgoingLink,
    ProblemEntry,
    ProblemKind,
    ProblemList,
    RedactedDocument,
    RedactionList,
)
from glyph.app.workbench import OwnedWorkbench
from glyph.corpus.links import destination
from glyph.domain.document import ContentHash, DocumentPath, Problem
from glyph.errors import StalePlan


class KeyedFiling:
    """Satisfies ``Filing`` and ``Inspection`` over another workbench, of which it tells what its discretion allows."""

    def __init__(self, workbench: OwnedWorkbench, discretion: Discretion) -> None:
        self._workbench = workbench
        self._discretion = discretion

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        self._discretion.require(path)
        with self._discretion.refusals():
            return self._discretion.save(self._workbench.create(path, text))

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        """Return what a move would do, but for documents that may not be named: their links follow untold."""
        self._discretion.require(path, to)
        with self._discretion.refusals():
            plan = self._workbench.plan_move(path, to, rewrite_links=rewrite_links)
        shown = (one for one in plan.documents if self._discretion.shows(one.path))
        return replace(
            plan,
            content_hash=self._keyed(plan.content_hash),
            documents=tuple(replace(one, content_hash=self._keyed(one.content_hash)) for one in shown),
            changes=tuple(change for change in plan.changes if self._discretion.shows(change.path)),
        )

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        self._discretion.require(path, to)
        with self._discretion.refusals():
            result = self._workbench.move(
                path,
                to,
                opened_hash=self._discretion.proven_hash(self._workbench, path, opened_hash),
                rewrite_links=rewrite_links,
                documents=self._planned(path, to, documents) if rewrite_links else (),
            )
        rewritten = (saved for saved in result.rewritten if self._discretion.shows(saved.path))
        return replace(
            result,
            content_hash=self._keyed(result.content_hash),
            rewritten=tuple(self._discretion.save(saved) for saved in rewritten),
            failed=tuple(self._discretion.problem(problem) for problem in result.failed),
        )

    def _planned(
        self, path: DocumentPath, to: DocumentPath, documents: Sequence[ChangedDocument]
    ) -> tuple[ChangedDocument, ...]:
        """Return the documents that were shown, proven, and those whose links change untold."""
        proven = tuple(self._proven(one) for one in documents)
        planned = self._workbench.plan_move(path, to, rewrite_links=True).documents
        return (*proven, *(one for one in planned if not self._discretion.shows(one.path)))

    def _proven(self, shown: ChangedDocument) -> ChangedDocument:
        current = self._discretion.current_hash(self._workbench, shown.path)
        if not self._discretion.proves(shown.content_hash, current):
            raise StalePlan(f"{shown.path} has changed since its links were shown.")
        return replace(shown, content_hash=current)

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        with self._discretion.refusals():
            current = self._discretion.proven_hash(self._workbench, path, opened_hash)
            return self._workbench.delete(path, opened_hash=current)

    def store_asset(self, path: DocumentPath, content: bytes) -> AssetResult:
        self._discretion.require(path)
        with self._discretion.refusals():
            return self._workbench.store_asset(path, content)

    def links(self, path: DocumentPath) -> DocumentLinks:
        self._discretion.require(path)
        found = self._workbench.links(path)
        return replace(
            found,
            outgoing=tuple(self._outgoing(link) for link in found.outgoing),
            backlinks=tuple(link for link in found.backlinks if self._discretion.shows(link.path)),
        )

    def _outgoing(self, link: OutgoingLink) -> OutgoingLink:
        """Return a link; one to what may not be named leads nowhere, whether anything stands there or not."""
        if link.target is not None and (link.path is None or self._discretion.shows(link.path)):
            return link
        state = link.state if link.state is LinkState.OUTSIDE else LinkState.MISSING_DOCUMENT
        return replace(link, target=None, path=None, anchor="", state=state)

    def problems(self) -> ProblemList:
        found = self._workbench.problems().problems
        return ProblemList(tuple(self._problem(entry) for entry in found if self._tells(entry)))

    def _tells(self, entry: ProblemEntry) -> bool:
        """Return whether a problem may be told; of a link, whether both its ends may be named.

        That a link to a secret's name is broken, or is not, would confirm a guess.
        """
        if entry.line is None:
            return True
        if not self._discretion.shows(entry.path):
            return False
        if entry.kind is ProblemKind.HEADING_SKIP:
            return True
        if entry.target is None:
            return False
        place = destination(entry.path, entry.target)
        return place is None or self._discretion.shows(place.path)

    def _problem(self, entry: ProblemEntry) -> ProblemEntry:
        shown = self._discretion.problem(Problem(entry.path, entry.reason))
        return replace(entry, path=shown.path, reason=shown.reason)

    def redactions(self, *, path: DocumentPath | None = None, after: str = "") -> RedactionList:
        """Return redactions of documents that may be named; a page never ends at another one."""
        if path is not None:
            self._discretion.require(path)
        found = self._workbench.redactions(path=path, after=after)
        shown = tuple(self._redacted(one) for one in found.documents if self._discretion.shows(one.path))
        if found.next_after is None or self._discretion.shows(found.next_after):
            return RedactionList(shown, found.next_after)
        if shown:
            return RedactionList(shown, shown[-1].path)
        return self.redactions(after=found.next_after)

    def chunks(self, path: DocumentPath) -> ChunkList:
        self._discretion.require(path)
        return self._workbench.chunks(path)

    def _redacted(self, document: RedactedDocument) -> RedactedDocument:
        return replace(document, content_hash=self._keyed(document.content_hash))

    def _keyed(self, content_hash: ContentHash) -> ContentHash:
        return self._discretion.content_hash(content_hash)
