"""Where an answer put what was expected: documents by their best passage, passages by heading and lines."""

from glyph.evaluation.places import document_scores, passage_scores, places_of
from tests.evaluation.conftest import expected, golden, passage

HITS = (
    passage("other.md"),
    passage("vpn.md", 1, 9, "Keys"),
    passage("vpn.md", 40, 60, "Restart"),
    passage("dns.md"),
)


def test_a_document_stands_where_its_best_passage_does_and_a_passage_where_it_is() -> None:
    query = golden(
        "restart", expected("vpn.md", "Restart"), expected("vpn.md", line_from=55, line_to=70), expected("gone.md")
    )
    places = places_of(query, HITS)
    assert places.documents == (2, 2, None)
    assert places.passages == (3, 3, None)
    assert (places.best, places.reciprocal_rank) == (2, 0.5)
    assert places.first == ("other.md", "vpn.md", "dns.md")


def test_an_entry_of_a_path_alone_is_answered_by_any_passage_of_it() -> None:
    places = places_of(golden("keys", expected("vpn.md")), HITS)
    assert places.documents == places.passages == (2,)


def test_lines_beside_the_expected_ones_do_not_answer() -> None:
    query = golden("keys", expected("vpn.md", line_from=10, line_to=39))
    assert places_of(query, HITS).passages == (None,)
    assert passage_scores(query, HITS).mrr_at_10 == 0.0
    assert document_scores(query, HITS).mrr_at_10 == 0.5


def test_a_forbidden_entry_with_a_heading_refuses_that_part_alone() -> None:
    assert places_of(golden("q", expected("dns.md"), forbidden=(expected("vpn.md"),)), HITS).forbidden == ("vpn.md",)
    assert places_of(golden("q", expected("dns.md"), forbidden=(expected("vpn.md", "Keys"),)), HITS).forbidden == (
        "vpn.md",
    )
    assert places_of(golden("q", expected("dns.md"), forbidden=(expected("vpn.md", "Ports"),)), HITS).forbidden == ()


def test_a_forbidden_document_behind_the_tenth_is_no_fault() -> None:
    hits = (*(passage(f"{number}.md") for number in range(10)), passage("wrong.md"))
    query = golden("q", expected("0.md"), forbidden=(expected("wrong.md"),))
    assert places_of(query, hits).forbidden == ()
    assert places_of(query, hits[1:]).forbidden == ("wrong.md",)


def test_a_rank_behind_the_tenth_is_told_and_counts_nothing() -> None:
    hits = tuple(passage(f"{number}.md") for number in range(20))
    places = places_of(golden("q", expected("14.md")), hits)
    assert (places.best, places.reciprocal_rank) == (15, 0.0)
