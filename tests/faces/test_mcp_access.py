"""MCP over HTTP: who may speak, from where, and what a request has to say of itself. The SDK authenticates nothing."""

import json
from collections.abc import Generator

import httpx2
import pytest
from pydantic import JsonValue

from tests.faces.clients.wire import NEWEST, OLDER, enveloped
from tests.faces.hostile import CANARY
from tests.faces.site import API_TOKEN, ORIGIN, WORKBENCH_TOKEN, Server, Site, copied, serving

LIST: dict[str, JsonValue] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
OWN_HOSTS = ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "127.0.0.1", "localhost"]
FOREIGN_HOSTS = [
    "evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "127.0.0.1:{port}.evil.example", "127.0.0.1:", "",
    "127.0.0.1:80@evil.example", "localhost.evil.example:{port}", "evil.example#127.0.0.1", "127.0.0.2:{port}",
    "0.0.0.0:{port}", "[::2]:{port}", "127.0.0.1:x", "127.1:{port}", "2130706433:{port}",
]  # fmt: skip
FOREIGN_ORIGINS = [
    "http://evil.example", "null", "", "https://127.0.0.1:3000", "http://127.0.0.1", "http://127.0.0.1:3001",
    "http://localhost:3000", "http://127.0.0.1:3000.evil.example", "http://127.0.0.1:3000/", "HTTP://127.0.0.1:3000",
    "http://127.0.0.1:3000, http://evil.example", "http://user@127.0.0.1:3000",
]  # fmt: skip


def headers(revision: str = OLDER, method: str = "tools/list", **more: str) -> dict[str, str]:
    sent = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    sent |= {"MCP-Protocol-Version": revision, "Authorization": f"Bearer {API_TOKEN}"}
    return {**sent, **({"Mcp-Method": method} if revision == NEWEST else {}), **more}


def body(revision: str) -> dict[str, JsonValue]:
    return {**LIST, "params": json.loads(json.dumps(enveloped({})))} if revision == NEWEST else LIST


