"""Cases 1 to 18: names, places, links and what is refused, each imported twice."""

import unicodedata
import zipfile
from pathlib import Path
from typing import Literal

import pytest

from glyph.corpus.notion.archive import Limits
from glyph.errors import BadExport
from tests.corpus.notion.exports import (
    ID1,
    ID2,
    ID3,
    ID9,
    UUID,
    Desk,
    Files,
    document,
    folder_at,
    link_entry,
    zip_at,
    zipped,
)

PNG = b"\x89PNG\r\n\x1a\n0000"


@pytest.mark.parametrize(
    "files",
    [
        {
            f"Ops {ID1}.md": document("Ops", f"[DNS](Ops%20{ID1}/DNS%20{ID2}.md)"),
            f"Ops {ID1}/DNS {ID2}.md": document("DNS"),
        },
        {f"Ops {ID1}.md": document("Ops", f"[DNS](Ops/DNS%20{ID2}.md)"), f"Ops/DNS {ID2}.md": document("DNS")},
    ],
    ids=["folders with ids", "folders without ids"],
)
def test_ids_go_and_links_follow(desk: Desk, files: Files) -> None:
    report = desk.imported(files)
    assert set(desk.tree()) == {"Ops.md", "Ops/DNS.md"}
    assert "[DNS](Ops/DNS.md)" in desk.text("Ops.md")
    assert (report.links.relative, report.links.resolved) == (1, 1)


def test_a_flat_export_stays_flat(desk: Desk) -> None:
    desk.imported({f"Ops {ID1}.md": document("Ops", f"[DNS](DNS%20{ID2}.md)"), f"DNS {ID2}.md": document("DNS")})
    assert set(desk.tree()) == {"Ops.md", "DNS.md"}
    assert "[DNS](DNS.md)" in desk.text("Ops.md")


def test_links_lead_over_all_parts(desk: Desk) -> None:
    first = {f"Export-{UUID}/A {ID1}.md": document("A", f"[B](B%20{ID2}.md)")}
    second = {f"Export-{UUID}/B {ID2}.md": document("B")}
    parts = {f"Export-{UUID}-Part-1.zip": zipped(first), f"Export-{UUID}-Part-2.zip": zipped(second)}
    report = desk.imported(parts)
    assert report.parts == 2
    assert set(desk.tree()) == {"A.md", "B.md"}
    assert "[B](B.md)" in desk.text("A.md")


def test_parts_in_a_folder_are_one_export(desk: Desk) -> None:
    parts = {
        f"ExportBlock-{UUID}-Part-1.zip": zipped({f"A {ID1}.md": document("A", f"[B](B%20{ID2}.md)")}),
        f"ExportBlock-{UUID}-Part-2.zip": zipped({f"B {ID2}.md": document("B")}),
    }
    assert desk.twice(folder_at(desk.place / "export", parts)).parts == 2
    assert "[B](B.md)" in desk.text("A.md")


def test_what_macos_writes_beside_a_page_is_not_the_page(desk: Desk) -> None:
    report = desk.imported({f"P {ID1}.md": document("P", "true text"), f"__MACOSX/._P {ID1}.md": b"\0\5\x16\7" * 40})
    assert set(desk.tree()) == {"P.md"}
    assert "true text" in desk.text("P.md")
    assert len(report.ignored) == 1


@pytest.mark.parametrize(
    "name",
    [
        f"../../etc/x {ID1}.md",
        f"/etc/x {ID1}.md",
        f"C:/x {ID1}.md",
        f"..\\x {ID1}.md",
        f"a/../../x {ID1}.md",
    ],
)
def test_a_name_that_leads_out_of_the_tree_is_refused_and_named(desk: Desk, name: str) -> None:
    report = desk.imported({name: document("x"), f"P {ID2}.md": document("P")})
    assert set(desk.tree()) == {"P.md"}
    assert [notice.name for notice in report.failed] == [name]
    assert not (desk.place.parent / "etc").exists()


def test_a_link_in_a_zip_is_refused(desk: Desk) -> None:
    place = desk.place / "export.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr(link_entry(f"L {ID1}.md"), "/etc/passwd")
        archive.writestr(f"P {ID2}.md", document("P"))
    assert [notice.name for notice in desk.twice(place).failed] == [f"L {ID1}.md"]
    assert set(desk.tree()) == {"P.md"}


