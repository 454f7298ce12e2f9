"""A run over golden queries, two runs compared, and the page of one."""

from html.parser import HTMLParser

import pytest
from pydantic import TypeAdapter

from glyph.domain.ranking import Degraded, Mode, Passage
from glyph.evaluation.comparing import compare_answers, interval
from glyph.evaluation.page import as_page
from glyph.evaluation.runner import ALL, MODES, Evaluation, evaluate
from tests.evaluation.conftest import answering, expected, golden, passage

VPN, DNS = golden("restart the vpn", expected("vpn.md")), golden("51820", expected("dns.md"), of_slice="literal")
FIRST = {VPN.query: (passage("vpn.md"), passage("dns.md")), DNS.query: (passage("vpn.md"), passage("dns.md"))}
SECOND = {VPN.query: (passage("dns.md"),), DNS.query: (passage("dns.md"),)}


def run(answers: dict[str, tuple[Passage, ...]], degraded: Degraded | None = None) -> Evaluation:
    return evaluate([VPN, DNS], answering(answers, degraded))


def test_every_mode_has_the_scores_of_each_slice_and_of_all() -> None:
    evaluation = run(FIRST)
    assert list(evaluation.modes) == list(MODES)
    slices = evaluation.modes[Mode.AUTO]
    assert {name: (each.queries, each.document.mrr_at_10) for name, each in slices.items()} == {
        ALL: (2, 0.75),
        "howto": (1, 1.0),
        "literal": (1, 0.5),
    }
    assert [answered.query for answered in evaluation.answers] == [VPN, DNS]
    assert [answered.places[Mode.VECTOR].best for answered in evaluation.answers] == [1, 2]


def test_degraded_answers_are_counted() -> None:
    assert run(FIRST).modes[Mode.HYBRID][ALL].degraded == 0
    assert run(FIRST, Degraded("vector", "gone")).modes[Mode.HYBRID][ALL].degraded == 2


def test_a_run_comes_back_from_its_json_and_so_does_one_that_knows_no_queries() -> None:
    shape = TypeAdapter(Evaluation)
    assert shape.validate_json(shape.dump_json(run(FIRST))) == run(FIRST)
    older = shape.validate_json(shape.dump_json(run(FIRST), exclude={"answers"}))
    assert older.answers == ()


def test_two_runs_are_compared_query_by_query() -> None:
    comparison = compare_answers(run(FIRST), run(SECOND))
    assert (comparison.queries, comparison.only_before, comparison.only_after) == (2, 0, 0)
    change = comparison.modes[Mode.AUTO]
    assert change.gain == pytest.approx(-0.25)
    assert (change.better, change.worse) == (1, 1)
    assert [(each.query, each.before, each.after) for each in change.moved] == [
        (VPN.query, 1, None),
        (DNS.query, 2, 1),
    ]


def test_queries_of_one_run_alone_are_counted_and_not_compared() -> None:
    other = evaluate([DNS, golden("new", expected("vpn.md"))], answering({**SECOND, "new": ()}))
    comparison = compare_answers(run(FIRST), other)
    assert (comparison.queries, comparison.only_before, comparison.only_after) == (1, 1, 1)
    assert compare_answers(run(FIRST), Evaluation(0, {})).modes == {}


def test_an_interval_holds_the_mean_and_is_a_point_when_all_gains_are_equal() -> None:
    gains = [0.5, -0.25, 0.0, 0.0, 1.0, -0.5]
    low, high = interval(gains)
    assert low < sum(gains) / len(gains) < high
    assert interval(gains) == (low, high)
    assert interval([0.25] * 4) == (0.25, 0.25)


class Elements(HTMLParser):
    """Collects the elements of a page, and fails where one is not closed."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.links += [name for name, _ in attrs if name in {"src", "href"}]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def elements_of(page: str) -> Elements:
    elements = Elements()
    elements.feed(page)
    assert elements.open == []
    return elements


def test_the_page_stands_alone_and_has_every_query_worst_first() -> None:
    page = as_page(run(SECOND), "the set")
    elements = elements_of(page)
    assert elements.links == []
    assert "script" not in elements.seen
    assert "prefers-color-scheme: dark" in page
    assert "url(" not in page
    assert page.index(VPN.query) < page.index(DNS.query)


def test_text_of_queries_and_documents_is_never_markup() -> None:
    hostile = golden("<script>alert(1)</script> $body", expected("<b>.md", "<i>"), of_slice='"><img src=x>')
    page = as_page(evaluate([hostile], answering({hostile.query: (passage("<b>.md"),)})), "<u>")
    assert elements_of(page).seen.isdisjoint({"script", "b", "i", "img", "u"})
    assert "$body" in page


def test_the_page_says_what_casts_doubt_on_the_scores() -> None:
    query = golden("q", expected("vpn.md"), forbidden=(expected("wrong.md"),))
    answers = {"q": (passage("wrong.md"), passage("vpn.md"))}
    page = as_page(evaluate([query], answering(answers, Degraded("vector", "gone"))), "set")
    assert "vector: 1 answers were degraded" in page
    assert "auto: a forbidden passage in the first ten of 1 queries." in page
    assert '<span class="missed">forbidden</span>' in page
