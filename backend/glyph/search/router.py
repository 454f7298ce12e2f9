"""The router: which rankers a query is worth, and why."""

from collections.abc import Sequence

from glyph.domain.ranking import Mode, Route


def choose_route(asked: Mode, tokens: Sequence[str], identifiers: Sequence[str]) -> Route:
    """Return the mode to answer in, never AUTO, with its reason.

    ``tokens`` are the query's content tokens, ``identifiers`` those among them that name one thing.
    """
    if asked is not Mode.AUTO:
        return Route(asked, "The mode was asked for.")
    if tokens and set(tokens) <= set(identifiers):
        return Route(Mode.KEYWORD, "Every term is an identifier, so the literal decides.")
    return Route(Mode.HYBRID, "The query has words, so meaning counts beside the literal.")


NOWHERE = Route(Mode.HYBRID, "The literal occurs nowhere, so meaning answers.")
