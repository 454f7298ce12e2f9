"""The read path over a real corpus with the real model: keyword, vector and hybrid, beside the engines alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from glyph.domain.ranking import Mode, SearchRequest, SearchResult
from glyph.embed.local_model import load_local_embedder
from tools.bench.engines import BareEngines
from tools.bench.measuring import Ask, Latency, asked, ratio
from tools.bench.site import active_folder, opened, quiet, temporary_folder

ROUNDS = 20
MODES = (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID)
QUERIES = (
    "51820",
    "nmcli connection modify",
    "wg-quick@wg0.service",
    "restic check failed",
    "my VPN stopped routing traffic",
    "how do I restore a backup after a disk failure",
    "DNS answers are wrong inside the office",
    "rotate the token of the deploy user",
    "why is the certificate not renewed",
    "zigbee devices drop off the network",
)


@dataclass(frozen=True, slots=True)
class Querying:
    """Latencies of the service, of its parts alone, and what the one is of the other."""

    service: Mapping[str, Latency]
    alone: Mapping[str, Latency]
    times: Mapping[str, float]


def measure_querying(corpus: Path) -> Querying:
    """Index a corpus and ask it everything."""
    with temporary_folder() as folder, opened(corpus, folder) as workbench:
        workbench.indexing.run(quiet, rebuild=True)
        embedder = load_local_embedder(None)
        engines = BareEngines(active_folder(corpus, folder), embedder.embed_query)

        try:
            return compared({str(mode): in_mode(workbench.search, mode) for mode in MODES}, engines, QUERIES, ROUNDS)
        finally:
            engines.close()


def in_mode(search: Callable[[SearchRequest], SearchResult], mode: Mode) -> Ask:
    return lambda query: search(SearchRequest(query, mode=mode))


def compared(service: Mapping[str, Ask], engines: BareEngines, queries: tuple[str, ...], rounds: int) -> Querying:
    """Ask the service and the engines in turn. Keyword stands beside FTS5, the others beside all their parts."""
    alone = {"fts5": engines.fts5, "numpy": engines.numpy, "chroma": engines.chroma, "embedding": engines.embedding}
    found = asked({**alone, **service}, queries, rounds)
    p50 = {way: one.p50_ms for way, one in found.items()}
    vector_alone = p50["embedding"] + min(p50["numpy"], p50["chroma"])
    times = {
        "keyword_of_fts5": ratio(p50["keyword"], p50["fts5"]),
        "vector_of_embedding_and_faster_engine": ratio(p50["vector"], vector_alone),
        "hybrid_of_embedding_and_both_engines": ratio(p50["hybrid"], vector_alone + p50["fts5"]),
    }
    return Querying({way: found[way] for way in service}, {way: found[way] for way in alone}, times)
