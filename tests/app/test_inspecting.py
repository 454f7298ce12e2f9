"""Links, problems and redactions are told of the documents as they stand, and nothing in them is unredacted."""

from pathlib import Path

import pytest

from glyph.app.filing_answers import Backlink, LinkState, ProblemKind
from glyph.app.local import LocalWorkbench
from glyph.domain.document import DocumentPath, hash_content
from glyph.errors import BadDocumentPath, DocumentNotFound
from tests.conftest import MakeWorkbench

INDEX, KEYS = DocumentPath("index.md"), DocumentPath("network/wireguard.md")
SECRET = "8Jm1nV6Zk3x0Qw9bT2yR5uP7sLd4fGhCaEoIiKjNnMk="


@pytest.fixture
def workbench(make_workbench: MakeWorkbench) -> LocalWorkbench:
    return make_workbench()


def write(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, encoding="utf-8")


def test_a_document_knows_where_its_links_lead(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "map.png").write_bytes(b"png")
    lines = {
        "[keys](network/wireguard.md#keys)": LinkState.OK,
        "[lines](network/wireguard.md#L2-L3)": LinkState.OK,
        "[self](#runbooks)": LinkState.OK,
        "![map](map.png)": LinkState.OK,
        "[folder](network/)": LinkState.OK,
        "[web](https://example.test/)": LinkState.OUTSIDE,
        "[gone](gone.md)": LinkState.MISSING_DOCUMENT,
        "![gone](gone.png)": LinkState.MISSING_FILE,
        "[climbs](../../etc/passwd)": LinkState.MISSING_FILE,
        "[hidden](.git/config)": LinkState.MISSING_FILE,
        "[part](network/wireguard.md#gone)": LinkState.MISSING_ANCHOR,
        "[far](network/wireguard.md#L999)": LinkState.MISSING_ANCHOR,
    }
    write(corpus_root, INDEX, "# Runbooks\n" + "\n".join(lines) + "\n")
    outgoing = workbench.links(INDEX).outgoing
    assert [(link.line, link.state) for link in outgoing] == [
        (number, state) for number, state in enumerate(lines.values(), start=2)
    ]
    assert (outgoing[0].path, outgoing[0].anchor, outgoing[0].target) == (KEYS, "keys", "network/wireguard.md#keys")


def test_a_document_knows_who_links_to_it_with_the_line(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, "# Runbooks\n\nFirst read [the keys](network/wireguard.md#keys), then go.\n")
    write(corpus_root, "backup/restore.md", "# Restore\n\nnothing\n")
    assert workbench.links(KEYS).backlinks == (
        Backlink(INDEX, "Runbooks", 3, "keys", "First read [the keys](network/wireguard.md#keys), then go."),
    )
    write(corpus_root, INDEX, "# Runbooks\n")
    assert workbench.links(KEYS).backlinks == ()


def test_no_answer_about_links_holds_a_secret(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(
        corpus_root, INDEX, f"[k](network/wireguard.md) PrivateKey = {SECRET}\n\n[x](gone.md?password=hunter2secret)\n"
    )
    said = f"{workbench.links(INDEX)}{workbench.links(KEYS)}{workbench.problems()}"
    assert SECRET not in said
    assert "⟦secret:" in said


def test_a_long_line_is_cut_around_its_link(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, f"{'word ' * 500}[keys](network/wireguard.md){' word' * 500}\n")
    (backlink,) = workbench.links(KEYS).backlinks
    assert "[keys](network/wireguard.md)" in backlink.text
    assert len(backlink.text) <= 402


@pytest.mark.parametrize(("path", "error"), [("absent.md", DocumentNotFound), ("../a.md", BadDocumentPath)])
def test_links_are_told_of_documents_alone(workbench: LocalWorkbench, path: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        workbench.links(DocumentPath(path))


def test_problems_name_what_is_broken_and_where(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, "# Runbooks\n\n[gone](gone.md)\n[part](network/wireguard.md#gone)\n![x](x.png)\n")
    (corpus_root / "binary.md").write_bytes(b"\xff\xfe")
    (corpus_root / "bad:name.md").write_bytes(b"x")
    (corpus_root / "broken.md").symlink_to("nowhere.md")
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    found = [(problem.kind, problem.path, problem.line, problem.target) for problem in workbench.problems().problems]
    assert found == [
        (ProblemKind.NOT_A_DOCUMENT, "bad:name.md", None, None),
        (ProblemKind.UNREADABLE, "binary.md", None, None),
        (ProblemKind.NOT_A_DOCUMENT, "broken.md", None, None),
        (ProblemKind.BROKEN_LINK, INDEX, 3, "gone.md"),
        (ProblemKind.BROKEN_ANCHOR, INDEX, 4, "network/wireguard.md#gone"),
        (ProblemKind.BROKEN_LINK, INDEX, 5, "x.png"),
    ]


def test_problems_are_told_before_anything_was_indexed(workbench: LocalWorkbench, corpus_root: Path) -> None:
    (corpus_root / "binary.md").write_bytes(b"\xff\xfe")
    assert [problem.kind for problem in workbench.problems().problems] == [ProblemKind.UNREADABLE]


def test_redactions_name_rule_and_line_and_never_the_value(workbench: LocalWorkbench) -> None:
    listed = workbench.redactions()
    (document,) = listed.documents
    assert document.path == KEYS
    assert [place.line for place in document.redactions] == [9]
    assert SECRET not in str(listed)
    assert workbench.redactions(path=KEYS).documents == (document,)
    assert workbench.redactions(path=INDEX).documents[0].redactions == ()
    assert workbench.redactions(after=KEYS).documents == ()


def test_redactions_follow_a_document_that_changes(workbench: LocalWorkbench, corpus_root: Path) -> None:
    assert len(workbench.redactions().documents) == 1
    workbench.indexing.run(lambda _done, _total: None, rebuild=False)
    write(corpus_root, INDEX, f"\n\nPrivateKey = {SECRET}\n")
    write(corpus_root, KEYS, "no key any more\n")
    (document,) = workbench.redactions().documents
    assert (document.path, document.redactions[0].line) == (INDEX, 3)
    assert document.content_hash == hash_content((corpus_root / INDEX).read_bytes())


def test_a_corpus_with_many_redactions_is_told_in_pages(workbench: LocalWorkbench, corpus_root: Path) -> None:
    for number in range(250):
        write(corpus_root, f"{number:03}.md", f"PrivateKey = {SECRET}\n")
    first = workbench.redactions()
    second = workbench.redactions(after=first.next_after or "")
    assert (len(first.documents), second.next_after) == (200, None)
    paths = [document.path for document in (*first.documents, *second.documents)]
    assert paths == sorted(paths)
    assert len(set(paths)) == 251


def test_a_heading_that_skips_a_level_is_a_problem(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, "# Runbooks\n\n## Two\n\n#### Four\n\n## Two again\n\n### Three\n")
    skips = [one for one in workbench.problems().problems if one.kind is ProblemKind.HEADING_SKIP]
    assert [(one.path, one.line, one.target) for one in skips] == [(INDEX, 5, None)]


def test_chunks_cover_the_text_and_hold_no_secret(workbench: LocalWorkbench, corpus_root: Path) -> None:
    write(corpus_root, INDEX, f"# Runbooks\n\nPrivateKey = {SECRET}\n\n## Two\n\ntext\n")
    chunks = workbench.chunks(INDEX).chunks
    assert "".join(chunk.text for chunk in chunks).count("\u27e6secret:") == 1
    assert SECRET not in str(chunks)
    assert (chunks[0].line_from, chunks[-1].line_to) == (1, 7)
