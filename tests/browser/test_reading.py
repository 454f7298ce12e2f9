"""What a reader does with a runbook: copy, fill in, tick off, and keep secrets off a shared screen."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.site import Site

pytestmark = pytest.mark.browser

SECRET = "tulip-lantern-4471-otter"
RUNBOOK = f"""# Restart the relay[^why]

1. Stop it

   ```bash
   ssh <host> systemctl stop $SERVICE
   ```
2. Start it again

password: {SECRET}

[^why]: It forgets its routes.
"""


def test_code_is_filled_in_steps_are_ticked_off_and_secrets_are_hidden(
    signed_in: Page, context: BrowserContext, site: Site
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    file = site.documents / "restart-the-relay.md"
    file.write_text(RUNBOOK, encoding="utf-8")
    signed_in.goto("/d/restart-the-relay.md")
    preview = signed_in.get_by_role("region", name="Preview")

    hidden = preview.get_by_role("button", name="Hidden value")
    expect(hidden).to_have_count(1)
    hidden.click()
    expect(preview.get_by_role("button", name=SECRET)).to_be_visible()

    preview.get_by_role("button", name="Fill in").click()
    form = signed_in.get_by_role("dialog", name="Fill in before copying")
    form.get_by_label("host").fill("edge-01")
    form.get_by_label("SERVICE").fill("relay")
    form.get_by_role("button", name="Copy").click()
    expect(form).to_have_count(0)
    assert signed_in.evaluate("navigator.clipboard.readText()") == "ssh edge-01 systemctl stop relay"

    preview.get_by_role("checkbox", name="Done: Start it again").check(force=True)
    preview.get_by_role("link", name="Footnote 1").click()
    expect(preview.get_by_text("It forgets its routes.")).to_be_visible()
    assert file.read_text(encoding="utf-8") == RUNBOOK


def test_a_link_is_followed_from_the_editor_by_mouse_and_by_key(signed_in: Page) -> None:
    signed_in.goto("/d/vpn/openvpn-retirement.md#L17")
    target = signed_in.get_by_test_id("editor").get_by_text("(wireguard-roadwarrior-clients.md)").first
    target.click(modifiers=["Control"])
    expect(signed_in.get_by_role("tab", selected=True)).to_contain_text("wireguard-roadwarrior-clients.md")
    signed_in.get_by_role("tab", name="openvpn-retirement.md").click()
    signed_in.get_by_test_id("editor").get_by_text("(wireguard-roadwarrior-clients.md)").first.click()
    signed_in.keyboard.press("Alt+Enter")
    expect(signed_in.get_by_role("tab", selected=True)).to_contain_text("wireguard-roadwarrior-clients.md")
