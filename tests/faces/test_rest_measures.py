"""What an operator watches and is protected by: metrics, request ids, and the limit of requests at once."""

import asyncio
import re

import httpx2
from starlette.types import Receive, Scope, Send

from glyph.faces.rest.admission import Admission
from tests.faces.shapes import fault_of
from tests.faces.site import Server


def metric(text: str, name: str) -> float:
    """Return the value of one line of the metrics."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, f"{name} is not among the metrics"
    return float(found[1])


def test_metrics_count_requests_searches_and_the_index_and_name_no_document(script: httpx2.Client) -> None:
    script.post("/v1/search", json={"query": "51820"}).raise_for_status()
    script.get("/v1/document", params={"path": "no/such-secret-name.md"})
    script.get("/no-such-route")
    response = script.get("/metrics").raise_for_status()
    text = response.text
    assert response.headers["content-type"].startswith("text/plain")
    assert metric(text, 'glyph_http_requests_total{method="POST",route="/v1/search",status="200"}') >= 1
    assert metric(text, 'glyph_http_requests_total{method="GET",route="/v1/document",status="404"}') >= 1
    assert metric(text, 'glyph_http_requests_total{method="GET",route="unmatched",status="404"}') >= 1
    assert metric(text, 'glyph_searches_total{degraded="no",mode="keyword"}') >= 1
    assert metric(text, 'glyph_http_request_seconds_count{route="/v1/search"}') >= 1
    assert metric(text, "glyph_index_documents") == script.get("/v1/index").json()["documents"]
    assert "no-such" not in text
    assert "51820" not in text


def test_metrics_need_the_token(served: Server) -> None:
    with served.client({}) as nobody:
        assert fault_of(nobody.get("/metrics"), 401).code == "unauthorized"


def test_every_answer_carries_a_request_id_and_keeps_the_callers_own(script: httpx2.Client) -> None:
    own = "0123456789abcdef0123456789abcdef"
    assert script.get("/healthz", headers={"X-Request-ID": own}).headers["x-request-id"] == own
    made = script.get("/v1/document", params={"path": "none.md"}).headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert script.get("/healthz", headers={"X-Request-ID": "line\tbreaks and words"}).headers["x-request-id"] != made


def test_more_requests_than_the_limit_are_asked_to_come_again_and_health_still_answers() -> None:
    async def ask() -> tuple[list[int], str]:
        begun, done = asyncio.Event(), asyncio.Event()

        async def slow(scope: Scope, _receive: Receive, send: Send) -> None:
            if scope["path"] == "/slow":
                begun.set()
                await done.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        transport = httpx2.ASGITransport(app=Admission(slow, limit=1))
        async with httpx2.AsyncClient(transport=transport, base_url="http://glyph") as client:
            first = asyncio.create_task(client.get("/slow"))
            await begun.wait()
            refused, health = await client.get("/v1/search"), await client.get("/healthz")
            done.set()
            after = [await first, await client.get("/v1/search")]
        statuses = [answer.status_code for answer in (refused, health, *after)]
        return statuses, f"{refused.headers['retry-after']} {refused.json()['error']['code']}"

    statuses, refusal = asyncio.run(ask())
    assert statuses == [429, 200, 200, 200]
    assert refusal == "1 busy"
