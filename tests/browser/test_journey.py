"""What people do in the workbench, in a real browser, on the production build."""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.complaints import Complaints
from tests.browser.site import Site, sign_in
from tools.trial import PASSWORD

if TYPE_CHECKING:  # playwright's own shape of a cookie is in no public module
    from playwright._impl._api_structures import SetCookieParam

pytestmark = pytest.mark.browser

TROUBLESHOOTING = "vpn/wireguard-troubleshooting.md"
COUNT_DRAFTS = """() => new Promise((resolve) => {
  const opening = indexedDB.open('glyph');
  opening.onsuccess = () => {
    const counting = opening.result.transaction('drafts').objectStore('drafts').count();
    counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
  };
})"""
PICTURES = Path(__file__).parents[2] / "test-results"


def search(page: Page, query: str) -> None:
    page.keyboard.press("Control+Shift+F")
    box = page.get_by_label("Search the corpus")
    expect(box).to_be_focused()
    box.fill(query)
    box.press("Enter")


def type_at_the_end(page: Page, text: str) -> None:
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def wait_for_a_draft(page: Page) -> None:
    """Return when the browser has stored a draft; it does so shortly after the last key."""
    for _ in range(50):
        if page.evaluate(COUNT_DRAFTS):
            return
        page.wait_for_timeout(100)
    pytest.fail("no draft was stored within five seconds")


def test_a_person_signs_in_searches_edits_saves_and_finds_the_new_text(page: Page) -> None:
    sign_in(page)
    results = page.get_by_role("list", name="Search results")
    search(page, "51820")
    expect(results.get_by_role("button").first).to_contain_text("51820")
    expect(page.get_by_role("region", name="Search")).to_contain_text("keyword")
    search(page, "my VPN stopped routing traffic")
    expect(page.get_by_text("keyword + meaning:")).to_be_visible()  # until then the order is that of keywords alone
    expect(results).to_contain_text("WireGuard troubleshooting")
    page.screenshot(path=PICTURES / "search-dark.png")

    results.get_by_role("button").first.click()
    expect(page.get_by_role("tab", selected=True)).to_contain_text("wireguard-troubleshooting.md")
    expect(page).to_have_url(re.compile(rf"/d/{TROUBLESHOOTING}#L\d+"))
    opened_at = re.search(r"#L(\d+)(?:-L(\d+))?", page.url)
    assert opened_at is not None
    expect(page.get_by_title("Go to line")).to_be_visible()
    cursor = re.search(r"Ln (\d+),", page.get_by_title("Go to line").inner_text())
    assert cursor is not None
    assert int(opened_at[1]) <= int(cursor[1]) <= int(opened_at[2] or opened_at[1])

    type_at_the_end(page, "\nquokka-lantern-42 marks what this test wrote.\n")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)
    page.screenshot(path=PICTURES / "saved-dark.png")

    search(page, "quokka-lantern-42")
    expect(results).to_contain_text("quokka-lantern-42")

    page.get_by_role("button", name="Toggle light and dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.screenshot(path=PICTURES / "search-light.png")


def test_the_saved_text_is_on_the_disk_and_nothing_else_changed(signed_in: Page, site: Site) -> None:
    file = site.documents / "dns" / "dns-troubleshooting.md"
    before = file.read_text(encoding="utf-8")
    signed_in.goto("/d/dns/dns-troubleshooting.md")
    type_at_the_end(signed_in, "One more line.")
    signed_in.keyboard.press("Control+s")
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)
    assert file.read_text(encoding="utf-8") == f"{before}One more line."


def test_a_stale_save_is_refused_with_a_diff_and_overwriting_is_a_choice(
    signed_in: Page, site: Site, complaints: Complaints
) -> None:
    complaints.allow("status of 412")  # unless the news of the change comes before the save
    file = site.documents / "network" / "tcp-routing-basics.md"
    signed_in.goto("/d/network/tcp-routing-basics.md")
    type_at_the_end(signed_in, "Mine, written in the browser.")
    theirs = file.read_text(encoding="utf-8") + "Theirs, written by another tool.\n"
    file.write_text(theirs, encoding="utf-8")

    signed_in.keyboard.press("Control+s")
    conflict = signed_in.get_by_role("region", name="Conflict")
    expect(conflict).to_contain_text("On disk")
    expect(conflict).to_contain_text("Yours")
    assert file.read_text(encoding="utf-8") == theirs
    signed_in.screenshot(path=PICTURES / "conflict-dark.png")

    signed_in.get_by_role("button", name="Overwrite disk").click()
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)
    assert file.read_text(encoding="utf-8").endswith("Mine, written in the browser.")