@pytest.fixture(scope="module")
def everywhere(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that listens on every address of the machine."""
    with serving(copied(sample, tmp_path_factory.mktemp("everywhere") / "site"), "--host", "0.0.0.0") as server:  # noqa: S104 - meant
        yield server


@pytest.fixture(params=["loopback", "every address"])
def bound(request: pytest.FixtureRequest) -> Server:
    server = request.getfixturevalue("served" if request.param == "loopback" else "everywhere")
    assert isinstance(server, Server)
    return server


@pytest.mark.parametrize("revision", [NEWEST, OLDER])
def test_a_host_of_ours_is_answered_and_a_foreign_one_is_not(bound: Server, revision: str) -> None:
    with bound.client({}) as client:
        for hosts, status in ((OWN_HOSTS, 200), (FOREIGN_HOSTS, 421)):
            for host in hosts:
                sent = headers(revision, Host=host.format(port=bound.port))
                response = client.post("/mcp", json=body(revision), headers=sent)
                assert response.status_code == status, host
                assert ("search_docs" in response.text) == (status == 200)


@pytest.mark.parametrize("revision", [NEWEST, OLDER])
def test_the_workbench_is_the_only_origin(bound: Server, revision: str) -> None:
    with bound.client({}) as client:
        assert client.post("/mcp", json=body(revision), headers=headers(revision, Origin=ORIGIN)).status_code == 200
        for origin in FOREIGN_ORIGINS:
            response = client.post("/mcp", json=body(revision), headers=headers(revision, Origin=origin))
            assert response.status_code == 403, origin
            assert "search_docs" not in response.text


@pytest.mark.parametrize("token", ["x", "wrong", WORKBENCH_TOKEN, f"{API_TOKEN}x", API_TOKEN[:-1]])
@pytest.mark.parametrize("revision", [NEWEST, OLDER])
def test_nobody_speaks_mcp_without_the_api_token(bound: Server, revision: str, token: str) -> None:
    sent = headers(revision, Authorization=f"Bearer {token}")
    with bound.client({}) as client:
        response = client.post("/mcp", json=body(revision), headers=sent)
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert "search_docs" not in response.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"Mcp-Method": "tools/call"},
        {"Mcp-Method": ""},
        {"MCP-Protocol-Version": "2099-01-01"},
        {"Mcp-Name": "read_document", "Mcp-Method": "tools/call", "body": "tools/call"},
        {"Mcp-Method": "tools/call", "body": "tools/call"},
    ],
)
def test_headers_that_say_something_else_than_the_body_are_refused(served: Server, wrong: dict[str, str]) -> None:
    method = wrong.get("body", "tools/list")
    named = {"name": "search_docs", "arguments": {"query": "vpn"}} if method == "tools/call" else {}
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": enveloped({**named})}
    sent = headers(NEWEST, **{name: value for name, value in wrong.items() if name != "body"})
    with served.client({}) as client:
        response = client.post("/mcp", content=json.dumps(request), headers=sent)
    assert response.status_code == 400
    assert "error" in response.json()


def rpc(**fields: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", **fields}


REQUESTS: list[dict[str, object]] = [
    {}, rpc(jsonrpc="1.0"), rpc(id={}), rpc(id={CANARY: CANARY}), rpc(id=2**70), rpc(id=1.5), rpc(method=7), rpc(),
    rpc(method="x" * 9_999), rpc(params=[]), rpc(params=CANARY), rpc(params={"name": {}}),
    rpc(params={"name": "search_docs", "arguments": []}), rpc(params={"name": "search_docs", "arguments": CANARY}),
    rpc(params={"name": "nope", "arguments": {"query": "\ud800"}}), rpc(params={"name": CANARY, "arguments": {}}),
    rpc(method="resources/read", params={"uri": "glyph:///../../etc/passwd"}),
    rpc(method="resources/read", params={"uri": 7}), rpc(method="resources/list", params={"cursor": CANARY}),
    rpc(method="resources/read", params={"uri": f"glyph:///{CANARY}.md"}),
    rpc(method="prompts/get", params={"name": CANARY}),
    rpc(method="prompts/get", params={"name": "find_runbook", "arguments": {"question": 7}}),
    rpc(method="completion/complete", params={}), {"jsonrpc": "2.0", "result": {}, "id": 1},
    rpc(method="initialize", params={"protocolVersion": CANARY}), rpc(method="logging/setLevel", params={}),
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
]  # fmt: skip
BODIES = [
    b"", b"{", b"null", b"[]", b"1", b'"x"', b"[" * 100_000, b'{"a":' * 10_000, b"\xff\xfe", b"\0",
    b"[" + json.dumps(LIST).encode() + b"]", CANARY.encode(), json.dumps([CANARY]).encode(),
    *(json.dumps(request).encode() for request in REQUESTS),
]  # fmt: skip


@pytest.mark.parametrize("revision", [NEWEST, OLDER])
def test_no_body_makes_the_server_stumble(served: Server, revision: str) -> None:
    with served.client({}) as client:
        for content in BODIES:
            response = client.post("/mcp", content=content, headers=headers(revision, method="tools/call"))
            assert response.status_code < 500, (content[:80], response.text)
            assert "Traceback" not in response.text
            assert ".py" not in response.text
            assert CANARY not in response.text
        assert client.post("/mcp", json=body(revision), headers=headers(revision)).status_code == 200


@pytest.mark.parametrize("revision", [NEWEST, OLDER])
def test_a_body_that_no_call_needs_is_refused_before_it_is_read(served: Server, revision: str) -> None:
    large = json.dumps({**LIST, "params": {"x": "x" * 2_000_000}})
    with served.client({}) as client:
        response = client.post("/mcp", content=large, headers=headers(revision))
    assert response.status_code == 413


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_only_posts_are_answered(served: Server, method: str) -> None:
    with served.client() as client:
        response: httpx2.Response = client.request(method, "/mcp", headers=headers(NEWEST))
    assert response.status_code == 405


def test_what_reads_return_is_private_and_stale_at_once(served: Server) -> None:
    with served.client({}) as client:
        result = client.post("/mcp", json=body(NEWEST), headers=headers(NEWEST)).json()["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")
