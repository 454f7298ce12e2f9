"""Text with pages cut into chunks: whole sentences, one page each, with the sentence before."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.chunk import TARGET_TOKENS, Piece
from glyph.ingest.load.limits import ParserLimits
from glyph.ingest.load.markdown import pages_of
from glyph.ingest.load.pdf import pdf_text
from glyph.ingest.paged import OVERLAP_TOKENS, cut_pages
from glyph.ingest.redact.policy import RULES_ALONE
from glyph.ingest.redact.redactor import redact
from glyph.ingest.tokens import count_tokens
from tests.ingest.load.files import FIXTURES

SENTENCE = "Sentence {number} of this page says that disk {number} of node {number} is to be drained before noon."


def cut(text: str) -> tuple[Piece, ...]:
    return cut_pages(redact(text, RULES_ALONE).text, pages_of(text), count_tokens)


def page_of(count: int, first: int = 0) -> str:
    return " ".join(SENTENCE.format(number=number) for number in range(first, first + count))


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_a_chunk_is_of_one_page_and_says_which() -> None:
    pieces = cut("\n\f".join(["First page.", page_of(60), "Third page."]))
    assert pieces[0].page == 1
    assert pieces[-1].page == 3
    assert {piece.page for piece in pieces[1:-1]} == {2}
    assert {(piece.line_from, piece.line_to) for piece in pieces[1:-1]} == {(2, 2)}


def test_a_long_page_is_cut_between_sentences_and_each_chunk_repeats_the_last_one_before_it() -> None:
    pieces = cut(page_of(80))
    assert len(pieces) > 3
    for former, piece in pairwise(pieces):
        assert piece.text.value.startswith("Sentence ")
        assert former.text.value.endswith("noon.")
        assert piece.above is not None
        assert former.text.value.endswith(piece.above.value)
    assert pieces[0].above is None
    assert all(piece.tokens <= TARGET_TOKENS for piece in pieces)


def test_nothing_is_repeated_across_pages() -> None:
    pieces = cut("\n\f".join(page_of(20, first=20 * number) for number in range(3)))
    firsts = [piece for former, piece in pairwise(pieces) if former.page != piece.page]
    assert [piece.above for piece in (pieces[0], *firsts)] == [None] * 3


def test_a_sentence_that_is_too_long_to_say_twice_is_not_repeated() -> None:
    sentence = f"{'word ' * (OVERLAP_TOKENS * 2)}end."
    pieces = cut(" ".join([sentence.capitalize()] * 12))
    assert {piece.above for piece in pieces} == {None}


def test_headings_are_paths_and_go_on_to_the_next_page() -> None:
    pieces = cut(f"# Disks\n\n{page_of(12)}\n\f{page_of(12, 50)}\n\n# Network\n\n{page_of(12, 80)}")
    assert [piece.heading_path for piece in pieces] == [("Disks",), ("Disks",), ("Network",)]


def test_small_sections_of_a_page_are_one_chunk_that_knows_them() -> None:
    (piece,) = cut("# Disks\n\nDrain them.\n\n# Network\n\nLook at the switch.")
    assert [section.heading_path for section in piece.sections] == [("Disks",), ("Network",)]


def test_a_line_that_the_next_one_goes_on_from_is_one_sentence() -> None:
    pieces = cut("\n".join("the disk is drained before it is pulled\nout of the rack by hand." for _ in range(60)))
    assert all(piece.text.value.endswith("by hand.") for piece in pieces)


def test_the_pages_of_a_real_pdf_are_cited() -> None:
    loaded = pdf_text((FIXTURES / "handbook-weasyprint.pdf").read_bytes(), ParserLimits())
    pieces = cut_pages(redact(loaded.text, RULES_ALONE).text, loaded.pages, count_tokens)
    pages = {word: {piece.page for piece in pieces if word in piece.text.value} for word in ("bond0", "osd", "quorum")}
    assert pages == {"bond0": {1}, "osd": {2}, "quorum": {3}}
    assert [piece.heading_path[0] for piece in pieces] == [
        "Storage cluster handbook",
        "Replacing a disk",
        "Network partitions",
    ]


words = st.sampled_from(
    ["the", "Disk", "sda.", "fails!", "\n", "\n\n", "\f", "# ", "10.0.0.1", "?", "日本。", "x" * 300, "a" * 3000, " "]
)


@given(st.lists(words, max_size=120).map(" ".join))
def test_every_character_of_any_text_is_in_one_chunk_of_its_page(text: str) -> None:
    pieces = cut(text)
    assert squeezed("".join(piece.text.value for piece in pieces)) == squeezed(text)
    assert [piece.page for piece in pieces] == sorted(piece.page or 0 for piece in pieces)
    assert all(piece.tokens <= TARGET_TOKENS for piece in pieces)
    assert all(former.line_to <= latter.line_from or former.page == latter.page for former, latter in pairwise(pieces))
