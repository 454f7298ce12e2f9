"""Who is asking: the API token, the workbench with a session, or a process of the same user."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from glyph.errors import SessionRequired, Unauthorized
from glyph.faces.rest.limits import bearer_token, came_by_owner_socket
from glyph.faces.rest.session import Login, Session, Sessions

SESSION_HEADER = "X-Glyph-Session"
RENEWED_HEADER = "X-Glyph-Session-Renewed"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. Only a session reads raw text."""

    session: Session | None = None

    @property
    def may_read_raw(self) -> bool:
        return self.session is not None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8")).digest()


class Gate:
    """Decides who a request is from. Tokens are compared by digest, in constant time."""

    def __init__(self, api_token: str, workbench_token: str, sessions: Sessions, login: Login) -> None:
        self._api_token = _digest(api_token)
        self._workbench_token = _digest(workbench_token)
        self.sessions = sessions
        self.login = login

    def is_api(self, token: str) -> bool:
        """Return whether ``token`` is the API token."""
        return hmac.compare_digest(_digest(token), self._api_token)

    def require_workbench(self, request: Request) -> None:
        """Raise Unauthorized unless the workbench's server is asking."""
        if not hmac.compare_digest(_digest(bearer_token(request.headers)), self._workbench_token):
            raise Unauthorized("No valid token came with the request.")

    def caller(self, request: Request, response: Response) -> Caller:
        """Return who is asking.

        Raises: Unauthorized.
        """
        if self.is_api(bearer_token(request.headers)):
            return Caller()
        return Caller(self._session(request, response))

    def _session(self, request: Request, response: Response) -> Session:
        self.require_workbench(request)
        verified = self.sessions.verify(request.headers.get(SESSION_HEADER, ""))
        if verified.renewed:
            response.headers[RENEWED_HEADER] = verified.renewed
        return verified.session


def gate_of(request: Request) -> Gate:
    gate = request.app.state.gate
    if not isinstance(gate, Gate):
        raise Unauthorized("Only owner.sock is served here.")
    return gate


def caller_of(request: Request, response: Response) -> Caller:
    """Return who is asking. owner.sock is this user, who reads redacted text like the API token."""
    if came_by_owner_socket(request.scope):
        return Caller()
    return gate_of(request).caller(request, response)


CallerDependency = Annotated[Caller, Depends(caller_of)]


def session_of(caller: CallerDependency) -> Session:
    if caller.session is None:
        raise SessionRequired("This needs a session.")
    return caller.session


def require_person(request: Request, caller: CallerDependency) -> None:
    """Let a session pass, and owner.sock: it is opened by the user whose files they are. Raises: SessionRequired."""
    if caller.session is None and not came_by_owner_socket(request.scope):
        raise SessionRequired("This needs a session.")


GateDependency = Annotated[Gate, Depends(gate_of)]
SessionDependency = Annotated[Session, Depends(session_of)]
