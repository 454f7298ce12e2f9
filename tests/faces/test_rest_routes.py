"""REST: every route answers in the shape that scripts rely on."""

import httpx2
import pytest

from tests.faces.shapes import (
    DocumentList,
    DocumentView,
    IndexStatus,
    JobAnswer,
    OccurrenceList,
    Occurrences,
    SaveResult,
    SearchAnswer,
    SessionAnswer,
    fault_of,
)
from tests.faces.site import ORIGIN, Server, workbench_headers

QUESTION = "my VPN stopped routing traffic"
TROUBLESHOOTING = "vpn/wireguard-troubleshooting.md"


def search(client: httpx2.Client, query: str, **more: object) -> SearchAnswer:
    response = client.post("/v1/search", json={"query": query, **more})
    assert response.status_code == 200, response.text
    return SearchAnswer.model_validate_json(response.content)


def read(client: httpx2.Client, path: str, **more: str | int) -> DocumentView:
    response = client.get("/v1/document", params={"path": path, **more})
    assert response.status_code == 200, response.text
    return DocumentView.model_validate_json(response.content)


def save(client: httpx2.Client, path: str, text: str, opened_hash: str) -> httpx2.Response:
    headers = {"If-Match": f'"{opened_hash}"'}
    return client.put("/v1/document", params={"path": path}, json={"text": text}, headers=headers)


def test_a_search_answers_with_passages_their_rankers_and_their_freshness(script: httpx2.Client) -> None:
    answer = search(script, QUESTION)
    assert answer.query == QUESTION
    assert answer.degraded is None
    assert answer.hits
    for hit in answer.hits:
        assert hit.score == pytest.approx(sum(contribution.share for contribution in hit.contributions))
        assert hit.url == f"{ORIGIN}/d/{hit.path}#L{hit.line_from}-L{hit.line_to}"
        assert hit.line_from <= hit.line_to
        assert not hit.changed_since_indexed


def test_a_quote_is_verbatim_from_the_redacted_text_at_the_lines_it_names(script: httpx2.Client) -> None:
    for hit in search(script, QUESTION).hits:
        view = read(script, hit.path, **{"from": hit.line_from, "count": hit.line_to - hit.line_from + 1})
        assert hit.quote in view.text
        assert hit.content_hash == view.content_hash


@pytest.mark.parametrize("mode", ["keyword", "vector", "hybrid"])
def test_a_search_in_a_mode_is_answered_in_that_mode(script: httpx2.Client, mode: str) -> None:
    answer = search(script, "restore a backup", mode=mode, limit=5)
    assert answer.route.mode == mode
    allowed = {"keyword", "vector"} if mode == "hybrid" else {mode}
    assert 0 < len(answer.hits) <= 5
    assert all(hit.rankers <= allowed for hit in answer.hits)


def test_a_search_without_a_limit_answers_with_the_default_number(script: httpx2.Client) -> None:
    assert len(search(script, "server").hits) == 10


def test_a_literal_is_proved_to_stand_somewhere_or_nowhere(script: httpx2.Client) -> None:
    answer = script.post("/v1/occurrences", json={"texts": ["51820", "xyzzyplughzirkon"]})
    somewhere, nowhere = OccurrenceList.model_validate_json(answer.content).found
    assert somewhere.places
    assert nowhere == Occurrences(text="xyzzyplughzirkon", places=[], complete=True, unread=0)


def test_a_path_prefix_keeps_a_search_beneath_it(script: httpx2.Client) -> None:
    answer = search(script, "restore a backup", path_prefix="backup/", limit=50)
    assert answer.hits
    assert all(path.startswith("backup/") for path in answer.paths)


def test_a_collection_keeps_a_search_in_it(script: httpx2.Client) -> None:
    assert search(script, "51820", collections=["docs"]).paths == search(script, "51820").paths


def test_the_tree_lists_every_document_in_path_order(script: httpx2.Client) -> None:
    listed = DocumentList.model_validate_json(script.get("/v1/documents").raise_for_status().content)
    paths = [entry.path for entry in listed.documents]
    assert paths == sorted(paths)
    assert len([path for path in paths if not path.startswith("scratch/")]) == 71
    entry = next(entry for entry in listed.documents if entry.path == TROUBLESHOOTING)
    assert (entry.collection, entry.state, entry.editable) == ("docs", "indexed", True)


def test_the_tree_beneath_a_prefix_holds_nothing_else(script: httpx2.Client) -> None:
    content = script.get("/v1/documents", params={"prefix": "vpn/"}).raise_for_status().content
    paths = [entry.path for entry in DocumentList.model_validate_json(content).documents]
    assert TROUBLESHOOTING in paths
    assert all(path.startswith("vpn/") for path in paths)


