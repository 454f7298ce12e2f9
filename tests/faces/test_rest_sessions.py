"""REST: sign-in, its throttle, sign-out, and the token that two servers read alike."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from itsdangerous import BadData
from pydantic import BaseModel, ConfigDict

from glyph.app.passwords import parse_password_hash
from glyph.errors import TooManyAttempts, WrongPassword
from glyph.faces.rest.session import FREE_FAILURES, MAX_WAIT_S, SALT, Login, serializer
from tests.faces.shapes import SessionAnswer, fault_of
from tests.faces.site import PASSWORD, ROOT, Server, Site, copied, password_hash, serving, workbench_headers

VECTORS = ROOT / "tests" / "vectors" / "session.json"


class Vector(BaseModel):
    """A token, when it is read, and what it says or that it does not hold."""

    model_config = ConfigDict(extra="forbid")

    name: str
    token: str
    secret: str
    salt: str
    now: int
    max_age_s: int
    ok: bool
    payload: dict[str, str | int] | None = None
    reason: str | None = None


def vectors() -> list[Vector]:
    return [Vector.model_validate(each) for each in json.loads(VECTORS.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.name)
def test_a_session_vector_reads_here_as_it_reads_in_the_workbench(vector: Vector) -> None:
    assert vector.salt == SALT
    reader = serializer([vector.secret], lambda: datetime.fromtimestamp(vector.now, UTC))
    try:
        payload: object = reader.loads(vector.token, max_age=vector.max_age_s)
    except BadData:
        payload = None
    assert payload == vector.payload


def test_a_new_secret_signs_and_the_former_one_still_verifies() -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    old, new = "o" * 32, "n" * 32
    token = serializer([old], lambda: moment).dumps({"sid": "x"})
    assert serializer([old, new], lambda: moment).loads(token) == {"sid": "x"}
    fresh = serializer([old, new], lambda: moment).dumps({"sid": "x"})
    assert serializer([new], lambda: moment).loads(fresh) == {"sid": "x"}
    with pytest.raises(BadData):
        serializer([old], lambda: moment).loads(fresh)


class Clock:
    """A clock that goes on when told."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def after(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def login(clock: Clock) -> Login:
    cheap = f"scrypt:2:1:1:{'A' * 22}:{'A' * 43}"
    return Login(parse_password_hash(cheap), clock.now)


def fail(login: Login, times: int) -> None:
    for _ in range(times):
        with pytest.raises(WrongPassword):
            login.check("wrong")


def test_wrong_passwords_close_the_login_for_longer_and_longer(login: Login, clock: Clock) -> None:
    fail(login, FREE_FAILURES)
    waits: list[int] = []
    for _ in range(12):
        with pytest.raises(TooManyAttempts) as refused:
            login.check("wrong")
        waits.append(refused.value.retry_after_s)
        clock.after(refused.value.retry_after_s)
        fail(login, 1)
    assert waits == sorted(waits)
    assert waits[0] <= 4
    assert waits[-1] <= MAX_WAIT_S + 1


def test_a_closed_login_opens_by_itself_when_its_time_is_over(login: Login, clock: Clock) -> None:
    fail(login, FREE_FAILURES)
    clock.after(3600)
    fail(login, 1)


@pytest.fixture(scope="module")
def lonely(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site whose logins nobody else needs."""
    return copied(sample, tmp_path_factory.mktemp("lonely") / "site")


def test_a_sign_out_survives_a_restart_and_five_wrong_passwords_close_the_login(lonely: Site) -> None:
    with serving(lonely) as server:
        ended, held = token_of(server), token_of(server)
        with server.client(workbench_headers(ended)) as client:
            assert client.delete("/v1/session").status_code == 204
    with serving(lonely) as server:
        with server.client(workbench_headers(ended)) as client:
            fault_of(client.get("/v1/documents"), 401)
        with server.client(workbench_headers(held)) as client:
            assert client.get("/v1/documents").status_code == 200
        for _ in range(FREE_FAILURES):
            assert fault_of(server.sign_in("wrong password"), 401).code == "wrong_password"
        refused = server.sign_in(PASSWORD)
        assert fault_of(refused, 429).code == "too_many_attempts"
        assert int(refused.headers["retry-after"]) >= 1


def test_the_file_of_ended_sessions_is_for_this_user_alone(lonely: Site) -> None:
    state = lonely.root / "data" / "state"
    assert mode_of(state) == 0o700
    assert mode_of(state / "revoked-sessions") == 0o600


def mode_of(place: Path) -> int:
    return place.stat().st_mode & 0o777


def token_of(server: Server) -> str:
    return SessionAnswer.model_validate_json(server.sign_in().content).token


def test_the_hash_of_the_password_holds_no_password() -> None:
    assert PASSWORD not in password_hash()


def test_a_password_that_is_no_unicode_is_wrong_and_nothing_worse(lonely: Site) -> None:
    with serving(lonely) as server, server.client(workbench_headers()) as client:
        headers = {"Content-Type": "application/json"}
        response = client.post("/v1/session", content=rb'{"password": "\ud800 half a pair"}', headers=headers)
        assert response.status_code in {401, 422}
        assert "half a pair" not in response.text
