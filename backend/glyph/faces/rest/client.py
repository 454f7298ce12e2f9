"""The remote workbench: the same port as the local one, answered by the owner over owner.sock."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import httpx2
from pydantic import TypeAdapter, ValidationError

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
from glyph.domain.document import ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Scope, SearchRequest, SearchResult

Answer = TypeVar("Answer")

CONNECT_TIMEOUT_S = 2.0
ANSWER_TIMEOUT_S = 120.0
"""A save waits for its embedding; a search for a model that is being loaded."""

ERRORS_BY_CODE = {
    kind.code: kind
    for kind in (
        errors.DocumentNotFound,
        errors.JobNotFound,
        errors.BadDocumentPath,
        errors.BadRequest,
        errors.MarkerInSave,
        errors.ReadOnlyDocument,
        errors.UnreadableDocument,
        errors.RedactionFailed,
        errors.CorpusUnavailable,
        errors.NoGeneration,
        errors.IndexUnusable,
        errors.GenerationNotFound,
        errors.FingerprintMismatch,
        errors.EmbedderFailed,
        errors.IndexOwned,
        errors.JobRunning,
        errors.SessionRequired,
        errors.Unauthorized,
    )
}


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
            headers={"If-Match": f'"{opened_hash}"'},
        )
        return self._parse(answer, SaveResult)

    def status(self) -> IndexStatus:
        return self._parse(self._ask("GET", "/v1/index"), IndexStatus)

    def start_update(self, *, rebuild: bool) -> Job:
        route = "/v1/index/rebuild" if rebuild else "/v1/index/update"
        return self._parse(self._ask("POST", route), JobAnswer).job

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

    def _ask(
        self,
        method: str,
        route: str,
        *,
        query: dict[str, str] | None = None,
        body: dict[str, object] | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        try:
            response = self._client.request(method, route, params=query, json=body, headers=headers)
        except httpx2.TransportError as error:
            raise OwnerUnreachable("The process that owns the index does not answer.") from error
        if not response.is_success:
            raise error_of(response.content)
        return response.content

    def _parse(self, answer: bytes, shape: type[Answer]) -> Answer:
        return TypeAdapter(shape).validate_json(answer)


def error_of(content: bytes) -> errors.GlyphError:
    """Return the error that a REST answer carries."""
    try:
        body = TypeAdapter(dict[str, dict[str, object]]).validate_json(content)["error"]
    except (ValidationError, KeyError):
        return errors.GlyphError("The owner's answer could not be read.", hint="Do both run the same version?")
    code, message, hint = (str(body.get(name, "")) for name in ("code", "message", "hint"))
    detail = body.get("detail")
    if code == errors.StaleDocument.code and isinstance(detail, dict):
        current = TypeAdapter(dict[str, str]).validate_python(detail)
        return errors.StaleDocument(message, current_hash=current.get("current_hash", ""))
    return ERRORS_BY_CODE.get(code, errors.GlyphError)(message, hint=hint)