def test_a_link_in_a_folder_is_refused(desk: Desk) -> None:
    source = folder_at(desk.place / "export", {f"P {ID2}.md": document("P")})
    (source / f"L {ID1}.md").symlink_to("/etc/passwd")
    (source / "all").symlink_to("/etc")
    assert sorted(notice.name for notice in desk.twice(source).failed) == [f"L {ID1}.md", "all"]
    assert set(desk.tree()) == {"P.md"}


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (Limits(entries=1, ratio=2_000), f"P {ID2}.md"),
        (Limits(entry_bytes=1_000), "big.bin"),
        (Limits(total_bytes=1_000, ratio=2_000), "big.bin"),
        (Limits(ratio=50), "big.bin"),
    ],
    ids=["entries", "one entry", "all entries", "ratio"],
)
def test_a_bomb_is_refused_with_the_name_of_the_entry_before_anything_is_written(
    tmp_path: Path, limits: Limits, named: str
) -> None:
    desk = Desk(tmp_path, limits)
    source = zip_at(tmp_path / "bomb.zip", {"big.bin": b"\0" * 6_000_000, f"P {ID2}.md": document("P")})
    with pytest.raises(BadExport, match=named):
        desk.run(source)
    assert desk.tree() == {}


def test_a_zip_in_a_part_is_an_asset_and_is_not_opened(desk: Desk) -> None:
    inner = zipped({f"Export-{UUID}-Part-1.zip": zipped({f"Deep {ID2}.md": document("Deep")})})
    part = zipped({f"P {ID1}.md": document("P"), f"Export-{UUID}-Part-9.zip": inner})
    report = desk.imported({f"Export-{UUID}-Part-1.zip": part})
    assert (report.parts, report.pages, report.assets) == (1, 1, 1)
    assert f"Export-{UUID}-Part-9.zip" in desk.tree()


def test_a_zip_attached_to_a_page_is_no_part_though_it_is_none(desk: Desk) -> None:
    report = desk.imported({f"P {ID1}.md": document("P", "[z](P/files.zip)"), "P/files.zip": b"no zip"})
    assert report.parts == 1
    assert desk.tree()["P/files.zip"] == b"no zip"


def test_another_normal_form_is_the_same_page(desk: Desk) -> None:
    title = "회의록 정리"
    body = f"[둘](%ED%9A%8C%EC%9D%98/{'둘'}%20{ID2}.md)"

    def export(form: Literal["NFC", "NFD"]) -> Files:
        def named(name: str) -> str:
            return unicodedata.normalize(form, name)

        return {
            named(f"{title} {ID1}.md"): document(title, body),
            named(f"회의/둘 {ID2}.md"): document("둘", "text"),
            named("회의/그림.png"): PNG,
        }

    desk.twice(zip_at(desk.place / "nfd.zip", export("NFD")))
    tree = desk.tree()
    report = desk.twice(zip_at(desk.place / "nfc.zip", export("NFC")))
    assert desk.tree() == tree
    assert report.outcomes == {"unchanged": 3}
    assert not report.moved
    assert not report.gone


@pytest.mark.parametrize("swapped", [False, True])
def test_pages_of_one_name_all_get_the_end_of_their_ids(desk: Desk, swapped: bool) -> None:  # noqa: FBT001 - a parameter
    pages = [
        (f"Untitled {ID1}.md", document("Untitled", f"[other](untitled%20{ID2}.md)")),
        (f"untitled {ID2}.md", document("untitled")),
    ]
    desk.imported(dict(reversed(pages) if swapped else pages))
    names = {f"Untitled ~{ID1[-8:]}.md", f"untitled ~{ID2[-8:]}.md"}
    assert set(desk.tree()) == names
    assert f"[other](untitled%20~{ID2[-8:]}.md)" in desk.text(f"Untitled ~{ID1[-8:]}.md")
    third = {**dict(pages), f"UNTITLED {ID3}.md": document("UNTITLED")}
    desk.twice(zip_at(desk.place / "third.zip", third))
    assert set(desk.tree()) == {*names, f"UNTITLED ~{ID3[-8:]}.md"}


