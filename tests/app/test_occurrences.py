"""Occurrences: the proof that a text stands in the corpus, or that it does not."""

from pathlib import Path

import pytest

from glyph.app.answers import Occurrence, Occurrences
from glyph.app.local import LocalWorkbench
from glyph.app.occurrences import SHOWN
from glyph.domain.document import DocumentPath
from glyph.errors import BadRequest
from tests.conftest import MakeWorkbench

KEYS = DocumentPath("network/wireguard.md")


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    return make_workbench()


@pytest.mark.parametrize("text", ["wg-quick up wg0", "WG-Quick Up", "quick up wg0` on the gate", "  wg-quick  "])
def test_a_text_is_found_as_it_stands_in_either_case_also_within_a_word(workbench: LocalWorkbench, text: str) -> None:
    assert workbench.occurrences(text) == Occurrences(1, (Occurrence(KEYS, 5),), 0)


def test_a_text_is_found_over_the_border_of_lines(workbench: LocalWorkbench) -> None:
    assert workbench.occurrences("gateway.\n\n## Keys").places == (Occurrence(KEYS, 5),)


@pytest.mark.parametrize("text", ["51820", "wg-quick  up", "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="])
def test_what_stands_nowhere_or_only_in_a_secret_is_not_found(workbench: LocalWorkbench, text: str) -> None:
    assert workbench.occurrences(text) == Occurrences(0, (), 0)


def test_a_part_of_a_secret_that_looks_like_a_word_is_not_confirmed(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "login.md").write_text("# Login\n\npassword: correcthorse\n", encoding="utf-8")
    assert workbench.occurrences("correcthorse") == Occurrences(0, (), 0)
    assert workbench.occurrences("password:").documents == 1


def test_the_files_are_asked_and_no_index_is_needed(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "new.md").write_text("The lantern glows.\n", encoding="utf-8")
    assert workbench.occurrences("lantern").places == (Occurrence(DocumentPath("new.md"), 1),)


def test_a_document_that_cannot_be_read_is_counted_for_the_proof_is_not_whole(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "broken.md").write_bytes(b"\xff\xfe")
    assert workbench.occurrences("51820") == Occurrences(0, (), 1)


def test_many_documents_are_counted_and_the_first_few_are_named(workbench: LocalWorkbench, corpus_root: Path) -> None:
    for number in range(SHOWN + 3):
        (corpus_root / f"many-{number}.md").write_text("\nlantern\nlantern\n", encoding="utf-8")
    found = workbench.occurrences("lantern")
    assert found.documents == SHOWN + 3
    assert found.places == tuple(Occurrence(DocumentPath(f"many-{number}.md"), 2) for number in range(SHOWN))


def test_blanks_alone_are_refused(workbench: LocalWorkbench) -> None:
    with pytest.raises(BadRequest):
        workbench.occurrences(" \n ")
