"""What a document path may look like: decided without the disk, and never outside the root."""

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from glyph.corpus.paths import SUFFIXES, is_document_path, parse_document_path, place_beneath, suffix_of
from glyph.domain.document import DocumentPath
from glyph.errors import BadDocumentPath

LONG = "a" * 252
ABSOLUTE = ["/", "/etc/passwd", "/etc/passwd.md", "//host/share.md", "///a.md", "~root/../../a.md/"]
TRAVERSAL = [
    "..", "../a.md", "../../etc/passwd.md", "a/../b.md", "a/../../b.md", "a/..", "a/b/../../../c.md", "./a.md",
    "a/./b.md", ".", "a//b.md", "a/", "a/b/", "a.md/", "a.md/..", "a.md/.", "..md/../x.md", "..\\a.md", "..\\..\\a.md",
    "a\\..\\b.md", "a\\b.md", "\\a.md", "\\\\?\\C:\\a.md", "\\\\host\\share.md", "....//a.md", "..../..//a.md",
    "..;/a.md", "a/.../b.md", "... /a.md", ".. /a.md", " ../a.md", "a/.. /b.md",
]  # fmt: skip
ESCAPED = [
    "%2e%2e/a.md", "%2e%2e%2fa.md", "..%2fa.md", "..%5ca.md", "%252e%252e%252fa.md", "a%2fb.md", "a%00.md", "%2Fetc.md",
    "..%c0%af..%c0%afa.md", "..%e0%80%afa.md", "%uff0e%uff0e/a.md", "a%0a.md", "%41.md", "100%.md",
]  # fmt: skip
LOOKALIKE = [
    "\u2024\u2024/a.md", "..\u2215a.md", "..\u2044a.md", "\uff0e\uff0e/a.md", "..\uff0fa.md", "..\uff3ca.md",
    "..\u29f8a.md", "a\u202edm.exe.md", "a\u202ab.md", "a\u2066b\u2069.md", "a\u200bb.md", "a\u200db.md", "\ufeffa.md",
    "a\u200fb.md", "a/\u200e/b.md",
]  # fmt: skip
CONTROL = [
    "a\0.md", "\0", "a.md\0", "a.md\0.png", "a\n.md", "a.md\n", "\na.md", "a\r.md", "a\t.md", "a\x1b[31m.md",
    "a\x7f.md", "a\x01b.md", "a\x1f.md",
]  # fmt: skip
WINDOWS = [
    "C:\\a.md", "C:a.md", "c:/a.md", "file.md:stream", "a.md::$DATA", "a:b.md", "CON.md", "con.md", "con", "PRN.txt",
    "aux.md", "nul.md", "nul.tar.md", "com1.md", "COM9.md", "lpt1.txt", "a/con.md", "aux/b.md", "NUL/b.md", "a*.md",
    "a?.md", 'a".md', "a<b.md", "a>b.md", "a|b.md", "<script>.md",
]  # fmt: skip
HIDDEN = [
    ".git/config", ".git/a.md", ".env", ".env.md", ".a.md", "a/.b.md", "a/.git/b.md", ".../a.md", "..a.md",
    ".glyph-0123.tmp", ".glyph-a.tmp.md",
]  # fmt: skip
BLANKS = [
    "",
    " ",
    " a.md",
    "a.md ",
    "a /b.md",
    " a/b.md",
    "a/ b.md",
    "a./b.md",
    "a.. /b.md",
    "\u00a0a.md",
    "a\u3000/b.md",
]
SUFFIX = [
    "a", "a.MD", "a.Md", "a.TXT", "a.md.", "a.md..", "a.markdown", "a.rtf", "a.md.exe", "a.mdx", "a.md~", "a.md.bak",
    "passwd", "id_rsa", "a.sqlite", "amd", "a. md",
]  # fmt: skip
LENGTH = [
    f"{LONG}x.md",
    "/".join(["a" * 100] * 11) + "/b.md",
    "é" * 130 + ".md",
    "a/" * 520 + "b.md",
    "x" * 5000 + ".md",
]
UNICODE = ["a\ud800.md", "\udcff.md", "a/\udfff/b.md"]
HOSTILE = [
    *ABSOLUTE, *TRAVERSAL, *ESCAPED, *LOOKALIKE, *CONTROL, *WINDOWS, *HIDDEN, *BLANKS, *SUFFIX, *LENGTH, *UNICODE,
]  # fmt: skip
HARMLESS = [
    "a.md", "a.txt", "network/wireguard.md", "Team Wiki/On call (2026).md", "größe/übersicht.md", "手順書/復旧.md",
    "a..b.md", "a b/c d.md", "a-b_c+d,e=f@g!.md", "console.md", "com10.md", "auxiliary/nulls.md", f"{LONG}.md", "md.md",
    "a.md/b.md", "#1 [x] {y} & 'z' $HOME `id`;~.md", "🚀.md",
]  # fmt: skip