def test_what_is_gone_from_the_export_is_told_and_stays(desk: Desk) -> None:
    both = {f"Untitled {ID1}.md": document("Untitled"), f"untitled {ID2}.md": document("untitled")}
    desk.imported(both)
    tree = desk.tree()
    report = desk.twice(zip_at(desk.place / "less.zip", {f"untitled {ID2}.md": both[f"untitled {ID2}.md"]}))
    assert desk.tree() == tree
    assert report.gone == (f"Untitled ~{ID1[-8:]}.md",)


def test_a_title_that_was_cut_in_the_name_is_whole_in_the_document(desk: Desk) -> None:
    title = "Find the Minimum Number of Replicas in a Sorted and Rotated Array of Nodes"
    stem = title[:50]
    desk.imported(
        {
            f"{stem}  {ID1}.md": document(title),
            f"Home {ID2}.md": document("Home", f"[x]({stem.replace(' ', '%20')}%20%20{ID1}.md)"),
        }
    )
    name = stem.strip()
    assert desk.body(f"{name}.md") == f"# {title}\n"
    assert f'title: "{title}"' in desk.text(f"{name}.md")
    assert f"[x]({name.replace(' ', '%20')}.md)" in desk.text("Home.md")


def test_brackets_belong_to_a_name(desk: Desk) -> None:
    desk.imported(
        {f"Page {ID1}.md": document("Page", f"![a](Page%20{ID1}/shot_(6).png)"), f"Page {ID1}/shot_(6).png": PNG}
    )
    assert "![a](Page/shot_%286%29.png)" in desk.text("Page.md")
    assert desk.tree()["Page/shot_(6).png"] == PNG


def test_a_single_bracket_in_a_name_does_not_end_the_link(desk: Desk) -> None:
    desk.imported(
        {
            f"Errors (Toasts {ID1}.md": document("Errors (Toasts"),
            f"a) b {ID2}.md": document("a) b"),
            f"Home {ID3}.md": document("Home", f"[x](Errors%20(Toasts%20{ID1}.md) [y](a)%20b%20{ID2}.md)"),
        }
    )
    assert "[x](Errors%20%28Toasts.md) [y](a%29%20b.md)" in desk.text("Home.md")


def test_a_page_outside_the_export_becomes_an_address_and_an_address_inside_becomes_a_link(desk: Desk) -> None:
    body = f"[Old](Old%20{ID9}.md) [in](https://www.notion.so/{ID2}?pvs=21) [out](https://www.notion.so/{ID9})"
    report = desk.imported({f"P {ID1}.md": document("P", body), f"Q {ID2}.md": document("Q")})
    expected = f"[Old](https://www.notion.so/{ID9}) [in](Q.md) [out](https://www.notion.so/{ID9})"
    assert expected in desk.text("P.md")
    assert 'flags: ["unresolved_page"]' in desk.text("P.md")
    assert report.links.unresolved == {"unresolved_page": 1, "notion_address": 1}


def test_a_hash_in_a_title_is_no_fragment(desk: Desk) -> None:
    desk.imported({f"P/C# {ID1}.md": document("C#"), f"P {ID2}.md": document("P", f"[C#](P/C#%20{ID1}.md)")})
    assert "[C#](P/C%23.md)" in desk.text("P.md")


def test_names_are_safe_on_every_machine(desk: Desk) -> None:
    long = "긴이름" * 40
    desk.imported(
        {
            f"CON {ID1}.md": document("CON"),
            f"100% done. {ID2}.md": document("100% done."),
            f"{long} {ID3}.md": document(long),
        }
    )
    names = set(desk.tree())
    assert {"CON_.md", "100_ done.md"} <= names
    cut = next(iter(names - {"CON_.md", "100_ done.md"}))
    assert len(cut.encode()) <= 100
    assert cut.endswith(f" ~{ID3[-8:]}.md")


def test_a_deep_path_is_kept_short(desk: Desk) -> None:
    folders = "/".join(f"Teamspace number {number} with a long name" for number in range(12))
    desk.imported({f"{folders}/Leaf {number} {ID1[:-1]}{number}.md": document("Leaf") for number in range(3)})
    assert len(desk.tree()) == 3
    assert all(len(path.encode()) <= 240 for path in desk.tree())


