"""The router: which rankers a query is worth, and why."""

from glyph.domain.ranking import Mode, Route
from glyph.search.terms import content_tokens, looks_like_identifier


def choose_route(query: str, asked: Mode) -> Route:
    """Return the mode to answer in, never AUTO, with its reason."""
    if asked is not Mode.AUTO:
        return Route(asked, "The mode was asked for.")
    tokens = content_tokens(query)
    if tokens and all(looks_like_identifier(token) for token in tokens):
        return Route(Mode.KEYWORD, "Every term looks like an identifier, so the literal decides.")
    return Route(Mode.HYBRID, "The query has words, so meaning counts beside the literal.")
