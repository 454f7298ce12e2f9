"""Evidence: a reader of redacted text can tell that a file has changed, and cannot test a guess at its secret."""

import os
from pathlib import Path

import pytest

from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.app.keyed_workbench import SIZE_STEP_BYTES, KeyedWorkbench
from glyph.app.local import LocalWorkbench
from glyph.app.local_state import LocalState
from glyph.domain.document import ContentHash, DocumentPath, hash_content
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import DocumentNotFound, SettingsError, StaleDocument
from glyph.ingest.redact.policy import RULES_ALONE
from tests.conftest import SMALL_CORPUS, MakeWorkbench

KEYS = DocumentPath("network/wireguard.md")
INDEX = DocumentPath("index.md")
KEY = bytes(32)


def discretion(key: bytes = KEY) -> Discretion:
    return Discretion(Evidence(key), RULES_ALONE)


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    workbench = make_workbench()
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


@pytest.fixture
def keyed(workbench: LocalWorkbench) -> KeyedWorkbench:
    return KeyedWorkbench(workbench, discretion())


def test_no_answer_holds_a_hash_that_can_be_made_from_the_file(
    workbench: LocalWorkbench, keyed: KeyedWorkbench
) -> None:
    request = SearchRequest("wireguard", Mode.KEYWORD, 5, Scope())
    raw, answer = workbench.search(request), keyed.search(request)
    own_hash = hash_content(SMALL_CORPUS[KEYS].encode())
    assert raw.hits[0].content_hash == own_hash
    for hit, known in zip(answer.hits, raw.hits, strict=True):
        assert (hit.path, hit.quote) == (known.path, known.quote)
        assert hit.content_hash != known.content_hash
        assert hit.chunk_id != known.chunk_id
        assert len(hit.content_hash) == 64
        assert len(hit.chunk_id) == 20
    view = keyed.read(KEYS, redacted=True)
    assert view.content_hash == answer.hits[0].content_hash
    assert own_hash not in repr((answer, view))


def test_the_same_key_gives_the_same_evidence_and_another_key_another(workbench: LocalWorkbench) -> None:
    keyed = [KeyedWorkbench(workbench, discretion(key)) for key in (KEY, KEY, b"\1" * 32)]
    views = [one.read(KEYS, redacted=True) for one in keyed]
    assert views[0].content_hash == views[1].content_hash != views[2].content_hash


def test_evidence_changes_with_the_file_and_comes_back_with_its_content(
    keyed: KeyedWorkbench, corpus_root: Path
) -> None:
    before = keyed.read(INDEX, redacted=True).content_hash
    (corpus_root / INDEX).write_text("other", encoding="utf-8")
    changed = keyed.read(INDEX, redacted=True).content_hash
    (corpus_root / INDEX).write_text(SMALL_CORPUS[INDEX], encoding="utf-8")
    assert changed != before == keyed.read(INDEX, redacted=True).content_hash


def test_a_save_takes_the_evidence_it_was_given_and_answers_with_the_next(keyed: KeyedWorkbench) -> None:
    carried = keyed.read(INDEX, redacted=True).content_hash
    for number in range(3):
        carried = keyed.save(INDEX, f"version {number}\n", opened_hash=carried).content_hash
    assert carried == keyed.read(INDEX, redacted=True).content_hash


def test_a_stale_save_is_refused_with_the_evidence_of_what_stands_there(
    keyed: KeyedWorkbench, corpus_root: Path
) -> None:
    stale = keyed.read(INDEX, redacted=True).content_hash
    (corpus_root / INDEX).write_text("meanwhile", encoding="utf-8")
    with pytest.raises(StaleDocument) as refused:
        keyed.save(INDEX, "mine\n", opened_hash=stale)
    assert refused.value.current_hash == keyed.read(INDEX, redacted=True).content_hash
    assert (corpus_root / INDEX).read_text(encoding="utf-8") == "meanwhile"


def test_a_save_with_the_files_own_hash_tells_nothing(keyed: KeyedWorkbench, corpus_root: Path) -> None:
    guess = hash_content(SMALL_CORPUS[INDEX].encode())
    for opened in (guess, ContentHash("0" * 64)):
        with pytest.raises(StaleDocument) as refused:
            keyed.save(INDEX, SMALL_CORPUS[INDEX], opened_hash=opened)
        assert refused.value.current_hash == keyed.read(INDEX, redacted=True).content_hash
    with pytest.raises(DocumentNotFound):
        keyed.save(DocumentPath("absent.md"), "x", opened_hash=guess)
    assert (corpus_root / INDEX).read_text(encoding="utf-8") == SMALL_CORPUS[INDEX]


def test_sizes_are_rounded_up(workbench: LocalWorkbench, keyed: KeyedWorkbench, corpus_root: Path) -> None:
    empty = DocumentPath("empty.md")
    (corpus_root / empty).write_bytes(b"")
    exact = {entry.path: entry.size_bytes for entry in workbench.documents(Scope()).documents}
    shown = {entry.path: entry.size_bytes for entry in keyed.documents(Scope()).documents}
    assert exact[empty] == shown[empty] == 0
    assert {size for path, size in shown.items() if path != empty} == {SIZE_STEP_BYTES}


def test_the_key_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    key = LocalState(tmp_path).key()
    assert len(key) == 32
    assert LocalState(tmp_path).key() == key
    assert [file.name for file in tmp_path.iterdir()] == ["key"]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "abc", "zz" * 32, "00" * 31])
def test_a_damaged_key_is_refused_and_never_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / "key").write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match="holds no key"):
        LocalState(tmp_path).key()
    assert (tmp_path / "key").read_text(encoding="utf-8") == content
    assert os.listdir(tmp_path) == ["key"]
