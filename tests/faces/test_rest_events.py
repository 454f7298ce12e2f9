"""GET /v1/events: what a browser follows, over a real server and a real connection."""

import json
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.faces.shapes import DocumentView, JobAnswer, JobList, fault_of
from tests.faces.site import Server, Site, copied, serving, workbench_headers

LIMIT_S = 60


@dataclass(frozen=True)
class Sent:
    """One event as it came over the wire."""

    event: str
    id: str
    data: dict[str, object] | None


def read_events(lines: Iterator[str]) -> Generator[Sent]:
    """Yield the events of a stream; a comment alone is none."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "event" in fields:
            yield Sent(fields["event"], fields["id"], json.loads(fields.get("data", "null")))
            fields = {}


@contextmanager
def following(client: httpx2.Client, last_id: str | None = None) -> Generator[Generator[Sent]]:
    headers = {} if last_id is None else {"Last-Event-ID": last_id}
    with client.stream("GET", "/v1/events", headers=headers, timeout=LIMIT_S) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = response.iter_lines()
        assert next(lines) == ": following"  # from here on nothing is missed
        with closing(read_events(lines)) as events:
            yield events


def until(events: Iterator[Sent], kind: str, **wanted: object) -> Sent:
    """Return the first event of a kind with these fields; the connection's time limit ends a vain wait."""
    return next(
        sent for sent in events if sent.event == kind and sent.data is not None and wanted.items() <= sent.data.items()
    )


def make_document(served: Server, script: httpx2.Client, path: str) -> DocumentView:
    """Put a document on the disk and return it."""
    served.site.write(path, f"# {path}\n\nOnly for this test.\n")
    response = script.get("/v1/document", params={"path": path})
    return DocumentView.model_validate_json(response.raise_for_status().content)


def test_a_job_is_followed_to_its_end_and_listed(served: Server, script: httpx2.Client) -> None:
    with served.client() as other, following(script) as events:
        job = JobAnswer.model_validate_json(other.post("/v1/index/update").raise_for_status().content).job
        ended = until(events, "job", id=job.id, state="done")
        assert ended.data is not None
        assert ended.data["report"]
        listed = JobList.model_validate_json(other.get("/v1/jobs").raise_for_status().content).jobs
    assert next(known for known in listed if known.id == job.id).ended_at is not None


def test_a_save_and_a_change_on_the_disk_are_told_with_the_new_hash(served: Server, script: httpx2.Client) -> None:
    path = "scratch/events.md"
    view = make_document(served, script, path)
    with served.client() as other, following(script) as events:
        saved = other.put(
            "/v1/document",
            params={"path": path},
            json={"text": "# Saved\n"},
            headers={"If-Match": f'"{view.content_hash}"'},
        )
        new_hash = saved.raise_for_status().json()["content_hash"]
        assert until(events, "document", path=path, change="saved").data == {
            "path": path,
            "change": "saved",
            "content_hash": new_hash,
            "moved_from": None,
        }
        served.site.write(path, "# Changed by another tool\n")
        changed = until(events, "document", path=path, change="changed_on_disk")
        assert changed.data is not None
        assert changed.data["content_hash"] not in (new_hash, None)
        (served.site.docs / path).unlink()
        until(events, "document", path=path, change="gone_from_disk", content_hash=None)


def test_who_comes_back_with_the_last_id_misses_nothing(served: Server, script: httpx2.Client) -> None:
    with served.client() as other:
        with following(script) as events:
            other.post("/v1/index/update").raise_for_status()
            last = until(events, "job", state="done")
        again = JobAnswer.model_validate_json(other.post("/v1/index/update").raise_for_status().content).job
    with following(script, last.id) as events:
        until(events, "job", id=again.id, state="done")


def test_an_id_of_a_former_run_is_a_reset(script: httpx2.Client) -> None:
    with following(script, "00000000-7") as events:
        assert next(events).event == "reset"


def test_a_stranger_follows_nothing(served: Server) -> None:
    with served.client({}) as nobody:
        assert fault_of(nobody.get("/v1/events"), 401).code == "unauthorized"


def test_a_session_that_is_ended_elsewhere_follows_no_longer(served: Server, script: httpx2.Client) -> None:
    token = str(served.sign_in().raise_for_status().json()["token"])
    with served.client(workbench_headers(token)) as workbench, following(workbench) as events:
        with served.client(workbench_headers(token)) as tab:
            tab.delete("/v1/session").raise_for_status()
        script.post("/v1/index/update").raise_for_status()
        assert list(events) == []


@pytest.fixture
def own_server(sample: Site, tmp_path: Path) -> Generator[Server]:
    with serving(copied(sample, tmp_path / "site")) as server:
        yield server


def test_a_server_that_ends_lets_go_of_those_who_follow(own_server: Server) -> None:
    with own_server.client() as client, following(client) as events:
        own_server.process.terminate()
        assert list(events) == []
    assert own_server.process.wait(LIMIT_S) == 0
