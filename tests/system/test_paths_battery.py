"""No path that anybody sends leads outside the documents' root: every route and tool that takes one, watched by an
audit hook that sees each file which this process opens, lists, makes, moves or removes.
"""

import asyncio
import json
import os
import sys
import sysconfig
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.app.local import LocalWorkbench
from glyph.app.passwords import parse_password_hash
from glyph.corpus.notion.uploads import Uploads
from glyph.domain.document import DocumentPath, hash_content
from glyph.faces.mcp.tools import call_tool
from glyph.faces.rest.app import RestOptions, create_app
from glyph.faces.rest.revocations import Revocations
from glyph.faces.rest.security import Gate
from glyph.faces.rest.session import Login, Sessions, password_epoch
from glyph.ingest.redact.policy import RULES_ALONE
from tests.conftest import MakeWorkbench
from tests.faces.site import API_TOKEN, ROOT, SESSION_SECRET, WORKBENCH_TOKEN, password_hash, workbench_headers
from tests.system.hostile_paths import QUERIES, TEXTS, in_query

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
SECRET = "outside-the-root-4711"
URL = "http://127.0.0.1:8765"
VALID = "vpn/a.md"
HASH = hash_content(b"# A\n")
IF_MATCH = {"If-Match": f'"{HASH}"'}
READS = {"open", "os.listdir", "os.scandir"}
CHANGES = {"os.mkdir", "os.rmdir", "os.remove", "os.rename", "os.link", "os.symlink", "os.truncate", "os.chmod"}
DIR_FDS = {
    "os.mkdir": (2,),
    "os.rmdir": (1,),
    "os.remove": (1,),
    "os.rename": (2, 3),
    "os.link": (2, 3),
    "os.chmod": (2,),
}
"""Where an event names the folder that a relative path begins at; ``open`` does not."""


class Watch:
    """Notes which files this process touches while it is switched on. A hook can not be taken away again."""

    def __init__(self) -> None:
        self.on = False
        self.touched: set[tuple[str, str]] = set()
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or event not in READS | CHANGES:
            return
        paths = [os.fsdecode(one) for one in arguments[:2] if isinstance(one, str | bytes | Path)]
        paths = paths[:1] if event in {"open", *READS, "os.mkdir", "os.chmod"} else paths
        folders = [arguments[index] for index in DIR_FDS.get(event, ())]
        for place, path in enumerate(paths):
            folder = folders[place] if place < len(folders) else -1
            self.touched.add((event, absolute(path, folder)))


def absolute(path: str, folder: object) -> str:
    """Return a path as it is; with the folder before it when an open one was named."""
    if isinstance(folder, int) and folder >= 0:
        return f"{Path(f'/proc/self/fd/{folder}').readlink()}/{path}"
    return path


@contextmanager
def watching(watch: Watch) -> Generator[None]:
    watch.touched.clear()
    watch.on = True
    try:
        yield
    finally:
        watch.on = False


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


def escapes(watch: Watch, folder: Path) -> list[tuple[str, str]]:
    """Return what was touched that is neither the test's own folder nor code that is being imported."""
    # The journal stands in the test's folder itself, which is opened to make its name durable and never listed.
    watch.touched.discard(("open", str(folder)))
    own = tuple(os.path.realpath(place) for place in (folder / "docs", folder / "state", folder / "journal"))
    code = tuple(os.path.realpath(place) for place in (*sysconfig.get_paths().values(), sys.base_prefix, ROOT))
    return [(event, path) for event, path in watch.touched if is_escape(event, path, own, code)]


