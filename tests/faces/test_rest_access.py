"""REST: who may ask, and what each of them may read."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from glyph.app.passwords import parse_password_hash
from glyph.errors import Unauthorized
from glyph.faces.rest.revocations import Revocations
from glyph.faces.rest.session import ABSOLUTE, IDLE, Sessions, password_epoch
from tests.faces.shapes import DocumentView, fault_of
from tests.faces.site import (
    API_TOKEN,
    SESSION_SECRET,
    WORKBENCH_TOKEN,
    Server,
    owner_client,
    password_hash,
    workbench_headers,
)
from tests.faces.test_rest_routes import TROUBLESHOOTING, read, save

RAW = (
    ("GET", f"/v1/document/history?path={TROUBLESHOOTING}"),
    ("GET", f"/v1/document/version?path={TROUBLESHOOTING}&id=0"),
    ("GET", "/v1/trash"),
    ("POST", "/v1/trash/restore"),
    ("DELETE", "/v1/trash"),
    ("GET", "/v1/asset?path=vpn/wireguard-troubleshooting.assets/a.png"),
)
"""What answers with raw text, or lets it go for good."""
GUARDED = (
    ("POST", "/v1/search"),
    ("GET", "/v1/documents"),
    ("GET", f"/v1/document?path={TROUBLESHOOTING}"),
    ("PUT", f"/v1/document?path={TROUBLESHOOTING}"),
    ("POST", "/v1/document"),
    ("DELETE", f"/v1/document?path={TROUBLESHOOTING}"),
    ("POST", "/v1/document/move/plan"),
    ("POST", "/v1/document/move"),
    ("GET", f"/v1/document/links?path={TROUBLESHOOTING}"),
    ("PUT", "/v1/asset?path=vpn/wireguard-troubleshooting.assets/a.png"),
    ("GET", "/v1/problems"),
    ("GET", "/v1/redactions"),
    ("GET", f"/v1/document/chunks?path={TROUBLESHOOTING}"),
    *RAW,
    ("GET", "/v1/index"),
    ("POST", "/v1/index/update"),
    ("POST", "/v1/index/rebuild"),
    ("POST", "/v1/index/verify"),
    ("GET", "/v1/jobs/0"),
    ("POST", "/v1/jobs/0/cancel"),
    ("GET", "/v1/generations"),
    ("POST", "/v1/generations/prune"),
    ("POST", "/v1/generations/0/activate"),
    ("DELETE", "/v1/session"),
    ("POST", "/mcp"),
)
WRONG = {
    "no token": {},
    "a wrong token": {"Authorization": f"Bearer {API_TOKEN}x"},
    "the token under another scheme": {"Authorization": f"Basic {API_TOKEN}"},
    "the token as a query would send it": {"Authorization": API_TOKEN},
    "a token that is no ASCII": {"Authorization": "Bearer schl\u00fcssel"},
    "the workbench's token alone": {"Authorization": f"Bearer {WORKBENCH_TOKEN}"},
    "a session without the workbench's token": {"X-Glyph-Session": "anything"},
}
BODY = {"query": "vpn", "text": "x", "password": "x"}


def sessions_at(moment: datetime, folder: Path, *, signing: str = SESSION_SECRET, epoch: int | None = None) -> Sessions:
    """Return what issues sessions at a moment of one's choice, with the site's own secret and password."""
    number = password_epoch(parse_password_hash(password_hash())) if epoch is None else epoch
    return Sessions((signing,), number, Revocations(folder / "revoked", lambda: moment), lambda: moment)


@pytest.mark.parametrize(("method", "route"), GUARDED)
@pytest.mark.parametrize("headers", WRONG.values(), ids=WRONG.keys())
def test_nothing_is_answered_without_a_valid_token(
    served: Server, method: str, route: str, headers: dict[str, str]
) -> None:
    shown = [(name.encode("ascii"), value.encode("utf-8")) for name, value in headers.items()]
    with served.client({}) as client:
        response = client.request(method, route, headers=shown, json=BODY if method in ("POST", "PUT") else None)
    assert fault_of(response, 401).code == "unauthorized"
    assert response.headers["www-authenticate"] == "Bearer"


def test_a_session_is_opened_by_the_workbench_alone(served: Server) -> None:
    for headers in ({}, {"Authorization": f"Bearer {API_TOKEN}"}):
        with served.client(headers) as client:
            fault_of(client.post("/v1/session", json={"password": "whatever it is"}), 401)


def test_the_api_token_reads_redacted_text_whatever_it_asks_for(script: httpx2.Client) -> None:
    assert read(script, TROUBLESHOOTING).redacted
    assert read(script, TROUBLESHOOTING, view="redacted").redacted
    response = script.get("/v1/document", params={"path": TROUBLESHOOTING, "view": "raw"})
    assert fault_of(response, 403).code == "session_required"


@pytest.mark.parametrize(("method", "route"), RAW)
def test_the_api_token_and_owner_sock_get_nothing_that_is_kept_as_raw_text(
    served: Server, script: httpx2.Client, method: str, route: str
) -> None:
    body = {"id": "0"} if method == "POST" else None
    with owner_client(served.site) as process:
        for client in (script, process):
            assert fault_of(client.request(method, route, json=body), 403).code == "session_required"


def test_a_session_reads_the_file_as_it_is_and_redacted_when_asked(served: Server, workbench: httpx2.Client) -> None:
    file = (served.site.docs / TROUBLESHOOTING).read_text(encoding="utf-8")
    assert read(workbench, TROUBLESHOOTING).text == file
    assert read(workbench, TROUBLESHOOTING, view="raw").text == file
    assert read(workbench, TROUBLESHOOTING, view="redacted").text != file


def test_a_files_own_hash_is_for_a_session_alone(
    served: Server, script: httpx2.Client, workbench: httpx2.Client
) -> None:
    own_hash = hashlib.sha256((served.site.docs / TROUBLESHOOTING).read_bytes()).hexdigest()
    assert read(workbench, TROUBLESHOOTING).content_hash == own_hash
    assert read(script, TROUBLESHOOTING).content_hash == read(script, TROUBLESHOOTING).content_hash != own_hash
    refused = save(script, TROUBLESHOOTING, "x", own_hash)
    assert refused.status_code == 412
    answers = [
        refused.text,
        script.get("/v1/documents").text,
        script.get("/v1/document", params={"path": TROUBLESHOOTING}).text,
        script.post("/v1/search", json={"query": "wireguard"}).text,
    ]
    assert not any(own_hash[:12] in answer for answer in answers)


def test_the_api_token_with_a_session_is_the_api_token(served: Server, session_token: str) -> None:
    with served.client({"Authorization": f"Bearer {API_TOKEN}", "X-Glyph-Session": session_token}) as client:
        assert read(client, TROUBLESHOOTING).redacted


def forged(genuine: str) -> str:
    payload, seconds, signature = genuine.split(".")
    return f"{payload}.{seconds}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"


BAD_SESSIONS: dict[str, Callable[[str, Path], str]] = {
    "empty": lambda _genuine, _folder: "",
    "no token at all": lambda _genuine, _folder: "three.short.parts",
    "forged": lambda genuine, _folder: forged(genuine),
    "of another secret": lambda _genuine, folder: sessions_at(datetime.now(UTC), folder, signing="x" * 32).open(),
    "of another password": lambda _genuine, folder: sessions_at(datetime.now(UTC), folder, epoch=1).open(),
    "idle for too long": lambda _genuine, folder: sessions_at(
        datetime.now(UTC) - IDLE - timedelta(seconds=5), folder
    ).open(),
    "from the future": lambda _genuine, folder: sessions_at(datetime.now(UTC) + timedelta(hours=1), folder).open(),
}


@pytest.mark.parametrize("name", BAD_SESSIONS)
def test_a_session_that_does_not_hold_is_refused(served: Server, session_token: str, tmp_path: Path, name: str) -> None:
    with served.client(workbench_headers(BAD_SESSIONS[name](session_token, tmp_path))) as client:
        assert fault_of(client.get("/v1/documents"), 401).code == "unauthorized"


def test_a_session_that_has_used_half_of_its_idle_time_is_renewed(served: Server, tmp_path: Path) -> None:
    token = sessions_at(datetime.now(UTC) - IDLE / 2 - timedelta(minutes=1), tmp_path).open()
    with served.client(workbench_headers(token)) as client:
        renewed = client.get("/v1/documents").raise_for_status().headers["x-glyph-session-renewed"]
    assert renewed != token
    with served.client(workbench_headers(renewed)) as client:
        answer = client.get("/v1/document", params={"path": TROUBLESHOOTING}).raise_for_status()
    assert "x-glyph-session-renewed" not in answer.headers
    assert not DocumentView.model_validate_json(answer.content).redacted


def test_a_session_ends_a_week_after_its_password_however_often_it_is_renewed(tmp_path: Path) -> None:
    opened = datetime(2026, 1, 1, tzinfo=UTC)
    moments = [opened]
    token = sessions_at(opened, tmp_path).open()
    while moments[-1] - opened <= ABSOLUTE - IDLE:
        moments.append(moments[-1] + IDLE * 0.9)
        token = sessions_at(moments[-1], tmp_path).verify(token).renewed or token
    late = sessions_at(opened + ABSOLUTE + timedelta(seconds=1), tmp_path)
    with pytest.raises(Unauthorized):
        late.verify(token)


def test_a_foreign_host_is_refused_on_every_path(served: Server) -> None:
    for route in ("/healthz", "/v1/documents", "/mcp", "/openapi.json", "/nothing"):
        with served.client({"Authorization": f"Bearer {API_TOKEN}", "Host": "glyph.attacker.test"}) as client:
            assert fault_of(client.get(route), 421).code == "wrong_host"


@pytest.mark.parametrize("host", ["127.0.0.1.attacker.test", "localhost.attacker.test:80", "127.0.0.1:80:80", "[::1]x"])
def test_a_host_that_only_begins_like_ours_is_refused(served: Server, host: str) -> None:
    with served.client({"Host": host}) as client:
        assert fault_of(client.get("/healthz"), 421).code == "wrong_host"


@pytest.mark.parametrize("origin", ["http://attacker.test", "null", "http://127.0.0.1:3000.attacker.test", ""])
def test_a_foreign_origin_is_refused_on_rest_and_on_mcp(served: Server, origin: str) -> None:
    for method, route in (("GET", "/v1/documents"), ("POST", "/v1/search"), ("POST", "/mcp")):
        with served.client({"Authorization": f"Bearer {API_TOKEN}", "Origin": origin}) as client:
            assert fault_of(client.request(method, route), 403).code == "wrong_origin"


def test_the_workbenchs_own_origin_is_answered(served: Server) -> None:
    with served.client({"Authorization": f"Bearer {API_TOKEN}", "Origin": "http://127.0.0.1:3000"}) as client:
        assert client.get("/v1/index").status_code == 200


def test_no_answer_lets_another_origin_read_it(served: Server) -> None:
    with served.client({"Origin": "http://127.0.0.1:3000"}) as client:
        assert "access-control-allow-origin" not in client.options("/v1/documents").headers


def test_a_forwarded_address_changes_nothing(served: Server) -> None:
    with served.client({"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "owner"}) as client:
        fault_of(client.get("/v1/documents"), 401)
