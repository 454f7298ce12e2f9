"""Secrets in the names of files and folders: nobody without a session finds one in any answer, by any way in."""

import json
from collections.abc import Callable, Generator, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest

from glyph.faces.rest.openapi import FILE
from tests.faces.clients.wire import NEWEST, over_http
from tests.faces.site import Server, Site, empty_site, owner_client, serving, workbench_headers
from tests.faces.test_rest_events import following, read_events, until
from tests.faces.test_rest_import import ended_job

IN_NAME, IN_FOLDER, UNREADABLE, NO_PATH, IN_IMAGE = (
    "Zk7mQx9vB2",
    "Tr4verse-Kx82qL",
    "Wq6nHs3rYp",
    "Jv5tLd8cRm",
    "Bn2xUe7gKw",
)
SECRETS = (IN_NAME, IN_FOLDER, UNREADABLE, NO_PATH, IN_IMAGE)
HIDDEN = f"access/wifi-password-{IN_NAME}.md"
BENEATH = f"vpn/password-{IN_FOLDER}/notes.md"
IMAGE = f"plain.assets/wifi-password-{IN_IMAGE}.png"
PNG = b"\x89PNG\r\n\x1a\n"
NO_HASH = "0" * 64
TEXTS = {
    "index.md": f"# Start\n\n[wifi]({HIDDEN}) and [vpn](/{BENEATH}#gone), [plain](plain.md) and ![map]({IMAGE})\n",
    "plain.md": "# Plain\n\nThe lantern glows. [start](index.md)\n\npassword: Sextant-Marrow-2871\n",
    HIDDEN: "# Wifi\n\n[plain](../plain.md) and [nowhere](gone.md#x)\n\npassword: Sextant-Marrow-2871\n",
    BENEATH: "# Notes\n\n[plain](../../plain.md), [start](/index.md)\n",
    f"access/wifi-password-{NO_PATH}?.md": "# No path\n",
}

Ask = Callable[[httpx2.Client, str], httpx2.Response]