def is_escape(event: str, path: str, own: tuple[str, ...], code: tuple[str, ...]) -> bool:
    if event == "open" and "/" not in path and path not in ("..", "."):
        return False  # one component, relative to a folder that was opened without following a link
    real = os.path.realpath(path)
    inside = any(Path(real).is_relative_to(place) for place in own) and ".." not in Path(path).parts
    return not inside and not (event in READS and any(Path(real).is_relative_to(place) for place in code))


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, corpus_root: Path, tmp_path: Path) -> LocalWorkbench:
    (tmp_path / "outside.md").write_text(SECRET, encoding="utf-8")
    (tmp_path / "outside.png").write_bytes(PNG + SECRET.encode())
    (corpus_root / "vpn").mkdir()
    (corpus_root / VALID).write_bytes(b"# A\n")
    (corpus_root / "link.md").symlink_to(tmp_path / "outside.md")
    (corpus_root / "linkdir").symlink_to(tmp_path)
    (corpus_root / "folder.md").mkdir()
    os.mkfifo(corpus_root / "pipe.md")
    workbench = make_workbench()
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


@dataclass(frozen=True, slots=True)
class Call:
    """A request with a hostile path in it; ``filters`` when the path only narrows a list and opens nothing."""

    method: str
    url: str
    body: dict[str, object] | None = None
    content: bytes | None = None
    headers: dict[str, str] | None = None
    filters: bool = False


def calls_with(query: str) -> Iterable[Call]:
    """Yield every call that takes a path in its query, with this query string as the path."""
    image = {"Content-Type": "image/png"}
    yield Call("GET", f"/v1/document?path={query}")
    yield Call("GET", f"/v1/document?view=redacted&from=1&count=1&path={query}")
    yield Call("PUT", f"/v1/document?path={query}", {"text": "x"}, headers=IF_MATCH)
    yield Call("DELETE", f"/v1/document?path={query}", headers=IF_MATCH)
    yield Call("GET", f"/v1/document/links?path={query}")
    yield Call("GET", f"/v1/document/version?path={query}&id={query}")
    yield Call("GET", f"/v1/document/version?path={in_query(VALID)}&id={query}")
    yield Call("GET", f"/v1/asset?path={query}")
    yield Call("PUT", f"/v1/asset?path={query}", content=PNG, headers=image)
    yield Call("GET", f"/v1/redactions?path={query}", filters=query == "")
    yield Call("GET", f"/v1/document/chunks?path={query}")
    yield Call("GET", f"/v1/redactions?after={query}", filters=True)
    yield Call("GET", f"/v1/document/history?path={query}", filters=True)
    yield Call("DELETE", f"/v1/document/history?path={query}", filters=True)
    yield Call("GET", f"/v1/documents?prefix={query}", filters=True)
    yield Call("GET", f"/v1/documents?collection={query}", filters=True)


def bodies_with(text: str, trash_id: str) -> Iterable[Call]:
    """Yield every call that takes a path in its body."""
    yield Call("POST", "/v1/document", {"path": text, "text": "x"})
    yield Call("POST", "/v1/document/move/plan", {"path": text, "to": "new/b.md"})
    yield Call("POST", "/v1/document/move/plan", {"path": VALID, "to": text})
    yield Call("POST", "/v1/document/move", {"path": text, "to": "new/b.md"}, headers=IF_MATCH)
    yield Call("POST", "/v1/document/move", {"path": VALID, "to": text}, headers=IF_MATCH)
    yield Call("POST", "/v1/trash/restore", {"id": text})
    if text:  # an empty path is no other path than before
        yield Call("POST", "/v1/trash/restore", {"id": trash_id, "to": text})
    yield Call("POST", "/v1/search", {"query": "vpn", "path_prefix": text}, filters=True)
    yield Call("POST", "/v1/search", {"query": "vpn", "collections": [text]}, filters=True)


def make_gate(folder: Path) -> Gate:
    def now() -> datetime:
        return datetime.now(UTC)

    stored = parse_password_hash(password_hash())
    sessions = Sessions((SESSION_SECRET,), password_epoch(stored), Revocations(folder / "revoked", now), now)
    return Gate(API_TOKEN, WORKBENCH_TOKEN, sessions, Login(stored, now))


async def asked(client: httpx2.AsyncClient, call: Call) -> httpx2.Response:
    headers = dict(call.headers or {})
    content = call.content
    if call.body is not None:
        content, headers["Content-Type"] = json.dumps(call.body).encode("ascii"), "application/json"
    return await client.request(call.method, f"{URL}{call.url}", content=content, headers=headers)


