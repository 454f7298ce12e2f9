"""A document as the index sees it, on a wide screen and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site

pytestmark = pytest.mark.browser

SECRET = "harbour-violin-2291-moss"
RUNBOOK = f"---\ntitle: Cut\n---\n\n# Cut in chunks\n\npassword: {SECRET}\n\n## Long\n\n" + "word after word\n" * 300


def test_chunks_stand_beside_the_lines_they_are_made_of(signed_in: Page, site: Site) -> None:
    (site.documents / "cut-in-chunks.md").write_text(RUNBOOK, encoding="utf-8")
    signed_in.goto("/d/cut-in-chunks.md")
    signed_in.get_by_role("button", name="As the index sees it").click()
    view = signed_in.get_by_role("region", name="As the index sees it")
    rows = view.get_by_role("list", name="Chunks").get_by_role("listitem")
    expect(rows.first).to_contain_text("In no chunk")
    expect(rows.nth(1)).to_contain_text("Cut in chunks")
    expect(rows.nth(1).locator("mark")).to_contain_text("⟦secret:")
    expect(rows.nth(1)).to_contain_text("tokens")
    rows.nth(2).get_by_role("button").click()
    expect(view).to_have_count(0)
    expect(signed_in.get_by_test_id("editor").locator(".glyph-line-gutter").first).to_be_visible()


def test_a_phone_shows_chunks_and_earlier_versions_in_one_column(signed_in: Page, site: Site) -> None:
    (site.documents / "on-the-phone.md").write_text("# On the phone\n\nfirst line\n\nlast line\n", encoding="utf-8")
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.goto("/d/on-the-phone.md")
    signed_in.get_by_role("button", name="Edit").click()
    signed_in.get_by_label("Text of on-the-phone.md").fill("# On the phone\n\nchanged line\n\nlast line\n")
    signed_in.get_by_role("button", name="Save and reindex").click()
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=30_000)

    run_command(signed_in, "Compare with earlier versions")
    changes = signed_in.get_by_role("list", name="Earlier version and Now")
    expect(changes.locator("[data-kind=gone]")).to_contain_text("first line")
    expect(changes.locator("[data-kind=new]")).to_contain_text("changed line")
    run_command(signed_in, "See as the index sees it")
    expect(signed_in.get_by_role("list", name="Chunks")).to_contain_text("changed line")


def run_command(page: Page, title: str) -> None:
    page.get_by_role("button", name="Show all commands").click()
    page.get_by_role("option", name=title).click()
