"""Journeys of a second import: edited here, changed there, both; moved, renamed, deleted. Nothing is lost."""

from pathlib import Path

import pytest

from glyph.corpus.notion.pipeline import Order
from glyph.corpus.notion.report import ImportReport, Relocation
from tests.corpus.notion.exports import ID1, ID2, ID3, Desk, Files, document, zip_at

FIRST = "one\n\ntwo\n\nthree\n\nfour\n\nfive"
PNG = b"\x89PNG\r\n\x1a\n"


def export(body: str, *, more: Files | None = None) -> Files:
    return {f"DNS {ID1}.md": document("DNS", body), f"Home {ID2}.md": document("Home"), **(more or {})}


def edit(desk: Desk, path: str, old: str, new: str) -> None:
    text = desk.text(path)
    assert old in text
    (desk.root / path).write_text(text.replace(old, new), encoding="utf-8")


def again(desk: Desk, files: Files) -> ImportReport:
    """Import another export of the same workspace, twice."""
    return desk.twice(zip_at(desk.place / "later.zip", files))


def test_changed_there_is_rewritten_and_the_former_text_is_kept(desk: Desk) -> None:
    desk.imported(export(FIRST))
    report = again(desk, export(FIRST.replace("two", "2")))
    assert desk.body("DNS.md") == document("DNS", FIRST.replace("two", "2"))
    assert report.outcomes == {"rewritten": 1, "unchanged": 1}
    assert any("two" in file.read_text() for file in (desk.place / "state" / "history").rglob("*-*"))


def test_edited_here_is_kept(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "two", "two, as we do it")
    report = again(desk, export(FIRST))
    assert "two, as we do it" in desk.text("DNS.md")
    assert report.outcomes == {"edited": 1, "unchanged": 1}


def test_changes_in_different_places_are_both_kept(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "one", "one, edited here")
    report = again(desk, export(FIRST.replace("five", "five, changed there")))
    assert "one, edited here" in desk.text("DNS.md")
    assert "five, changed there" in desk.text("DNS.md")
    assert report.outcomes == {"merged": 1, "unchanged": 1}
    assert not report.conflicts


def test_changes_in_the_same_place_are_a_conflict_and_nothing_is_lost(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "two", "two here")
    report = again(desk, export(FIRST.replace("two", "two there")))
    assert "two here" in desk.text("DNS.md")
    assert report.conflicts == ("DNS.md",)
    with desk.manifest() as manifest:
        theirs, base = manifest.conflict(f"page:{ID1}"), manifest.base(f"page:{ID1}")
        assert manifest.rows()[f"page:{ID1}"].in_conflict
    assert theirs is not None
    assert "two there" in theirs
    assert base is not None
    assert "\ntwo\n" in base


def test_a_conflict_ends_when_the_text_holds_both(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "two", "two here")
    changed = export(FIRST.replace("two", "two there"))
    again(desk, changed)
    edit(desk, "DNS.md", "two here", "two there")
    report = again(desk, changed)
    assert not report.conflicts
    with desk.manifest() as manifest:
        assert not manifest.rows()[f"page:{ID1}"].in_conflict


def test_the_same_change_on_both_sides_is_none(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "two", "2")
    assert again(desk, export(FIRST.replace("two", "2"))).outcomes == {"unchanged": 2}


def test_a_moved_page_moves_with_its_edits_and_its_history(desk: Desk) -> None:
    home = document("Home", f"[d](DNS%20{ID1}.md)")
    desk.imported({f"DNS {ID1}.md": document("DNS", FIRST), f"Home {ID2}.md": home})
    edit(desk, "DNS.md", "two", "two here")
    moved = {f"Home/DNS {ID1}.md": document("DNS", FIRST), f"Home {ID2}.md": home.replace("DNS%20", "Home/DNS%20")}
    report = again(desk, moved)
    assert report.moved == (Relocation("DNS.md", "Home/DNS.md"),)
    assert set(desk.tree()) == {"Home.md", "Home/DNS.md"}
    assert "two here" in desk.text("Home/DNS.md")
    assert "[d](Home/DNS.md)" in desk.text("Home.md")


def test_a_renamed_page_is_renamed_and_told(desk: Desk) -> None:
    desk.imported(export(FIRST))
    report = again(desk, {f"Names {ID1}.md": document("Names", FIRST), f"Home {ID2}.md": document("Home")})
    assert report.moved == (Relocation("DNS.md", "Names.md"),)
    assert desk.body("Names.md") == document("Names", FIRST)
    assert "DNS.md" not in desk.tree()


def test_two_pages_that_change_places_lose_nothing(desk: Desk) -> None:
    desk.imported({f"A {ID1}.md": document("A", "text of 1"), f"B {ID2}.md": document("B", "text of 2")})
    report = again(desk, {f"B {ID1}.md": document("B", "text of 1"), f"A {ID2}.md": document("A", "text of 2")})
    assert len(report.moved) == 2
    texts = sorted(text.decode().rsplit("\n\n", 1)[1] for text in desk.tree().values())
    assert texts == ["text of 1\n", "text of 2\n"]


def test_a_title_that_is_a_relative_date_does_not_move_its_page(desk: Desk) -> None:
    desk.imported({f"Log/@Yesterday {ID1}.md": document("@Yesterday", "x")})
    report = again(desk, {f"Log/@Last Wednesday {ID1}.md": document("@Last Wednesday", "x")})
    assert not report.moved
    assert set(desk.tree()) == {"Log/@Yesterday.md"}


