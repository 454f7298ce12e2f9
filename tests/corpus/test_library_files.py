"""The library: documents come, move and go, and nothing is ever overwritten by that."""

import os
import stat
from pathlib import Path

import pytest

from glyph.corpus.library import Change, Library
from glyph.corpus.refusals import refusal
from glyph.corpus.sources.folder import FolderSource
from glyph.domain.document import ContentHash, DocumentPath, SourceDocument, hash_content
from glyph.errors import DocumentNotFound, GlyphError, PathTaken, ReadOnlyDocument, StaleDocument, StateUnwritable
from tests.unprivileged import unprivileged

A, B = DocumentPath("network/a.md"), DocumentPath("vpn/deep/b.md")
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs/network").mkdir(parents=True)
    (tmp_path / "docs/network/a.md").write_bytes(b"one\n")
    return tmp_path / "docs"


@pytest.fixture
def kept() -> list[SourceDocument]:
    return []


@pytest.fixture
def library(root: Path, kept: list[SourceDocument]) -> Library:
    return Library(root, FolderSource(root, 100_000), kept.append)


def hash_of(library: Library, path: DocumentPath = A) -> ContentHash:
    return library.read(path).content_hash


def test_a_document_is_created_with_the_folders_it_needs(library: Library, root: Path) -> None:
    library.create(B, b"new\r\n")
    assert (root / B).read_bytes() == b"new\r\n"
    assert list(root.rglob(".glyph-*")) == []


@pytest.mark.parametrize(
    "path",
    [
        "network/a.md",
        "network/A.md",
        "NETWORK/b.md",
        "network/a.md/b.md",
        "gro\u00dfe/x.md",
        "GROSSE/x.md",
        "gr\u00f6\u00dfe.md",
    ],
)
def test_what_is_taken_or_a_twin_of_it_is_never_created_and_never_moved_onto(
    library: Library, root: Path, path: str
) -> None:
    (root / "GROSSE").mkdir()
    (root / "GROSSE/x.md").write_bytes(b"x")
    (root / "gro\u0308\u00dfe.md").write_bytes(b"decomposed")
    (root / "b.md").write_bytes(b"b")
    before = sorted(root.rglob("*"))
    with pytest.raises(PathTaken):
        library.create(DocumentPath(path), b"new")
    with pytest.raises(PathTaken):
        library.move(DocumentPath("b.md"), DocumentPath(path), opened_hash=hash_content(b"b"))
    assert sorted(root.rglob("*")) == before
    assert (root / A).read_bytes() == b"one\n"


def test_a_move_takes_the_document_its_mode_and_its_images_and_leaves_no_empty_folder(
    library: Library, root: Path
) -> None:
    (root / "network/a.assets").mkdir()
    (root / "network/a.assets/map.png").write_bytes(b"map")
    (root / A).chmod(0o640)
    inode = (root / A).stat().st_ino
    moved = library.move(A, B, opened_hash=hash_of(library))
    assert (moved.document.file.path, moved.document.content) == (B, b"one\n")
    assert ((root / B).stat().st_ino, (root / B).stat().st_mode & 0o777) == (inode, 0o640)
    assert (root / "vpn/deep/b.assets/map.png").read_bytes() == b"map"
    assert not (root / "network").exists()


def test_a_folder_that_holds_anything_else_stays(library: Library, root: Path) -> None:
    (root / "network/.hidden").write_bytes(b"")
    library.move(A, B, opened_hash=hash_of(library))
    assert (root / "network/.hidden").exists()


def test_a_name_may_change_its_case_alone(library: Library, root: Path) -> None:
    library.move(A, DocumentPath("network/A.md"), opened_hash=hash_of(library))
    assert os.listdir(root / "network") == ["A.md"]


def test_a_move_changes_the_others_with_it_and_hands_their_former_versions_on(
    library: Library, root: Path, kept: list[SourceDocument]
) -> None:
    (root / "index.md").write_bytes(b"see a\r\n")
    changes = (
        Change(DocumentPath("index.md"), "see b\n", hash_content(b"see a\r\n")),
        Change(A, "uno\n", hash_content(b"one\n")),
    )
    moved = library.move(A, B, opened_hash=hash_of(library), changes=changes)
    assert [document.file.path for document in moved.changed] == ["index.md", B]
    assert ((root / "index.md").read_bytes(), (root / B).read_bytes()) == (b"see b\r\n", b"uno\n")
    assert moved.document.content == b"uno\n"
    assert [document.content for document in kept] == [b"see a\r\n", b"one\n"]


