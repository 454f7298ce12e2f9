"""Scripts without blanks between words, cut into what people look for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.domain.scripts import CJK_RUN, script_parts, spaced, words_within


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("restart", ("restart",)),
        ("nginx重启服务", ("nginx", "重启服务")),
        ("サーバーを再起動", ("サーバーを再起動",)),
        ("wg0가", ("wg0", "가")),
        ("重启，然后", ("重启", "，", "然后")),
        ("größe", ("größe",)),
    ],
)
def test_a_word_is_cut_where_the_script_changes(word: str, parts: tuple[str, ...]) -> None:
    assert script_parts(word) == parts


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("restart nginx", "restart nginx"),
        ("die Wärmepumpe", "die Wärmepumpe"),
        ("nginx重启服务。", "nginx 重启 启服 服务 。"),
        ("서버를 재시작", " 서버 버를   재시 시작 "),
        ("重", " 重 "),
    ],
)
def test_a_run_becomes_every_two_characters_side_by_side(text: str, cut: str) -> None:
    assert spaced(text) == cut


@given(st.text(st.sampled_from("ab1 重启서버サー。, -\U00020000"), max_size=30))
def test_parts_are_the_whole_word_and_words_those_that_the_rows_hold(text: str) -> None:
    assert "".join(script_parts(text)) == text
    rows = spaced(text).split()
    assert all(word in rows for run in CJK_RUN.findall(text) for word in words_within(run))
