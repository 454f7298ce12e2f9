"""The remote workbench: the same port as the local one, answered by the owner over owner.sock."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import httpx2
from pydantic import TypeAdapter

from glyph import errors
from glyph.app.answers import (
    DocumentList,
    DocumentView,
    GenerationList,
    IndexStatus,
    Job,
    JobAnswer,
    JobList,
    OccurrenceList,
    SaveResult,
)
from glyph.app.filing_answers import (
    AssetResult,
    ChangedDocument,
    ChunkList,
    DeleteResult,
    DocumentLinks,
    HistoryForgotten,
    MovePlan,
    MoveResult,
    ProblemList,
    RedactionList,
    TrashEmptied,
    TrashList,
    VersionList,
    VersionView,
)
from glyph.app.import_answers import ConflictList, ConflictView
from glyph.app.questions import require_question
from glyph.corpus.assets import Asset, sniffed
from glyph.corpus.notion.pipeline import Order
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope, SearchRequest, SearchResult
from glyph.faces.rest.remote_errors import error_of

Answer = TypeVar("Answer")

CONNECT_TIMEOUT_S = 2.0
ANSWER_TIMEOUT_S = 120.0
"""A save waits for its embedding; a search for a model that is being loaded."""


class OwnerUnreachable(errors.IndexOwned):
    """Nobody answers on owner.sock."""

    code = "owner_unreachable"
    hint = "Start `glyph serve`, or run the command again."


class RemoteWorkbench:
    """Asks the owner. One instance may be used by several threads."""

    def __init__(self, socket: Path) -> None:
        timeout = httpx2.Timeout(ANSWER_TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        self._client = httpx2.Client(
            transport=httpx2.HTTPTransport(uds=str(socket)), base_url="http://owner", timeout=timeout
        )

    def close(self) -> None:
        self._client.close()

    def is_there(self) -> bool:
        """Return whether an owner answers."""
        try:
            return self._client.get("/healthz").is_success
        except httpx2.TransportError:
            return False

    def ask_to_release(self) -> None:
        """Ask the owner to give the index up.

        Raises: IndexOwned when it keeps it.
        """
        self._ask("POST", "/owner/release")

    def search(self, request: SearchRequest) -> SearchResult:
        require_question(request.query)
        body: dict[str, object] = {
            "query": request.query,
            "mode": request.mode,
            "limit": request.limit,
            "collections": list(request.scope.collections),
            "path_prefix": request.scope.path_prefix,
        }
        return self._parse(self._ask("POST", "/v1/search", body=body), SearchResult)

    def occurrences(self, texts: Sequence[str]) -> OccurrenceList:
        return self._parse(self._ask("POST", "/v1/occurrences", body={"texts": list(texts)}), OccurrenceList)

    def documents(self, scope: Scope) -> DocumentList:
        query = {"prefix": scope.path_prefix, **({"collection": scope.collections[0]} if scope.collections else {})}
        return self._parse(self._ask("GET", "/v1/documents", query=query), DocumentList)

    def read(
        self, path: DocumentPath, *, redacted: bool, line_from: int | None = None, line_count: int | None = None
    ) -> DocumentView:
        lines = {"from": line_from, "count": line_count}
        query = {name: str(value) for name, value in lines.items() if value is not None}
        query |= {"path": path, "view": "redacted" if redacted else "raw"}
        return self._parse(self._ask("GET", "/v1/document", query=query), DocumentView)

    def save(self, path: DocumentPath, text: str, *, opened_hash: ContentHash) -> SaveResult:
        answer = self._ask(
            "PUT",
            "/v1/document",
            query={"path": path},
            body={"text": text},
            headers=_if_match(opened_hash),
        )
        return self._parse(answer, SaveResult)

    def status(self) -> IndexStatus:
        return self._parse(self._ask("GET", "/v1/index"), IndexStatus)

    def recent_status(self) -> IndexStatus:
        return self.status()

    def is_ready(self) -> bool:
        try:
            return self._client.get("/readyz").is_success
        except httpx2.TransportError as error:
            raise OwnerUnreachable("The process that owns the index does not answer.") from error

    def start_update(self, *, rebuild: bool) -> Job:
        route = "/v1/index/rebuild" if rebuild else "/v1/index/update"
        return self._parse(self._ask("POST", route), JobAnswer).job

    def start_import(self, order: Order) -> Job:
        body: dict[str, object] = {
            "source": str(order.source.resolve()),
            "into": order.into,
            "dry_run": order.dry_run,
            "delete_gone": order.delete_gone,
        }
        return self._parse(self._ask("POST", "/owner/import", body=body), JobAnswer).job

    def conflicts(self) -> ConflictList:
        return self._parse(self._ask("GET", "/v1/import/conflicts"), ConflictList)

    def conflict(self, path: DocumentPath) -> ConflictView:
        return self._parse(self._ask("GET", "/v1/import/conflict", query={"path": path}), ConflictView)

    def settle_conflict(self, path: DocumentPath) -> ConflictList:
        return self._parse(self._ask("POST", "/v1/import/conflict/settle", query={"path": path}), ConflictList)

    def job(self, job_id: str) -> Job:
        return self._parse(self._ask("GET", f"/v1/jobs/{job_id}"), JobAnswer).job

    def generations(self) -> GenerationList:
        return self._parse(self._ask("GET", "/v1/generations"), GenerationList)

    def start_activation(self, generation: GenerationId) -> Job:
        route = f"/v1/generations/{quote(generation, safe='')}/activate"
        return self._parse(self._ask("POST", route), JobAnswer).job

    def prune(self) -> GenerationList:
        return self._parse(self._ask("POST", "/v1/generations/prune"), GenerationList)

    def start_verification(self, *, full: bool) -> Job:
        query = {"full": "true" if full else "false"}
        return self._parse(self._ask("POST", "/v1/index/verify", query=query), JobAnswer).job

    def all_jobs(self) -> JobList:
        return self._parse(self._ask("GET", "/v1/jobs"), JobList)

    def cancel(self, job_id: str) -> Job:
        return self._parse(self._ask("POST", f"/v1/jobs/{job_id}/cancel"), JobAnswer).job

    def create(self, path: DocumentPath, text: str) -> SaveResult:
        return self._parse(self._ask("POST", "/v1/document", body={"path": path, "text": text}), SaveResult)

    def plan_move(self, path: DocumentPath, to: DocumentPath, *, rewrite_links: bool) -> MovePlan:
        body: dict[str, object] = {"path": path, "to": to, "rewrite_links": rewrite_links}
        return self._parse(self._ask("POST", "/v1/document/move/plan", body=body), MovePlan)

    def move(
        self,
        path: DocumentPath,
        to: DocumentPath,
        *,
        opened_hash: ContentHash,
        rewrite_links: bool,
        documents: Sequence[ChangedDocument],
    ) -> MoveResult:
        shown = [{"path": one.path, "content_hash": one.content_hash} for one in documents]
        body: dict[str, object] = {"path": path, "to": to, "rewrite_links": rewrite_links, "documents": shown}
        return self._parse(
            self._ask("POST", "/v1/document/move", body=body, headers=_if_match(opened_hash)), MoveResult
        )

    def delete(self, path: DocumentPath, *, opened_hash: ContentHash) -> DeleteResult:
        answer = self._ask("DELETE", "/v1/document", query={"path": path}, headers=_if_match(opened_hash))
        return self._parse(answer, DeleteResult)

    def store_asset(self, path: DocumentPath, content: bytes) -> AssetResult:
        return self._parse(self._ask("PUT", "/v1/asset", query={"path": path}, content=content), AssetResult)

    def history(self, path: DocumentPath) -> VersionList:
        return self._parse(self._ask("GET", "/v1/document/history", query={"path": path}), VersionList)

    def version(self, path: DocumentPath, version: str) -> VersionView:
        query = {"path": path, "id": version}
        return self._parse(self._ask("GET", "/v1/document/version", query=query), VersionView)

    def forget_history(self, path: DocumentPath) -> HistoryForgotten:
        return self._parse(self._ask("DELETE", "/v1/document/history", query={"path": path}), HistoryForgotten)

    def trash(self) -> TrashList:
        return self._parse(self._ask("GET", "/v1/trash"), TrashList)

    def restore(self, trash_id: str, to: DocumentPath | None) -> SaveResult:
        return self._parse(self._ask("POST", "/v1/trash/restore", body={"id": trash_id, "to": to}), SaveResult)

    def empty_trash(self, trash_id: str | None) -> TrashEmptied:
        query = {} if trash_id is None else {"id": trash_id}
        return self._parse(self._ask("DELETE", "/v1/trash", query=query), TrashEmptied)

    def asset(self, path: DocumentPath) -> Asset:
        return sniffed(path, self._ask("GET", "/v1/asset", query={"path": path}))

    def links(self, path: DocumentPath) -> DocumentLinks:
        return self._parse(self._ask("GET", "/v1/document/links", query={"path": path}), DocumentLinks)

    def problems(self) -> ProblemList:
        return self._parse(self._ask("GET", "/v1/problems"), ProblemList)

    def redactions(self, *, path: DocumentPath | None = None, after: str = "") -> RedactionList:
        query: dict[str, str] = {"after": after} if path is None else {"path": path}
        return self._parse(self._ask("GET", "/v1/redactions", query=query), RedactionList)

    def chunks(self, path: DocumentPath) -> ChunkList:
        return self._parse(self._ask("GET", "/v1/document/chunks", query={"path": path}), ChunkList)

    def _ask(
        self,
        method: str,
        route: str,
        *,
        query: dict[str, str] | None = None,
        body: dict[str, object] | None = None,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        if content is not None:
            headers = {**(headers or {}), "Content-Type": "application/octet-stream"}
        try:
            response = self._client.request(method, route, params=query, json=body, content=content, headers=headers)
        except httpx2.TransportError as error:
            raise OwnerUnreachable("The process that owns the index does not answer.") from error
        if not response.is_success:
            raise error_of(response.content)
        return response.content

    def _parse(self, answer: bytes, shape: type[Answer]) -> Answer:
        return TypeAdapter(shape).validate_json(answer)


def _if_match(opened_hash: ContentHash) -> dict[str, str]:
    return {"If-Match": f'"{opened_hash}"'}
