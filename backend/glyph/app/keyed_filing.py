"""Files and what is said of them, for callers without a session: evidence in place of content hashes."""

import hmac
from collections.abc import Sequence
from dataclasses import replace

from glyph.app.answers import SaveResult
from glyph.app.evidence import Evidence, current_hash, keyed_refusals, keyed_save, proven_hash
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    ChunkList,
    DeleteResult,
    DocumentLinks,
    MovePlan,
    MoveResult,
    ProblemList,
    RedactedDocument,
    RedactionList,
)
from glyph.app.workbench import OwnedWorkbench
from glyph.domain.document import ContentHash, DocumentPath
from glyph.errors import StalePlan


class KeyedFiling:
    """Satisfies ``Filing`` and ``Inspection`` over another workbench, whose hashes it neither shows nor takes."""

    def __init__(self, workbench: OwnedWorkbench, evidence: Evidence) -> None:
        self._workbench = workbench
        self._evidence = evidence

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        return keyed_save(self._evidence, self._workbench.create(path, text))

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        plan = self._workbench.plan_move(path, to, rewrite_links=rewrite_links)
        documents = tuple(replace(one, content_hash=self._keyed(one.content_hash)) for one in plan.documents)
        return replace(plan, content_hash=self._keyed(plan.content_hash), documents=documents)

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        with keyed_refusals(self._evidence):
            result = self._workbench.move(
                path,
                to,
                opened_hash=proven_hash(self._workbench, self._evidence, path, opened_hash),
                rewrite_links=rewrite_links,
                documents=tuple(self._proven(one) for one in documents) if rewrite_links else (),
            )
        rewritten = tuple(keyed_save(self._evidence, saved) for saved in result.rewritten)
        return replace(result, content_hash=self._keyed(result.content_hash), rewritten=rewritten)

    def _proven(self, shown: ChangedDocument) -> ChangedDocument:
        current = current_hash(self._workbench, shown.path)
        if not hmac.compare_digest(shown.content_hash, self._keyed(current)):
            raise StalePlan(f"{shown.path} has changed since its links were shown.")
        return replace(shown, content_hash=current)

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        with keyed_refusals(self._evidence):
            current = proven_hash(self._workbench, self._evidence, path, opened_hash)
            return self._workbench.delete(path, opened_hash=current)

    def store_asset(self, path: DocumentPath, content: bytes) -> AssetResult:
        return self._workbench.store_asset(path, content)

    def links(self, path: DocumentPath) -> DocumentLinks:
        return self._workbench.links(path)

    def problems(self) -> ProblemList:
        return self._workbench.problems()

    def redactions(self, *, path: DocumentPath | None = None, after: str = "") -> RedactionList:
        found = self._workbench.redactions(path=path, after=after)
        return replace(found, documents=tuple(self._keyed_document(one) for one in found.documents))

    def chunks(self, path: DocumentPath) -> ChunkList:
        return self._workbench.chunks(path)

    def _keyed_document(self, document: RedactedDocument) -> RedactedDocument:
        return replace(document, content_hash=self._keyed(document.content_hash))

    def _keyed(self, content_hash: ContentHash) -> ContentHash:
        return self._evidence.content_hash(content_hash)
