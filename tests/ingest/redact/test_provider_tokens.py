"""Tokens that name their maker are found anywhere, without any label."""

from collections.abc import Callable

import pytest

from glyph.ingest.redact.rules import PROVIDER_RULES
from tests.ingest.redact.makers import ALNUM, DIGITS, HASH64, HEX, LOWER, UPPER, URL64, Maker, redact

B32 = UPPER + "234567"
TOKENS: dict[str, Callable[[Maker], str]] = {
    "aws-access-key-id": lambda m: "AK" + "IA" + m.text(16, B32),
    "github-token": lambda m: "gh" + "p_" + m.text(36),
    "gitlab-token": lambda m: "gl" + "pat-" + m.text(20, URL64),
    "slack-token": lambda m: "xo" + "xb-" + m.text(12, DIGITS) + "-" + m.text(24),
    "slack-webhook": lambda m: "T0" + m.text(9, UPPER + DIGITS) + "/B0" + m.text(9, UPPER + DIGITS) + "/" + m.text(24),
    "stripe-key": lambda m: "sk" + "_live_" + m.text(24),
    "openai-key": lambda m: "sk" + "-proj-" + m.text(60, URL64),
    "anthropic-key": lambda m: "sk" + "-ant-api03-" + m.text(90, URL64),
    "google-api-key": lambda m: "AI" + "zaSy" + m.text(33, URL64),
    "google-oauth-secret": lambda m: "GOC" + "SPX-" + m.text(28, URL64),
    "npm-token": lambda m: "np" + "m_" + m.text(36),
    "pypi-token": lambda m: "py" + "pi-AgEIcHlw" + m.text(120, URL64),
    "digitalocean-token": lambda m: "do" + "p_v1_" + m.hex(64),
    "sendgrid-key": lambda m: "S" + "G." + m.text(22, URL64) + "." + m.text(43, URL64),
    "mailgun-key": lambda m: "key" + "-" + m.hex(32),
    "telegram-token": lambda m: m.pin(10) + ":AA" + m.text(33, URL64),
    "discord-token": lambda m: "M" + m.text(25) + "." + m.text(6) + "." + m.text(38, URL64),
    "tailscale-key": lambda m: "ts" + "key-auth-k" + m.text(11) + "-" + m.text(32),
    "huggingface-token": lambda m: "h" + "f_" + m.text(34),
    "vault-token": lambda m: "hv" + "s." + m.text(90, URL64),
    "terraform-token": lambda m: m.text(14) + ".atlas" + "v1." + m.text(67, URL64),
    "grafana-token": lambda m: "gl" + "sa_" + m.text(32) + "_" + m.hex(8),
    "linear-key": lambda m: "lin" + "_api_" + m.text(40),
    "notion-token": lambda m: "nt" + "n_" + m.text(46),
    "shopify-token": lambda m: "shp" + "at_" + m.hex(32),
    "square-token": lambda m: "sq0" + "atp-" + m.text(22, URL64),
    "twilio-key": lambda m: "S" + "K" + m.hex(32),
    "atlassian-token": lambda m: "ATA" + "TT3" + m.text(60, URL64),
    "databricks-token": lambda m: "da" + "pi" + m.hex(32),
    "doppler-token": lambda m: "dp" + ".pt." + m.text(43),
    "fly-token": lambda m: "fo" + "1_" + m.text(43, URL64),
    "postman-key": lambda m: "PM" + "AK-" + m.hex(24) + "-" + m.hex(34),
    "age-secret-key": lambda m: "AGE-" + "SECRET-KEY-1" + m.text(58, UPPER + DIGITS),
    "jwt": lambda m: "ey" + "J" + m.text(30, URL64) + ".eyJ" + m.text(40, URL64) + "." + m.text(43, URL64),
    "ntfy-token": lambda m: "tk" + "_" + m.text(29, LOWER + DIGITS),
}


@pytest.mark.parametrize("kind", TOKENS)
@pytest.mark.parametrize("place", ["{} is the one", "see `{}`.", "x={}&y=1", "<{}>", "({})", '{{"a": "{}"}}'])
def test_a_token_is_replaced_wherever_it_stands(kind: str, place: str) -> None:
    token = TOKENS[kind](Maker())
    if kind == "slack-webhook":
        place = place.replace("{}", "https://hooks.slack.com/services/{}")
    text = place.format(token)
    assert redact(text).text.value == place.format(f"⟦secret:{kind}⟧")


@pytest.mark.parametrize("kind", TOKENS)
def test_a_word_that_only_contains_the_prefix_is_left_alone(kind: str) -> None:
    token = TOKENS[kind](Maker())
    assert redact(f"the form {token[:5]} of it").spans == ()


def test_every_rule_has_a_keyword_in_lower_case_and_a_kebab_name() -> None:
    for rule in PROVIDER_RULES:
        assert rule.keywords
        assert all(keyword == keyword.lower() for keyword in rule.keywords)
        assert set(rule.id) <= set(LOWER + DIGITS + "-")


def test_there_are_rules_for_more_than_sixty_kinds() -> None:
    assert len({rule.id for rule in PROVIDER_RULES}) > 60
    assert set(HEX) < set(ALNUM) < set(HASH64)
