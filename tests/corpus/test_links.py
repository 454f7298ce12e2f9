"""Where links lead, and how they are written once a document has moved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.corpus.links import destination, line_anchor, relinked, rewritten
from glyph.corpus.paths import is_document_path
from glyph.domain.document import DocumentPath
from glyph.domain.link import Link

HERE = DocumentPath("vpn/wireguard.md")


@pytest.mark.parametrize(
    ("target", "path", "anchor"),
    [
        ("other.md", "vpn/other.md", ""),
        ("./other.md#part", "vpn/other.md", "part"),
        ("../index.md?x=1#a%20b", "index.md", "a b"),
        ("/dns/split.md", "dns/split.md", ""),
        ("#part", "vpn/wireguard.md", "part"),
        ("with%20blank.md", "vpn/with blank.md", ""),
        ("gro%CC%88sse.md", "vpn/gr\u00f6sse.md", ""),
        ("../vpn/", "vpn", ""),
        ("", "vpn/wireguard.md", ""),
    ],
)
def test_a_link_leads_to_a_path_beneath_the_root(target: str, path: str, anchor: str) -> None:
    found = destination(HERE, target)
    assert found is not None
    assert (found.path, found.anchor) == (path, anchor)


@pytest.mark.parametrize(
    "target", ["https://x.test/a.md", "mailto:a@b.test", "//x.test/a", "../../etc/passwd", "C:\\a"]
)
def test_a_link_that_leaves_the_corpus_leads_nowhere(target: str) -> None:
    assert destination(HERE, target) is None


def test_an_anchor_may_name_lines() -> None:
    assert [line_anchor(anchor) for anchor in ("L12", "L3-L20", "L3-20", "part", "L")] == [12, 20, 20, None, None]


@pytest.mark.parametrize(
    ("target", "to", "written"),
    [
        ("b.md#x", "dns/b.md", "../dns/b.md#x"),
        ("./b.md", "vpn/deep/b.md", "./deep/b.md"),
        ("./b.md", "b.md", "../b.md"),
        ("/vpn/b.md", "dns/b c.md", "/dns/b%20c.md"),
        ("b.md", "vpn/b (1).md", "b%20%281%29.md"),
        ("b.md", "vpn/größe.md", "größe.md"),
        ("b%20c.md?x#y", "vpn/größe.md", "gr%C3%B6%C3%9Fe.md?x#y"),
        ("../dns/", "net/dns", "../net/dns/"),
    ],
)
def test_a_target_is_written_anew_in_the_style_it_had(target: str, to: str, written: str) -> None:
    assert rewritten(target, HERE, DocumentPath(to), angled=False) == written


def test_between_angles_nothing_is_escaped() -> None:
    assert rewritten("b c.md", HERE, DocumentPath("vpn/d (e).md"), angled=True) == "d (e).md"


def link(target: str) -> Link:
    return Link(1, 0, len(target), target)


def changes(path: str, moved: str, to: str, *targets: str) -> list[str]:
    links = [link(target) for target in targets]
    return [one.target for one in relinked(DocumentPath(path), links, DocumentPath(moved), DocumentPath(to))]


def test_links_to_a_document_that_moves_follow_it_and_no_others() -> None:
    found = changes(
        "index.md", "vpn/a.md", "net/b.md", "vpn/a.md#x", "vpn/c.md", "/vpn/a.md", "https://x.test/vpn/a.md"
    )
    assert found == ["net/b.md#x", "/net/b.md"]


def test_links_of_a_document_that_moves_go_on_leading_where_they_led() -> None:
    found = changes(
        "vpn/a.md", "vpn/a.md", "b.md", "c.md", "../dns/d.md", "#part", "/dns/d.md", "a.assets/m.png", "a.md#x"
    )
    assert found == ["vpn/c.md", "dns/d.md", "b.assets/m.png", "b.md#x"]


def test_a_rename_in_its_folder_leaves_the_other_links_of_a_document_alone() -> None:
    assert changes("vpn/a.md", "vpn/a.md", "vpn/b.md", "c.md", "../dns/d.md", "gone/../c.md") == []


parts = st.text(alphabet="abcöß d()", min_size=1, max_size=5)
paths = st.lists(parts, min_size=1, max_size=4).map(lambda names: DocumentPath("/".join(names) + ".md"))
some_paths = paths.filter(is_document_path)


@given(some_paths, some_paths, st.sampled_from(["x.md", "./x.md", "/x.md", "%20x.md"]), st.booleans())
def test_a_target_that_was_written_leads_where_it_was_to_lead(
    path: DocumentPath,
    to: DocumentPath,
    target: str,
    angled: bool,  # noqa: FBT001 - hypothesis passes it
) -> None:
    found = destination(path, rewritten(f"{target}#part", path, to, angled=angled))
    assert found is not None
    assert (found.path, found.anchor) == (to, "part")
