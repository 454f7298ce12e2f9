"""REST: documents are created, moved, deleted and restored, and what is kept of them can be read by a session."""

import json
from typing import TypeVar

import httpx2
import pytest

from glyph.faces.rest import filing_examples as examples
from glyph.faces.rest.filing_examples import Example
from tests.faces.filing_shapes import (
    AssetResult,
    ChunkList,
    DeleteResult,
    DocumentLinks,
    MovePlan,
    MoveResult,
    ProblemList,
    RedactionList,
    TrashEmptied,
    TrashList,
    VersionList,
    VersionView,
)
from tests.faces.shapes import SaveResult, SearchAnswer, Shape, fault_of
from tests.faces.site import Server
from tests.faces.test_rest_routes import TROUBLESHOOTING, read, save

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
Answer = TypeVar("Answer", bound=Shape)


def parsed(response: httpx2.Response, shape: type[Answer], status: int = 200) -> Answer:
    assert response.status_code == status, response.text
    return shape.model_validate_json(response.content)


def created(client: httpx2.Client, path: str, text: str) -> SaveResult:
    return parsed(client.post("/v1/document", json={"path": path, "text": text}), SaveResult, 201)


def delete(client: httpx2.Client, path: str, opened_hash: str) -> httpx2.Response:
    return client.delete("/v1/document", params={"path": path}, headers={"If-Match": f'"{opened_hash}"'})


def move(client: httpx2.Client, plan: MovePlan) -> httpx2.Response:
    body = {"path": plan.path, "to": plan.to, "documents": [one.model_dump() for one in plan.documents]}
    return client.post("/v1/document/move", json=body, headers={"If-Match": f'"{plan.content_hash}"'})


def planned(client: httpx2.Client, path: str, to: str) -> MovePlan:
    return parsed(client.post("/v1/document/move/plan", json={"path": path, "to": to}), MovePlan)


def test_a_script_creates_a_document_that_is_found_at_once(served: Server, script: httpx2.Client) -> None:
    result = created(script, "scratch/made/lamp.md", "# Lamp\n\nIt glows orthoquartz.\n")
    assert (served.site.docs / "scratch/made/lamp.md").read_bytes() == b"# Lamp\n\nIt glows orthoquartz.\n"
    assert (result.index.status, result.content_hash) == ("indexed", read(script, result.path).content_hash)
    answer = SearchAnswer.model_validate_json(script.post("/v1/search", json={"query": "orthoquartz"}).content)
    assert answer.hits[0].path == "scratch/made/lamp.md"
    again = script.post("/v1/document", json={"path": "scratch/Made/lamp.md", "text": ""})
    assert fault_of(again, 409).code == "path_taken"


def test_a_move_is_shown_then_made_and_refused_when_it_is_stale(script: httpx2.Client) -> None:
    created(script, "scratch/move/a.md", "# A\n\n[b](b.md)\n")
    created(script, "scratch/move/b.md", "# B\n\n[a](a.md)\n")
    plan = planned(script, "scratch/move/a.md", "scratch/moved/far/a.md")
    assert [(change.path, change.line, change.after) for change in plan.changes] == [
        ("scratch/move/a.md", 3, "[b](../../move/b.md)"),
        ("scratch/move/b.md", 3, "[a](../moved/far/a.md)"),
    ]
    stale = plan.model_copy(update={"documents": []})
    assert fault_of(move(script, stale), 412).code == "stale_plan"
    assert fault_of(move(script, plan.model_copy(update={"content_hash": "0" * 64})), 412).code == "stale_document"
    result = parsed(move(script, plan), MoveResult)
    assert (result.path, result.from_path, result.failed) == (plan.to, plan.path, [])
    assert [saved.path for saved in result.rewritten] == ["scratch/move/b.md"]
    assert read(script, "scratch/move/b.md").text == "# B\n\n[a](../moved/far/a.md)\n"
    assert fault_of(script.get("/v1/document", params={"path": plan.path}), 404).code == "document_not_found"
    assert fault_of(move(script, plan), 404).code == "document_not_found"
    created(script, plan.path, "# another\n")
    back = script.post("/v1/document/move/plan", json={"path": plan.to, "to": plan.path})
    assert fault_of(back, 409).code == "path_taken"


