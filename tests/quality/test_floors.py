"""Search quality on the sample corpus: floors from the first honest run. They are only ever raised."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from glyph.domain.ranking import Mode
from glyph.evaluation.runner import ALL, Evaluation, SliceScores
from tests.faces.site import copied, indexed_site

QUERIES = Path(__file__).with_name("queries.jsonl")
FUSED_MRR_FLOORS = {
    ALL: 0.82,
    "literal": 0.99,
    "identifier-in-sentence": 0.90,
    "error-line": 0.98,
    "partial": 0.90,
    "history": 0.88,
    "howto": 0.75,
    "symptom": 0.60,
}


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    sample = indexed_site(tmp_path_factory.getbasetemp())
    site = copied(sample, tmp_path_factory.mktemp("quality") / "site")
    done = site.run("eval", "run", str(QUERIES), "--json")
    assert done.code == 0, done.err
    return TypeAdapter(Evaluation).validate_json(done.out)


def auto(evaluation: Evaluation) -> Mapping[str, SliceScores]:
    return evaluation.modes[Mode.AUTO]


@pytest.mark.parametrize(("name", "floor"), FUSED_MRR_FLOORS.items())
def test_answers_do_not_fall_below_what_they_were(evaluation: Evaluation, name: str, floor: float) -> None:
    assert auto(evaluation)[name].document.mrr_at_10 >= floor


def test_the_passage_itself_comes_first_about_as_often_as_it_did(evaluation: Evaluation) -> None:
    assert auto(evaluation)[ALL].passage.mrr_at_10 >= 0.64


def test_every_answer_was_whole(evaluation: Evaluation) -> None:
    assert auto(evaluation)[ALL].degraded == 0


def test_ten_documents_hold_nine_of_ten_answers(evaluation: Evaluation) -> None:
    assert auto(evaluation)[ALL].document.recall_at_10 >= 0.92


def test_fusion_is_better_than_either_ranker_alone(evaluation: Evaluation) -> None:
    fused = evaluation.modes[Mode.HYBRID][ALL].document.mrr_at_10
    assert fused > evaluation.modes[Mode.KEYWORD][ALL].document.mrr_at_10
    assert fused > evaluation.modes[Mode.VECTOR][ALL].document.mrr_at_10


def test_no_forbidden_document_is_among_the_first_ten(evaluation: Evaluation) -> None:
    assert auto(evaluation)[ALL].forbidden == 0
