"""The first screen after signing in."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_first_screen_offers_what_leads_on(signed_in: Page) -> None:
    welcome = signed_in.get_by_role("region", name="Welcome")
    expect(welcome.get_by_role("button")).to_have_count(4)
    signed_in.reload()
    welcome.get_by_role("button", name="Search the corpus").click()
    expect(signed_in.get_by_label("Search the corpus")).to_be_focused()