def test_a_deleted_document_comes_back_from_the_trash(served: Server, workbench: httpx2.Client) -> None:
    text = "# Key\n\npassword: Vb7-kestrel-lantern\n"
    opened = created(workbench, "scratch/trash/a.md", text).content_hash
    assert fault_of(delete(workbench, "scratch/trash/a.md", "0" * 64), 412).detail["current_hash"] == opened
    gone = parsed(delete(workbench, "scratch/trash/a.md", opened), DeleteResult)
    assert gone.index.status == "removed"
    assert not (served.site.docs / "scratch/trash").exists()
    listed = parsed(workbench.get("/v1/trash"), TrashList).entries[0]
    assert (listed.id, listed.path, listed.content_hash) == (gone.trash_id, "scratch/trash/a.md", opened)
    created(workbench, "scratch/trash/a.md", "# another\n")
    restore = {"id": gone.trash_id, "to": None}
    assert fault_of(workbench.post("/v1/trash/restore", json=restore), 409).code == "path_taken"
    elsewhere = {"id": gone.trash_id, "to": "scratch/trash/b.md"}
    restored = parsed(workbench.post("/v1/trash/restore", json=elsewhere), SaveResult)
    assert restored.content_hash == opened
    assert read(workbench, "scratch/trash/b.md").text == text
    assert fault_of(workbench.post("/v1/trash/restore", json=elsewhere), 404).code == "not_kept"


def test_the_trash_is_emptied(workbench: httpx2.Client) -> None:
    for name in ("x", "y"):
        opened = created(workbench, f"scratch/empty/{name}.md", name).content_hash
        parsed(delete(workbench, f"scratch/empty/{name}.md", opened), DeleteResult)
    entries = parsed(workbench.get("/v1/trash"), TrashList).entries
    one = workbench.delete("/v1/trash", params={"id": entries[0].id})
    assert parsed(one, TrashEmptied).removed == 1
    assert parsed(workbench.delete("/v1/trash"), TrashEmptied).removed == len(entries) - 1
    assert parsed(workbench.get("/v1/trash"), TrashList).entries == []


def test_the_versions_that_saves_replaced_can_be_read_and_saved_again(workbench: httpx2.Client) -> None:
    path, first = "scratch/history.md", "# One\n\nsecret: Vb7-kestrel-lantern\n"
    opened = created(workbench, path, first).content_hash
    SaveResult.model_validate_json(save(workbench, path, "# Two\n", opened).content)
    listed = parsed(workbench.get("/v1/document/history", params={"path": path}), VersionList)
    assert [version.content_hash for version in listed.versions] == [opened]
    query = {"path": path, "id": listed.versions[0].id}
    version = parsed(workbench.get("/v1/document/version", params=query), VersionView)
    assert (version.text, version.version) == (first, listed.versions[0])
    unknown = workbench.get("/v1/document/version", params={"path": path, "id": "../../sessions"})
    assert fault_of(unknown, 404).code == "not_kept"


def test_an_image_is_stored_by_its_bytes_and_answered_so_that_no_page_runs_it(workbench: httpx2.Client) -> None:
    created(workbench, "scratch/pictures.md", "# Pictures\n")
    for name, content, kind, disposition in (
        ("map.png", PNG, "image/png", "inline"),
        ("map.svg", SVG, "image/svg+xml", "attachment"),
    ):
        query = {"path": f"scratch/pictures.assets/{name}"}
        stored = workbench.put("/v1/asset", params=query, content=content, headers={"Content-Type": kind})
        assert parsed(stored, AssetResult, 201).content_type == kind
        answer = workbench.get("/v1/asset", params=query)
        assert (answer.content, answer.headers["content-type"]) == (content, kind)
        assert answer.headers["content-disposition"] == disposition
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "sandbox" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "content", "status", "code"),
    [
        (f"{TROUBLESHOOTING.removesuffix('.md')}.assets/a.png", b"<html>", 415, "bad_asset"),
        (f"{TROUBLESHOOTING.removesuffix('.md')}.assets/a.gif", PNG, 415, "bad_asset"),
        (f"{TROUBLESHOOTING.removesuffix('.md')}.assets/a.png", PNG + b"\0" * 10_000_000, 415, "bad_asset"),
        (f"{TROUBLESHOOTING.removesuffix('.md')}.assets/a.html", PNG, 400, "bad_path"),
        ("vpn/a.png", PNG, 400, "bad_path"),
        ("vpn/none.assets/a.png", PNG, 400, "bad_path"),
    ],
)
def test_what_is_no_image_of_a_document_is_refused(
    script: httpx2.Client, path: str, content: bytes, status: int, code: str
) -> None:
    headers = {"Content-Type": "image/png"}
    response = script.put("/v1/asset", params={"path": path}, content=content, headers=headers)
    assert fault_of(response, status).code == code


