"""Every screen of the workbench, and the way there: for the guide's pictures and for tests that look at each."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site

RUNBOOK = "vpn/wireguard-troubleshooting.md"
WIDE, NARROW = 1440, 390
HEIGHTS = {WIDE: 900, NARROW: 844}
"""Pixels."""


@dataclass(frozen=True, slots=True)
class Screen:
    """``show`` leads a signed-in page there; ``complaint`` is what the browser says on the way, as it should."""

    name: str
    show: Callable[[Page, Site], None]
    widths: tuple[int, ...] = (WIDE, NARROW)
    complaint: str = ""


def open_start(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("status", name="Status bar")).to_contain_text("indexed")


def open_document(page: Page, path: str, lines: str = "") -> None:
    page.goto(f"/d/{path}{lines}")
    expect(preview(page).locator("[data-line]").first).to_be_visible()
    if is_wide(page):
        expect(page.get_by_test_id("editor").locator(".view-lines").first).to_be_visible()


def preview(page: Page) -> Locator:
    return page.get_by_role("region", name="Preview")


def is_wide(page: Page) -> bool:
    assert page.viewport_size is not None
    return page.viewport_size["width"] > NARROW


def run_command(page: Page, title: str) -> None:
    page.keyboard.press("F1")
    page.keyboard.type(title)
    page.keyboard.press("Enter")


def type_at_the_end(page: Page, text: str) -> None:
    """Add to the open document: in the editor, or on a narrow screen in the plain text field."""
    if is_wide(page):
        page.get_by_test_id("editor").locator(".view-lines").first.click()
        page.keyboard.press("Control+End")
        page.keyboard.type(text)
        return
    if page.get_by_role("button", name="Edit").is_visible():
        page.get_by_role("button", name="Edit").click()
    field = page.get_by_label("Text of")
    field.fill(field.input_value() + text)


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)


def _login(page: Page, _site: Site) -> None:
    page.context.clear_cookies()
    page.goto("/login")
    expect(page.get_by_label("Password")).to_be_visible()


def _welcome(page: Page, _site: Site) -> None:
    open_start(page)
    if not is_wide(page):
        page.get_by_role("button", name="Document", exact=True).click()
    expect(page.get_by_role("region", name="Welcome")).to_be_visible()


def _files(page: Page, _site: Site) -> None:
    open_start(page)
    expect(page.get_by_role("treeitem").first).to_be_visible()


def _document(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK, "#L20-L23")


def _text_field(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    type_at_the_end(page, "")


def _search(page: Page, _site: Site) -> None:
    open_start(page)
    page.keyboard.press("Control+Shift+F")
    page.get_by_label("Search the corpus").fill("my VPN stopped routing traffic")
    expect(page.get_by_text("keyword + meaning:")).to_be_visible()
    _open_first_hit(page)


def _literal(page: Page, _site: Site) -> None:
    open_start(page)
    page.keyboard.press("Control+Shift+F")
    page.get_by_label("Search the corpus").fill("51820")
    expect(page.get_by_role("list", name="Search results").locator("mark").first).to_be_visible()
    expect(page.get_by_text("identifier")).to_be_visible()
    _open_first_hit(page)


def _open_first_hit(page: Page) -> None:
    """Show what a hit leads to, where there is room beside it."""
    if not is_wide(page):
        return
    page.get_by_role("list", name="Search results").get_by_role("button").first.click()
    expect(page.get_by_test_id("editor").locator(".view-lines").first).to_be_visible()
    expect(preview(page).locator("[data-marked]").first).to_be_visible()


def _quick_open(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    page.keyboard.press("Control+p")
    page.keyboard.type("wireguard")
    expect(page.get_by_role("option").first).to_be_visible()


def _commands(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    page.keyboard.press("F1")
    expect(page.get_by_role("option").first).to_be_visible()


def _shortcuts(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    page.keyboard.press("Control+/")
    expect(page.get_by_role("dialog")).to_be_visible()


def _outline(page: Page, _site: Site) -> None:
    open_document(page, "vpn/wireguard-site-to-site.md")
    run_command(page, "Show outline")
    expect(page.get_by_role("navigation", name="Outline").get_by_role("button").first).to_be_visible()
    if is_wide(page):
        expect(page.get_by_role("region", name="Backlinks").get_by_role("listitem").first).to_be_visible()


def _index(page: Page, _site: Site) -> None:
    open_document(page, "index.md")
    run_command(page, "Show the index")
    panel = page.get_by_role("region", name="Index")
    expect(panel.get_by_role("list", name="Problems")).to_be_visible()
    panel.get_by_text("Redacted in").click()
    expect(panel.get_by_role("list", name="Redactions").get_by_role("button").first).to_be_visible()


def _conflict(page: Page, site: Site) -> None:
    file = _draft_document(page, site, "on-call/pager-rota.md")
    type_at_the_end(page, "Handover is on Monday at 9:00.\n")
    file.write_text(f"{ROTA}Handover is on Tuesday at 10:00.\n", encoding="utf-8")
    expect(page.get_by_text("The document has changed on disk.")).to_be_visible()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("region", name="Conflict")).to_contain_text("Tuesday")


def _history(page: Page, site: Site) -> None:
    _draft_document(page, site, "on-call/pager-numbers.md")
    type_at_the_end(page, "Handover is on Monday at 9:00.\n")
    save(page)
    type_at_the_end(page, "Whoever hands over writes the notes.\n")
    save(page)
    run_command(page, "Compare with earlier versions")
    history = page.get_by_role("region", name="Earlier versions")
    expect(history.get_by_role("list", name="Versions").get_by_role("button").nth(1)).to_be_visible()
    expect(history.get_by_text("Whoever hands over writes the notes.").first).to_be_visible()


def _changes(page: Page, site: Site) -> None:
    _draft_document(page, site, "on-call/pager-swaps.md")
    type_at_the_end(page, "Swaps are agreed on by Friday.\n")
    run_command(page, "Show unsaved changes")
    expect(page.get_by_role("region", name="Unsaved changes").get_by_text("Swaps are agreed").first).to_be_visible()


def _chunks(page: Page, _site: Site) -> None:
    open_document(page, "vpn/wireguard-site-to-site.md")
    run_command(page, "See as the index sees it")
    expect(page.get_by_role("list", name="Chunks").locator("mark").first).to_be_visible()


def _new(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    page.keyboard.press("Alt+n")
    page.get_by_label("Path").fill("vpn/wireguard-key-rotation.md")


def _move(page: Page, _site: Site) -> None:
    open_document(page, RUNBOOK)
    page.keyboard.press("F2")
    page.get_by_label("New path").fill("network/wireguard-troubleshooting.md")
    changes = page.get_by_role("list", name="Links that would be rewritten")
    expect(changes.get_by_role("listitem").first).to_be_visible()


def _trash(page: Page, site: Site) -> None:
    _draft_document(page, site, "on-call/pager-2019.md")
    run_command(page, "Move to trash")
    if not is_wide(page):
        page.get_by_role("button", name="Files", exact=True).click()
    expect(page.get_by_text("on-call/pager-2019.md is in the trash.")).to_be_visible()
    expect(page.get_by_role("treeitem", name="pager-2019.md")).to_have_count(0)


def _fill_in(page: Page, _site: Site) -> None:
    open_document(page, "vpn/wireguard-roadwarrior-clients.md")
    preview(page).get_by_role("button", name="Fill in").first.click()
    form = page.get_by_role("dialog", name="Fill in before copying")
    form.get_by_role("textbox").first.fill("Vh0z4lXo5ThU9Jt3mWq1o7cT3kzE2yTn0x1bq8sVw2A=")


def _sign_out(page: Page, site: Site) -> None:
    _draft_document(page, site, "on-call/pager-notes.md")
    type_at_the_end(page, "Not saved yet.\n")
    run_command(page, "Sign out")
    expect(page.get_by_role("dialog", name="Unsaved changes")).to_be_visible()


def _session_ended(page: Page, site: Site) -> None:
    _draft_document(page, site, "on-call/pager-tests.md")
    type_at_the_end(page, "Not saved yet.\n")
    page.context.clear_cookies()
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="Sign in again")).to_be_visible()


def _gone(page: Page, _site: Site) -> None:
    page.goto("/d/vpn/wireguard-handshakes.md")
    expect(page.get_by_text("could not be opened")).to_be_visible()


def _no_such_page(page: Page, _site: Site) -> None:
    page.goto("/runbooks")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


ROTA = "# Pager rota\n\nThe pager goes from one person to the next every week.\n\n"


def _draft_document(page: Page, site: Site, path: str) -> Path:
    """Write a document for this screen alone, and open it."""
    file = site.documents / path
    file.write_text(ROTA, encoding="utf-8")
    open_document(page, path)
    return file


SCREENS = (
    Screen("login", _login),
    Screen("welcome", _welcome),
    Screen("files", _files, widths=(NARROW,)),
    Screen("document", _document),
    Screen("text-field", _text_field, widths=(NARROW,)),
    Screen("search", _search),
    Screen("literal", _literal),
    Screen("quick-open", _quick_open),
    Screen("commands", _commands),
    Screen("shortcuts", _shortcuts),
    Screen("outline", _outline),
    Screen("index", _index),
    Screen("conflict", _conflict),
    Screen("history", _history),
    Screen("changes", _changes),
    Screen("chunks", _chunks),
    Screen("new", _new),
    Screen("move", _move),
    Screen("trash", _trash),
    Screen("fill-in", _fill_in),
    Screen("sign-out", _sign_out),
    Screen("session-ended", _session_ended, complaint="status of 401"),
    Screen("gone", _gone, complaint="status of 404"),
    Screen("no-such-page", _no_such_page, complaint="status of 404"),
)