def test_a_move_with_any_hash_that_is_stale_changes_nothing(library: Library, root: Path) -> None:
    (root / "index.md").write_bytes(b"changed")
    stale = Change(DocumentPath("index.md"), "mine", hash_content(b"opened"))
    for opened, changes in ((hash_of(library), (stale,)), (hash_content(b"other"), ())):
        with pytest.raises(StaleDocument):
            library.move(A, B, opened_hash=opened, changes=changes)
    assert ((root / A).read_bytes(), (root / "index.md").read_bytes()) == (b"one\n", b"changed")
    assert not (root / "vpn").exists()


def test_a_document_that_cannot_be_changed_with_a_move_is_told_and_the_others_are_changed(
    library: Library, root: Path
) -> None:
    locked, index = DocumentPath("locked/x.md"), DocumentPath("index.md")
    (root / "locked").mkdir()
    for path in (locked, index):
        (root / path).write_bytes(b"see a\n")
    changes = [Change(path, "see b\n", hash_content(b"see a\n")) for path in (locked, index)]
    with unprivileged(root):
        (root / "locked").chmod(0o500)
        moved = library.move(A, B, opened_hash=hash_of(library), changes=changes)
    assert [document.file.path for document in moved.changed] == [index]
    assert [problem.path for problem in moved.failed] == [locked]
    assert "chmod" in moved.failed[0].reason
    assert ((root / locked).read_bytes(), (root / index).read_bytes()) == (b"see a\n", b"see b\n")
    (root / "locked").chmod(0o700)


def test_a_deleted_document_was_kept_before_it_went(library: Library, root: Path, kept: list[SourceDocument]) -> None:
    def keep(document: SourceDocument) -> None:
        assert (root / A).exists()
        kept.append(document)

    library.delete(A, opened_hash=hash_of(library), keep=keep)
    assert [document.content for document in kept] == [b"one\n"]
    assert os.listdir(root) == []


def test_what_cannot_be_kept_or_is_another_version_is_not_deleted(library: Library, root: Path) -> None:
    def full(_document: SourceDocument) -> None:
        raise StateUnwritable("full")

    with pytest.raises(StateUnwritable):
        library.delete(A, opened_hash=hash_of(library), keep=full)
    with pytest.raises(StaleDocument):
        library.delete(A, opened_hash=hash_content(b"other"), keep=lambda _document: None)
    assert (root / A).exists()


def test_a_link_is_neither_moved_nor_deleted_and_none_is_followed_to_create(
    library: Library, root: Path, tmp_path: Path
) -> None:
    (root / "link.md").symlink_to("network/a.md")
    (root / "inside").symlink_to("network")
    (root / "outside").symlink_to(tmp_path)
    refused = (
        lambda: library.move(DocumentPath("link.md"), B, opened_hash=hash_of(library)),
        lambda: library.delete(DocumentPath("link.md"), opened_hash=hash_of(library), keep=lambda _document: None),
        lambda: library.delete(DocumentPath("inside/a.md"), opened_hash=hash_of(library), keep=lambda _document: None),
    )
    taken = (
        lambda: library.create(DocumentPath("inside/new.md"), b"x"),
        lambda: library.create(DocumentPath("outside/new.md"), b"x"),
        lambda: library.move(A, DocumentPath("outside/new.md"), opened_hash=hash_of(library)),
    )
    for deed in refused:
        with pytest.raises(ReadOnlyDocument):
            deed()
    for deed in taken:
        with pytest.raises(PathTaken):
            deed()
    assert (root / A).exists()
    assert not (tmp_path / "new.md").exists()
    assert os.listdir(root / "network") == ["a.md"]


def test_what_does_not_exist_is_neither_moved_nor_deleted(library: Library) -> None:
    absent = DocumentPath("absent.md")
    with pytest.raises(DocumentNotFound):
        library.move(absent, B, opened_hash=hash_content(b""))
    with pytest.raises(DocumentNotFound):
        library.delete(absent, opened_hash=hash_content(b""), keep=lambda _document: None)