def test_links_lead_both_ways_and_what_is_broken_is_a_problem(script: httpx2.Client) -> None:
    created(script, "scratch/links/a.md", "# A\n\n[b](b.md#part) and [gone](gone.md)\n")
    created(script, "scratch/links/b.md", "# B\n\n## Part\n")
    links = parsed(script.get("/v1/document/links", params={"path": "scratch/links/a.md"}), DocumentLinks)
    assert [(link.line, link.target, link.state) for link in links.outgoing] == [
        (3, "b.md#part", "ok"),
        (3, "gone.md", "missing_document"),
    ]
    back = parsed(script.get("/v1/document/links", params={"path": "scratch/links/b.md"}), DocumentLinks).backlinks
    assert [(link.path, link.title, link.line, link.anchor) for link in back] == [
        ("scratch/links/a.md", "A", 3, "part")
    ]
    problems = parsed(script.get("/v1/problems"), ProblemList).problems
    assert ("broken_link", 3, "gone.md") in {
        (problem.kind, problem.line, problem.target) for problem in problems if problem.path == "scratch/links/a.md"
    }


def test_redactions_are_listed_by_rule_and_line(script: httpx2.Client) -> None:
    listed = parsed(script.get("/v1/redactions"), RedactionList)
    assert TROUBLESHOOTING in {document.path for document in listed.documents}
    one = parsed(script.get("/v1/redactions", params={"path": TROUBLESHOOTING}), RedactionList).documents[0]
    lines = read(script, TROUBLESHOOTING).text.split("\n")
    assert one.redactions
    assert all(f"\u27e6secret:{place.rule}\u27e7" in lines[place.line - 1] for place in one.redactions)


def test_a_document_is_shown_as_the_index_sees_it(script: httpx2.Client) -> None:
    created(
        script, "scratch/cut.md", "# Cut\n\n## One\n\npassword: tulip-lantern-4471\n\n## Two\n\n" + "word " * 600 + "\n"
    )
    shown = parsed(script.get("/v1/document/chunks", params={"path": "scratch/cut.md"}), ChunkList)
    lines = read(script, "scratch/cut.md").text.split("\n")
    assert len(shown.chunks) >= 2
    assert [chunk.line_from for chunk in shown.chunks] == sorted(chunk.line_from for chunk in shown.chunks)
    first = shown.chunks[0]
    assert first.text.split("\n") == lines[first.line_from - 1 : first.line_to]
    assert "tulip" not in first.text
    assert all(chunk.tokens > 0 and "Cut" in chunk.heading_path for chunk in shown.chunks)
    missing = fault_of(script.get("/v1/document/chunks", params={"path": "scratch/none.md"}), 404)
    assert missing.code == "document_not_found"


@pytest.mark.parametrize(
    ("example", "shape"),
    [
        (examples.CREATED, SaveResult),
        (examples.MOVE_PLAN, MovePlan),
        (examples.MOVED, MoveResult),
        (examples.DELETED, DeleteResult),
        (examples.ASSET_STORED, AssetResult),
        (examples.CHUNKS, ChunkList),
        (examples.VERSIONS, VersionList),
        (examples.VERSION, VersionView),
        (examples.TRASH, TrashList),
        (examples.EMPTIED, TrashEmptied),
        (examples.LINKS, DocumentLinks),
        (examples.PROBLEMS, ProblemList),
        (examples.REDACTIONS, RedactionList),
    ],
)
def test_an_example_in_the_contract_has_the_shape_of_its_answer(example: Example, shape: type[Shape]) -> None:
    assert shape.model_validate_json(json.dumps(example))


def test_a_document_that_was_deleted_past_glyph_cannot_be_deleted_again(served: Server, script: httpx2.Client) -> None:
    result = created(script, "scratch/once.md", "x")
    (served.site.docs / "scratch/once.md").unlink()
    assert fault_of(delete(script, "scratch/once.md", result.content_hash), 404).code == "document_not_found"
