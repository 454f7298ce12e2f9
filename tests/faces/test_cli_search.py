"""The command line: indexing and searching, alone and beside an owner."""

import json
import re
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.faces.shapes import HitsLine, IndexStatus, SearchAnswer, UpdateReport
from tests.faces.site import ATTEMPTS, GLYPH, PAUSE_S, STOP_LIMIT_S, Done, Server, Site, copied, empty_site, serving
from tests.faces.test_rest_routes import QUESTION, TROUBLESHOOTING

COUNTS = re.compile(
    r"scanned=(\d+) indexed=(\d+) unchanged=(\d+) empty=(\d+) deleted=(\d+) failed=(\d+) chunks=(\d+) redactions=(\d+)"
)
QUERIES = (("one", "51820"), ("two", QUESTION), ("3", "Wie lange hält die USV?"))


@pytest.fixture(scope="module")
def alone(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """An indexed site that nobody serves: each command owns the index while it runs."""
    return copied(sample, tmp_path_factory.mktemp("alone") / "site")


@pytest.fixture(scope="module")
def served(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server over the same documents, to which no other module adds any: each one moves the scores of all."""
    with serving(copied(sample, tmp_path_factory.mktemp("served_alike") / "site")) as server:
        yield server


def answer_of(done: Done) -> SearchAnswer:
    assert done.code == 0, done.err
    return SearchAnswer.model_validate_json(done.out)


def test_indexing_prints_its_counts_as_its_last_line(sample: Site) -> None:
    lines = (sample.root / "index.out").read_text(encoding="utf-8").splitlines()
    counts = COUNTS.fullmatch(lines[-1])
    assert counts is not None, lines
    assert [int(each) for each in counts.groups()[:6]] == [71, 71, 0, 0, 0, 0]
    assert int(counts[7]) > 71
    assert int(counts[8]) > 71


def test_indexing_again_finds_nothing_to_do(alone: Site) -> None:
    done = alone.run("index")
    counts = COUNTS.fullmatch(done.out.splitlines()[-1])
    assert counts is not None
    assert [int(each) for each in counts.groups()[:6]] == [71, 0, 71, 0, 0, 0]
    assert (done.code, done.err) == (0, "")


def test_what_cannot_be_indexed_is_named_on_stderr_and_counted(tmp_path: Path, sample: Site) -> None:
    site = empty_site(tmp_path, model_of=sample)
    site.write("lamp.md", "# Lamp\n\nThe lamp glows.\n")
    site.write("empty.md", "")
    (site.docs / "bytes.md").write_bytes(b"\xff\xfe\x00")
    done = site.run("index")
    counts = COUNTS.fullmatch(done.out.splitlines()[-1])
    assert counts is not None
    assert [int(each) for each in counts.groups()[:6]] == [3, 1, 0, 1, 0, 1]
    assert "not indexed: bytes.md" in done.err
    (site.docs / "bytes.md").unlink()
    (site.docs / "empty.md").unlink()
    report = UpdateReport.model_validate_json(site.run("index", "--json").out)
    assert (report.scanned, report.unchanged, report.deleted, report.failed) == (1, 1, 1, 0)


def test_a_search_answers_the_same_alone_and_through_the_owner(alone: Site, served: Server) -> None:
    arguments = ("search", QUESTION, "--json", "--path", "vpn/", "--limit", "20")
    by_itself, by_owner = answer_of(alone.run(*arguments)), answer_of(served.site.run(*arguments))
    assert by_itself.hits == by_owner.hits
    assert (by_itself.route, by_itself.generation) == (by_owner.route, by_owner.generation)


def test_a_file_of_queries_is_answered_in_order_as_each_alone_would_be(alone: Site, served: Server) -> None:
    file = alone.root / "queries.jsonl"
    lines = [json.dumps({"id": name, "query": query}) for name, query in QUERIES]
    file.write_text("\n\n".join(lines), encoding="utf-8")
    done = alone.run("search", "--queries", str(file), "--limit", "3", "--path", "vpn/")
    answers = [HitsLine.model_validate_json(line) for line in done.out.splitlines()]
    assert [answer.id for answer in answers] == [name for name, _ in QUERIES]
    with served.client() as client:
        for answer, (_, query) in zip(answers, QUERIES, strict=True):
            body = {"query": query, "limit": 3, "path_prefix": "vpn/"}
            single = SearchAnswer.model_validate_json(client.post("/v1/search", json=body).content)
            assert answer.hits == single.hits


def test_a_search_for_people_shows_title_quote_place_and_when_asked_the_ranks(served: Server) -> None:
    done = served.site.run("search", QUESTION, "--explain", "--limit", "2")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("1. ")
    assert re.search(rf"^    {re.escape(TROUBLESHOOTING)}:\d+-\d+$", done.out, re.MULTILINE)
    assert "route: hybrid" in done.out
    assert re.search(r"^    (keyword|vector): rank \d+, score ", done.out, re.MULTILINE)
    assert "\x1b" not in done.out


def test_a_search_that_finds_nothing_is_no_failure(served: Server) -> None:
    done = served.site.run("search", "xyzzyplugh", "--path", "no-such-folder/")
    assert done.code == 0
    assert "Nothing found" in done.err


def test_the_status_is_the_same_shape_as_over_rest(served: Server, alone: Site) -> None:
    by_owner = IndexStatus.model_validate_json(served.site.run("status", "--json").out)
    assert by_owner.state in ("ready", "behind")
    by_itself = IndexStatus.model_validate_json(alone.run("status", "--json").out)
    assert (by_itself.state, by_itself.documents, by_itself.pending) == ("ready", 71, 0)
    assert by_itself.generation == by_owner.generation


def test_a_search_is_answered_while_another_process_indexes_and_after_that_one_is_killed(own_site: Site) -> None:
    for kept in (own_site.index / "cache").glob("embeddings*"):
        kept.unlink()  # so that the rebuild has work for a while
    command = [str(GLYPH), "index", "--rebuild"]
    with subprocess.Popen(
        command, cwd=own_site.root, env=own_site.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as indexing:
        try:
            wait_until_owning(own_site, indexing)
            found = answer_of(own_site.run("search", QUESTION, "--json"))
            assert indexing.poll() is None, "the rebuild ended before the search: nothing is proven"
        finally:
            indexing.kill()
            indexing.wait(STOP_LIMIT_S)
    assert found.paths[0] == TROUBLESHOOTING
    assert answer_of(own_site.run("search", QUESTION, "--json")) == found


def wait_until_owning(site: Site, process: subprocess.Popen[bytes]) -> None:
    for _ in range(ATTEMPTS):
        if (site.index / "owner.sock").exists() and site.owner() == process.pid:
            return
        try:
            process.wait(PAUSE_S)
        except subprocess.TimeoutExpired:
            continue
        break
    raise AssertionError("the process never owned the index")
