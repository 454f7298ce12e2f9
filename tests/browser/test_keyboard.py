"""Keys as a hand presses them: the display server hands them to a browser with windows and menus of its own."""

import os
import shutil
import subprocess
from collections.abc import Callable, Generator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.complaints import Complaints
from tests.browser.site import Site, sign_in
from tools.browser import LAUNCH_FLAGS, on_path
from tools.console import ROOT

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="needs Xvfb and xdotool: apt install xvfb xdotool",
    ),
]

LOG = ROOT / "test-results" / "keyboard.md"
SCREEN = "1440x900x24"
_LISTEN = """
window.keys = [];
addEventListener('beforeprint', () => keys.push('printed'));
addEventListener('keydown', (event) => setTimeout(() => {
  if (!event.isTrusted) keys.push('made up');
  else if (!/^(Control|Shift)$/.test(event.key)) keys.push(event.defaultPrevented ? 'kept' : 'passed on');
}), true);
"""
"""Tells of each key whether the page kept it from the browser, once all of the page has seen it."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key as xdotool spells it, what the browser itself would do with it, and how the page shows that it has it."""

    key: str
    named: str
    otherwise: str
    answer: str
    answered: Callable[[Page], None]


def _saved(page: Page) -> None:
    expect(page.get_by_role("status", name="Status bar")).to_contain_text("Saved and indexed", timeout=20_000)


def _documents_are_offered(page: Page) -> None:
    expect(page.get_by_role("dialog").get_by_role("combobox")).to_be_focused()
    expect(page.get_by_role("option").first).to_be_visible()


def _commands_are_offered(page: Page) -> None:
    expect(page.get_by_role("dialog").get_by_role("combobox")).to_have_value(">")


def _the_side_bar_is_gone(page: Page) -> None:
    expect(page.get_by_role("tree", name="Documents")).to_have_count(0)


def _the_side_bar_is_back(page: Page) -> None:
    expect(page.get_by_role("tree", name="Documents")).to_be_visible()


def _search_has_the_focus(page: Page) -> None:
    expect(page.get_by_label("Search the corpus")).to_be_focused()


def _nothing_is_open(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_have_count(0)


PRESSES = (
    Press("ctrl+s", "Ctrl+S", "saves the page to a file", "the document is saved and indexed", _saved),
    Press("ctrl+p", "Ctrl+P", "prints the page", "quick open has the focus", _documents_are_offered),
    Press("Escape", "Esc", "", "quick open is closed", _nothing_is_open),
    Press("ctrl+b", "Ctrl+B", "", "the side bar is hidden", _the_side_bar_is_gone),
    Press("ctrl+b", "Ctrl+B", "", "the side bar is back", _the_side_bar_is_back),
    Press("F1", "F1", "opens the browser's help", "the commands are offered", _commands_are_offered),
    Press("Escape", "Esc", "", "the commands are closed", _nothing_is_open),
    Press("ctrl+shift+f", "Ctrl+Shift+F", "", "the search has the focus", _search_has_the_focus),
)


@pytest.fixture
def display() -> Generator[str]:
    """Start a display of its own, and return its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as told:
        name = f":{told.readline().strip()}"
    yield name
    server.terminate()
    server.wait()


@pytest.fixture
def headed(playwright: Playwright, display: str, site: Site, complaints: Complaints) -> Generator[Page]:
    """Open a browser with a window on that display."""
    environment: dict[str, str | float | bool] = {**os.environ, "DISPLAY": display}
    flags = [*LAUNCH_FLAGS, "--window-position=0,0", "--window-size=1440,900"]
    browser = playwright.chromium.launch(executable_path=on_path(), headless=False, args=flags, env=environment)
    context = browser.new_context(base_url=site.origin, no_viewport=True, reduced_motion="reduce")
    complaints.listen(context)
    context.add_init_script(_LISTEN)
    yield context.new_page()
    browser.close()


def test_keys_pressed_by_hand_reach_the_workbench_and_not_the_browser(headed: Page, display: str) -> None:
    sign_in(headed, "/d/on-call/handover.md")
    _click_into_the_text(headed, display)
    _xdotool(display, "type", "Pressed by hand. ")
    expect(headed.get_by_role("region", name="Preview")).to_contain_text("Pressed by hand.")
    rows: list[str] = []
    for press in PRESSES:
        headed.evaluate("keys.length = 0")
        _xdotool(display, "key", press.key)
        press.answered(headed)
        [fate] = headed.evaluate("keys")
        rows.append(f"| {press.named} | {press.otherwise or '–'} | {fate} | {press.answer} |")
        assert fate == "kept" or press.key == "Escape"
    assert len(headed.context.pages) == 1
    _write_log(headed, rows)


def test_a_key_that_no_page_takes_is_the_browsers(headed: Page, display: str) -> None:
    headed.goto("/login")
    headed.get_by_label("Password").wait_for()
    _focus_the_window(headed, display)
    _xdotool(display, "key", "ctrl+p")
    headed.wait_for_function("keys.includes('printed')")
    assert headed.evaluate("keys") == ["passed on", "printed"]


def _click_into_the_text(page: Page, display: str) -> None:
    page.get_by_test_id("editor").locator(".view-lines").first.wait_for()
    _focus_the_window(page, display)
    page.get_by_test_id("editor").locator(".view-line").last.click()


def _focus_the_window(page: Page, display: str) -> None:
    """Give the browser's window the keyboard: there is no window manager that would."""
    window = _xdotool(display, "search", "--onlyvisible", "--class", "chrom").split()[-1]
    _xdotool(display, "windowfocus", "--sync", window)
    page.bring_to_front()


def _xdotool(display: str, *command: str) -> str:
    done = subprocess.run(
        ["xdotool", *command], env={**os.environ, "DISPLAY": display}, capture_output=True, text=True, check=True
    )
    return done.stdout


def _write_log(page: Page, rows: list[str]) -> None:
    version = page.context.browser.version if page.context.browser else "?"
    LOG.parent.mkdir(exist_ok=True)
    head = ["| pressed | Chromium by itself | the page | seen in the workbench |", "|---|---|---|---|"]
    LOG.write_text("\n".join([f"Chromium {version}, Xvfb {SCREEN}, xdotool.", "", *head, *rows, ""]), encoding="utf-8")
