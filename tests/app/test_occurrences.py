"""Occurrences: the proof that a text stands in the corpus, or that it does not."""

from pathlib import Path

import pytest

from glyph.app.answers import Occurrence, Occurrences
from glyph.app.local import LocalWorkbench
from glyph.app.occurrences import SHOWN, TEXTS
from glyph.domain.document import DocumentPath
from glyph.errors import BadRequest, NoGeneration
from tests.conftest import SMALL_CORPUS, MakeWorkbench

KEYS = DocumentPath("network/wireguard.md")


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    workbench = make_workbench()
    update(workbench)
    return workbench


def update(workbench: LocalWorkbench) -> None:
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)


def found(workbench: LocalWorkbench, text: str) -> Occurrences:
    (occurrences,) = workbench.occurrences([text]).found
    return occurrences


def nowhere(text: str, unread: int = 0) -> Occurrences:
    return Occurrences(text, (), complete=True, unread=unread)


@pytest.mark.parametrize("text", ["wg-quick up wg0", "WG-Quick Up", "quick up wg0` on the gate", "  wg-quick  "])
def test_a_text_is_found_as_it_stands_in_either_case_also_within_a_word(workbench: LocalWorkbench, text: str) -> None:
    assert found(workbench, text) == Occurrences(text, (Occurrence(KEYS, 5),), complete=True, unread=0)


def test_a_text_is_found_over_the_border_of_lines(workbench: LocalWorkbench) -> None:
    assert found(workbench, "gateway.\n\n## Keys").places == (Occurrence(KEYS, 5),)


@pytest.mark.parametrize("text", ["51820", "wg-quick  up"])
def test_what_stands_nowhere_is_not_found(workbench: LocalWorkbench, text: str) -> None:
    assert found(workbench, text) == nowhere(text)


def test_a_secret_is_not_found_and_not_given_back(workbench: LocalWorkbench) -> None:
    secret = "PrivateKey = 8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="
    assert found(workbench, secret).places == ()
    assert not found(workbench, secret).complete
    assert "8Jm1nV6Zk3x0" not in found(workbench, secret).text


def test_a_part_of_a_secret_that_looks_like_a_word_is_not_confirmed(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "login.md").write_text("# Login\n\npassword: correcthorse\n", encoding="utf-8")
    update(workbench)
    assert found(workbench, "correcthorse") == nowhere("correcthorse")
    assert found(workbench, "password:").places


def test_several_texts_are_looked_for_at_once_and_answered_in_order(workbench: LocalWorkbench) -> None:
    answers = workbench.occurrences(["dump", "51820", "wg0"]).found
    assert [(answer.text, len(answer.places)) for answer in answers] == [("dump", 1), ("51820", 0), ("wg0", 1)]


def test_a_document_that_the_index_lacks_or_is_behind_is_counted_for_the_proof_is_not_whole(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "new.md").write_text("The lantern glows.\n", encoding="utf-8")
    (corpus_root / "broken.md").write_bytes(b"\xff\xfe")
    assert found(workbench, "lantern") == nowhere("lantern", unread=2)
    update(workbench)
    assert found(workbench, "lantern") == Occurrences(
        "lantern", (Occurrence(DocumentPath("new.md"), 1),), complete=True, unread=1
    )


def test_no_file_is_opened_for_an_answer_so_its_time_tells_nothing_of_what_is_redacted(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    for path in SMALL_CORPUS:
        (corpus_root / path).unlink()
    assert found(workbench, "wg-quick up").places == (Occurrence(KEYS, 5),)


def test_a_text_too_short_for_the_index_is_not_said_to_be_absent(workbench: LocalWorkbench) -> None:
    assert found(workbench, "wg") == Occurrences("wg", (), complete=False, unread=0)


def test_without_an_index_nothing_is_proved(make_workbench: MakeWorkbench) -> None:
    with pytest.raises(NoGeneration):
        make_workbench().occurrences(["wg0"])


def test_of_many_documents_the_first_few_are_named_and_the_rest_is_not_looked_at(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    for number in range(SHOWN + 3):
        (corpus_root / f"many-{number}.md").write_text("\nlantern\nlantern\n", encoding="utf-8")
    update(workbench)
    many = found(workbench, "lantern")
    assert many.places == tuple(Occurrence(DocumentPath(f"many-{number}.md"), 2) for number in range(SHOWN))
    assert not many.complete


@pytest.mark.parametrize("texts", [[], [" \n "], ["wg0", ""], [f"text {number}" for number in range(TEXTS + 1)]])
def test_nothing_blanks_and_too_much_are_refused(workbench: LocalWorkbench, texts: list[str]) -> None:
    with pytest.raises(BadRequest):
        workbench.occurrences(texts)
