"""Files for callers without a session: what they are shown and what they send back is evidence, never a hash."""

from pathlib import Path

import pytest

from glyph.app.discretion import Discretion
from glyph.app.evidence import Evidence
from glyph.app.filing_answers import ChangedDocument
from glyph.app.keyed_filing import KeyedFiling
from glyph.app.keyed_workbench import KeyedWorkbench
from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import StaleDocument, StalePlan
from glyph.ingest.redact.policy import RULES_ALONE
from tests.conftest import SMALL_CORPUS, MakeWorkbench

INDEX, KEYS, MOVED = DocumentPath("index.md"), DocumentPath("network/wireguard.md"), DocumentPath("vpn/wireguard.md")
EVIDENCE = Evidence(bytes(32))
DISCRETION = Discretion(EVIDENCE, RULES_ALONE)
LINKING = "# Runbooks\n\n- [Keys](network/wireguard.md)\n"


@pytest.fixture
def workbench(make_workbench: MakeWorkbench, corpus_root: Path) -> LocalWorkbench:
    (corpus_root / INDEX).write_text(LINKING, encoding="utf-8")
    workbench = make_workbench()
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


@pytest.fixture
def filing(workbench: LocalWorkbench) -> KeyedFiling:
    return KeyedFiling(workbench, DISCRETION)


def test_a_move_is_planned_and_made_by_evidence_alone(filing: KeyedFiling, corpus_root: Path) -> None:
    plan = filing.plan_move(KEYS, MOVED, rewrite_links=True)
    own = {hash_content(text.encode()) for text in (SMALL_CORPUS[KEYS], LINKING)}
    assert own.isdisjoint({plan.content_hash, *(one.content_hash for one in plan.documents)})
    moved = filing.move(KEYS, MOVED, opened_hash=plan.content_hash, rewrite_links=True, documents=plan.documents)
    assert (corpus_root / MOVED).read_text(encoding="utf-8") == SMALL_CORPUS[KEYS]
    assert "](vpn/wireguard.md)" in (corpus_root / INDEX).read_text(encoding="utf-8")
    assert moved.content_hash == plan.content_hash
    assert [saved.path for saved in moved.rewritten] == [INDEX]
    assert moved.rewritten[0].content_hash == EVIDENCE.content_hash(hash_content((corpus_root / INDEX).read_bytes()))


def test_a_hash_made_from_a_guess_moves_and_deletes_nothing(filing: KeyedFiling, corpus_root: Path) -> None:
    guess = hash_content(SMALL_CORPUS[KEYS].encode())
    with pytest.raises(StaleDocument) as refused:
        filing.delete(KEYS, opened_hash=guess)
    assert refused.value.current_hash == EVIDENCE.content_hash(guess)
    with pytest.raises(StaleDocument):
        filing.move(KEYS, MOVED, opened_hash=guess, rewrite_links=False, documents=())
    shown = ChangedDocument(INDEX, hash_content(LINKING.encode()))
    with pytest.raises(StalePlan):
        filing.move(KEYS, MOVED, opened_hash=EVIDENCE.content_hash(guess), rewrite_links=True, documents=[shown])
    assert (corpus_root / KEYS).read_text(encoding="utf-8") == SMALL_CORPUS[KEYS]
    assert not (corpus_root / MOVED).exists()


def test_what_was_read_by_evidence_is_deleted_by_it(
    workbench: LocalWorkbench, filing: KeyedFiling, corpus_root: Path
) -> None:
    view = KeyedWorkbench(workbench, DISCRETION).read(KEYS, redacted=True)
    filing.delete(KEYS, opened_hash=view.content_hash)
    assert not (corpus_root / KEYS).exists()


def test_what_is_created_and_what_is_redacted_is_named_by_evidence(filing: KeyedFiling) -> None:
    created = filing.create(DocumentPath("new.md"), "# New\n")
    assert created.content_hash == EVIDENCE.content_hash(hash_content(b"# New\n"))
    redacted = {document.path: document.content_hash for document in filing.redactions().documents}
    assert redacted[KEYS] == EVIDENCE.content_hash(hash_content(SMALL_CORPUS[KEYS].encode()))
