"""A document far beyond what anybody writes by hand: it opens, says what it leaves out, takes keys and is saved."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page

from tools.bench.keys import open_document, type_words
from tools.bench.measuring import Latency, latency, timed

LISTEN_FOR_LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => { for (const task of list.getEntries()) window.longTasks.push(task.duration); })
  .observe({ type: 'longtask' });
"""
SAVED = re.compile(r"^\s*Saved")
SAVED_WITHIN_MS = 120_000


@dataclass(frozen=True, slots=True)
class Large:
    """``longest_task_ms``: for so long the page answered nothing while the document was opened."""

    document_mb: float
    opened_s: float
    longest_task_ms: float
    key: Latency
    saved_s: float


def measure_large(page: Page, path: str, megabytes: float) -> Large:
    page.evaluate(LISTEN_FOR_LONG_TASKS)
    opened_s = timed(lambda: open_document(page, path))
    page.get_by_text("This document is large").first.wait_for()
    page.wait_for_timeout(1_000)
    tasks: list[float] = page.evaluate("window.longTasks")
    key = latency(type_words(page))
    saved_s = timed(lambda: save(page))
    return Large(megabytes, round(opened_s, 2), round(max(tasks, default=0.0)), key, round(saved_s, 2))


def save(page: Page) -> None:
    """Save and wait until the status bar says that the text is on disk."""
    page.keyboard.press("Control+s")
    status = page.get_by_role("status", name="Status bar")
    status.get_by_text(SAVED).wait_for(timeout=SAVED_WITHIN_MS)
