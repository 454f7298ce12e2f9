"""Reading: the tree, the text, and help for a path that is nearly right."""

from pathlib import Path

import pytest

from glyph.app.answers import DocumentState
from glyph.app.local import LocalWorkbench
from glyph.domain.document import CollectionName, DocumentPath
from glyph.domain.ranking import Scope
from glyph.errors import BadDocumentPath, BadRequest, CorpusUnavailable, DocumentNotFound, UnreadableDocument
from tests.conftest import SMALL_CORPUS, MakeWorkbench

KEYS = DocumentPath("network/wireguard.md")


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    workbench = make_workbench()
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    return workbench


def states(workbench: LocalWorkbench) -> dict[str, DocumentState]:
    return {entry.path: entry.state for entry in workbench.documents(Scope()).documents}


def test_the_tree_lists_every_document_in_path_order_with_its_title(workbench: LocalWorkbench) -> None:
    entries = workbench.documents(Scope()).documents
    assert [(entry.path, entry.title) for entry in entries] == [
        ("backup/restore.md", "Restoring a backup"),
        ("index.md", "Runbooks"),
        ("network/dns.txt", "dns"),
        ("network/wireguard.md", "WireGuard"),
    ]
    assert all(entry.editable and entry.size_bytes == len(SMALL_CORPUS[entry.path].encode()) for entry in entries)


def test_the_tree_says_how_each_document_stands_to_the_index(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "blank.md").write_bytes(b"\n")
    (corpus_root / "broken.md").write_bytes(b"\xff")
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    (corpus_root / "index.md").write_text("changed", encoding="utf-8")
    (corpus_root / "new-page.md").write_text("new", encoding="utf-8")
    assert states(workbench) == {
        "backup/restore.md": DocumentState.INDEXED,
        "blank.md": DocumentState.EMPTY,
        "broken.md": DocumentState.FAILED,
        "index.md": DocumentState.PENDING,
        "network/dns.txt": DocumentState.INDEXED,
        "network/wireguard.md": DocumentState.INDEXED,
        "new-page.md": DocumentState.PENDING,
    }


def test_without_an_index_the_tree_is_there_and_everything_is_pending(make_workbench: MakeWorkbench) -> None:
    assert set(states(make_workbench()).values()) == {DocumentState.PENDING}


def test_a_scope_limits_the_tree(workbench: LocalWorkbench) -> None:
    listed = workbench.documents(Scope((CollectionName("docs"),), "network/")).documents
    assert [entry.path for entry in listed] == ["network/dns.txt", "network/wireguard.md"]
    with pytest.raises(BadRequest) as refused:
        workbench.documents(Scope((CollectionName("wiki"),)))
    assert "docs" in refused.value.hint


def test_a_root_that_is_gone_is_said_and_not_an_empty_tree(workbench: LocalWorkbench, corpus_root: Path) -> None:
    corpus_root.rename(corpus_root.with_name("elsewhere"))
    with pytest.raises(CorpusUnavailable):
        workbench.documents(Scope())


def test_a_document_is_read_raw_or_redacted_line_by_line_alike(workbench: LocalWorkbench) -> None:
    raw, redacted = workbench.read(KEYS, redacted=False), workbench.read(KEYS, redacted=True)
    assert raw.text == SMALL_CORPUS[KEYS]
    assert "8Jm1nV6Zk3x0Qw9b" not in redacted.text
    assert (raw.redacted, redacted.redacted) == (False, True)
    assert raw.total_lines == redacted.total_lines == 9
    assert raw.content_hash == redacted.content_hash
    assert (raw.line_from, raw.line_to, raw.indexed, raw.title) == (1, 9, True, "WireGuard")


@pytest.mark.parametrize(
    ("line_from", "line_count", "text", "line_to"),
    [
        (1, 1, "# WireGuard", 1),
        (3, 3, "## Restart\n\nRun `wg-quick up wg0` on the gateway.", 5),
        (5, None, SMALL_CORPUS[KEYS].split("\n", 4)[4].removesuffix("\n"), 9),
        (7, 100, "## Keys\n\nPrivateKey = 8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk=", 9),
        (None, 2, "# WireGuard\n", 2),
        (None, None, SMALL_CORPUS[KEYS], 9),
    ],
)
def test_a_run_of_lines_is_read(
    workbench: LocalWorkbench, line_from: int | None, line_count: int | None, text: str, line_to: int
) -> None:
    view = workbench.read(KEYS, redacted=False, line_from=line_from, line_count=line_count)
    assert (view.text, view.line_from, view.line_to, view.total_lines) == (text, line_from or 1, line_to, 9)


