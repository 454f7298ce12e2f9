"""An embeddings server that fails: search answers, indexing keeps what was paid for and resumes."""

import math
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from glyph.app.answers import IndexState, Job, JobState
from glyph.app.local import LocalWorkbench
from glyph.bootstrap import open_workbench
from glyph.domain.ranking import Mode, SearchRequest, SearchResult
from glyph.embed.breaker import QUERY_FAILURES
from glyph.settings import load_settings
from tests.fakes.embeddings_server import Answer, Asked, EmbeddingsServer, Fault, answer_with, refuse, vectors_for

QUESTION = SearchRequest("how do I restart the gateway tunnel", Mode.HYBRID)


def numbers(*values: float) -> Fault:
    """Return a fault that answers every text with the same numbers."""
    return lambda asked: answer_with([list(values)] * len(asked.texts))


def misnumbered(asked: Asked) -> Answer:
    """Answer every text, all under the same number."""
    content = answer_with(vectors_for(asked.texts, 64)).content
    return Answer(content=content.replace(b'"index": 0', b'"index": 7'))


FAULTS: dict[str, tuple[Answer | Fault, str]] = {
    "429 with Retry-After": (refuse(429, Retry_After="300"), "asks to wait 300 s"),
    "429 without": (refuse(429), "limits the rate"),
    "500": (refuse(500), "failed to answer (500)"),
    "HTML": (Answer(content=b"<html>Welcome</html>"), "not embeddings"),
    "too few": (answer_with([]), "with 0 vectors"),
    "wrong numbers": (misnumbered, "numbered them wrongly"),
    "NaN": (numbers(*[math.nan] * 64), "no direction"),
    "width": (numbers(*[1.0] * 32), "32 dimensions where 64"),
    "nothing for 30 s": (Answer(hangs=True), "did not answer within"),
}


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as running:
        yield running


@pytest.fixture(autouse=True)
def settings_of_the_test(
    tmp_path: Path, corpus_root: Path, server: EmbeddingsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point the settings at the corpus and the server, with times that nobody minds waiting for."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "CORPUS__ROOT": str(corpus_root),
        "DATA__ROOT": str(tmp_path / "data"),
        "EMBED__PROVIDER": "openai",
        "EMBED__BASE_URL": server.url,
        "EMBED__BATCH_TEXTS": "1",
        "EMBED__TIMEOUT_S": "1",
        "EMBED__QUERY_TIMEOUT_S": "0.3",
    }.items():
        monkeypatch.setenv(f"GLYPH_{name}", value)


@contextmanager
def opened() -> Generator[LocalWorkbench]:
    """Yield the workbench of a process that begins: it knows of the past only what is kept."""
    workbench = open_workbench(load_settings())
    try:
        yield workbench
    finally:
        workbench.close()


def ran(workbench: LocalWorkbench, *, rebuild: bool = False) -> Job:
    job = workbench.start_update(rebuild=rebuild)
    workbench.jobs.join()
    return workbench.job(job.id)


def degraded_answer(workbench: LocalWorkbench, said: str) -> SearchResult:
    """Return an answer by keywords that says why."""
    result = workbench.search(QUESTION)
    assert result.hits[0].path == "network/wireguard.md"
    assert result.degraded is not None
    assert result.degraded.part == "vector"
    assert said in result.degraded.reason
    return result


@pytest.mark.parametrize("name", FAULTS)
def test_a_failing_provider_degrades_search_and_pauses_indexing_which_resumes_without_paying_twice(
    server: EmbeddingsServer, name: str
) -> None:
    fault, said = FAULTS[name]
    server.will(server.behaved, server.behaved, server.behaved)
    server.will_always(fault)
    with opened() as workbench:
        first = ran(workbench).report
        assert first is not None
        assert (first.scanned, first.indexed, first.failed) == (4, 4, 0)
        assert first.unembedded > 0
        assert first.degraded is not None
        assert said in first.degraded.reason
        assert workbench.status().state is IndexState.DEGRADED
        degraded_answer(workbench, said)
    paid = server.texts[1:3]  # the first one asked for the width

    server.will_always(server.behaved)
    server.asked.clear()
    with opened() as workbench:
        assert ran(workbench).report
        assert workbench.status().state is IndexState.READY
        assert workbench.search(QUESTION).degraded is None
        assert server.texts
        assert not set(paid) & set(server.texts)

    server.will_always(fault)
    with opened() as workbench:
        before = workbench.status().generation
        (load_settings().corpus.root / "new.md").write_text("# New\n\nA xylophone.\n", encoding="utf-8")
        failed = ran(workbench, rebuild=True)
        assert failed.state is JobState.FAILED
        assert said in (failed.error or "")
        assert "goes on where it stopped" in (failed.error or "")
        assert workbench.status().generation == before


def test_a_provider_that_goes_on_failing_is_not_asked_by_every_search_and_the_answer_says_so(
    server: EmbeddingsServer,
) -> None:
    with opened() as workbench:
        assert ran(workbench).state is JobState.DONE
    for fault, said in FAULTS.values():
        server.will_always(fault)
        with opened() as workbench:
            for _ in range(QUERY_FAILURES):
                degraded_answer(workbench, said)
            server.asked.clear()
            result = degraded_answer(workbench, said)
            assert result.degraded is not None
            assert "not asked again for" in result.degraded.reason
            assert server.asked == []


def test_an_index_without_any_vector_is_searched_without_asking_a_provider_for_its_width(
    server: EmbeddingsServer,
) -> None:
    server.will_always(refuse(500))
    with opened() as workbench:
        assert ran(workbench).state is JobState.DONE
    server.asked.clear()
    with opened() as workbench:
        degraded_answer(workbench, "while no embedder answered")
    assert server.asked == []


def test_vectors_that_come_in_another_order_are_put_where_they_belong(
    server: EmbeddingsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def backwards(asked: Asked) -> Answer:
        order = list(reversed(range(len(asked.texts))))
        return answer_with(vectors_for(asked.texts, 64), order=order)

    monkeypatch.setenv("GLYPH_EMBED__BATCH_TEXTS", "32")
    server.will_always(backwards)
    with opened() as workbench:
        assert ran(workbench).state is JobState.DONE
        server.will_always(server.behaved)
        found = workbench.search(SearchRequest("wg-quick up wg0 on the gateway", Mode.VECTOR))
        assert found.degraded is None
        assert found.hits[0].path == "network/wireguard.md"
        verification = workbench.start_verification(full=True)
        workbench.jobs.join()
        verified = workbench.job(verification.id).verification
        assert verified is not None
        assert verified.holds
