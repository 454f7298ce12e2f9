"""A page: documents in their fused order, neighbours as one passage, and no text that was not there."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.chunk import ChunkId, chunk_id
from glyph.domain.document import DEFAULT_COLLECTION, DocumentPath, hash_content
from glyph.domain.ranking import Hit, RankerName, Ranking, Scored, StoredChunk
from glyph.search.page import PER_DOCUMENT, choose, lay_out, merge

HASH = hash_content(b"")


def chunk(
    path: str, ordinal: int, line_from: int, line_to: int, heading_path: tuple[str, ...] = ("Top",)
) -> StoredChunk:
    document_path = DocumentPath(path)
    return StoredChunk(
        chunk_id=chunk_id(document_path, HASH, ordinal),
        collection=DEFAULT_COLLECTION,
        path=document_path,
        content_hash=HASH,
        title="Title",
        ordinal=ordinal,
        heading_path=heading_path,
        line_from=line_from,
        line_to=line_to,
        page=None,
        text="\n".join(f"line {number}" for number in range(line_from, line_to + 1)),
    )


def document(path: str, sizes: Sequence[int], gap: int = 1) -> list[StoredChunk]:
    """Return a document's chunks, of so many lines each, with ``gap`` blank lines between them."""
    chunks: list[StoredChunk] = []
    line = 1
    for ordinal, size in enumerate(sizes):
        chunks.append(chunk(path, ordinal, line, line + size - 1))
        line += size + gap
    return chunks


def whole_text(chunks: Sequence[StoredChunk]) -> list[str]:
    """Return a document's lines, blank where no chunk stands."""
    lines = [""] * max(each.line_to for each in chunks)
    for each in chunks:
        lines[each.line_from - 1 : each.line_to] = each.text.split("\n")
    return lines


def ranking(ranker: RankerName, ranked: Sequence[StoredChunk]) -> Ranking:
    return Ranking(ranker, tuple(Scored(each.chunk_id, each.path, 1.0) for each in ranked))


def page(rankings: Sequence[Ranking], chunks: dict[ChunkId, StoredChunk], limit: int) -> list[tuple[Hit, StoredChunk]]:
    return list(lay_out(choose(rankings, limit), chunks, limit))


def by_id(*documents: Sequence[StoredChunk]) -> dict[ChunkId, StoredChunk]:
    return {each.chunk_id: each for chunks in documents for each in chunks}


sizes = st.lists(st.integers(1, 4), min_size=1, max_size=8)


@given(sizes, st.integers(0, 3), st.data())
def test_merged_chunks_are_runs_of_the_documents_own_lines(sizes: list[int], gap: int, data: st.DataObject) -> None:
    chunks = document("a.md", sizes, gap)
    chosen = data.draw(st.lists(st.sampled_from(chunks), unique_by=lambda each: each.chunk_id, min_size=1))
    lines = whole_text(chunks)
    merged = merge(chosen)
    assert all(each.text == "\n".join(lines[each.line_from - 1 : each.line_to]) for each in merged)
    covered = {number for each in merged for number in range(each.line_from, each.line_to + 1) if lines[number - 1]}
    assert covered == {number for each in chosen for number in range(each.line_from, each.line_to + 1)}
    assert {each.chunk_id for each in merged} <= {each.chunk_id for each in chosen}
    assert merged[0].chunk_id == chosen[0].chunk_id


@given(sizes, st.data())
def test_no_two_passages_of_a_document_are_neighbours(sizes: list[int], data: st.DataObject) -> None:
    chunks = document("a.md", sizes, gap=0)
    chosen = data.draw(st.lists(st.sampled_from(chunks), unique_by=lambda each: each.chunk_id, min_size=1))
    merged = sorted(merge(chosen), key=lambda each: each.line_from)
    assert all(one.line_to + 1 < other.line_from for one, other in pairwise(merged))


def test_chunks_with_a_short_one_between_them_are_not_made_one() -> None:
    first, _, last = document("a.md", [3, 1, 3], gap=0)
    assert merge([first, last]) == (first, last)


def test_a_chunk_between_two_others_makes_all_three_one() -> None:
    first, middle, last = document("a.md", [2, 2, 2])
    (one,) = merge([last, first, middle])
    assert (one.chunk_id, one.line_from, one.line_to) == (last.chunk_id, 1, 8)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (("A", "B"), ("A", "C"), ("A",)),
        (("A", "B", "X"), ("A", "C", "X"), ("A",)),
        (("A",), ("A", "B"), ("A",)),
        (("A",), ("B",), ("A",)),
        ((), ("A",), ()),
    ],
)
def test_the_heading_path_is_what_both_begin_with(
    one: tuple[str, ...], other: tuple[str, ...], shared: tuple[str, ...]
) -> None:
    assert merge([chunk("a.md", 0, 1, 2, one), chunk("a.md", 1, 4, 5, other)])[0].heading_path == shared


def test_documents_are_fused_by_their_own_ranks() -> None:
    long, short = document("long.md", [1] * 9, gap=5), document("short.md", [1])
    keyword = ranking(RankerName.KEYWORD, [*long, *short])
    vector = ranking(RankerName.VECTOR, [*short, *long])
    hits = [choice.hit for choice in choose([keyword, vector], limit=10)]
    assert {hit.chunk_id for hit in hits} == {long[0].chunk_id, short[0].chunk_id}
    assert {given.rank for hit in hits for given in hit.contributions} == {1, 2}


def test_a_document_has_at_most_three_places() -> None:
    long, short = document("long.md", [1] * 9, gap=5), document("short.md", [1])
    odd = long[::2]  # no two of them are neighbours
    places = page([ranking(RankerName.KEYWORD, [*odd, *short])], by_id(long, short), limit=10)
    assert [place.path for _, place in places] == ["long.md"] * PER_DOCUMENT + ["short.md"]


names = st.sampled_from(["a.md", "b.md", "c.md", "d.md"])
refs = st.lists(st.tuples(names, st.integers(0, 5)), unique=True, max_size=20)
CHUNKS = {(name, each): document(name, [2] * 6)[each] for name in ("a.md", "b.md", "c.md", "d.md") for each in range(6)}


@given(refs, refs, st.integers(1, 8))
def test_a_page_has_at_most_its_limit_and_shows_every_hit_under_its_own_chunk(
    keyword: list[tuple[str, int]], vector: list[tuple[str, int]], limit: int
) -> None:
    rankings = [
        ranking(RankerName.KEYWORD, [CHUNKS[ref] for ref in keyword]),
        ranking(RankerName.VECTOR, [CHUNKS[ref] for ref in vector]),
    ]
    places = page(rankings, by_id(list(CHUNKS.values())), limit)
    assert len(places) <= limit
    assert bool(places) == bool(keyword or vector)
    assert all(hit.chunk_id == place.chunk_id for hit, place in places)
    assert len({hit.chunk_id for hit, _ in places}) == len(places)
    assert [hit.score for hit, _ in places] == sorted((hit.score for hit, _ in places), reverse=True)


def test_no_rankings_make_an_empty_page() -> None:
    assert page([], {}, 10) == []
