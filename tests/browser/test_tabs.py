"""The row of tabs: one that passes, some that stay, some that are pinned."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def tabs(page: Page) -> Locator:
    return page.get_by_role("tablist", name="Open documents").get_by_role("tab")


def names(*paths: str) -> list[re.Pattern[str]]:
    return [re.compile(rf"^{re.escape(path)}") for path in paths]


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("treeitem", name=re.compile(rf"^{re.escape(name)}"))


def test_one_click_looks_at_a_document_and_a_double_click_or_an_edit_keeps_it(signed_in: Page) -> None:
    signed_in.goto("/d/vpn/wireguard-troubleshooting.md")
    row(signed_in, "openvpn-retirement.md").click()
    row(signed_in, "tailscale-subnet-router.md").click()
    expect(tabs(signed_in)).to_have_text(names("wireguard-troubleshooting.md", "tailscale-subnet-router.md"))
    expect(tabs(signed_in).nth(1)).to_contain_text("only looked at")

    row(signed_in, "openvpn-retirement.md").dblclick()
    row(signed_in, "wireguard-site-to-site.md").click()
    kept = ("wireguard-troubleshooting.md", "openvpn-retirement.md")
    expect(tabs(signed_in)).to_have_text(names(*kept, "wireguard-site-to-site.md"))

    signed_in.get_by_test_id("editor").locator(".view-lines").first.click()
    signed_in.keyboard.type("!")
    row(signed_in, "tailscale-subnet-router.md").click()
    expect(tabs(signed_in)).to_have_text(names(*kept, "wireguard-site-to-site.md", "tailscale-subnet-router.md"))


def test_a_pinned_tab_stands_first_and_survives_closing_the_others_and_a_reload(signed_in: Page) -> None:
    signed_in.goto("/d/vpn/wireguard-troubleshooting.md")
    row(signed_in, "openvpn-retirement.md").dblclick()
    row(signed_in, "tailscale-subnet-router.md").dblclick()
    expect(tabs(signed_in).nth(2)).to_have_attribute("aria-selected", "true")
    signed_in.keyboard.press("Alt+p")
    expect(tabs(signed_in).first).to_have_text(names("tailscale-subnet-router.md")[0])
    signed_in.keyboard.press("Alt+w")
    expect(tabs(signed_in)).to_have_count(3)

    tabs(signed_in).nth(2).click(button="right")
    signed_in.get_by_role("menuitem", name="Close others").click()
    left = names("tailscale-subnet-router.md", "openvpn-retirement.md")
    expect(tabs(signed_in)).to_have_text(left)
    signed_in.reload()
    expect(tabs(signed_in)).to_have_text(left)
    expect(tabs(signed_in).nth(1)).to_have_attribute("aria-selected", "true")

    tabs(signed_in).first.click(button="right")
    signed_in.get_by_role("menuitem", name="Unpin").click()
    tabs(signed_in).first.click()
    expect(signed_in.get_by_role("region", name="Preview")).to_contain_text("Tailscale")
    signed_in.keyboard.press("Alt+w")
    expect(tabs(signed_in)).to_have_text(names("openvpn-retirement.md"))