def test_lines_past_the_end_are_a_bad_request(workbench: LocalWorkbench) -> None:
    with pytest.raises(BadRequest, match="9 lines"):
        workbench.read(KEYS, redacted=True, line_from=10)


@pytest.mark.parametrize(("content", "lines", "last"), [(b"", 0, 0), (b"\n", 1, 1), (b"a", 1, 1), (b"a\n\n", 2, 2)])
def test_documents_of_hardly_any_lines_are_read(
    workbench: LocalWorkbench, corpus_root: Path, content: bytes, lines: int, last: int
) -> None:
    (corpus_root / "tiny.md").write_bytes(content)
    view = workbench.read(DocumentPath("tiny.md"), redacted=True)
    assert (view.text, view.total_lines, view.line_to) == (content.decode(), lines, last)
    assert view.line_from == min(1, lines)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Intro.\n\n# Office\n\nText.\n", "Office"),
        ("---\ntitle: Cellar\n---\n# Office\n", "Cellar"),
        ("# password: Xk29dmQ1z!\n", "password: ⟦secret:password⟧"),
        ("---\ntitle: 'token: Xk29dmQ1z!Xk29dmQ1z!'\n---\n", "token: ⟦secret:token⟧"),
        ("No heading.\n", "page"),
    ],
)
def test_the_title_beside_raw_text_is_redacted_whether_indexed_or_not(
    make_workbench: MakeWorkbench, corpus_root: Path, text: str, title: str
) -> None:
    workbench, page = make_workbench(), DocumentPath("page.md")
    (corpus_root / page).write_text(text, encoding="utf-8")
    pending = workbench.read(page, redacted=False)
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    indexed = workbench.read(page, redacted=False)
    assert (pending.indexed, indexed.indexed) == (False, True)
    assert pending.title == indexed.title == workbench.read(page, redacted=True).title == title


def test_a_document_with_a_secret_in_its_name_is_a_problem_and_not_indexed(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "wifi-password-Kettle4711.md").write_text("# Kettle\n", encoding="utf-8")
    report = workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    status = workbench.status()
    assert [(problem.path, problem.reason) for problem in status.problems] == [
        ("⟦secret:password⟧.md", "The document's path holds what looks like a secret.")
    ]
    assert report.failed == 1
    assert status.pending == 0
    verification = workbench.verifying.verify(lambda _done, _total: None, full=True)
    assert "Kettle4711" not in repr((report, status, verification))
    (hidden,) = [one for one in workbench.documents(Scope()).documents if "Kettle4711" in one.path]
    assert hidden.state == DocumentState.FAILED
    with pytest.raises(DocumentNotFound) as unknown:
        workbench.read(DocumentPath("wifi-password-Kettle.md"), redacted=True)
    assert "Kettle4711" not in unknown.value.hint


def test_a_changed_document_is_read_as_it_is_and_said_not_to_be_indexed(
    workbench: LocalWorkbench, corpus_root: Path
) -> None:
    (corpus_root / "index.md").write_text("changed\n", encoding="utf-8")
    view = workbench.read(DocumentPath("index.md"), redacted=True)
    assert (view.text, view.indexed) == ("changed\n", False)


@pytest.mark.parametrize(
    ("asked", "suggested"),
    [
        ("network/wiregard.md", "network/wireguard.md"),
        ("wireguard.md", "network/wireguard.md"),
        ("old/place/restore.md", "backup/restore.md"),
        ("network/dns.md", "network/dns.txt"),
    ],
)
def test_a_path_that_is_nearly_right_gets_a_suggestion(workbench: LocalWorkbench, asked: str, suggested: str) -> None:
    with pytest.raises(DocumentNotFound) as missing:
        workbench.read(DocumentPath(asked), redacted=True)
    assert missing.value.hint.startswith("Did you mean ")
    assert suggested in missing.value.hint


def test_a_path_that_is_like_nothing_gets_no_suggestion(workbench: LocalWorkbench) -> None:
    with pytest.raises(DocumentNotFound) as missing:
        workbench.read(DocumentPath("qqqqqqqqqq/zzzzzzzzzzzzz.txt"), redacted=True)
    assert "Did you mean" not in missing.value.hint


@pytest.mark.parametrize("path", ["../outside.md", "/etc/passwd", ".env", "a.png", ""])
def test_a_bad_path_is_refused(workbench: LocalWorkbench, path: str) -> None:
    with pytest.raises(BadDocumentPath):
        workbench.read(DocumentPath(path), redacted=True)


def test_bytes_that_are_no_text_are_unreadable(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "binary.md").write_bytes(b"\xff\xfe\0")
    for redacted in (True, False):
        with pytest.raises(UnreadableDocument):
            workbench.read(DocumentPath("binary.md"), redacted=redacted)
