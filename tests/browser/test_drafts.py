"""Unsaved text in more tabs than one, in a real browser."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.complaints import Complaints
from tests.browser.site import Site
from tools.trial import PASSWORD

pytestmark = pytest.mark.browser

DOCUMENT = "/d/network/tcp-routing-basics.md"
DRAFTED_TEXTS = """() => new Promise((resolve) => {
  const opening = indexedDB.open('glyph');
  opening.onsuccess = () => {
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result.map(({ text }) => text).join()); };
  };
})"""


def write_at_the_end(page: Page, text: str) -> None:
    page.goto(DOCUMENT)
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)
    for _ in range(50):
        if text in page.evaluate(DRAFTED_TEXTS):
            return
        page.wait_for_timeout(100)
    pytest.fail("no draft was stored within five seconds")


def expect_at_the_end(page: Page, text: str) -> None:
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.keyboard.press("Control+End")
    expect(page.get_by_test_id("editor").locator(".view-lines").first).to_contain_text(text)


def test_two_tabs_write_two_drafts_and_neither_is_lost(signed_in: Page, context: BrowserContext) -> None:
    other = context.new_page()
    write_at_the_end(signed_in, "From the first tab.")
    write_at_the_end(other, "From the second tab.")
    assert "From the first tab." in other.evaluate(DRAFTED_TEXTS)
    for page in (signed_in, other):
        page.close(run_before_unload=False)

    third = context.new_page()
    third.goto(DOCUMENT)
    expect(third.get_by_text("Another tab left unsaved changes")).to_be_visible()
    expect_at_the_end(third, "From the second tab.")
    third.get_by_role("button", name="Show them instead").click()
    expect_at_the_end(third, "From the first tab.")
    third.get_by_role("button", name="Show them instead").click()
    expect_at_the_end(third, "From the second tab.")


def test_signing_out_in_one_tab_loses_nothing_in_another(
    signed_in: Page, context: BrowserContext, complaints: Complaints
) -> None:
    complaints.allow("status of 401")  # the other tab may ask once more before it knows
    editing = context.new_page()
    write_at_the_end(editing, "Still unsaved.")
    signed_in.bring_to_front()
    signed_in.get_by_role("button", name="Sign out").click()
    expect(signed_in.get_by_label("Password")).to_be_visible()

    editing.bring_to_front()
    expect(editing.get_by_text("Your session has ended.")).to_be_visible()
    editing.on("dialog", lambda dialog: dialog.accept())
    editing.get_by_role("button", name="Sign in again").click()
    editing.get_by_label("Password").fill(PASSWORD)
    editing.get_by_role("button", name="Sign in").click()
    expect(editing.get_by_text("put back")).to_be_visible()
    expect_at_the_end(editing, "Still unsaved.")


def test_signing_out_while_the_api_is_down_keeps_the_text(
    signed_in: Page, context: BrowserContext, complaints: Complaints
) -> None:
    complaints.expect("status of 502")
    write_at_the_end(signed_in, "Nobody may throw this away.")
    refusal = '{"error": {"code": "not_revoked", "message": "The API could not be told.", "hint": ""}}'
    context.route(
        "**/api/auth/logout", lambda route: route.fulfill(status=502, body=refusal, content_type="application/json")
    )
    signed_in.get_by_role("button", name="Sign out").click()
    signed_in.get_by_role("button", name="Discard and sign out").click()
    expect(signed_in.get_by_text("The API could not be told.")).to_be_visible()
    expect_at_the_end(signed_in, "Nobody may throw this away.")
    assert "Nobody may throw this away." in signed_in.evaluate(DRAFTED_TEXTS)


def test_a_draft_that_was_put_back_is_compared_with_the_disk(signed_in: Page) -> None:
    write_at_the_end(signed_in, "Put back and compared.")
    signed_in.on("dialog", lambda dialog: dialog.accept())
    signed_in.reload()
    expect(signed_in.get_by_text("Unsaved changes from an earlier visit were put back")).to_be_visible()
    signed_in.get_by_role("button", name="Compare").click()
    changes = signed_in.get_by_role("region", name="Unsaved changes")
    expect(changes.get_by_test_id("diff-editor").get_by_text("Put back and compared.")).to_be_visible()
    changes.get_by_role("button", name="Discard").click()
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved")


def test_a_text_that_is_kept_against_a_changed_disk_is_settled_when_it_is_saved(signed_in: Page, site: Site) -> None:
    file = site.documents / "kept-against.md"
    file.write_text("# Kept\n\nas it was\n", encoding="utf-8")
    signed_in.goto("/d/kept-against.md")
    signed_in.get_by_test_id("editor").locator(".view-lines").first.click()
    signed_in.keyboard.press("Control+End")
    signed_in.keyboard.type("mine")
    file.write_text("# Kept\n\nof another tool\n", encoding="utf-8")
    signed_in.get_by_role("button", name="Keep mine").click()
    expect(signed_in.get_by_text("The document has changed on disk.")).to_have_count(0)
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Changed on disk")
    signed_in.keyboard.press("Control+s")
    conflict = signed_in.get_by_role("region", name="Conflict")
    for way in ("Keep editing", "Take disk", "Overwrite disk", "Copy mine"):
        expect(conflict.get_by_role("button", name=way)).to_be_visible()
    conflict.get_by_role("button", name="Overwrite disk").click()
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=30_000)
    assert "mine" in file.read_text(encoding="utf-8")
