"""Identifiers of a query: the tokens that name one thing, told by their shape or by the corpus.

A token of letters alone, such as `nmcli`, is an identifier when few documents hold it and it is not a
word of the language. No list of names is kept.
"""

import re
from collections.abc import Callable, Sequence

from glyph.domain.ranking import RankerName, Ranking, Scope
from glyph.index.store import IndexReader, Term
from glyph.search.terms import looks_like_identifier

IsWord = Callable[[str], bool]

DEPTH = 50
RARE_SHARE, RARE_FLOOR = 0.02, 3
"""Rare is what at most so large a share of the documents hold, and three in any corpus."""
LITERALS = 8
"""Identifiers that get a ranking of their own; a pasted log has hundreds."""


def identifiers_among(
    tokens: Sequence[str], reader: IndexReader, scope: Scope, is_word: IsWord, *, rare: int
) -> tuple[str, ...]:
    """Return the tokens that are identifiers, each once, in order; ``rare`` is what ``rare_limit`` returned."""

    def names_few(token: str) -> bool:
        return 0 < reader.count_documents(Term((token,)), at_most=rare + 1, scope=scope) <= rare

    return tuple(
        token
        for token in dict.fromkeys(tokens)
        if looks_like_identifier(token) or (not is_word(token.lower()) and names_few(token))
    )


def rare_limit(documents: int) -> int:
    """Return how many of so many documents may hold what is still rare."""
    return max(RARE_FLOOR, int(documents * RARE_SHARE))


def rank_by_literal(identifiers: Sequence[str], reader: IndexReader, scope: Scope, *, rare: int) -> tuple[Ranking, ...]:
    """Return a ranking for each identifier by its shape that few documents hold as it stands.

    A rare word gets none: measured, it would outweigh the meaning of the sentence it stands in.
    """
    shaped = [identifier for identifier in identifiers if looks_like_identifier(identifier)]
    rankings = (_ranking(identifier, reader, scope) for identifier in shaped[:LITERALS])
    return tuple(ranking for ranking in rankings if 0 < _documents_held(ranking) <= rare)


def _documents_held(ranking: Ranking) -> int:
    """Return how many documents the chunks are of; as many as there are chunks when the list is full."""
    if len(ranking.scored) >= DEPTH:
        return DEPTH
    return len({scored.path for scored in ranking.scored})


def _ranking(identifier: str, reader: IndexReader, scope: Scope) -> Ranking:
    """Return the chunks that hold an identifier by itself; those that hold it within a longer one only if none does."""
    scored = reader.literal(identifier, limit=DEPTH, scope=scope)
    chunks = reader.chunks([each.chunk_id for each in scored])
    alone = re.compile(rf"(?<!\w){re.escape(identifier)}(?!\w)", re.IGNORECASE)
    by_itself = tuple(each for each in scored if alone.search(chunks[each.chunk_id].text))
    return Ranking(RankerName.LITERAL, by_itself or scored)