def test_what_a_second_browser_saves_is_put_beside_the_text_of_the_first(
    signed_in: Page, site: Site, new_context: Callable[[], BrowserContext]
) -> None:
    address, file = "/d/backup/restore-drills.md", site.documents / "backup" / "restore-drills.md"
    signed_in.goto(address)
    type_at_the_end(signed_in, "Written in the first browser.")
    second = new_context().new_page()
    sign_in(second, address)
    type_at_the_end(second, "Saved in the second browser.")
    second.keyboard.press("Control+s")
    expect(second.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)

    expect(signed_in.get_by_text("The document has changed on disk.")).to_be_visible()
    signed_in.keyboard.press("Control+s")
    conflict = signed_in.get_by_role("region", name="Conflict")
    expect(conflict).to_contain_text("Saved in the second browser.")
    expect(conflict).to_contain_text("Written in the first browser.")
    assert "first browser" not in file.read_text(encoding="utf-8")
    signed_in.get_by_role("button", name="Take disk").click()
    expect(signed_in.get_by_role("region", name="Preview")).to_contain_text("Saved in the second browser.")


def test_a_deep_link_survives_the_sign_in(page: Page) -> None:
    sign_in(page, f"/d/{TROUBLESHOOTING}#L20-L24")
    expect(page).to_have_url(re.compile(rf"/d/{TROUBLESHOOTING}#L20-L24$"))
    expect(page.get_by_role("tab", selected=True)).to_contain_text("wireguard-troubleshooting.md")


def test_a_wrong_password_is_refused_and_says_so(page: Page, complaints: Complaints) -> None:
    complaints.expect("status of 401")
    page.goto("/")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("wrong")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("contentinfo", name="Status bar").wait_for()


def test_unsaved_text_survives_a_reload(signed_in: Page) -> None:
    signed_in.goto("/d/nodes/mx-01.md")
    type_at_the_end(signed_in, "Not saved yet.")
    expect(signed_in.get_by_role("status", name="Status bar")).to_contain_text("Unsaved changes")
    signed_in.on("dialog", lambda dialog: dialog.accept())
    wait_for_a_draft(signed_in)
    signed_in.reload()
    expect(signed_in.get_by_text("put back")).to_be_visible()
    expect(signed_in.get_by_test_id("editor").locator(".view-lines").first).to_be_visible()


def test_a_draft_survives_a_tab_that_is_killed(signed_in: Page, context: BrowserContext) -> None:
    address = "/d/kubernetes/certificates-expired.md"
    signed_in.goto(address)
    type_at_the_end(signed_in, "Written before the crash.")
    wait_for_a_draft(signed_in)
    with signed_in.expect_event("crash"), contextlib.suppress(PlaywrightError):
        signed_in.goto("chrome://crash")

    another = context.new_page()
    another.goto(address)
    expect(another.get_by_text("put back")).to_be_visible()
    expect(another.get_by_role("region", name="Preview")).to_contain_text("Written before the crash.")


def test_signing_out_ends_the_session_and_a_copy_of_its_cookie_is_dead(
    signed_in: Page, context: BrowserContext, new_context: Callable[[], BrowserContext]
) -> None:
    copied = cast("list[SetCookieParam]", context.cookies())
    assert signed_in.request.get("/api/v1/documents").status == 200
    signed_in.get_by_role("button", name="Sign out").click()
    expect(signed_in.get_by_label("Password")).to_be_visible()
    signed_in.goto(f"/d/{TROUBLESHOOTING}")
    expect(signed_in.get_by_label("Password")).to_be_visible()

    thief = new_context()
    thief.add_cookies(copied)
    assert len(thief.cookies()) == len(copied) == 1
    assert thief.request.get("/api/v1/documents").status == 401
    page = thief.new_page()
    page.goto(f"/d/{TROUBLESHOOTING}")
    expect(page.get_by_label("Password")).to_be_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_workbench_stands_at_every_width_in_both_themes(signed_in: Page, scheme: str, width: int) -> None:
    signed_in.set_viewport_size({"width": width, "height": 900})
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.goto(f"/d/{TROUBLESHOOTING}#L20")
    expect(signed_in.get_by_text("Which page do I want").first).to_be_visible()
    signed_in.screenshot(path=PICTURES / f"document-{scheme}-{width}.png")
    overflow = signed_in.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow == 0