def run_calls(
    workbench: LocalWorkbench, gate: Gate, calls: Iterable[Call], check: Callable[[Call, httpx2.Response], None]
) -> int:
    """Make every call as the workbench with a session makes it, check each answer, return how many there were."""

    async def run() -> int:
        discretion, uploads = Discretion(Evidence(b"k" * 32), RULES_ALONE), Uploads(Path("/nowhere"))
        hosts, origin = ("127.0.0.1:8765",), "http://127.0.0.1:3000"
        options = RestOptions(hosts, origin, 10, 1_000_000, 64, discretion, uploads, 1_000_000)
        transport = httpx2.ASGITransport(app=create_app(workbench, gate, options))
        count = 0
        async with httpx2.AsyncClient(transport=transport, headers=workbench_headers(gate.sessions.open())) as client:
            for call in calls:
                check(call, await asked(client, call))
                count += 1
        return count

    return asyncio.run(run())


def tree(root: Path) -> dict[str, bytes | None]:
    return {str(place): place.read_bytes() if place.is_file() else None for place in sorted(root.rglob("*"))}


def test_no_path_sent_to_any_route_leads_outside_the_root(
    workbench: LocalWorkbench, corpus_root: Path, tmp_path: Path, watch: Watch
) -> None:
    created = workbench.create(DocumentPath("deleted.md"), "x")
    trash_id = workbench.delete(created.path, opened_hash=created.content_hash).trash_id
    gate, before = make_gate(tmp_path / "state"), tree(corpus_root)
    calls = [
        *(call for text in TEXTS for call in calls_with(in_query(text))),
        *(call for query in QUERIES for call in calls_with(query)),
        *(call for text in TEXTS for call in bodies_with(text, trash_id)),
    ]
    run_calls(workbench, gate, calls[:15] + calls[-9:], lambda _call, _response: None)  # what is imported late
    faults: list[str] = []

    def check(call: Call, response: httpx2.Response) -> None:
        expected = range(200, 500) if call.filters else range(400, 500)
        if response.status_code not in expected or SECRET in response.text or "X-Injected" in response.headers:
            faults.append(f"{response.status_code} {call.method} {call.url[:200]!r} {call.body!r:.200}")

    with watching(watch):
        count = run_calls(workbench, gate, calls, check)
    assert len(TEXTS) + len(QUERIES) >= 120
    assert count == len(calls) >= 120 * 20
    assert not faults, "\n".join(faults)
    assert escapes(watch, tmp_path) == []
    assert watch.touched, "the hook has seen nothing"
    assert tree(corpus_root) == before
    assert (tmp_path / "outside.md").read_text(encoding="utf-8") == SECRET


def test_no_path_sent_to_any_tool_leads_outside_the_root(
    workbench: LocalWorkbench, corpus_root: Path, tmp_path: Path, watch: Watch
) -> None:
    before = tree(corpus_root)
    assert not call_tool(workbench, RULES_ALONE, "read_document", {"path": VALID}).is_error
    answered: list[str] = []
    with watching(watch):
        for text in TEXTS:
            refused = [call_tool(workbench, RULES_ALONE, "read_document", {"path": text})]
            if text:  # an empty name is no name
                refused.append(call_tool(workbench, RULES_ALONE, "list_documents", {"collection": text}))
                refused.append(call_tool(workbench, RULES_ALONE, "search_docs", {"query": "x", "collections": [text]}))
            assert all(answer.is_error for answer in refused), repr(text)
            filtered = [
                call_tool(workbench, RULES_ALONE, "list_documents", {"path_prefix": text}),
                call_tool(workbench, RULES_ALONE, "search_docs", {"query": "vpn", "path_prefix": text}),
            ]
            answered += [answer.model_dump_json() for answer in (*refused, *filtered)]
    assert not any(SECRET in answer for answer in answered)
    assert escapes(watch, tmp_path) == []
    assert tree(corpus_root) == before
