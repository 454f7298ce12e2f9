"""Sessions: only the workbench's server opens and ends them."""

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from glyph.faces.rest.schemas import PasswordBody, SessionAnswer
from glyph.faces.rest.security import GateDependency, SessionDependency
from glyph.faces.rest.session import IDLE

router = APIRouter(prefix="/v1", tags=["session"])


@router.post("/session", operation_id="openSession", status_code=201)
def open_session(body: PasswordBody, gate: GateDependency, request: Request) -> SessionAnswer:
    """Check the password and return the token of a new session."""
    gate.require_workbench(request)
    gate.login.check(body.password.get_secret_value())
    return SessionAnswer(token=gate.sessions.open(), expires_at=datetime.now(UTC) + IDLE)


@router.delete("/session", operation_id="endSession", status_code=204)
def end_session(gate: GateDependency, session: SessionDependency) -> Response:
    """End the session that asks; it stays ended across restarts."""
    gate.sessions.revoke(session)
    return Response(status_code=204)
