"""The keyword rows: which words a chunk is found by."""

import pytest

from glyph.index.embedded.keywords import keyword_row


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("use TableAttribute here", "Table Attribute"),
        ("the rtlConfig of HTTPServer", "rtl Config HTTP Server"),
        ("my_TableName, x.OpenVPN", "my_Table Name Open VPN"),
        ("Plain words, a UNIT of 51820 and k8s", ""),
        ("die ÄußereTür", "Äußere Tür"),
    ],
)
def test_camel_case_words_are_found_by_their_parts_too(text: str, parts: str) -> None:
    assert keyword_row("", (), text)[2] == parts


def test_a_row_holds_the_heading_path_beneath_the_title_and_the_text() -> None:
    assert keyword_row("VPN", ("Setup", "Keys"), "wg genkey")[:2] == ("VPN > Setup > Keys", "wg genkey")


def test_a_script_without_blanks_is_kept_as_bigrams() -> None:
    assert keyword_row("重启", (), "平滑重启nginx")[:2] == (" 重启 ", " 平滑 滑重 重启 nginx")