@pytest.fixture(scope="module")
def named(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server over documents of which some have secrets in their names."""
    site = empty_site(tmp_path_factory.mktemp("named") / "site", model_of=sample)
    for path, text in TEXTS.items():
        site.write(path, text)
    (site.docs / f"access/wifi-password-{UNREADABLE}.md").write_bytes(b"\xff\xfe\x00")
    (site.docs / "plain.assets").mkdir()
    (site.docs / IMAGE).write_bytes(PNG)
    with serving(site) as server:
        yield server


@pytest.fixture(scope="module")
def person(named: Server) -> Generator[httpx2.Client]:
    """A client with a session."""
    with named.client(workbench_headers(str(named.sign_in().json()["token"]))) as client:
        yield client


@pytest.fixture(params=["API token", "owner.sock"])
def stranger(request: pytest.FixtureRequest, named: Server) -> Generator[httpx2.Client]:
    """A client without a session."""
    with named.client() if request.param == "API token" else owner_client(named.site) as client:
        yield client


def opened_hash(client: httpx2.Client, path: str) -> str:
    found = client.get("/v1/document", params={"path": path})
    return f'"{found.json()["content_hash"] if found.is_success else NO_HASH}"'


def put(client: httpx2.Client, path: str) -> httpx2.Response:
    headers = {"If-Match": opened_hash(client, path)}
    text = TEXTS.get(path, "# New\n").replace("Sextant-Marrow-2871", "changed")
    return client.put("/v1/document", params={"path": path}, json={"text": text}, headers=headers)


def plan(client: httpx2.Client, path: str) -> dict[str, object]:
    body = {"path": path, "to": f"moved/{path}"}
    planned = client.post("/v1/document/move/plan", json=body)
    return {**body, "documents": planned.json()["documents"] if planned.is_success else []}


def moved_back(client: httpx2.Client, path: str) -> httpx2.Response:
    done = client.post("/v1/document/move", json=plan(client, path), headers={"If-Match": opened_hash(client, path)})
    back = {**plan(client, f"moved/{path}"), "to": path}
    client.post("/v1/document/move", json=back, headers={"If-Match": opened_hash(client, f"moved/{path}")})
    return done


def deleted(client: httpx2.Client, path: str) -> httpx2.Response:
    other = path.replace(".md", "-2.md")
    client.post("/v1/document", json={"path": other, "text": "x"})
    headers = {"If-Match": opened_hash(client, other)}
    return client.request("DELETE", "/v1/document", params={"path": other}, headers=headers)


def job_id(client: httpx2.Client, _path: str) -> str:
    return str(client.get("/v1/jobs").json()["jobs"][0]["id"])


def export() -> bytes:
    """Return a Notion export of which one page has a secret in its name."""
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr(f"wifi password {IN_NAME} {'0a' * 16}.md", "# Wifi\n\ntext\n")
    return content.getvalue()


def imported(client: httpx2.Client, _path: str) -> httpx2.Response:
    """Have an export looked at, and return what its job found."""
    headers = {"Content-Type": "application/octet-stream"}
    started = client.post("/v1/import/notion", content=export(), headers=headers).raise_for_status()
    job_id = str(started.json()["job"]["id"])
    ended_job(client, job_id)
    return client.get(f"/v1/jobs/{job_id}")


TAKING_PATHS: dict[str, Ask] = {
    "search": lambda client, path: client.post("/v1/search", json={"query": f"plain {path}", "path_prefix": ""}),
    "findOccurrences": lambda client, path: client.post("/v1/occurrences", json={"texts": ["plain", "wifi", path]}),
    "readDocument": lambda client, path: client.get("/v1/document", params={"path": path}),
    "saveDocument": put,
    "createDocument": lambda client, path: client.post("/v1/document", json={"path": path, "text": "x"}),
    "deleteDocument": deleted,
    "planMove": lambda client, path: client.post(
        "/v1/document/move/plan", json={"path": "plain.md", "to": f"new/{path}"}
    ),
    "moveDocument": moved_back,
    "storeAsset": lambda client, path: client.put(
        "/v1/asset", params={"path": path.replace(".md", ".assets/a.png")}, content=PNG, headers={"Content-Type": "a/b"}
    ),
    "documentHistory": lambda client, path: client.get("/v1/document/history", params={"path": path}),
    "forgetHistory": lambda client, path: client.request("DELETE", "/v1/document/history", params={"path": path}),
    "documentVersion": lambda client, path: client.get("/v1/document/version", params={"path": path, "id": "x"}),
    "restoreDocument": lambda client, path: client.post("/v1/trash/restore", json={"id": "x", "to": path}),
    "documentChunks": lambda client, path: client.get("/v1/document/chunks", params={"path": path}),
    "readConflict": lambda client, path: client.get("/v1/import/conflict", params={"path": path}),
    "settleConflict": lambda client, path: client.post("/v1/import/conflict/settle", params={"path": path}),
    "documentLinks": lambda client, path: client.get("/v1/document/links", params={"path": path}),
    "listRedactions": lambda client, path: client.get("/v1/redactions", params={"after": path[:1]}),
    "cancelJob": lambda client, path: client.post(f"/v1/jobs/{job_id(client, path)}/cancel"),
    "readJob": lambda client, path: client.get(f"/v1/jobs/{job_id(client, path)}"),
    "activateGeneration": lambda client, path: client.post(f"/v1/generations/{path[:6]}/activate"),
}
OTHERS: dict[str, Ask] = {
    "listDocuments": lambda client, _path: client.get("/v1/documents"),
    "readAsset": lambda client, _path: client.get("/v1/asset", params={"path": IMAGE}),
    "importNotion": imported,
    "confirmImport": lambda client, _path: client.post(f"/v1/import/notion/{'0' * 32}"),
    "listConflicts": lambda client, _path: client.get("/v1/import/conflicts"),
    "listTrash": lambda client, _path: client.get("/v1/trash"),
    "emptyTrash": lambda client, _path: client.request("DELETE", "/v1/trash"),
    "listProblems": lambda client, _path: client.get("/v1/problems"),
    "indexStatus": lambda client, _path: client.get("/v1/index"),
    "updateIndex": lambda client, _path: client.post("/v1/index/update"),
    "rebuildIndex": lambda client, _path: client.post("/v1/index/rebuild"),
    "verifyIndex": lambda client, _path: client.post("/v1/index/verify", params={"full": "true"}),
    "listJobs": lambda client, _path: client.get("/v1/jobs"),
    "listGenerations": lambda client, _path: client.get("/v1/generations"),
    "pruneGenerations": lambda client, _path: client.post("/v1/generations/prune"),
    "openSession": lambda client, _path: client.post("/v1/session", json={"password": IN_NAME}),
    "endSession": lambda client, _path: client.request("DELETE", "/v1/session"),
    "healthz": lambda client, _path: client.get("/healthz"),
    "readyz": lambda client, _path: client.get("/readyz"),
    "metrics": lambda client, _path: client.get("/metrics"),
}
ROUTES = TAKING_PATHS | OTHERS
STREAMS = {"followEvents"}
"""Followed by a test of their own."""
PATHS = ("plain.md", "index.md", HIDDEN, BENEATH)
WALK = [*((name, path) for name in TAKING_PATHS for path in PATHS), *((name, "") for name in OTHERS)]


def secrets_in(said: str) -> list[str]:
    return [secret for secret in SECRETS if secret in said]


def test_every_route_of_the_contract_is_walked() -> None:
    paths = json.loads(FILE.read_text(encoding="utf-8"))["paths"]
    operations = {operation["operationId"] for methods in paths.values() for operation in methods.values()}
    assert operations == ROUTES.keys() | STREAMS


@pytest.mark.parametrize(("operation", "path"), WALK)
def test_no_route_names_a_secret_to_a_caller_without_a_session(
    stranger: httpx2.Client, operation: str, path: str
) -> None:
    answer = ROUTES[operation](stranger, path)
    said = f"{answer.headers}{answer.text}"
    assert secrets_in(said) == [], said
    assert answer.status_code < 500


def test_documents_with_a_secret_in_their_path_are_as_if_they_were_not_there(stranger: httpx2.Client) -> None:
    listed = {entry["path"] for entry in stranger.get("/v1/documents").json()["documents"]}
    assert {"index.md", "plain.md"} <= listed
    assert not any("secret" in path for path in listed)
    links = stranger.get("/v1/document/links", params={"path": "plain.md"}).json()
    assert {link["path"] for link in links["backlinks"]} == {"index.md"}
    problems = stranger.get("/v1/problems").json()["problems"]
    assert {problem["path"] for problem in problems} >= {
        "access/⟦secret:password⟧.md",
        "vpn/⟦secret:password⟧/notes.md",
    }
    assert not any(problem["kind"].startswith("broken") for problem in problems)


def test_no_answer_tells_a_right_guess_at_a_name_from_a_wrong_one(stranger: httpx2.Client) -> None:
    wrong = HIDDEN.replace(IN_NAME, "Zk7mQx9vB3")
    for ask in (
        ROUTES[name] for name in ("readDocument", "createDocument", "saveDocument", "documentLinks", "planMove")
    ):
        right, other = ask(stranger, HIDDEN), ask(stranger, wrong)
        assert (right.status_code, right.content) == (other.status_code, other.content)
        assert right.status_code == 400
    told: list[object] = []
    for guess in (HIDDEN, wrong):
        name = "guess.md"
        stranger.post("/v1/document", json={"path": name, "text": f"[x]({guess}) [y](</{guess}>)\n"})
        found = stranger.get("/v1/document/links", params={"path": name}).json()["outgoing"]
        problems = [one for one in stranger.get("/v1/problems").json()["problems"] if one["path"] == name]
        told.append((found, problems))
        headers = {"If-Match": opened_hash(stranger, name)}
        stranger.request("DELETE", "/v1/document", params={"path": name}, headers=headers).raise_for_status()
    assert told[0] == told[1]


def test_a_session_sees_the_names_as_they_are_and_renames_the_file(person: httpx2.Client, named: Server) -> None:
    path = named.site.write(HIDDEN.replace(IN_NAME, IN_IMAGE), "# To be renamed\n")
    person.post("/v1/index/update")
    listed = {entry["path"]: entry["state"] for entry in person.get("/v1/documents").json()["documents"]}
    assert {HIDDEN, BENEATH, path} <= listed.keys()
    assert {problem["path"] for problem in person.get("/v1/problems").json()["problems"]} >= {HIDDEN, BENEATH}
    body = {"path": path, "to": "access/renamed.md", "rewrite_links": False}
    moved = person.post("/v1/document/move", json=body, headers={"If-Match": opened_hash(person, path)})
    assert moved.raise_for_status().json()["index"]["status"] == "indexed"
    assert "access/renamed.md" in {entry["path"] for entry in person.get("/v1/documents").json()["documents"]}


def test_a_move_rewrites_the_links_of_documents_that_may_not_be_named(stranger: httpx2.Client, named: Server) -> None:
    planned = stranger.post("/v1/document/move/plan", json={"path": "plain.md", "to": "lamp/plain.md"}).json()
    assert "index.md" in {one["path"] for one in planned["documents"]}
    body = {"path": "plain.md", "to": "lamp/plain.md", "documents": planned["documents"]}
    headers = {"If-Match": opened_hash(stranger, "plain.md")}
    stranger.post("/v1/document/move", json=body, headers=headers).raise_for_status()
    assert "(../lamp/plain.md)" in (named.site.docs / HIDDEN).read_text(encoding="utf-8")
    back = stranger.post("/v1/document/move/plan", json={"path": "lamp/plain.md", "to": "plain.md"}).json()
    body = {"path": "lamp/plain.md", "to": "plain.md", "documents": back["documents"]}
    headers = {"If-Match": opened_hash(stranger, "lamp/plain.md")}
    assert stranger.post("/v1/document/move", json=body, headers=headers).raise_for_status()
    assert "(../plain.md)" in (named.site.docs / HIDDEN).read_text(encoding="utf-8")


def test_events_tell_strangers_of_shown_names_alone(named: Server, person: httpx2.Client) -> None:
    heard: list[str] = []

    def noted(lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            heard.append(line)
            yield line

    hidden = HIDDEN.replace("access/", "told/")
    moves = [(hidden, "told/shown.md"), ("told/shown.md", hidden), (hidden, hidden.replace("told", "other"))]
    with named.client() as client, client.stream("GET", "/v1/events") as response:
        lines = noted(response.iter_lines())
        assert next(lines) == ": following"
        person.post("/v1/document", json={"path": hidden, "text": "x"}).raise_for_status()
        put(person, hidden)
        for path, to in moves:
            body = {"path": path, "to": to, "rewrite_links": False}
            headers = {"If-Match": opened_hash(person, path)}
            person.post("/v1/document/move", json=body, headers=headers).raise_for_status()
        person.post("/v1/document", json={"path": "told/last.md", "text": "x"}).raise_for_status()
        told: list[tuple[object, object, object]] = []
        for sent in read_events(lines):
            if sent.event == "document" and sent.data is not None:
                told.append((sent.data["path"], sent.data["change"], sent.data["moved_from"]))
            if told and told[-1][0] == "told/last.md":
                break
    assert told == [
        ("told/shown.md", "created", None),
        ("told/shown.md", "deleted", None),
        ("told/last.md", "created", None),
    ]
    assert secrets_in("\n".join(heard)) == []


def test_a_session_hears_of_them_all(named: Server, person: httpx2.Client) -> None:
    other = named.client(dict(person.headers))
    with other, following(other) as events:
        put(person, HIDDEN)
        assert until(events, "document", path=HIDDEN, change="saved")


def test_mcp_names_no_secret(named: Server) -> None:
    calls: list[tuple[str, dict[str, object]]] = [
        ("tools/list", {}),
        ("prompts/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        *(("resources/read", {"uri": f"glyph:///{path}"}) for path in PATHS),
        *(("prompts/get", {"name": "walk_through", "arguments": {"runbook": path}}) for path in PATHS[:2]),
        *(("tools/call", {"name": "read_document", "arguments": {"path": path}}) for path in PATHS),
        *(("tools/call", {"name": "read_document", "arguments": {"path": path[:-4]}}) for path in PATHS),
        ("tools/call", {"name": "list_documents", "arguments": {}}),
        *(("tools/call", {"name": "list_documents", "arguments": {"path_prefix": path[:9]}}) for path in PATHS),
        *(("tools/call", {"name": "search_docs", "arguments": {"query": f"lantern {path}"}}) for path in PATHS),
        ("tools/call", {"name": "search_docs", "arguments": {"query": "zirconquartz", "path_prefix": "access/"}}),
    ]
    with over_http(named, NEWEST) as wire:
        for method, params in calls:
            (answer,) = wire.ask((method, params))
            assert secrets_in(answer.model_dump_json()) == [], (method, params)
        assert secrets_in(json.dumps(wire.greeting)) == []


COMMANDS = (
    ("index",),
    ("index", "--rebuild"),
    ("search", "plain lantern", "--explain"),
    ("search", "plain lantern", "--json"),
    ("search", "zirconquartz", "--path", "access/"),
    ("status",),
    ("status", "--json"),
    ("doctor",),
    ("doctor", "--json"),
    ("verify", "--full"),
    ("generations", "list"),
    ("chunk", "plain.md", "--json"),
    ("chunk", "docs/access/wifi-password-Zk7mQ.md"),
    ("search", "lantern", "--path", "access/wifi-password"),
    ("redact", "docs/index.md"),
    ("history", "forget", HIDDEN, "--yes"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_names_a_secret(named: Server, command: tuple[str, ...]) -> None:
    done = named.site.run("--verbose", *command)
    assert secrets_in(done.out + done.err) == [], done.out + done.err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_that_owns_the_index_names_a_secret(alone: Site, command: tuple[str, ...]) -> None:
    done = alone.run("--verbose", *command)
    assert secrets_in(done.out + done.err) == [], done.out + done.err


@pytest.fixture(scope="module")
def alone(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same documents, and nobody serves them."""
    site = empty_site(tmp_path_factory.mktemp("alone") / "site", model_of=sample)
    for path, text in TEXTS.items():
        site.write(path, text)
    return site


def test_no_log_names_a_secret(named: Server) -> None:
    log = Path(named.log).read_text(encoding="utf-8")
    assert "document not indexed" in log
    assert secrets_in(log) == []
