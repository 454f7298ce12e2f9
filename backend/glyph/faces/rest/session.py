"""Sessions: signed tokens that both servers verify, and the throttle of the login.

A token is itsdangerous' timed, URL-safe form (HMAC-SHA-256) over ``{"sid", "auth", "epoch"}``. The
workbench's server verifies the same bytes; tests/vectors/session.json holds both to one behaviour.
"""

import hashlib
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from itsdangerous import BadData, TimestampSigner, URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode, base64_encode, want_bytes
from pydantic import BaseModel, ConfigDict, ValidationError

from glyph.app.passwords import PasswordHash, password_matches
from glyph.errors import TooManyAttempts, Unauthorized, WrongPassword
from glyph.faces.rest.revocations import Revocations

SALT = "glyph.session.v1"
IDLE = timedelta(hours=12)
ABSOLUTE = timedelta(days=7)
FREE_FAILURES = 5
MAX_WAIT_S = 300

Clock = Callable[[], datetime]


class Session(BaseModel):
    """What a token says: its id, when the password was checked, and under which password."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    sid: str
    auth: int
    epoch: int


def password_epoch(password_hash: PasswordHash) -> int:
    """Return a number that changes with the password, so that a new password ends every session."""
    return int.from_bytes(hashlib.sha256(str(password_hash).encode("utf-8")).digest()[:4], "big")


def is_canonical(signature: str | bytes) -> bool:
    """Return whether a signature is spelt the one way it is written; base64 reads several as the same bytes."""
    try:
        return base64_encode(base64_decode(signature)) == want_bytes(signature)
    except BadData:
        return False


def serializer(signing_secrets: Sequence[str], now: Clock) -> URLSafeTimedSerializer:
    """Return the serializer, on the clock it is given; the last secret signs, all of them verify."""

    class StrictSigner(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(now().timestamp())

        def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
            return is_canonical(sig) and super().verify_signature(value, sig)

    return URLSafeTimedSerializer(
        list(signing_secrets),
        salt=SALT,
        signer=StrictSigner,
        signer_kwargs={"digest_method": staticmethod(hashlib.sha256)},
    )


@dataclass(frozen=True, slots=True)
class Verified:
    """A session that holds, and the fresh token it has earned when half of its idle time is used."""

    session: Session
    renewed: str | None


class Sessions:
    """Issues, verifies and revokes sessions."""

    def __init__(self, signing_secrets: Sequence[str], epoch: int, revocations: Revocations, now: Clock) -> None:
        self._serializer = serializer(signing_secrets, now)
        self._epoch = epoch
        self._revocations = revocations
        self._now = now

    def open(self) -> str:
        """Return the token of a new session."""
        return self._sign(Session(sid=secrets.token_urlsafe(16), auth=int(self._now().timestamp()), epoch=self._epoch))

    def _sign(self, session: Session) -> str:
        return str(self._serializer.dumps(session.model_dump()))

    def verify(self, token: str) -> Verified:
        """Return the session of a token.

        Raises: Unauthorized when the token is forged, expired, revoked or of another password.
        """
        try:
            payload, signed_at = self._serializer.loads(token, max_age=int(IDLE.total_seconds()), return_timestamp=True)
            session = Session.model_validate(payload)
        except (BadData, ValidationError):
            raise Unauthorized("The session is not valid or has expired.", hint="Sign in again.") from None
        if not self._holds(session):
            raise Unauthorized("The session has ended.", hint="Sign in again.")
        half_used = self._now() - signed_at > IDLE / 2
        return Verified(session, self._sign(session) if half_used else None)

    def _holds(self, session: Session) -> bool:
        age = self._now() - datetime.fromtimestamp(session.auth, UTC)
        return session.epoch == self._epoch and age <= ABSOLUTE and not self._revocations.holds(session.sid)

    def revoke(self, session: Session) -> None:
        """End a session for good, across restarts."""
        self._revocations.add(session.sid, datetime.fromtimestamp(session.auth, UTC) + ABSOLUTE)


class Login:
    """Checks the password, one attempt at a time, slower after five failures.

    A check costs 32 MB and a tenth of a second, so checking in parallel would itself be a denial of service.
    """

    def __init__(self, stored: PasswordHash, now: Clock) -> None:
        self._stored = stored
        self._now = now
        self._checking = threading.Lock()
        self._failures = 0
        self._closed_until = datetime.min.replace(tzinfo=UTC)

    def check(self, password: str) -> None:
        """Return when the password is right.

        Raises: WrongPassword, TooManyAttempts.
        """
        if not self._checking.acquire(blocking=False):
            raise TooManyAttempts("Another sign-in is being checked.", retry_after_s=1)
        try:
            self._refuse_while_closed()
            self._count(matches=password_matches(password, self._stored))
        finally:
            self._checking.release()

    def _refuse_while_closed(self) -> None:
        wait = (self._closed_until - self._now()).total_seconds()
        if wait > 0:
            raise TooManyAttempts("Too many wrong passwords.", retry_after_s=int(wait) + 1)

    def _count(self, *, matches: bool) -> None:
        if matches:
            self._failures = 0
            return
        self._failures += 1
        if self._failures >= FREE_FAILURES:
            wait_s = min(MAX_WAIT_S, 2 ** (self._failures - FREE_FAILURES + 1))
            self._closed_until = self._now() + timedelta(seconds=wait_s)
        raise WrongPassword("The password is wrong.")
