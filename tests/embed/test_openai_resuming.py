"""A provider that fails under a whole workbench: what was paid for is kept, and search goes on by keywords."""

import math
from pathlib import Path

import numpy as np
import pytest

from glyph.app.answers import UpdateReport
from glyph.app.local import LocalWorkbench
from glyph.domain.ranking import Mode, SearchRequest
from glyph.embed.cached import CachedEmbedder
from glyph.embed.vector_cache import VectorCache
from tests.conftest import MakeWorkbench
from tests.embed.asking import TEXTS, Make, failure_of
from tests.fakes.embeddings_server import Answer, EmbeddingsServer, Fault, answer_with, refuse, vectors_for


def numbers(*values: float) -> Fault:
    """Return a fault that answers every text with the same numbers."""
    return lambda asked: answer_with([list(values)] * len(asked.texts))


FAULTS: dict[str, tuple[Answer | Fault, str]] = {
    "429, wait": (refuse(429, Retry_After="300"), "asks to wait 300 s"),
    "429": (refuse(429), "limits the rate"),
    "quota": (refuse(429, code="insufficient_quota"), "billing"),
    "500": (refuse(500), "failed to answer (500)"),
    "HTML": (Answer(content=b"<html>Welcome</html>"), "not embeddings"),
    "too few": (answer_with([]), "with 0 vectors"),
    "NaN": (numbers(*[math.nan] * 64), "no direction"),
    "width": (numbers(*[1.0] * 32), "32 dimensions where 64"),
    "nothing": (Answer(hangs=True), "did not answer within"),
}


@pytest.fixture
def cache(tmp_path: Path) -> VectorCache:
    return VectorCache(tmp_path / "embeddings.sqlite")


def update(workbench: LocalWorkbench) -> UpdateReport:
    """Run an update to its end and return what it did."""
    job = workbench.start_update(rebuild=False)
    workbench.jobs.join()
    report = workbench.job(job.id).report
    assert report is not None
    return report


@pytest.mark.parametrize("name", FAULTS)
def test_indexing_says_what_failed_goes_on_where_it_stopped_and_search_never_fails(
    server: EmbeddingsServer, make: Make, make_workbench: MakeWorkbench, cache: VectorCache, name: str
) -> None:
    fault, said = FAULTS[name]
    embedder = make(batch_texts=1, timeout_s=0.4 if name == "nothing" else 120, query_timeout_s=0.2)
    workbench = make_workbench(embedder=CachedEmbedder(embedder, cache, batch_texts=1))

    server.will(server.behaved, server.behaved, server.behaved)
    server.will_always(fault)
    first = update(workbench)
    assert first.indexed == 4
    assert first.unembedded > 0
    assert first.degraded is not None
    assert said in first.degraded.reason
    assert "goes on where it stopped" in first.degraded.reason
    assert workbench.search(SearchRequest("gateway tunnel", Mode.KEYWORD)).hits
    paid = server.texts[:3]

    server.will_always(server.behaved)
    server.asked.clear()
    assert (update(workbench).unembedded, workbench.status().unembedded) == (0, 0)
    assert server.texts
    assert not set(paid) & set(server.texts)

    question = SearchRequest("how do I restart the gateway tunnel", Mode.HYBRID)
    assert workbench.search(question).degraded is None
    server.will_always(fault)
    answer = workbench.search(question)
    assert answer.hits[0].path == "network/wireguard.md"
    assert answer.degraded is not None
    assert said in answer.degraded.reason


def test_a_run_that_was_stopped_keeps_every_batch_that_was_answered(
    server: EmbeddingsServer, make: Make, cache: VectorCache
) -> None:
    texts = [f"step {number}" for number in range(10)]
    server.will(server.behaved, server.behaved, server.behaved, refuse(429, code="insufficient_quota"))
    failure_of(lambda: CachedEmbedder(make(batch_texts=2), cache, batch_texts=2).embed_documents(texts))
    # The first answer taught the width, two batches were kept, the third one failed.
    assert server.texts == ["-", *texts[:6]]
    server.asked.clear()
    resumed = CachedEmbedder(make(batch_texts=2, known_width=cache.width(make().name)), cache, batch_texts=2)
    assert np.allclose(resumed.embed_documents(texts), vectors_for(texts, 64), atol=1e-6)
    assert server.texts == texts[4:]


def test_the_cache_knows_the_width_of_what_it_keeps(make: Make, cache: VectorCache) -> None:
    embedder = make()
    assert cache.width(embedder.name) is None
    CachedEmbedder(embedder, cache).embed_documents(TEXTS)
    assert cache.width(embedder.name) == 64
    assert cache.width("another") is None