def test_a_page_that_was_moved_here_stays_where_it_was_moved(desk: Desk) -> None:
    desk.imported(export(FIRST))
    (desk.root / "network").mkdir()
    (desk.root / "DNS.md").rename(desk.root / "network/resolvers.md")
    report = again(desk, export(FIRST.replace("two", "2")))
    assert set(desk.tree()) == {"Home.md", "network/resolvers.md"}
    assert "\n2\n" in desk.text("network/resolvers.md")
    assert not report.moved


def test_a_page_that_was_deleted_here_does_not_come_back(desk: Desk) -> None:
    desk.imported(export(FIRST))
    (desk.root / "DNS.md").unlink()
    report = again(desk, export(FIRST))
    assert report.removed == ("DNS.md",)
    assert set(desk.tree()) == {"Home.md"}


def test_a_page_that_was_deleted_here_and_changed_there_is_a_conflict(desk: Desk) -> None:
    desk.imported(export(FIRST))
    (desk.root / "DNS.md").unlink()
    report = again(desk, export(FIRST.replace("two", "2")))
    assert report.conflicts == ("DNS.md",)
    with desk.manifest() as manifest:
        assert "\n2\n" in (manifest.conflict(f"page:{ID1}") or "")


def test_what_is_gone_goes_to_the_trash_only_on_request(desk: Desk) -> None:
    desk.imported(export(FIRST, more={f"Old {ID3}.md": document("Old")}))
    later = zip_at(desk.place / "later.zip", export(FIRST))
    assert desk.twice(later).gone == ("Old.md",)
    assert desk.run(later, dry_run=True, delete_gone=True).deleted == ("Old.md",)
    assert "Old.md" in desk.tree()
    report = desk.run(later, delete_gone=True)
    assert (report.deleted, report.gone) == (("Old.md",), ())
    assert "Old.md" not in desk.tree()
    assert [each.path for each in desk.corpus().trash.entries()] == ["Old.md"]
    assert not desk.run(later).gone


def test_what_is_gone_and_was_edited_here_is_never_deleted(desk: Desk) -> None:
    desk.imported(export(FIRST, more={f"Old {ID3}.md": document("Old", "text")}))
    edit(desk, "Old.md", "text", "our text")
    report = desk.run(zip_at(desk.place / "later.zip", export(FIRST)), delete_gone=True)
    assert (report.deleted, report.gone) == ((), ("Old.md",))
    assert "our text" in desk.text("Old.md")


def test_another_workspace_in_the_same_tree_makes_nothing_gone(desk: Desk) -> None:
    desk.imported(export(FIRST))
    report = again(desk, {f"Other {ID3}.md": document("Other")})
    assert report.outcomes == {"created": 1}
    assert not report.gone


def test_without_its_manifest_an_import_knows_its_pages_again(desk: Desk) -> None:
    desk.imported(export(FIRST, more={"Home/a.png": PNG}))
    tree = desk.tree()
    desk.manifest_file.unlink()
    report = again(desk, export(FIRST, more={"Home/a.png": PNG}))
    assert desk.tree() == tree
    assert report.outcomes == {"unchanged": 3}


def test_without_its_manifest_an_edit_is_kept_as_a_conflict(desk: Desk) -> None:
    desk.imported(export(FIRST))
    edit(desk, "DNS.md", "two", "two here")
    desk.manifest_file.unlink()
    assert again(desk, export(FIRST)).conflicts == ("DNS.md",)
    assert "two here" in desk.text("DNS.md")


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_an_editor_that_changes_line_ends_has_changed_nothing(desk: Desk, ends: str) -> None:
    desk.imported(export(FIRST))
    content = desk.text("DNS.md").replace("\n", ends).encode()
    (desk.root / "DNS.md").write_bytes(b"\xef\xbb\xbf" + content)
    assert again(desk, export(FIRST)).outcomes == {"unchanged": 2}
    again(desk, export(FIRST.replace("two", "2")))
    assert f"{ends}2{ends}".encode() in (desk.root / "DNS.md").read_bytes()


def test_an_image_follows_the_export_unless_it_was_changed_here(desk: Desk) -> None:
    desk.imported(export(FIRST, more={"Home/a.png": PNG + b"1"}))
    assert again(desk, export(FIRST, more={"Home/a.png": PNG + b"2"})).outcomes["rewritten"] == 1
    assert desk.tree()["Home/a.png"] == PNG + b"2"
    (desk.root / "Home/a.png").write_bytes(PNG + b"ours")
    assert again(desk, export(FIRST, more={"Home/a.png": PNG + b"2"})).outcomes["edited"] == 1
    assert again(desk, export(FIRST, more={"Home/a.png": PNG + b"3"})).conflicts == ("Home/a.png",)
    assert desk.tree()["Home/a.png"] == PNG + b"ours"


def test_an_interrupted_import_is_finished_by_the_next(desk: Desk, tmp_path: Path) -> None:
    files = {f"P{number} {ID1[:-2]}{number:02d}.md": document(f"P{number}") for number in range(10)}
    source = zip_at(tmp_path / "e.zip", {**files, "P1/a.png": PNG})
    desk.run(source)
    whole = desk.tree()
    other = Desk(tmp_path / "other")
    other.place.mkdir()

    def stop(done: int, _total: int) -> None:
        if done == 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        other.importer().run(Order(source), stop)
    assert 0 < len(other.tree()) < len(whole)
    other.twice(source)
    assert other.tree() == whole
