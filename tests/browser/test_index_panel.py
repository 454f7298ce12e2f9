"""The index in the workbench: rebuilt with progress, rolled back, and open about what it hides."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_index_is_rebuilt_with_progress_and_rolled_back(signed_in: Page) -> None:
    signed_in.get_by_role("button", name="Index", exact=True).click()
    panel = signed_in.get_by_role("region", name="Index")
    expect(panel.get_by_role("list", name="Problems")).to_be_visible()
    panel.get_by_text("Redacted in").click()
    expect(panel.get_by_role("list", name="Redactions").get_by_role("button").first).to_contain_text("line")

    panel.get_by_role("button", name="Rebuild").click()
    expect(panel.get_by_role("progressbar")).to_be_visible()
    generations = panel.get_by_role("list", name="Generations")
    expect(generations.get_by_role("listitem")).to_have_count(2, timeout=90_000)
    generations.get_by_role("button", name="Roll back").click()
    jobs = panel.get_by_role("list", name="Jobs")
    expect(jobs).to_contain_text("Change of generation done", timeout=60_000)
    expect(generations.get_by_role("listitem").last).to_contain_text("active")
