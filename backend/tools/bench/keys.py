"""Typing with the preview beside it: what every key costs the page's main thread."""

from dataclasses import dataclass

from playwright.sync_api import Page

from tools.bench.main_thread import MainThread
from tools.bench.measuring import Latency, latency

WORDS = "the relay drops what it cannot route, so look at the tables first and at the logs then "
PAUSE_MS = 150
"""A fast typist's pause; whatever a key sets off has to be over by then, or it counts for the next one."""


@dataclass(frozen=True, slots=True)
class Typing:
    """``key`` is a key's main-thread time: the key itself, and all it sets off before the next one."""

    document_kb: int
    keys: int
    key: Latency


def measure_typing(page: Page, path: str, kilobytes: int) -> Typing:
    """Type into the middle of the document in the split view, and leave it unsaved."""
    open_document(page, path)
    page.get_by_role("region", name="Preview").get_by_role("heading").first.wait_for()
    return Typing(kilobytes, len(WORDS), latency(type_words(page)))


def open_document(page: Page, path: str) -> None:
    """Open it by quick open, as a person does: no page is loaded, and nothing asks about unsaved text."""
    page.keyboard.press("Control+p")
    page.keyboard.type(path)
    page.get_by_role("option", name=path).first.wait_for()
    page.keyboard.press("Enter")
    page.locator(f'[role=tabpanel][aria-label="{path}"] [data-testid=editor] .view-lines').first.wait_for()


def type_words(page: Page) -> list[float]:
    """Type some words at the end of the first paragraph; return the main thread's seconds for each key."""
    page.get_by_test_id("editor").locator(".view-lines").first.click()
    page.keyboard.press("Control+Home")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "End"):
        page.keyboard.press(key)
    thread = MainThread(page)
    page.wait_for_timeout(5 * PAUSE_MS)
    costs: list[float] = []
    for letter in WORDS:
        before = thread.busy_s()
        page.keyboard.type(letter)
        page.wait_for_timeout(PAUSE_MS)
        costs.append(thread.busy_s() - before)
    thread.close()
    return costs
