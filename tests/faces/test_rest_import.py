"""An export over REST: sent, looked at, confirmed; conflicts read and settled."""

from collections.abc import Generator

import httpx2
import pytest

from tests.corpus.notion.exports import ID1, ID2, document, zipped
from tests.faces.shapes import ImportReport, Job, JobAnswer
from tests.faces.site import Server, Site, owner_client, serving, workbench_headers

TEXT = "one\n\ntwo\n\nthree"


def export(body: str) -> bytes:
    return zipped({f"DNS {ID1}.md": document("DNS", body), f"Home {ID2}.md": document("Home")})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    site = Site(tmp_path_factory.mktemp("imports") / "site")
    site.docs.mkdir(parents=True)
    with serving(site) as running:
        yield running


@pytest.fixture
def script(server: Server) -> Generator[httpx2.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def browser(server: Server) -> Generator[httpx2.Client]:
    token = str(server.sign_in().raise_for_status().json()["token"])
    with server.client(workbench_headers(token)) as client:
        yield client


def ended_job(client: httpx2.Client, job_id: str) -> Job:
    """Return a job once it has ended."""
    for _ in range(10_000):
        job = JobAnswer.model_validate_json(client.get(f"/v1/jobs/{job_id}").raise_for_status().content).job
        if job.state != "running":
            return job
    raise AssertionError("the job never ended")


def ended(client: httpx2.Client, job_id: str) -> ImportReport:
    """Return what an import reports, once its job has ended."""
    job = ended_job(client, job_id)
    assert job.imported is not None, job.error
    return job.imported.reports[0]


def imported(client: httpx2.Client, content: bytes, **query: str) -> ImportReport:
    answer = client.post("/v1/import/notion", params={"dry_run": "false", **query}, content=content)
    assert answer.status_code == 202, answer.text
    return ended(client, answer.json()["job"]["id"])


def test_an_upload_is_looked_at_and_then_confirmed(server: Server, script: httpx2.Client) -> None:
    dry = script.post("/v1/import/notion", params={"into": "dry"}, content=export(TEXT)).json()
    assert ended(script, dry["job"]["id"]).outcomes == {"created": 2}
    assert not (server.site.docs / "dry").exists()
    run = script.post(f"/v1/import/notion/{dry['upload']}", params={"into": "dry"})
    assert run.status_code == 202
    assert ended(script, run.json()["job"]["id"]).outcomes == {"created": 2}
    assert (server.site.docs / "dry/DNS.md").exists()
    gone = script.post(f"/v1/import/notion/{dry['upload']}")
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_kept")
    assert not list((server.site.root / "data/state/imports/uploads").iterdir())


def test_a_conflict_is_read_and_settled_with_a_session_alone(
    server: Server, script: httpx2.Client, browser: httpx2.Client
) -> None:
    imported(script, export(TEXT), into="wiki")
    page = server.site.docs / "wiki/DNS.md"
    page.write_text(page.read_text().replace("two", "two here"))
    changed = export(TEXT.replace("two", "two there"))
    assert imported(script, changed, into="wiki").conflicts == ["wiki/DNS.md"]
    assert script.get("/v1/import/conflicts").status_code == 403
    assert browser.get("/v1/import/conflicts").json() == {"conflicts": [{"path": "wiki/DNS.md"}]}
    conflict = browser.get("/v1/import/conflict", params={"path": "wiki/DNS.md"}).json()
    assert "two there" in conflict["theirs"]
    assert "\ntwo\n" in conflict["base"]
    settled = browser.post("/v1/import/conflict/settle", params={"path": "wiki/DNS.md"})
    assert settled.json() == {"conflicts": []}
    assert imported(script, changed, into="wiki").outcomes == {"edited": 1, "unchanged": 1}
    assert "two here" in page.read_text()


@pytest.mark.parametrize(
    ("content", "query", "status", "code"),
    [
        (b"", {}, 400, "bad_request"),
        (b"x", {"into": "../out"}, 400, "bad_path"),
    ],
)
def test_what_cannot_be_imported_is_refused_at_once(
    script: httpx2.Client, content: bytes, query: dict[str, str], status: int, code: str
) -> None:
    answer = script.post("/v1/import/notion", params=query, content=content)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_no_zip_is_a_failed_job_that_says_so(script: httpx2.Client) -> None:
    job_id = script.post("/v1/import/notion", content=b"no zip").json()["job"]["id"]
    job = ended_job(script, job_id)
    assert job.state == "failed"
    assert "no zip file" in (job.error or "")


def test_uploads_need_a_token(server: Server) -> None:
    with server.client({}) as stranger:
        assert stranger.post("/v1/import/notion", content=export(TEXT)).status_code == 401


def test_a_path_on_the_disk_is_taken_over_the_owners_socket_alone(server: Server, script: httpx2.Client) -> None:
    body = {"source": "/etc", "into": "x"}
    assert script.post("/owner/import", json=body).status_code == 404
    with owner_client(server.site) as owner:
        assert owner.post("/owner/import", json={"source": "/nowhere/at/all"}).status_code == 422
