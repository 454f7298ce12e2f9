"""Hostile queries by every way in: a clear refusal or a right answer, never a traceback, never a hang."""

import json
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.ranking import Mode, SearchRequest
from glyph.errors import BadRequest
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from tests.conftest import MakeWorkbench
from tests.faces.sdk_hosts import Calls, over_http, text_of
from tests.faces.shapes import ErrorAnswer, SearchAnswer
from tests.faces.site import GLYPH, Server, Site
from tests.fakes.clock import TickingClock

ANSWERED = {
    "an open quote": '" OR NEAR(',
    "operators alone": "AND OR NOT NEAR",
    "a star": "*",
    "a column": "heading:wireguard body : x",
    "brackets": "(" * 200 + ")" * 100,
    "carets and minus": "^wg0 -tunnel +restart ~x",
    "quotes of every kind": "\"'`´“”«» wg0",
    "SQL": "'; DROP TABLE chunks; --",
    "a filter of the vector store": '{"$gt": 0, "$where": "1"}',
    "NUL": "wg0\0restart",
    "NUL alone": "\0",
    "control characters": "wg0\x1b[31m\x07\x08\x7f\x9b restart",
    "a byte order mark": "\ufeffwg0",
    "right to left": "\u202ewg0\u2066 restart",
    "zero width": "w\u200bg\u200d0 \u2060restart",
    "combining marks": "z" + "\u0301" * 900,
    "unassigned and private": "\U000e0001\ue000\ufffe\uffff wg0",
    "one long word": "x" * 1_000,
    "five hundred words": "a " * 500,
    "five hundred identifiers": " ".join(f"{number}" for number in range(200)),
    "punctuation": "?!…—·•§ ¿¡ ::: ///",
    "percent escapes": "%00%0a%2e%2e%2f",
    "line ends": "wg0\r\nrestart\u2028tunnel\u2029",
    "Chinese without blanks": "如何重新启动网关隧道" * 50,
    "emoji": "👨‍👩‍👧‍👦🏳️‍🌈" * 60,
    "half a number": "1e999 -0 NaN Infinity 0x",
    "a marker": "⟦secret:password⟧ ⟦⟦ ⟧⟧",
    "redos for careless patterns": "a" * 400 + "!" + "=" * 400,
    "a password and its label": "password = " * 90,
}
REFUSED = {
    "nothing": "",
    "blanks": " \t\n ",
    "ten thousand terms": "term " * 10_000,
    "ten megabytes": "wireguard " * 1_000_000,
    "half a surrogate pair": "wg0 \ud800",
    "surrogates in the wrong order": "\udc00\ud800",
}
CASES = {**ANSWERED, **REFUSED}
TEN_MINUTES_S = 600


def as_json(query: str) -> bytes:
    """Return a query as the body of a request, whatever it holds."""
    return json.dumps({"query": query}).encode("ascii")


@pytest.fixture
def workbench(tmp_path: Path, make_workbench: MakeWorkbench) -> Generator[LocalWorkbench]:
    """A workbench over the real store."""
    made = make_workbench(store=EmbeddedStore(IndexFolder(tmp_path / "index"), TickingClock()))
    made.start_update(rebuild=False)
    made.jobs.join()
    yield made
    made.close()


def test_the_service_answers_or_refuses_in_every_mode(workbench: LocalWorkbench) -> None:
    for mode in Mode:
        for query in ANSWERED.values():
            assert workbench.search(SearchRequest(query, mode)).route.reason
        for query in REFUSED.values():
            with pytest.raises(BadRequest) as refused:
                workbench.search(SearchRequest(query, mode))
            assert refused.value.hint


@pytest.mark.parametrize("name", CASES)
def test_rest_answers_or_refuses(system: Server, name: str) -> None:
    with system.client() as client:
        headers = {"Content-Type": "application/json"}
        response = client.post("/v1/search", content=as_json(CASES[name]), headers=headers)
    if name in ANSWERED:
        assert response.status_code == 200, response.text
        assert SearchAnswer.model_validate_json(response.content).route.reason
    else:
        assert response.status_code in {400, 413, 422}
        assert ErrorAnswer.model_validate_json(response.content).error.hint
        assert len(response.content) < 1_000


@pytest.mark.parametrize("where", ["the owner", "its own process"])
def test_the_command_line_answers_each_line_of_a_file_or_refuses_the_file(
    system: Server, sample: Site, tmp_path: Path, where: str
) -> None:
    site = system.site if where == "the owner" else sample
    file = tmp_path / "queries.jsonl"
    lines = (json.dumps({"id": name, "query": query}) for name, query in ANSWERED.items())
    file.write_text("\n".join(lines), encoding="ascii")
    done = site.run("search", "--queries", str(file))
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == list(ANSWERED)
    for name, query in REFUSED.items():
        file.write_text(json.dumps({"id": name, "query": query}), encoding="ascii")
        done = site.run("search", "--queries", str(file))
        assert done.code == 1, name
        assert done.err.startswith("glyph: ")
        assert "Traceback" not in done.err
        assert len(done.err) < 1_000


@pytest.mark.parametrize(
    "argument", [b'" OR NEAR(', b"", b"\xff\xfe wg0", b"-" * 50_000, b"x" * 100_000, b"wg0\x1b[31m"], ids=repr
)
def test_the_command_line_takes_any_argument(system: Server, argument: bytes) -> None:
    done = subprocess.run(
        [str(GLYPH).encode(), b"search", b"--", argument],
        capture_output=True,
        cwd=system.site.root,
        env=system.site.environment(),
        timeout=TEN_MINUTES_S,
        check=False,
    )
    assert done.returncode in {0, 1, 2}
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout + done.stderr
    assert len(done.stderr) < 1_000


def test_mcp_answers_or_refuses(system: Server) -> None:
    calls: Calls = {
        name: ("search_docs", {"query": query})
        for name, query in CASES.items()
        if "surrogate" not in name and "megabytes" not in name  # neither can be sent by this client
    }
    conversation = over_http(system, calls)
    for name in calls:
        answer = conversation.answers[name]
        assert bool(answer.is_error) == (name in REFUSED), name
        assert "Traceback" not in text_of(answer)


@pytest.mark.parametrize("name", ["half a surrogate pair", "ten megabytes"])
def test_mcp_refuses_what_its_own_client_cannot_send(system: Server, name: str) -> None:
    call = {"name": "search_docs", "arguments": {"query": CASES[name]}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    with system.client() as client:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
        }
        response = client.post("/mcp", content=json.dumps(request).encode("ascii"), headers=headers)
        assert response.status_code < 500, response.text
        assert client.get("/readyz").status_code == 200


def test_none_of_these_made_the_server_stumble(system: Server) -> None:
    log = system.log.read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "request failed" not in log
