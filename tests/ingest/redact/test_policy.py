"""The owner's lists: what is always redacted, kept without the value, and what is no secret."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glyph.ingest.redact import redact
from glyph.ingest.redact.policy import LONGEST, RULES_ALONE, SHORTEST, Policy, folded, keyed_value
from tests.ingest.redact.makers import Maker

MAKE = Maker(19)
KEY, OTHER_KEY = bytes(range(32)), bytes(32)
WORD = "heliotrope"


def always(*values: str, key: bytes = KEY) -> Policy:
    return Policy(key, tuple(keyed_value(value, key) for value in values))


def never(*values: str) -> Policy:
    return Policy(KEY, (), frozenset(folded(value) for value in values))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "The lamp is called {}.",
        "https://x.example/{}/y?z={}",
        "a{}b",
        "`{}`, '{}' and {}{}",
        "é🔑 {} ｆｕｌｌ　ｗｉｄｔｈ",
        "| a | {} |\n|---|---|\n| b | {} |\n",
    ],
)
def test_a_listed_value_goes_wherever_it_stands(text: str) -> None:
    result = redact(text.replace("{}", WORD), always("x1y2", WORD))
    assert result.text.value == text.replace("{}", "⟦secret:listed⟧")
    assert redact(result.text.value, always("x1y2", WORD)).spans == ()


def test_a_listed_value_is_found_in_disguise() -> None:
    assert WORD not in redact("helio\u200btrope and ｈｅｌｉｏｔｒｏｐｅ", always(WORD)).text.value
    assert redact("helio\u200btrope", always(WORD)).text.value == "⟦secret:listed⟧"


def test_a_rule_that_finds_a_listed_value_too_names_its_kind() -> None:
    assert redact(f"password: {WORD}", always(WORD)).text.value == "password: ⟦secret:password⟧"


@given(st.text(max_size=60), st.text(max_size=60), st.text(st.characters(categories=["L", "N"]), min_size=6))
def test_no_place_hides_a_listed_value(before: str, after: str, value: str) -> None:
    value = value[:LONGEST]
    if len(value.strip()) >= SHORTEST and value not in "⟦secret:listed⟧":
        result = redact(f"{before} {value} {after}", always(value))
        assert folded(value) not in redact(result.text.value, RULES_ALONE).text.value.replace("⟦secret:listed⟧", "")


def test_the_list_holds_no_value_and_is_of_no_use_under_another_key() -> None:
    policy = always(WORD)
    assert WORD not in repr(policy)
    assert repr(KEY) not in repr(policy)
    assert redact(WORD, Policy(OTHER_KEY, policy.always)).spans == ()
    assert keyed_value(WORD, KEY) == keyed_value(f" {WORD} ", KEY) != keyed_value(WORD, OTHER_KEY)


def test_a_value_that_is_no_secret_stands_and_is_reported() -> None:
    text = f"password: {WORD}\ntoken: {MAKE.text(30)}\n"
    result = redact(text, never(WORD))
    assert result.text.value.startswith(f"password: {WORD}\ntoken: ⟦secret:token⟧")
    assert [(text[span.start : span.end], span.rule) for span in result.standing] == [(WORD, "password")]
    assert redact(text, RULES_ALONE).standing == ()


def test_only_the_whole_finding_is_let_stand() -> None:
    assert redact(f"password: {WORD}99", never(WORD)).text.value == "password: ⟦secret:password⟧"
    token = "gh" + "p_" + MAKE.text(36)
    assert redact(f"token: {token}", never(token)).text.value == f"token: {token}"


def test_what_is_always_redacted_is_no_matter_what_else_a_list_says() -> None:
    policy = Policy(KEY, (keyed_value(WORD, KEY),), frozenset({WORD}))
    assert redact(f"password: {WORD}, {WORD}", policy).text.value.count("⟦secret:") == 2


def test_every_change_of_a_list_is_another_version() -> None:
    policies = [RULES_ALONE, always(WORD), always(WORD, "other"), never(WORD), never(WORD, "other"), always("other")]
    assert len({policy.version for policy in policies}) == len(policies)
    assert RULES_ALONE.version == ""
    assert always("one1", "two2").version == always("two2", "one1").version


@pytest.mark.parametrize("value", ["", "abc", "x" * (LONGEST + 1), "two\nlines", "a⟦secret:password⟧"])
def test_a_value_that_no_list_can_hold_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="must"):
        keyed_value(value, KEY)


def test_places_that_overlap_go_as_one() -> None:
    assert redact("ab" * 20_000, always("abababab")).text.value == "⟦secret:listed⟧"