def test_the_table_holds_more_than_a_hundred_hostile_paths() -> None:
    assert len(set(HOSTILE)) >= 140


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_path_is_refused_without_being_echoed(text: str) -> None:
    with pytest.raises(BadDocumentPath) as refused:
        parse_document_path(text)
    assert len(text) < 4 or text not in f"{refused.value.message}{refused.value.hint}"
    assert not is_document_path(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_a_harmless_path_is_a_document_path(text: str) -> None:
    assert parse_document_path(text) == text
    assert is_document_path(text)


def test_refusing_a_path_touches_no_file(audited: list[str]) -> None:
    for text in HOSTILE:
        with pytest.raises(BadDocumentPath):
            parse_document_path(text)
    assert audited == []


def test_a_path_is_returned_in_nfc_and_its_twin_is_no_document_path() -> None:
    decomposed = unicodedata.normalize("NFD", "größe.md")
    assert parse_document_path(decomposed) == "größe.md"
    assert not is_document_path(decomposed)


pieces = st.sampled_from(
    ["..", ".", "/", "\\", "%2e", "a", "b.md", ".md", "\0", " ", ":", "ü", "\u2215", "con", "~", "-"]
)


@given(st.one_of(st.text(), st.lists(pieces).map("".join), st.lists(pieces).map("/".join)))
@example("a/../../b.md")
def test_an_accepted_path_always_stays_beneath_the_root(text: str) -> None:
    try:
        path = parse_document_path(text)
    except BadDocumentPath:
        return
    root = Path("/srv/docs")
    place = os.path.normpath(root.joinpath(*path.split("/")))
    assert place == f"/srv/docs/{path}"
    assert suffix_of(path) in SUFFIXES
    assert parse_document_path(path) == path


@given(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20))
def test_words_and_numbers_of_any_script_make_a_document_path(name: str) -> None:
    normal = unicodedata.normalize("NFC", name)
    assert parse_document_path(f"{name}/{name}x.md") == f"{normal}/{unicodedata.normalize('NFC', name + 'x')}.md"


def test_a_link_that_leads_outside_is_refused_and_one_that_stays_inside_is_not(tmp_path: Path) -> None:
    root, outside = tmp_path / "docs", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret.md").write_text("secret", encoding="utf-8")
    (root / "real.md").write_text("text", encoding="utf-8")
    (root / "inside.md").symlink_to("real.md")
    (root / "file.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    (root / "twice.md").symlink_to("folder/secret.md")
    assert place_beneath(root, DocumentPath("inside.md")) == root / "inside.md"
    for path in ("file.md", "folder/secret.md", "twice.md"):
        with pytest.raises(BadDocumentPath):
            place_beneath(root, DocumentPath(path))


def test_a_sibling_whose_name_begins_like_the_root_is_outside(tmp_path: Path) -> None:
    root, sibling = tmp_path / "docs", tmp_path / "docs-private"
    root.mkdir()
    sibling.mkdir()
    (sibling / "a.md").write_text("x", encoding="utf-8")
    (root / "a.md").symlink_to(sibling / "a.md")
    with pytest.raises(BadDocumentPath):
        place_beneath(root, DocumentPath("a.md"))


def test_a_loop_of_links_is_no_way_out_and_no_crash(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("b.md")
    (tmp_path / "b.md").symlink_to("a.md")
    assert place_beneath(tmp_path, DocumentPath("a.md")) == tmp_path / "a.md"