def test_a_new_document_may_be_used_by_whom_its_folder_may(library: Library, root: Path) -> None:
    for mode, file_mode in ((0o755, 0o644), (0o770, 0o660), (0o700, 0o600)):
        (root / "network").chmod(mode)
        path = DocumentPath(f"network/{mode:o}/x.md")
        library.create(path, b"x")
        assert stat.S_IMODE((root / path).stat().st_mode) == file_mode
        assert stat.S_IMODE((root / path).parent.stat().st_mode) == mode


@AS_ROOT
def test_a_save_as_root_leaves_the_document_with_its_owner(library: Library, root: Path) -> None:
    os.chown(root / A, 1234, 5678)
    library.save(A, "two\n", opened_hash=hash_of(library))
    facts = (root / A).stat()
    assert ((root / A).read_bytes(), facts.st_uid, facts.st_gid) == (b"two\n", 1234, 5678)


@AS_ROOT
def test_a_group_that_cannot_be_kept_passes_its_rights_to_no_other_group(library: Library, root: Path) -> None:
    (root / A).chmod(0o664)
    with unprivileged(root):  # a member of root's group alone, and the file is of another
        library.save(A, "two\n", opened_hash=hash_of(library))
    facts = (root / A).stat()
    assert ((root / A).read_bytes(), facts.st_gid, stat.S_IMODE(facts.st_mode)) == (b"two\n", 0, 0o644)


@AS_ROOT
def test_what_root_creates_belongs_to_the_owner_of_the_folder(library: Library, root: Path) -> None:
    os.chown(root, 1234, 5678)
    library.create(B, b"new")
    for place in (root / B, (root / B).parent, root / "vpn"):
        assert (place.stat().st_uid, place.stat().st_gid) == (1234, 5678), place


@AS_ROOT
def test_a_document_of_somebody_else_is_refused_with_the_fix_that_keeps_its_owner(library: Library, root: Path) -> None:
    with unprivileged(root):
        opened = hash_of(library)
    os.chown(root / A, 1234, 1234)
    (root / A).chmod(0o666)
    with unprivileged_again(), pytest.raises(ReadOnlyDocument) as refused:
        library.save(A, "two\n", opened_hash=opened)
    assert "user id 1234" in refused.value.message
    assert "chown -R 65534" in refused.value.hint
    assert (root / A).read_bytes() == b"one\n"
    assert list(root.rglob(".glyph-*")) == []


def unprivileged_again() -> "AsNobody":
    return AsNobody()


class AsNobody:
    """Run as an ordinary user without giving him anything."""

    def __enter__(self) -> None:
        os.seteuid(65_534)

    def __exit__(self, *_: object) -> None:
        os.seteuid(0)


@pytest.mark.parametrize("deed", ["save", "create", "move", "delete"])
def test_a_folder_of_somebody_else_is_an_error_that_names_the_fix(library: Library, root: Path, deed: str) -> None:
    (root / "network").chmod(0o500)
    with unprivileged(root):
        opened = hash_of(library)
        deeds = {
            "save": lambda: library.save(A, "two\n", opened_hash=opened),
            "create": lambda: library.create(DocumentPath("network/b.md"), b"x"),
            "move": lambda: library.move(A, B, opened_hash=opened),
            "delete": lambda: library.delete(A, opened_hash=opened, keep=lambda _document: None),
        }
        with pytest.raises(ReadOnlyDocument) as refused:
            deeds[deed]()
        assert "network" in refused.value.message
        assert "user id" in refused.value.hint
        assert (root / A).read_bytes() == b"one\n"
        assert not (root / "vpn").exists()
    (root / "network").chmod(0o700)


@pytest.mark.parametrize(
    ("number", "fix"),
    [
        ("EROFS", ":ro"),
        ("EBUSY", "Mount the folder"),
        ("ENOSPC", "room"),
        ("ELOOP", "link leads to"),
        ("EIO", "writable"),
    ],
)
def test_what_the_file_system_refuses_comes_with_its_fix(root: Path, number: str, fix: str) -> None:
    import errno

    code = int(getattr(errno, number))
    error: GlyphError = refusal(root, A, OSError(code, os.strerror(code)))
    assert fix in error.hint
    assert A in error.message
