"""REST: every refusal has the one error shape, the right status, and nothing of what was sent."""

from dataclasses import dataclass, field

import httpx2
import pytest

from glyph.domain.redaction import RuleId, marker
from tests.faces.shapes import ErrorAnswer, fault_of
from tests.faces.site import Server
from tests.faces.test_rest_routes import TROUBLESHOOTING, read, save

SENT = "zirconquartz-that-came-with-the-request"
DOCUMENT = "/v1/document"


@dataclass(frozen=True, slots=True)
class Refused:
    """A request and how it is refused."""

    status: int
    code: str
    method: str
    route: str
    query: dict[str, str | int] = field(default_factory=dict[str, str | int])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: dict[str, object] | None = None
    content: bytes | None = None


REFUSED = (
    Refused(400, "bad_path", "GET", DOCUMENT, {"path": f"../{SENT}.md"}),
    Refused(400, "bad_path", "GET", DOCUMENT, {"path": f"/etc/{SENT}.md"}),
    Refused(400, "bad_path", "GET", DOCUMENT, {"path": f"vpn/{SENT}.exe"}),
    Refused(400, "bad_path", "GET", DOCUMENT, {"path": f"vpn/%2e%2e/{SENT}.md"}),
    Refused(400, "bad_request", "GET", DOCUMENT, {"path": TROUBLESHOOTING, "from": 99_999}),
    Refused(400, "bad_request", "POST", "/v1/search", body={"query": "   "}),
    Refused(400, "bad_request", "POST", "/v1/search", body={"query": "vpn", "collections": [SENT]}),
    Refused(400, "bad_request", "GET", "/v1/documents", {"collection": SENT}),
    Refused(404, "job_not_found", "GET", f"/v1/jobs/{SENT}"),
    Refused(400, "http_error", "POST", "/v1/search", content=b'{"query": "\xff"}'),
    Refused(403, "session_required", "GET", DOCUMENT, {"path": TROUBLESHOOTING, "view": "raw"}),
    Refused(403, "session_required", "DELETE", "/v1/session"),
    Refused(404, "document_not_found", "GET", DOCUMENT, {"path": "vpn/none.md"}),
    Refused(404, "no_route", "GET", f"/v1/{SENT}"),
    Refused(404, "no_route", "GET", "/"),
    Refused(404, "no_route", "POST", "/owner/release"),
    Refused(405, "method_not_allowed", "GET", "/v1/search"),
    Refused(405, "method_not_allowed", "PATCH", DOCUMENT, {"path": TROUBLESHOOTING}),
    Refused(413, "too_large", "POST", "/v1/search", content=b" " * 15_000_001),
    Refused(422, "invalid_request", "POST", "/v1/search", content=f'{{"query": "{SENT}'.encode()),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": ""}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": SENT * 100}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": "vpn", "mode": SENT}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": "vpn", "limit": 51}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": "vpn", "limit": True}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": "vpn", "limit": "5"}),
    Refused(422, "invalid_request", "POST", "/v1/search", body={"query": "vpn", "top_k": SENT}),
    Refused(422, "invalid_request", "GET", DOCUMENT),
    Refused(422, "invalid_request", "GET", DOCUMENT, {"path": TROUBLESHOOTING, "view": SENT}),
    Refused(422, "invalid_request", "GET", DOCUMENT, {"path": TROUBLESHOOTING, "from": SENT}),
    Refused(428, "if_match_required", "PUT", DOCUMENT, {"path": TROUBLESHOOTING}, body={"text": SENT}),
    Refused(428, "if_match_required", "PUT", DOCUMENT, {"path": TROUBLESHOOTING}, {"If-Match": "*"}, {"text": SENT}),
    Refused(428, "if_match_required", "PUT", DOCUMENT, {"path": TROUBLESHOOTING}, {"If-Match": SENT}, {"text": SENT}),
)


@pytest.mark.parametrize("refused", REFUSED, ids=lambda case: f"{case.status} {case.code} {case.method} {case.route}")
def test_a_refusal_has_one_shape_and_echoes_nothing(script: httpx2.Client, refused: Refused) -> None:
    response = script.request(
        refused.method,
        refused.route,
        params=refused.query,
        headers=refused.headers if refused.content is None else {"Content-Type": "application/json"},
        json=refused.body,
        content=refused.content,
    )
    assert fault_of(response, refused.status).code == refused.code
    assert "zirconquartz" not in response.text


