"""Errors as REST answers: one shape, one table of statuses."""

import logging
from collections.abc import Mapping

from asgi_correlation_id.context import correlation_id
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from glyph import errors
from glyph.faces.rest.schemas import ErrorAnswer, ErrorBody

logger = logging.getLogger(__name__)

REQUEST_ID_HEADER = "X-Request-ID"


class PreconditionRequired(errors.BadRequest):
    code = "if_match_required"
    hint = 'Send If-Match: "<content hash>" with the hash the document was opened with.'


STATUSES: Mapping[type[errors.GlyphError], int] = {
    errors.DocumentNotFound: 404,
    errors.JobNotFound: 404,
    errors.BadDocumentPath: 400,
    errors.BadRequest: 400,
    PreconditionRequired: 428,
    errors.StaleDocument: 412,
    errors.StalePlan: 412,
    errors.MarkerInSave: 409,
    errors.PathTaken: 409,
    errors.NotKept: 404,
    errors.AssetNotFound: 404,
    errors.BadAsset: 415,
    errors.BadExport: 422,
    errors.ReadOnlyDocument: 403,
    errors.StateUnwritable: 507,
    errors.UnreadableDocument: 422,
    errors.RedactionFailed: 422,
    errors.CorpusUnavailable: 503,
    errors.NoGeneration: 503,
    errors.GenerationRejected: 500,
    errors.GenerationNotFound: 404,
    errors.FingerprintMismatch: 409,
    errors.EmbedderFailed: 503,
    errors.JobRunning: 409,
    errors.IndexOwned: 409,
    errors.Unauthorized: 401,
    errors.SessionRequired: 403,
    errors.WrongPassword: 401,
    errors.TooManyAttempts: 429,
}
HTTP_CODES: Mapping[int, str] = {404: "no_route", 405: "method_not_allowed"}


def status_of(error: errors.GlyphError) -> int:
    """Return the status of an error's nearest class in the table; 500 when none is there."""
    return next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), 500)


def error_response(
    status: int,
    code: str,
    message: str,
    hint: str,
    *,
    detail: dict[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return an error in the one shape."""
    answer = ErrorAnswer(error=ErrorBody(code=code, message=message, hint=hint, detail=detail))
    return JSONResponse(answer.model_dump(exclude_none=True), status, headers)


def glyph_error_response(error: errors.GlyphError) -> JSONResponse:
    """Return one of Glyph's own errors, with what a client needs to go on."""
    status = status_of(error)
    detail = {"current_hash": error.current_hash} if isinstance(error, errors.StaleDocument) else None
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    if isinstance(error, errors.TooManyAttempts):
        headers = {"Retry-After": str(error.retry_after_s)}
    return error_response(status, error.code, error.message, error.hint, detail=detail, headers=headers)


async def on_glyph_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.GlyphError)
    return glyph_error_response(error)


async def on_invalid_request(_request: Request, error: Exception) -> JSONResponse:
    """Name the first wrong field without echoing what stood in it: it may be a secret."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return error_response(422, "invalid_request", f"{place}: {first['msg']}.", "Correct the named field and try again.")


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "http_error")
    headers = {"Allow": ", ".join(_methods_of(request))} if error.status_code == 405 else error.headers
    return error_response(
        error.status_code, code, f"{error.detail}.", "See the routes in /openapi.json.", headers=headers
    )


def _methods_of(request: Request) -> list[str]:
    """Return every method that the contract knows for the path of a request; Starlette names one route's alone."""
    app: FastAPI = request.app
    template = getattr(request.scope.get("route"), "path", "")
    return sorted(method.upper() for method in app.openapi()["paths"].get(template, {}))


async def on_crash(_request: Request, error: Exception) -> JSONResponse:
    request_id = correlation_id.get() or ""
    logger.error("request failed", exc_info=error, extra={"request_id": request_id})
    hint = f"The log of the API holds the reason, under request id {request_id}."
    headers = {REQUEST_ID_HEADER: request_id}
    return error_response(500, "internal_error", "Glyph failed to answer.", hint, headers=headers)


def install_error_handlers(app: FastAPI) -> None:
    """Make every error of ``app`` leave in the one shape."""
    app.add_exception_handler(errors.GlyphError, on_glyph_error)
    app.add_exception_handler(RequestValidationError, on_invalid_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_crash)
