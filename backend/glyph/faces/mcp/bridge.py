"""The workbench of a stdio server: whoever owns the index answers, and somebody always does."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from glyph.app.answers import DocumentList, DocumentView, IndexStatus, Job, OccurrenceList, SaveResult
from glyph.app.workbench import Workbench
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.ranking import Scope, SearchRequest, SearchResult
from glyph.faces.rest.client import OwnerUnreachable

Answer = TypeVar("Answer")


class FollowingWorkbench:
    """Asks the owner; when it has gone, has one found or made, and asks again."""

    def __init__(self, owner: Workbench, ensure_owner: Callable[[], None]) -> None:
        self._owner = owner
        self._ensure_owner = ensure_owner

    def _ask(self, question: Callable[[Workbench], Answer]) -> Answer:
        try:
            return question(self._owner)
        except OwnerUnreachable:
            self._ensure_owner()
            return question(self._owner)

    def search(self, request: SearchRequest) -> SearchResult:
        return self._ask(lambda owner: owner.search(request))

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        return self._ask(lambda owner: owner.occurrences(texts))

    def documents(self, scope: Scope) -> DocumentList:
        return self._ask(lambda owner: owner.documents(scope))

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        return self._ask(lambda owner: owner.read(path, redacted=redacted, line_from=line_from, line_count=line_count))

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        return self._ask(lambda owner: owner.save(path, text, opened_hash=opened_hash))

    def status(self) -> IndexStatus:
        return self._ask(lambda owner: owner.status())

    def is_ready(self) -> bool:
        return self._ask(lambda owner: owner.is_ready())

    def start_update(self, *, rebuild: bool) -> Job:
        return self._ask(lambda owner: owner.start_update(rebuild=rebuild))

    def job(self, job_id: str) -> Job:
        return self._ask(lambda owner: owner.job(job_id))
