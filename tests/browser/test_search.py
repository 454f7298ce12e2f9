"""Search as people use it: typed, walked by keys, still there after a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_hits_come_while_typing_and_open_where_the_term_stands(signed_in: Page) -> None:
    signed_in.keyboard.press("Control+Shift+F")
    box = signed_in.get_by_label("Search the corpus")
    expect(box).to_be_focused()
    box.press_sequentially("wireguard 51820")
    results = signed_in.get_by_role("list", name="Search results")
    expect(results.get_by_role("button").first).to_be_visible()
    expect(signed_in.get_by_text("keyword + meaning:")).to_be_visible()
    expect(results.get_by_text(re.compile("^(both|keyword|meaning|literal)$")).first).to_be_visible()

    box.press("ArrowDown")
    signed_in.keyboard.press("Enter")
    editor = signed_in.get_by_test_id("editor")
    expect(editor.locator(".glyph-term").first).to_be_visible()
    opened = signed_in.url
    signed_in.keyboard.press("F4")
    expect(signed_in).not_to_have_url(opened)

    signed_in.reload()
    expect(signed_in.get_by_label("Search the corpus")).to_have_value("wireguard 51820")
    expect(results.locator("[aria-current]")).to_be_visible()


def test_quick_open_goes_to_headings_and_lines(signed_in: Page) -> None:
    signed_in.keyboard.press("Control+p")
    signed_in.keyboard.type("no handshake")
    signed_in.get_by_role("option", name="# No handshake").click()
    expect(signed_in.get_by_role("navigation", name="Breadcrumbs")).to_contain_text("No handshake")
    signed_in.keyboard.press("Control+Shift+O")
    expect(signed_in.get_by_role("option", name="First five minutes")).to_be_visible()
    signed_in.keyboard.press("Escape")
    signed_in.keyboard.press("Control+p")
    signed_in.keyboard.type("mx-01.md:5")
    signed_in.keyboard.press("Enter")
    expect(signed_in).to_have_url(re.compile(r"/d/nodes/mx-01\.md#L5$"))


def test_a_phone_is_offered_nothing_that_only_a_wide_screen_has(signed_in: Page) -> None:
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.get_by_role("button", name="Show all commands").click()
    expect(signed_in.get_by_role("option", name="View: Show explorer")).to_be_visible()
    expect(signed_in.get_by_role("option", name="View: Toggle side bar")).to_have_count(0)