def test_a_document_is_read_whole_or_by_lines_with_the_same_hash(script: httpx2.Client) -> None:
    whole = read(script, TROUBLESHOOTING)
    part = read(script, TROUBLESHOOTING, **{"from": 3, "count": 4})
    assert (whole.line_from, whole.line_to) == (1, whole.total_lines)
    assert (part.line_from, part.line_to, part.total_lines) == (3, 6, whole.total_lines)
    assert part.text == "\n".join(whole.text.split("\n")[2:6])
    assert part.content_hash == whole.content_hash
    assert whole.indexed


def test_redaction_keeps_the_number_of_lines(script: httpx2.Client, workbench: httpx2.Client) -> None:
    redacted, raw = read(script, TROUBLESHOOTING), read(workbench, TROUBLESHOOTING)
    assert redacted.text != raw.text
    assert redacted.text.count("\n") == raw.text.count("\n")


def test_a_save_answers_with_the_next_hash_and_is_found_at_once(served: Server, script: httpx2.Client) -> None:
    path = served.site.write("scratch/saved.md", "# Lamp\n\nThe lamp is off.\n")
    opened = read(script, path)
    response = save(script, path, "# Lamp\n\nThe lamp glows zirconquartz.\n", opened.content_hash)
    assert response.status_code == 200, response.text
    result = SaveResult.model_validate_json(response.content)
    assert result.path == path
    assert (result.index.status, result.index.reason, result.index.chunks) == ("indexed", None, 1)
    assert result.content_hash == read(script, path).content_hash
    assert (served.site.docs / path).read_text(encoding="utf-8") == "# Lamp\n\nThe lamp glows zirconquartz.\n"
    for mode in ("keyword", "vector"):
        found = search(script, "zirconquartz", mode=mode).hits[0]
        assert (found.path, found.changed_since_indexed) == (path, False)


def test_a_hit_says_when_its_file_has_changed_on_the_disk(served: Server, script: httpx2.Client) -> None:
    path = served.site.write("scratch/drifting.md", "# Kite\n\nA kite of velloquartz.\n")
    save(script, path, "# Kite\n\nA kite of velloquartz and string.\n", read(script, path).content_hash)
    served.site.write(path, "# Kite\n\nA kite of paper.\n")
    hit = search(script, "velloquartz").hits[0]
    assert (hit.path, hit.changed_since_indexed) == (path, True)
    assert not read(script, path).indexed


def test_a_save_of_the_same_text_changes_nothing(served: Server, script: httpx2.Client) -> None:
    path = served.site.write("scratch/same.md", "# Same\n\nNothing changes.\n")
    opened = read(script, path)
    result = SaveResult.model_validate_json(save(script, path, opened.text, opened.content_hash).content)
    assert result.content_hash == opened.content_hash


def test_the_status_says_what_the_index_holds(script: httpx2.Client) -> None:
    status = IndexStatus.model_validate_json(script.get("/v1/index").raise_for_status().content)
    assert status.generation is not None
    assert status.documents >= 71
    assert status.chunks > status.documents
    assert status.redactions > 0
    assert status.base == "ok"


def test_an_update_is_a_job_that_ends_with_a_report(script: httpx2.Client) -> None:
    started = script.post("/v1/index/update")
    assert started.status_code == 202
    job = JobAnswer.model_validate_json(started.content).job
    assert job.kind == "update"
    for _ in range(10_000):
        if job.state != "running":
            break
        job = JobAnswer.model_validate_json(script.get(f"/v1/jobs/{job.id}").content).job
    assert job.state == "done"
    assert job.report is not None
    assert job.report.scanned >= 71
    assert job.report.failed == 0


def test_a_session_is_opened_with_the_password_and_ended_for_good(served: Server) -> None:
    response = served.sign_in()
    assert response.status_code == 201
    token = SessionAnswer.model_validate_json(response.content).token
    with served.client(workbench_headers(token)) as client:
        assert read(client, TROUBLESHOOTING).redacted is False
        ended = client.delete("/v1/session")
        assert (ended.status_code, ended.content) == (204, b"")
        fault_of(client.get("/v1/documents"), 401)


def test_health_needs_no_token_and_says_nothing_about_the_corpus(served: Server) -> None:
    with served.client({}) as nobody:
        health, ready = nobody.get("/healthz"), nobody.get("/readyz")
    assert (health.status_code, health.json()) == (200, {"status": "ok", "reason": None})
    assert (ready.status_code, ready.json()) == (200, {"status": "ready", "reason": None})