def test_a_body_of_another_type_is_refused(script: httpx2.Client) -> None:
    response = script.post("/v1/search", content=b'{"query": "vpn"}', headers={"Content-Type": "text/plain"})
    assert fault_of(response, 422).code == "invalid_request"


def test_a_body_that_grows_over_the_limit_while_it_comes_is_refused(script: httpx2.Client) -> None:
    chunks = (b" " * 1_000_000 for _ in range(16))
    response = script.post("/v1/search", content=chunks, headers={"Content-Type": "application/json"})
    assert fault_of(response, 413).code == "too_large"


def test_a_refused_method_names_the_allowed_ones(script: httpx2.Client) -> None:
    assert script.get("/v1/search").headers["allow"] == "POST"


def test_a_wrong_path_is_answered_with_near_ones(script: httpx2.Client) -> None:
    response = script.get(DOCUMENT, params={"path": "wireguard-troubleshooting.md"})
    assert TROUBLESHOOTING in fault_of(response, 404).hint


def test_a_stale_save_is_refused_with_the_current_hash_and_the_file_is_untouched(
    served: Server, script: httpx2.Client
) -> None:
    path = served.site.write("scratch/stale.md", "# One\n\nFirst.\n")
    opened = read(script, path)
    served.site.write(path, "# Two\n\nSecond.\n")
    fault = fault_of(save(script, path, f"# Three\n\n{SENT}\n", opened.content_hash), 412)
    assert fault.code == "stale_document"
    assert fault.detail == {"current_hash": read(script, path).content_hash}
    assert (served.site.docs / path).read_text(encoding="utf-8") == "# Two\n\nSecond.\n"


def test_redacted_text_is_never_saved_over_the_secret(served: Server, script: httpx2.Client) -> None:
    before = (served.site.docs / TROUBLESHOOTING).read_bytes()
    view = read(script, TROUBLESHOOTING)
    fault = fault_of(save(script, TROUBLESHOOTING, view.text, view.content_hash), 409)
    assert fault.code == "marker_in_save"
    assert (served.site.docs / TROUBLESHOOTING).read_bytes() == before


def test_a_marker_that_nobody_redacted_is_refused_too(served: Server, script: httpx2.Client) -> None:
    path = served.site.write("scratch/marker.md", "# Door\n\nThe code is written down.\n")
    opened = read(script, path)
    text = f"# Door\n\nThe code is {marker(RuleId('password'))}.\n"
    assert fault_of(save(script, path, text, opened.content_hash), 409).code == "marker_in_save"


@pytest.mark.parametrize("text", ["NUL \0", "x" * 5_000_001], ids=["with NUL", "over the limit of a document"])
def test_a_text_that_cannot_be_a_document_is_not_saved(served: Server, script: httpx2.Client, text: str) -> None:
    path = served.site.write("scratch/refused.md", "# Plain\n\nText.\n")
    assert fault_of(save(script, path, text, read(script, path).content_hash), 400).code == "bad_request"
    assert (served.site.docs / path).read_text(encoding="utf-8") == "# Plain\n\nText.\n"


def test_a_lone_surrogate_is_not_saved(served: Server, script: httpx2.Client) -> None:
    path = served.site.write("scratch/surrogate.md", "# Plain\n\nText.\n")
    headers = {"If-Match": f'"{read(script, path).content_hash}"', "Content-Type": "application/json"}
    response = script.put(DOCUMENT, params={"path": path}, content=rb'{"text": "\ud800"}', headers=headers)
    assert response.status_code in (400, 422)
    assert ErrorAnswer.model_validate_json(response.content)


def test_a_file_that_is_no_text_is_refused_when_read(served: Server, script: httpx2.Client) -> None:
    (served.site.docs / "scratch").mkdir(exist_ok=True)
    place = served.site.docs / "scratch" / "bytes.md"
    place.write_bytes(b"\xff\xfe\x00\x01 no text")
    try:
        assert fault_of(script.get(DOCUMENT, params={"path": "scratch/bytes.md"}), 422).code == "unreadable_document"
    finally:
        place.unlink()


def test_the_log_of_the_server_holds_nothing_of_a_refused_request(served: Server, script: httpx2.Client) -> None:
    script.post("/v1/search", json={"query": SENT})
    script.get(DOCUMENT, params={"path": f"../{SENT}.md"})
    assert "zirconquartz-that-came" not in served.log.read_text(encoding="utf-8")
