"""Pages: an answer is never larger than asked, nothing is cut within a passage, and a cursor goes on where it ended."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote as percent_encoded

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId
from glyph.domain.document import CollectionName, ContentHash, DocumentPath
from glyph.domain.generation import GenerationId
from glyph.domain.ranking import Contribution, Mode, Passage, RankerName, Route, Scope, SearchResult
from glyph.faces.mcp.budget import LEAST_TOKENS, PAGE_TOKENS, most_that_fit, tokens_of
from glyph.faces.mcp.cursors import Cursor, read_cursor, write_cursor
from glyph.faces.mcp.errors import BadCursor, MaxTokensTooSmall
from glyph.faces.mcp.resources import list_resources, read_resource
from glyph.faces.mcp.searching import DEPTH, Page, fitted
from glyph.faces.mcp.shapes import SearchShape
from glyph.faces.mcp.texts import list_text, search_text
from tests.conftest import MakeWorkbench
from tests.faces.desk import Desk

QUESTION = "restore the backup of a server after the disk failed"


def places(answer: SearchShape) -> list[str]:
    return [f"{passage.path}:{passage.line_from}-{passage.line_to}" for passage in answer.passages]


def follow(desk: Desk, query: str, **arguments: object) -> list[SearchShape]:
    """Return every page of a query."""
    pages = [desk.search(query, **arguments)]
    while pages[-1].next_cursor:
        pages.append(desk.search(query, **arguments, cursor=pages[-1].next_cursor))
        assert len(pages) <= DEPTH
    return pages


def test_the_pages_of_a_query_hold_each_passage_once(desk: Desk) -> None:
    pages = follow(desk, QUESTION, limit=4)
    shown = [place for page in pages for place in places(page)]
    assert len(pages) > 3
    assert len(shown) == len(set(shown))
    assert shown[:4] == places(desk.search(QUESTION, limit=4))
    assert all(len(page.passages) == 4 for page in pages[:-1])


@pytest.mark.parametrize("max_tokens", [LEAST_TOKENS, 700, 1_000, 2_000, 4_000, PAGE_TOKENS])
def test_max_tokens_is_kept_in_both_forms_on_every_page(desk: Desk, max_tokens: int) -> None:
    whole = desk.search(QUESTION, limit=20)
    pages = follow(desk, QUESTION, limit=20, max_tokens=max_tokens)
    assert all(tokens_of(page, search_text) <= max_tokens for page in pages)
    shown = [passage for page in pages for passage in page.passages]
    assert shown[:20] == whole.passages, "passages are left for the next page, never cut"


def test_more_tokens_than_a_page_has_are_no_mistake(desk: Desk) -> None:
    answer = desk.search(QUESTION, max_tokens=100_000)
    assert tokens_of(answer, search_text) <= PAGE_TOKENS


def test_a_passage_that_does_not_fit_alone_is_an_error_that_names_the_number(desk: Desk) -> None:
    long_notes = {"q": QUESTION, "topK": 20, "maxTokens": LEAST_TOKENS, "dir": ""}
    told = desk.ask("search_docs", **long_notes)
    if told.result.is_error:  # whether it fits is the corpus's business; that the number suffices is ours
        needed = int(told.error.rpartition("max_tokens=")[2].strip("."))
        again = desk.ask("search_docs", **{**long_notes, "maxTokens": needed}).form(SearchShape)
        assert again.passages
        assert tokens_of(again, search_text) <= needed


def test_a_cursor_is_refused_for_another_query_or_other_filters(desk: Desk) -> None:
    cursor = desk.search(QUESTION, limit=2).next_cursor
    assert cursor
    for other in ({"query": "dns"}, {"path_prefix": "backup/"}, {"collections": ["docs"]}):
        error = desk.ask("search_docs", **{"query": QUESTION, **other, "cursor": cursor}).error
        assert error.startswith("bad_cursor: The cursor belongs to another question.")
    listed = desk.ask("list_documents", cursor=cursor).error
    assert listed.startswith("bad_cursor")


@pytest.mark.parametrize("cursor", ["x", "1-2-3-4", "-1-8-aaaaaa-bbbbbbbbbb", "8-8-aaaaaa-bbbbbbbbbb\n;", "9" * 100])
def test_what_is_no_cursor_is_refused(desk: Desk, cursor: str) -> None:
    assert desk.ask("search_docs", query=QUESTION, cursor=cursor).error.startswith("bad_cursor")
    assert desk.ask("list_documents", cursor=cursor).error.startswith("bad_cursor")


@pytest.mark.parametrize(
    "cursor", [Cursor(0, 8, "abcdef"), Cursor(8, 0, "abcdef"), Cursor(999, 8, "abcdef"), Cursor(8, 50, "abcdef")]
)
def test_a_cursor_beyond_what_pages_reach_is_refused(desk: Desk, cursor: Cursor) -> None:
    forged = write_cursor(cursor, QUESTION, "")
    assert desk.ask("search_docs", query=QUESTION, cursor=forged).error.startswith("bad_cursor")


def test_a_page_of_another_state_of_the_index_says_so(desk: Desk) -> None:
    old = write_cursor(Cursor(2, 2, "abcdef"), QUESTION, "")
    assert desk.search(QUESTION, limit=2, cursor=old).notes[0].startswith("The index has changed since the first page")


def test_behind_the_last_passage_there_is_a_page_that_says_so(desk: Desk) -> None:
    end = write_cursor(Cursor(DEPTH, 8, "abcdef"), QUESTION, "")
    answer = desk.search(QUESTION, cursor=end)
    assert answer.passages == []
    assert "There are no further passages for this query." in answer.notes
    assert answer.next_cursor is None


@given(
    st.integers(0, 10**9 - 1),
    st.integers(0, 10**9 - 1),
    st.text("0123456789abcdef", min_size=6, max_size=6),
    st.lists(st.text(st.characters(codec="utf-8"))),
)
def test_a_cursor_is_read_as_it_was_written_for_its_own_question_alone(
    shown: int, first: int, mark: str, question: list[str]
) -> None:
    cursor = Cursor(shown, first, mark)
    text = write_cursor(cursor, *question)
    assert read_cursor(text, *question) == cursor
    with pytest.raises(BadCursor):
        read_cursor(text, *question, "")


@given(st.integers(0, 400), st.integers(-1, 400))
def test_the_most_that_fit_is_found(limit: int, border: int) -> None:
    assert most_that_fit(limit, lambda count: count <= border) == max(0, min(limit, border))


NASTY = ["a", "🜁", "⟦", "\\", '"', "\n", "\x01", "漢", " ", "~~~~", "é", "\u2028"]
texts = st.tuples(st.sampled_from(NASTY), st.integers(1, 320)).map(lambda drawn: drawn[0] * drawn[1])


@given(
    st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=6),
    st.sampled_from([LEAST_TOKENS, 2_000, PAGE_TOKENS]),
)
def test_the_budget_holds_for_any_text_and_every_passage_is_whole(
    written: list[tuple[str, str, str]], budget: int
) -> None:
    passages = [passage_of(path, heading, quote[:320]) for path, heading, quote in written]
    page = Page(RESULT, passages, ("a note",), more_follow=False, cursor=Cursor(0, 8, "abcdef"), question=("q",))
    try:
        answer = fitted(page, budget)
    except MaxTokensTooSmall:
        assert budget < PAGE_TOKENS, "a whole page holds any single passage"
        return
    assert tokens_of(answer, search_text) <= budget
    assert [passage.quote for passage in answer.passages] == [
        passage.quote for passage in passages[: len(answer.passages)]
    ]
    assert all(passage.quote in search_text(answer) for passage in answer.passages)
    assert (answer.next_cursor is None) == (len(answer.passages) == len(passages))


def passage_of(path: str, heading: str, quote: str) -> Passage:
    path = path[:340]
    return Passage(
        chunk_id=ChunkId("0" * 20),
        collection=CollectionName("docs"),
        path=DocumentPath(path),
        title=heading,
        heading_path=(heading,) * 6,
        line_from=1,
        line_to=9,
        page=None,
        quote=quote,
        score=0.1,
        contributions=(Contribution(RankerName.KEYWORD, 1, 1.0, 0.1),),
        url=f"http://127.0.0.1:3000/d/{percent_encoded(path)}#L1-L9",
        content_hash=ContentHash("f" * 64),
        changed_since_indexed=True,
    )


RESULT = SearchResult(
    "q", Route(Mode.HYBRID, "The query has words."), None, GenerationId("g"), datetime(2026, 1, 1, tzinfo=UTC), ()
)


def test_a_long_list_is_paged_and_each_document_stands_on_one_page(desk: Desk) -> None:
    whole = desk.list()
    assert whole.total == len(whole.documents) == 71
    assert tokens_of(whole, list_text) <= PAGE_TOKENS
    assert sum(folder.documents for folder in whole.folders) == 70  # index.md lies in none


def test_a_large_corpus_is_listed_page_by_page_and_a_document_that_comes_or_goes_moves_nothing(
    make_workbench: MakeWorkbench, corpus_root: Path
) -> None:
    names = [f"many/{number:03d}-{'long-name-' * 8}.md" for number in range(400)]
    for name in names:
        (corpus_root / "many").mkdir(exist_ok=True)
        (corpus_root / name).write_text("# Lamp\n", encoding="utf-8")
    desk = Desk(make_workbench())
    first = desk.list(path_prefix="many/")
    assert (first.total, first.folders) == (400, [])
    assert tokens_of(first, list_text) <= PAGE_TOKENS
    (corpus_root / "many" / "000-aaa.md").write_text("# New\n", encoding="utf-8")
    listed, cursor = [entry.path for entry in first.documents], first.next_cursor
    while cursor:
        page = desk.list(path_prefix="many/", cursor=cursor)
        assert tokens_of(page, list_text) <= PAGE_TOKENS
        listed += [entry.path for entry in page.documents]
        cursor = page.next_cursor
    assert listed == names


def test_a_list_goes_on_only_while_the_document_that_ended_a_page_is_there(
    make_workbench: MakeWorkbench, corpus_root: Path
) -> None:
    for number in range(300):
        (corpus_root / f"{number:03d}.md").write_text("# Lamp\n", encoding="utf-8")
    desk = Desk(make_workbench())
    page = desk.list()
    (corpus_root / page.documents[-1].path).unlink()
    assert desk.ask("list_documents", cursor=page.next_cursor).error.startswith(
        "bad_cursor: The documents have changed since the first page."
    )


def test_resources_are_listed_page_by_page(make_workbench: MakeWorkbench, corpus_root: Path) -> None:
    for number in range(250):
        (corpus_root / f"{number:03d} größe.md").write_text("# Lamp\n", encoding="utf-8")
    workbench = make_workbench()
    page = list_resources(workbench, None)
    listed = list(page.resources)
    while page.next_cursor:
        page = list_resources(workbench, page.next_cursor)
        listed += page.resources
    assert [resource.name for resource in listed] == [entry.path for entry in workbench.documents(Scope()).documents]
    assert listed[0].uri == "glyph:///000%20gr%C3%B6%C3%9Fe.md"
    assert "000 größe.md" in str(read_resource(workbench, listed[0].uri).contents)
