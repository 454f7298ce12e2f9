"""search_docs: one page of passages within its budget, and how to go on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from glyph.app.workbench import Workbench
from glyph.domain.document import CollectionName
from glyph.domain.ranking import Mode, Passage, Scope, SearchRequest, SearchResult
from glyph.faces.mcp.arguments import LIMIT, SearchArguments
from glyph.faces.mcp.budget import PAGE_TOKENS, most_that_fit, tokens_of
from glyph.faces.mcp.cursors import Cursor, mark_of, read_cursor, write_cursor
from glyph.faces.mcp.errors import BadCursor, MaxTokensTooSmall
from glyph.faces.mcp.nothing_found import help_for_nothing
from glyph.faces.mcp.shapes import DegradedShape, PassageShape, SearchShape, shortened
from glyph.faces.mcp.texts import search_text
from glyph.faces.mcp.understanding import Understood

DEPTH = 50
"""How deep pages go. Who has read fifty passages needs another query."""
HEADING_CHARACTERS = 80
REASON_CHARACTERS = 300
HASH_DIGITS = 12
EXCERPTS = "Quotes are excerpts: call read_document with the path and lines before you act on one."
AT_THE_END = "There are no further passages for this query."
MOVED = "The index has changed since the first page: a passage may come twice or be missing."
CHANGED = "A passage's file has changed since it was indexed: read it before you rely on it."

Question = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What one page may show, and what is known of the pages after it."""

    result: SearchResult
    passages: Sequence[Passage]
    notes: tuple[str, ...]
    more_follow: bool
    cursor: Cursor
    question: Question

    def shape(self, count: int) -> SearchShape:
        """Return the answer with the first ``count`` passages; the cursor goes on behind them."""
        goes_on = count < len(self.passages) or self.more_follow
        following = Cursor(self.cursor.shown + count, self.cursor.first, self.cursor.mark)
        result = self.result
        return SearchShape(
            notes=list(self.notes),
            route=result.route.mode,
            reason=result.route.reason,
            degraded=degraded_shape(result),
            generation=result.generation,
            indexed_at=f"{result.indexed_at:%Y-%m-%d %H:%M:%S %Z}",
            passages=[passage_shape(passage) for passage in self.passages[:count]],
            next_cursor=write_cursor(following, *self.question) if goes_on else None,
        )


def search_answer(workbench: Workbench, understood: Understood[SearchArguments]) -> SearchShape:
    """Return as many passages as fit, best first, and a cursor when there may be more.

    Raises: BadCursor, MaxTokensTooSmall, and what the workbench raises.
    """
    asked = understood.arguments
    question = (asked.query, *sorted(asked.collections), asked.path_prefix)
    page = later_page(workbench, asked, question) if asked.cursor else first_page(workbench, asked, question)
    budget = min(asked.max_tokens, PAGE_TOKENS)
    return fitted(replace(page, notes=(*understood.notes, *page.notes)), budget)


def first_page(workbench: Workbench, asked: SearchArguments, question: Question) -> Page:
    """Return the first page; whether more follow is known only when somebody asks."""
    result = workbench.search(request_of(asked, asked.limit))
    notes = notes_on(result.hits) if result.hits else help_for_nothing(workbench, request_of(asked, 1), result.query)
    cursor = Cursor(0, asked.limit, mark_on(result))
    return Page(result, result.hits, notes, len(result.hits) == asked.limit, cursor, question)


def later_page(workbench: Workbench, asked: SearchArguments, question: Question) -> Page:
    """Return the page behind a cursor: the first page's passages are left out, whatever else ranks."""
    cursor = read_cursor(asked.cursor, *question)
    if not (0 < cursor.shown <= DEPTH and 0 < cursor.first <= LIMIT):
        raise BadCursor("This is no cursor of Glyph.")
    first = workbench.search(request_of(asked, cursor.first))
    deep = workbench.search(request_of(asked, DEPTH))
    order = [*first.hits, *(hit for hit in deep.hits if not overlaps(hit, first.hits))]
    passages = order[cursor.shown : cursor.shown + asked.limit]
    notes = notes_on(passages) if passages else (AT_THE_END,)
    if cursor.mark != mark_on(first):
        notes = (MOVED, *notes)
    more_follow = cursor.shown + len(passages) < len(order)
    return Page(first, passages, notes, more_follow, Cursor(cursor.shown, cursor.first, mark_on(first)), question)


def fitted(page: Page, budget: int) -> SearchShape:
    """Return the answer with as many whole passages as the budget holds.

    Raises: MaxTokensTooSmall when there are passages and not even one fits.
    """

    def fits(make: Callable[[int], SearchShape]) -> Callable[[int], bool]:
        return lambda count: tokens_of(make(count), search_text) <= budget

    count = most_that_fit(len(page.passages), fits(page.shape))
    if page.passages and not count:
        needed = tokens_of(page.shape(1), search_text)
        raise MaxTokensTooSmall(
            f"The next passage needs {needed} tokens.", hint=f"Call again with max_tokens={needed}."
        )
    if page.passages:
        return page.shape(count)
    noted = most_that_fit(len(page.notes), fits(lambda kept: replace(page, notes=page.notes[:kept]).shape(0)))
    return replace(page, notes=page.notes[:noted]).shape(0)


def request_of(asked: SearchArguments, limit: int) -> SearchRequest:
    scope = Scope(tuple(CollectionName(name) for name in asked.collections), asked.path_prefix)
    return SearchRequest(asked.query, Mode.AUTO, limit, scope)


def mark_on(result: SearchResult) -> str:
    return mark_of(result.generation, result.indexed_at.isoformat())


def overlaps(passage: Passage, others: Sequence[Passage]) -> bool:
    """Return whether a passage shares a line with one of the others."""
    return any(
        passage.path == other.path and passage.line_from <= other.line_to and other.line_from <= passage.line_to
        for other in others
    )


def notes_on(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return what to know of these passages before relying on them."""
    changed = any(passage.changed_since_indexed for passage in passages)
    return (EXCERPTS, CHANGED) if changed else (EXCERPTS,)


def degraded_shape(result: SearchResult) -> DegradedShape | None:
    if result.degraded is None:
        return None
    return DegradedShape(part=result.degraded.part, reason=shortened(result.degraded.reason, REASON_CHARACTERS))


def passage_shape(passage: Passage) -> PassageShape:
    """Return a passage as clients get it; its quote is whole, long headings are not."""
    return PassageShape(
        path=passage.path,
        line_from=passage.line_from,
        line_to=passage.line_to,
        page=passage.page,
        title=shortened(passage.title, HEADING_CHARACTERS),
        heading_path=[shortened(heading, HEADING_CHARACTERS) for heading in passage.heading_path],
        collection=passage.collection,
        score=round(passage.score, 4),
        ranks=[f"{contribution.ranker} #{contribution.rank}" for contribution in passage.contributions],
        content_hash=passage.content_hash[:HASH_DIGITS],
        changed_since_indexed=passage.changed_since_indexed,
        url=passage.url,
        quote=passage.quote,
    )