def test_an_html_export_is_refused_with_the_format_to_choose(desk: Desk) -> None:
    with pytest.raises(BadExport) as refused:
        desk.run(zip_at(desk.place / "html.zip", {"index.html": "<p>", f"P {ID1}.html": "<p>"}))
    assert "HTML" in refused.value.message
    assert "Markdown & CSV" in refused.value.hint


def test_an_export_without_pages_is_a_failure(desk: Desk) -> None:
    with pytest.raises(BadExport, match="no pages"):
        desk.run(zip_at(desk.place / "none.zip", {"a.png": PNG}))


def test_what_is_no_zip_is_refused(desk: Desk) -> None:
    (desk.place / "x.zip").write_bytes(b"nothing")
    with pytest.raises(BadExport, match="no zip file"):
        desk.run(desk.place / "x.zip")


def test_a_damaged_page_is_told_and_the_others_come_in(desk: Desk) -> None:
    content = bytearray(zipped({f"P {ID1}.md": document("P", "x" * 50), f"Q {ID2}.md": document("Q")}))
    content[60] ^= 0xFF
    (desk.place / "damaged.zip").write_bytes(content)
    report = desk.twice(desk.place / "damaged.zip")
    assert set(desk.tree()) == {"Q.md"}
    assert [notice.name for notice in report.failed] == [f"P {ID1}.md"]


def test_the_same_page_twice_is_one_and_another_content_is_told(desk: Desk) -> None:
    files = {f"a/P {ID1}.md": document("P", "short"), f"b/P {ID1}.md": document("P", "the longer one")}
    report = desk.imported(files)
    assert report.pages == 1
    assert "the longer one" in next(iter(desk.tree().values())).decode()
    assert len(report.warnings) == 1


def test_names_without_the_flag_are_utf8_where_they_can_be(desk: Desk) -> None:
    content = zipped({f"P{number} {ID1}.md".replace("P0", "P\u00fc"): document("P") for number in range(1)})
    bare = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = bare.index(signature)
        bare[at + offset + 1] &= ~0x08
    (desk.place / "old.zip").write_bytes(bare)
    desk.twice(desk.place / "old.zip")
    assert set(desk.tree()) == {"P\u00fc.md"}


def test_a_dry_run_reports_the_same_and_touches_nothing(desk: Desk) -> None:
    source = zip_at(
        desk.place / "e.zip", {f"P {ID1}.md": document("P", f"[q](Q%20{ID2}.md)"), f"Q {ID2}.md": document("Q")}
    )
    dry = desk.run(source, dry_run=True)
    assert desk.tree() == {}
    assert not desk.manifest_file.exists()
    real = desk.run(source)
    assert (dry.outcomes, dry.links, dry.flagged) == (real.outcomes, real.links, real.flagged)


def test_an_export_goes_into_a_folder_beside_other_documents(desk: Desk) -> None:
    desk.root.mkdir()
    (desk.root / "P.md").write_text("own\n", encoding="utf-8")
    source = zip_at(
        desk.place / "e.zip", {f"P {ID1}.md": document("P", f"[q](Q%20{ID2}.md)"), f"Q {ID2}.md": document("Q")}
    )
    desk.twice(source, into="notion/team")
    assert set(desk.tree()) == {"P.md", "notion/team/P.md", "notion/team/Q.md"}
    assert "[q](Q.md)" in desk.text("notion/team/P.md")


def test_a_document_that_stands_there_is_not_overwritten(desk: Desk) -> None:
    desk.root.mkdir()
    (desk.root / "p.md").write_text("own\n", encoding="utf-8")
    desk.imported({f"P {ID1}.md": document("P")})
    assert desk.tree()["p.md"] == b"own\n"
    assert f"P ~{ID1[-8:]}.md" in desk.tree()


def test_documents_inside_the_export_are_refused(desk: Desk) -> None:
    desk.root.mkdir()
    (desk.place / f"P {ID1}.md").write_text(document("P"), encoding="utf-8")
    with pytest.raises(BadExport, match="inside"):
        desk.run(desk.place)
