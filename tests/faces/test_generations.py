"""Generations and the proof of the index, over the command line and over REST."""

import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.faces.shapes import GenerationList, Job, JobAnswer, UpdateReport, Verification, fault_of
from tests.faces.site import ATTEMPTS, PAUSE_S, Server, Site, empty_site, serving


@pytest.fixture(scope="module")
def small(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with one document and two generations."""
    site = empty_site(tmp_path_factory.mktemp("small") / "site", model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    for arguments in (("index",), ("index", "--rebuild")):
        assert site.run(*arguments).code == 0
    return site


def listed(site: Site) -> GenerationList:
    return GenerationList.model_validate_json(site.run("generations", "list", "--json").out)


def test_generations_are_listed_newest_first_and_the_active_one_is_marked(small: Site) -> None:
    found = listed(small).generations
    assert [entry.generation for entry in found] == sorted((entry.generation for entry in found), reverse=True)
    assert [(entry.active, entry.activatable) for entry in found] == [(True, True), (False, True)]
    lines = small.run("generations", "list").out.splitlines()
    assert [line.endswith("active") for line in lines] == [True, False]
    assert lines[1].startswith(found[1].generation)


def test_a_roll_back_takes_what_was_written_meanwhile_along(small: Site) -> None:
    older = next(entry.generation for entry in listed(small).generations if not entry.active)
    small.write("later.md", "# Later\n\nA xylophone.\n")
    done = small.run("generations", "activate", older, "--json")
    assert done.code == 0, done.err
    report = UpdateReport.model_validate_json(done.out)
    assert (report.scanned, report.indexed, report.unchanged) == (2, 1, 1)
    assert [entry.generation for entry in listed(small).generations if entry.active] == [older]
    assert "later.md" in small.run("search", "xylophone", "--json").out
    assert small.run("verify", "--full").code == 0


def test_what_cannot_be_activated_is_refused_with_a_hint(small: Site) -> None:
    done = small.run("generations", "activate", "20200101T000000.000000Z-00000000")
    assert (done.code, done.out) == (1, "")
    assert "There is no such generation." in done.err
    assert "glyph generations list" in done.err


def test_pruning_prints_what_is_left(small: Site) -> None:
    left = GenerationList.model_validate_json(small.run("generations", "prune", "--json").out)
    assert left == listed(small)


def test_an_index_that_equals_the_documents_is_proven(small: Site) -> None:
    small.run("index")
    for arguments in (("verify",), ("verify", "--full")):
        done = small.run(*arguments)
        assert (done.code, done.err) == (0, "")
        assert "equals the documents" in done.out


def test_a_difference_is_named_on_stdout_and_ends_with_1_and_stays(small: Site) -> None:
    small.run("index")
    place = small.docs / "lamp.md"
    before = place.read_text(encoding="utf-8")
    place.write_text("# Lamp\n\nDark.\n", encoding="utf-8")
    for _ in range(2):
        done = small.run("verify")
        assert done.code == 1
        assert "lamp.md: It has changed since it was indexed." in done.out
        assert "glyph index" in done.err
    found = Verification.model_validate_json(small.run("verify", "--json").out)
    assert [difference.path for difference in found.differences] == ["lamp.md"]
    place.write_text(before, encoding="utf-8")


def test_damage_is_named_and_ends_with_1(small: Site, tmp_path: Path) -> None:
    import shutil

    site = Site(tmp_path / "damaged")
    shutil.copytree(small.root, site.root)
    active = (site.index / "CURRENT").read_text(encoding="utf-8").strip()
    with closing(sqlite3.connect(site.index / "generations" / active / "index.sqlite")) as connection, connection:
        connection.execute("UPDATE vectors SET checksum = checksum + 1")
    done = site.run("verify")
    assert done.code == 1
    assert "stored vector is damaged" in done.out
    assert "Traceback" not in done.err


def test_verifying_without_an_index_is_a_failure_with_a_hint(tmp_path: Path, sample: Site) -> None:
    done = empty_site(tmp_path / "bare", model_of=sample).run("verify")
    assert (done.code, done.out) == (1, "")
    assert "Run `glyph index` once." in done.err


# Over REST, and through the owner


@pytest.fixture(scope="module")
def server(small: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    import shutil

    site = Site(tmp_path_factory.mktemp("kept") / "site")
    shutil.copytree(small.root, site.root)
    with serving(site) as running:
        yield running


def ended(client: httpx2.Client, answer: httpx2.Response) -> Job:
    """Follow a job to its end."""
    assert answer.status_code == 202, answer.text
    job = JobAnswer.model_validate_json(answer.content).job
    for _ in range(ATTEMPTS):
        job = JobAnswer.model_validate_json(client.get(f"/v1/jobs/{job.id}").content).job
        if job.state != "running":
            return job
        client.get("/healthz", timeout=PAUSE_S * 100)
    raise AssertionError(job)


def test_rest_lists_and_activates(server: Server) -> None:
    with server.client() as client:
        found = GenerationList.model_validate_json(client.get("/v1/generations").content)
        older = next(entry.generation for entry in found.generations if not entry.active)
        job = ended(client, client.post(f"/v1/generations/{older}/activate"))
        assert (job.kind, job.state) == ("activate", "done")
        after = GenerationList.model_validate_json(client.get("/v1/generations").content)
        assert [entry.generation for entry in after.generations if entry.active] == [older]
        assert after == listed(server.site)
        assert GenerationList.model_validate_json(client.post("/v1/generations/prune").content) == after


@pytest.mark.parametrize("generation", ["nothing", "..%2F..", "%00", "x" * 64])
def test_rest_refuses_a_generation_that_does_not_exist(server: Server, generation: str) -> None:
    with server.client() as client:
        fault = fault_of(client.post(f"/v1/generations/{generation}/activate"), 404)
        assert fault.code in ("generation_not_found", "no_route")


def test_rest_proves_the_index(server: Server) -> None:
    with server.client() as client:
        job = ended(client, client.post("/v1/index/verify", params={"full": "true"}))
    assert (job.kind, job.state, job.report) == ("verify", "done", None)
    assert job.verification is not None
    assert (job.verification.differences, job.verification.faults) == ([], [])


def test_a_proof_through_the_owner_is_the_owners(server: Server) -> None:
    done = server.site.run("verify", "--full", "--json")
    assert done.code == 0, done.err
    assert Verification.model_validate_json(done.out).faults == []


def test_cancelling_a_job_that_has_ended_answers_with_it(server: Server) -> None:
    with server.client() as client:
        job = ended(client, client.post("/v1/index/update"))
        again = JobAnswer.model_validate_json(client.post(f"/v1/jobs/{job.id}/cancel").content).job
        assert (again.id, again.state) == (job.id, "done")
        assert fault_of(client.post("/v1/jobs/none/cancel"), 404).code == "job_not_found"
