"""HTML as servers send it: the main text, and nothing of what surrounds it."""

import pytest

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.webpage import webpage_text
from tests.ingest.load.files import FIXTURES

LIMITS = ParserLimits()
PAGE = (FIXTURES / "printers.html").read_bytes()


def text_of(content: str | bytes) -> str:
    return webpage_text(content.encode() if isinstance(content, str) else content, LIMITS).text


def test_the_main_text_is_markdown_with_its_headings_lists_code_and_table() -> None:
    lines = text_of(PAGE).split("\n")
    expected = [
        "# Yazıcı kuyruğu",
        "## Clearing a stuck queue",
        "1. Stop the spooler: `systemctl stop cups`",
        "```bash",
        "cancel -a laser_3rd_floor",
        "| laser_3rd_floor | 9100 |",
    ]
    assert [line for line in expected if line not in lines] == []


@pytest.mark.parametrize("absent", ["Printers of every floor", "not a text", "Imprint", "color:red", "Bilgi tabanı"])
def test_what_surrounds_the_text_is_left_out(absent: str) -> None:
    assert absent not in text_of(PAGE)


def test_the_title_is_that_of_the_page_where_no_heading_says_it() -> None:
    assert webpage_text(PAGE, LIMITS).title == ""
    assert webpage_text(b"<title> Port  list </title><p>9100</p>", LIMITS).title == "Port list"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<body><article><p>one</p></article><p>related</p></body>", "one\n"),
        ("<article><p>one</p></article><article><p>two</p></article>", "one\n\ntwo\n"),
        ("<div role=main><p>one</p></div><p>two</p>", "one\n"),
        ("<header><h1>Kept</h1></header><header>Logo</header><p>one</p>", "# Kept\n\none\n"),
        ("<p>one</p><p hidden>two</p><p aria-hidden=true>three</p>", "one\n"),
        ("<p>a_b * c [d] #e &lt;f&gt;</p>", "a_b * c [d] #e <f>\n"),
        ("<p>one <img src=x onerror=alert(1) alt=picture> two</p>", "one picture two\n"),
        ("plain words", "plain words\n"),
    ],
)
def test_the_part_that_is_the_text_is_found(content: str, text: str) -> None:
    assert text_of(content) == text


@pytest.mark.parametrize(
    "content",
    [
        "<meta charset=windows-1254><p>Şişli ağ geçidi</p>".encode("cp1254"),
        "<p>Şişli ağ geçidi</p>".encode("cp1254"),
        "<meta charset=iso-8859-9><p>Şişli ağ geçidi</p>".encode("iso-8859-9"),
        "<meta charset=no-such-thing><p>Şişli ağ geçidi</p>".encode(),
        b"\xef\xbb\xbf" + "<p>Şişli ağ geçidi</p>".encode(),
    ],
)
def test_the_encoding_is_the_declared_one_or_the_likely_one(content: bytes) -> None:
    assert text_of(content) == "Şişli ağ geçidi\n"


@pytest.mark.parametrize("content", [b"<div id=root></div><script>render()</script>", b" ", b"<!-- nothing -->"])
def test_a_page_without_text_says_so(content: bytes) -> None:
    with pytest.raises(ParserRefused, match="holds no text"):
        webpage_text(content, LIMITS)


def test_text_is_bounded() -> None:
    with pytest.raises(ParserRefused, match="more than 100 characters"):
        webpage_text(PAGE, ParserLimits(characters=100))
