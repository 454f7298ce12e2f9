"""Help for a search that found nothing: which filter stands in the way, and what the corpus holds literally."""

from collections.abc import Iterator
from dataclasses import replace

from glyph.app.answers import Occurrences
from glyph.app.occurrences import SHORTEST
from glyph.app.workbench import Workbench
from glyph.domain.ranking import Scope, SearchRequest
from glyph.errors import GlyphError
from glyph.faces.mcp.listing import folder_hint
from glyph.search.terms import content_tokens

WORDS = 6
PLACES = 3
SHOWN_CHARACTERS = 60
ELSEWHERE = "Try other words, or look through list_documents."


def help_for_nothing(workbench: Workbench, request: SearchRequest, query: str) -> tuple[str, ...]:
    """Return what is known of a query without a hit; ``query`` is its redacted text, as the search saw it.

    Nothing is said to be absent that was not looked for, literally and in every document.
    """
    try:
        filters = tuple(_blocking_filters(workbench, request))
        proofs = tuple(_proof(found) for found in workbench.occurrences(_literals(query)).found)
    except GlyphError as error:
        return (f"Whether it stands in the corpus literally could not be checked: {error.message}", ELSEWHERE)
    return (*filters, *proofs, ELSEWHERE)


def _blocking_filters(workbench: Workbench, request: SearchRequest) -> Iterator[str]:
    """Yield which of the filters would have to go for the query to match, and where it would."""
    scope = request.scope
    if scope.path_prefix:
        beneath = workbench.documents(Scope((), scope.path_prefix)).documents
        if not beneath:
            yield f"No document lies under this path_prefix. {folder_hint(workbench, scope.path_prefix)}".rstrip()
        yield from _without(workbench, request, "path_prefix", replace(scope, path_prefix=""))
    if scope.collections:
        yield from _without(workbench, request, "collections", replace(scope, collections=()))
    if scope.path_prefix and scope.collections:
        yield from _without(workbench, request, "path_prefix and collections", Scope())


def _without(workbench: Workbench, request: SearchRequest, dropped: str, scope: Scope) -> Iterator[str]:
    hits = workbench.search(replace(request, scope=scope)).hits
    if hits:
        best = hits[0]
        yield f"Without {dropped} the query matches: the best place is {best.path}:{best.line_from}-{best.line_to}."


def _literals(query: str) -> list[str]:
    """Return what to look for as it stands: the whole query, then its words."""
    whole = query.strip()
    words = [word for word in content_tokens(whole) if word != whole and len(word) >= SHORTEST][:WORDS]
    return list(dict.fromkeys([whole, *words]))


def _proof(found: Occurrences) -> str:
    """Return what an exact look through every document has shown."""
    text = found.text
    shown = f"`{text}`" if len(text) <= SHOWN_CHARACTERS and "`" not in text and "\n" not in text else "The whole query"
    if not found.places and not found.complete:
        return f"{shown} cannot be looked for literally: it is too short, or holds a secret."
    if not found.places:
        unread = f", but {found.unread} that the index lacks or is behind" if found.unread else ""
        return f"{shown} stands literally nowhere in the corpus (every document was looked through{unread})."
    places = ", ".join(f"{place.path}:{place.line}" for place in found.places[:PLACES])
    further = "" if found.complete and len(found.places) <= PLACES else " and further documents"
    return f"{shown} stands literally in the corpus: {places}{further}."
