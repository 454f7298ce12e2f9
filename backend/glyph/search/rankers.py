"""The rankers: functions from a query to a ranking, reading through the ports alone."""

from dataclasses import replace

from glyph.domain.ranking import RankerName, Ranking, Scope
from glyph.embed.embedder import Embedder
from glyph.errors import EmbedderFailed
from glyph.index.store import IndexReader, Term
from glyph.search.terms import terms_of

DEPTH = 50
"""Chunks each ranker contributes. Source: measured, 10 and 20 lose recall on technical documentation."""


def rank_by_keyword(query: str, reader: IndexReader, scope: Scope) -> Ranking:
    """Return the chunks that hold the query's terms."""
    terms = tuple(_widened(term, reader, scope) for term in terms_of(query))
    return Ranking(RankerName.KEYWORD, reader.keyword(terms, limit=DEPTH, scope=scope))


def _widened(term: Term, reader: IndexReader, scope: Scope) -> Term:
    """Return a term that nothing holds as the beginning of longer words: people type half a name."""
    return term if reader.count_documents(term, at_most=1, scope=scope) else replace(term, prefix=True)


def rank_by_vector(query: str, reader: IndexReader, embedder: Embedder, scope: Scope, *, floor: float) -> Ranking:
    """Return the chunks nearest in meaning, none whose cosine is below ``floor``.

    Raises: EmbedderFailed.
    """
    vector = embedder.embed_query(query)
    expected = reader.summary.fingerprint.dimensions
    if len(vector) != expected:
        raise EmbedderFailed(
            f"{embedder.name} answers with {len(vector)} dimensions, the index holds {expected}: rebuild it."
        )
    near = reader.nearest(vector, limit=DEPTH, scope=scope)
    return Ranking(RankerName.VECTOR, tuple(scored for scored in near if scored.score >= floor))
