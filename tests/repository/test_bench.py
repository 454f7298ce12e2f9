"""The parts of the benchmark that would quietly measure the wrong thing."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import numpy as np

from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Mode, Route, SearchResult
from tools.bench.browsing import runbook
from tools.bench.invented import CHUNKS_A_DOCUMENT, Clusters, Language, documents, write_corpus
from tools.bench.measuring import interleaved, latency, size_mb
from tools.bench.promises import Promise
from tools.bench.readers import ask_until, reading
from tools.bench.rebuilding import EDITIONS, write_edition
from tools.bench.vectors import meaningless_vectors

ANSWER = SearchResult("q", Route(Mode.KEYWORD, "."), None, GenerationId("g"), datetime(2026, 1, 1, tzinfo=UTC), ())


def test_invented_vectors_are_unit_clustered_and_the_same_in_every_run() -> None:
    clusters = Clusters.for_chunks(400)
    vectors = np.vstack([clusters.near(number, 10) for number in range(40)])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.array_equal(vectors[:10], Clusters.for_chunks(400).near(0, 10))
    assert float((vectors @ clusters.centres.T).max(axis=1).min()) > 0.7


def test_invented_documents_hold_as_many_chunks_as_were_asked_for_and_stand_on_the_disk(tmp_path: Path) -> None:
    made = list(documents(tmp_path, 40, 24))
    assert [len(each.prepared.chunks) for each in made] == [CHUNKS_A_DOCUMENT] * 4
    for each in made:
        lines = (tmp_path / each.prepared.document.path).read_text(encoding="utf-8").split("\n")
        for chunk in each.prepared.chunks:
            assert "\n".join(lines[chunk.line_from - 1 : chunk.line_to]) == chunk.text.value


def test_invented_queries_are_asked_of_words_that_occur() -> None:
    language = Language(1)
    queries = language.queries(5)
    assert queries == Language(1).queries(5)
    assert {word for query in queries for word in query.split()} <= set(language.words)


def test_a_corpus_has_as_many_documents_as_were_asked_for(tmp_path: Path) -> None:
    write_corpus(tmp_path, 7)
    assert len(list(tmp_path.rglob("*.md"))) == 7
    write_edition(tmp_path, 3)
    assert len(list(tmp_path.rglob("*.md"))) == 7 + EDITIONS
    assert size_mb(tmp_path) > 0


def test_a_runbook_to_be_typed_in_is_as_long_as_asked_and_has_what_the_preview_draws() -> None:
    text = runbook(Language(1), 10_000)
    assert len(text) == 10_000
    starts = ("# ", "- **", "| ", "```")
    assert all(any(line.startswith(start) for line in text.split("\n")) for start in starts)


def test_vectors_that_mean_nothing_come_in_the_order_of_their_texts() -> None:
    with meaningless_vectors() as settings:
        response = httpx2.post(f"{settings['GLYPH_EMBED__BASE_URL']}/embeddings", json={"input": ["a", "bb"]})
    rows = [row["embedding"] for row in response.json()["data"]]
    assert [row.index(1.0) for row in rows] == [1, 2]


def test_ways_are_taken_in_turn() -> None:
    seen: list[str] = []
    samples = interleaved({"a": lambda: seen.append("a"), "b": lambda: seen.append("b")}, 3)
    assert seen == ["a", "b"] * 3
    assert {way: len(values) for way, values in samples.items()} == {"a": 3, "b": 3}


def test_a_latency_is_in_milliseconds() -> None:
    assert latency([0.001, 0.002, 0.003]).p50_ms == 2
    assert 2.8 <= latency([0.001, 0.002, 0.003]).p95_ms <= 3


def test_readers_count_errors_and_mixtures_and_never_stop_for_them() -> None:
    done, answers = threading.Event(), iter([ANSWER, None, ANSWER])

    def search(_: str) -> SearchResult:
        found = next(answers, ANSWER)
        if found is None:
            raise RuntimeError("no answer")
        return found

    checked: list[bool] = []

    def check(_: SearchResult) -> bool:
        checked.append(not checked)
        if len(checked) == 3:
            done.set()
        return checked[-1]

    seen = ask_until(done, search, ["one", "two"], check)
    assert (len(seen.samples_s), seen.errors, seen.mixed) == (3, ["RuntimeError: no answer"], 2)


def test_readers_have_asked_before_the_body_may_end() -> None:
    with reading(2, lambda _: ANSWER, ["one", "two"]) as seen:
        pass
    assert len(seen.samples_s) >= 2


def test_a_promise_holds_at_its_bound_and_not_beyond() -> None:
    assert Promise("at most", 2.0, 2.0, "").holds
    assert not Promise("at most", 2.1, 2.0, "").holds
    assert Promise("at least", 0.85, 0.85, "", at_least=True).holds
    assert not Promise("at least", 0.84, 0.85, "", at_least=True).holds
