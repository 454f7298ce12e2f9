"""Secrets in the names of files and folders."""

import pytest

from glyph.domain.document import DocumentPath
from glyph.ingest.redact.paths import safe_path
from glyph.ingest.redact.policy import RULES_ALONE, Policy, keyed_value
from glyph.ingest.redact.redactor import redact
from tests.ingest.redact.makers import Maker

MAKE = Maker(23)
WORD_PASSWORD = MAKE.word_password()
TOKEN = "gh" + "p_" + MAKE.text(36)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"vpn/wifi-password-{WORD_PASSWORD}.md", "vpn/⟦secret:password⟧.md"),
        (f"Passwort {WORD_PASSWORD}/notes.txt", "⟦secret:password⟧/notes.txt"),
        (f"tokens/{TOKEN}.md", "tokens/⟦secret:github-token⟧.md"),
        ("alarm/pin-4711.md", "alarm/⟦secret:pin⟧.md"),
    ],
)
def test_a_name_with_a_secret_is_shown_by_its_kind(path: str, shown: str) -> None:
    assert safe_path(DocumentPath(path), RULES_ALONE) == shown
    assert safe_path(DocumentPath(shown), RULES_ALONE) == shown


@pytest.mark.parametrize(
    "path",
    [
        "vpn/wireguard-troubleshooting.md",
        "security/password-rotation-2024.md",
        "security/access-codes-2024.md",
        "Reset password " + MAKE.hex(32) + ".md",
        "API keys " + MAKE.hex(32) + "/Rotate " + MAKE.hex(32) + ".md",
        "adr/0012-api-keys-v2.md",
        "postmortems/2023-11-02-leaked-token.md",
        "ports/51820.md",
        "größe/naïve.md",
    ],
)
def test_a_name_that_speaks_of_secrets_is_shown(path: str) -> None:
    assert safe_path(DocumentPath(path), RULES_ALONE) == path


def test_a_listed_value_is_a_secret_in_a_name_too() -> None:
    policy = Policy(bytes(32), (keyed_value("heliotrope", bytes(32)),))
    assert safe_path(DocumentPath("rooms/heliotrope.md"), policy) == "rooms/⟦secret:listed⟧.md"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"See [it](../vpn/wifi-password-{WORD_PASSWORD}.md#keys).", "See [it](../vpn/⟦secret:password⟧.md#keys)."),
        (f"[it](wifi%20password%20{WORD_PASSWORD}.md)", "[it](⟦secret:password⟧.md)"),
        (f"There is no document a/wifi-password-{WORD_PASSWORD}.md.", "There is no document a/⟦secret:password⟧.md."),
        (f"![map](wifi-password-{WORD_PASSWORD}.assets/map.png)", "![map](⟦secret:password⟧.assets/map.png)"),
    ],
)
def test_a_text_names_no_file_whose_name_holds_a_secret(text: str, shown: str) -> None:
    assert redact(text, RULES_ALONE).text.value == shown


@pytest.mark.parametrize("name", ["password-rotation-2024.md", f"Passwords%20{MAKE.hex(32)}/vault_how_to.md"])
def test_a_link_to_a_name_that_speaks_of_secrets_stands(name: str) -> None:
    text = f"See [it](security/{name})."
    assert redact(text, RULES_ALONE).text.value == text
