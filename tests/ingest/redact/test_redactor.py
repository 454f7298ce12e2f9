"""What redaction promises of every text, whatever its rules find."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from glyph.errors import RedactionFailed
from glyph.ingest.redact import VERSION, redactor
from glyph.ingest.redact.markers import markers_in
from glyph.ingest.redact.redactor import apply_spans
from tests.ingest.redact.makers import Maker, begin, end, redact

MAKE = Maker(11)
FRAGMENTS = [
    "password",
    "Passwort",
    "pw: ",
    "API_TOKEN=",
    '"secret": "',
    "PIN ",
    "recovery codes:\n",
    "| Host | Password |\n|---|---|\n",
    "| nas | ",
    "```\n",
    "\n",
    "\r\n",
    "> ",
    "- ",
    " ",
    "=",
    ":",
    '"',
    "'",
    "`",
    "**",
    "|",
    "@",
    "https://app:",
    "@db.example.org/x",
    "kind: Secret\nstringData:\n  a: ",
    begin("PRIVATE KEY"),
    end("PRIVATE KEY"),
    begin("RSA PRIVATE KEY") + "\\n",
    "\n".join(MAKE.key_body(2)),
    MAKE.password(),
    MAKE.word_password(),
    MAKE.hex(40),
    MAKE.uuid(),
    MAKE.base64(32),
    "gh" + "p_" + MAKE.text(36),
    "⟦secret:password⟧",
    "⟦secret:",
    "⟧",
    "パスワード",
    "ｐａｓｓｗｏｒｄ：",
    "\u200b",
    "\u00ad",
    "\u00a0",
    "\x85",
    "\u2028",
    "\x0b",
    "\udc80",
    "é",
    "🔑",
]
texts = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=8)), max_size=16).map("".join),
)


def test_a_text_without_secrets_comes_back_as_it_was() -> None:
    text = "# WireGuard\n\nIt listens on 51820/udp; see commit 3f9c2ab.\n"
    assert redact(text).text.value == text
    assert redact(text).spans == ()


@given(texts)
@settings(max_examples=400, deadline=None)
@example("password: a⟦secret:password⟧b")
@example("pw \u200bAb1!xyzw9")
def test_no_text_makes_redaction_fail_and_all_promises_hold_for_each(text: str) -> None:
    result = redact(text)
    redacted = result.text.value
    assert apply_spans(text, result.spans) == redacted
    assert redacted.count("\n") == text.count("\n")
    assert redacted.count("\r\n") == text.count("\r\n")
    assert all(0 <= span.start < span.end <= len(text) for span in result.spans)
    assert all(one.end <= other.start for one, other in zip(result.spans, result.spans[1:], strict=False))
    again = redact(redacted)
    assert again.text.value == redacted
    assert again.spans == ()


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=16).map("".join))
@settings(max_examples=200, deadline=None)
def test_what_stands_outside_the_spans_is_untouched(text: str) -> None:
    result = redact(text)
    position = 0
    rest = result.text.value
    for span in result.spans:
        kept = text[position : span.start]
        assert rest.startswith(kept)
        marker = f"⟦secret:{span.rule}⟧"
        assert rest[len(kept) :].startswith(marker)
        lines = "".join(letter for letter in text[span.start : span.end] if letter in "\r\n")
        rest = rest[len(kept) + len(marker) + len(lines) :]
        position = span.end
    assert rest == text[position:]


def test_only_the_value_is_replaced_so_that_people_still_find_its_place() -> None:
    password = MAKE.password()
    assert redact(f"MQTT_PASSWORD='{password}' # office").text.value == "MQTT_PASSWORD='⟦secret:password⟧' # office"


def test_spans_count_characters_of_the_original_even_after_wide_and_invisible_ones() -> None:
    password = MAKE.password()
    text = f"🔑 é\u200b Passwort: {password[:4]}\u200b{password[4:]} ok"
    (span,) = redact(text).spans
    assert text[span.start : span.end] == f"{password[:4]}\u200b{password[4:]}"


def test_a_marker_that_is_already_there_is_no_new_secret() -> None:
    text = "password: ⟦secret:password⟧ and token=⟦secret:token⟧\n"
    assert redact(text).spans == ()
    assert markers_in(text) == ("⟦secret:password⟧", "⟦secret:token⟧")


def test_any_failure_inside_is_the_one_error_that_keeps_a_text_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        raise ValueError(text)

    monkeypatch.setattr(redactor, "_redacted", broken)
    with pytest.raises(RedactionFailed) as caught:
        redact("password: x")
    assert "password" not in str(caught.value)


def test_the_version_names_the_rules() -> None:
    number, _, rules = VERSION.partition("-")
    assert number.isdigit()
    assert len(rules) == 12


def test_a_text_made_of_nothing_but_labels_stays_out() -> None:
    with pytest.raises(RedactionFailed):
        redact("pw: " * 20_000)
