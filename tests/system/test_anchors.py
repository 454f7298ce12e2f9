"""Search over the sample corpus: literals put a page that holds them first, questions the page that answers them."""

import pytest

from tests.faces.shapes import SearchAnswer
from tests.faces.site import Server

TROUBLESHOOTING = "vpn/wireguard-troubleshooting.md"


def search(system: Server, query: str) -> SearchAnswer:
    with system.client() as client:
        response = client.post("/v1/search", json={"query": query})
    assert response.status_code == 200, response.text
    return SearchAnswer.model_validate_json(response.content)


@pytest.mark.parametrize("literal", ["51820", "nmcli", "rtl-config.json"])
def test_a_literal_puts_a_passage_that_holds_it_first(system: Server, literal: str) -> None:
    answer = search(system, literal)
    best = answer.hits[0]
    assert "keyword" in best.rankers
    assert any(literal in text for text in (best.quote, *best.heading_path))
    assert literal in (system.site.docs / best.path).read_text(encoding="utf-8")


def test_a_question_finds_the_runbook_first_and_both_rankers_have_a_part_in_it(system: Server) -> None:
    answer = search(system, "my VPN stopped routing traffic")
    assert answer.degraded is None
    assert answer.hits[0].path == TROUBLESHOOTING
    assert {ranker for hit in answer.hits if hit.path == TROUBLESHOOTING for ranker in hit.rankers} == {
        "keyword",
        "vector",
    }


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("Wie lange hält die USV bei Stromausfall?", "power/notstrom-und-usv.md"),
        ("¿Cómo cambio el router de fibra?", "network/cambio-de-router-fibra.md"),
        ("sauvegarde hors site", "backup/sauvegarde-hors-site.md"),
    ],
)
def test_a_question_in_another_language_finds_its_page(system: Server, question: str, path: str) -> None:
    assert path in search(system, question).paths[:3]


def test_a_literal_with_the_signs_of_a_query_language_is_only_a_literal(system: Server) -> None:
    for query in ('"', "a AND OR NOT", "nmcli*", "col:value", "(((", "NEAR(a b)", "-- ;", "%_"):
        assert search(system, query).query == query
