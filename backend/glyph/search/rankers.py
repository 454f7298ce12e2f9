"""The rankers: functions from a query to a ranking, reading through the ports alone."""

from dataclasses import replace

from glyph.domain.ranking import RankerName, Ranking, Scope
from glyph.index.store import IndexReader, Term, Vectors
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


def rank_by_vector(vector: Vectors, reader: IndexReader, scope: Scope, *, floor: float) -> Ranking:
    """Return the chunks nearest in meaning, none whose cosine is below ``floor``."""
    near = reader.nearest(vector, limit=DEPTH, scope=scope)
    return Ranking(RankerName.VECTOR, tuple(scored for scored in near if scored.score >= floor))
