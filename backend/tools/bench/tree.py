"""The tree of every document, scrolled from its top for as long as a few seconds."""

from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Page

from tools.bench.main_thread import MainThread
from tools.bench.measuring import Latency, latency

FRAMES = 240
STEP_PX = 330
"""Fifteen rows a frame: faster than a wheel, as a dragged scroll bar goes."""
SCROLL = """([frames, step]) => new Promise((resolve) => {
  const scroller = document.querySelector('[role=tree]').parentElement;
  const times = [];
  const next = (time) => {
    times.push(time);
    scroller.scrollTop += step;
    if (times.length <= frames) requestAnimationFrame(next); else resolve(times);
  };
  requestAnimationFrame(next);
})"""


@dataclass(frozen=True, slots=True)
class Scrolling:
    """``frame``: from one frame to the next; ``busy_ms``: the main thread's time in a frame, on average."""

    rows_of_tree: int
    rows_drawn: int
    frame: Latency
    longest_frame_ms: float
    busy_ms: float


def measure_scrolling(page: Page) -> Scrolling:
    """Unfold every folder by a filter that all documents pass, and scroll."""
    page.get_by_role("searchbox", name="Filter documents").fill("note")
    page.get_by_role("treeitem", name="note00000.md").wait_for()
    tree = page.get_by_role("tree", name="Documents")
    height_px = float(tree.evaluate("(tree) => tree.clientHeight"))
    row_px = float(page.get_by_role("treeitem").first.evaluate("(row) => row.clientHeight"))
    thread = MainThread(page)
    before = thread.busy_s()
    times: list[float] = page.evaluate(SCROLL, [FRAMES, STEP_PX])
    busy_s = thread.busy_s() - before
    thread.close()
    frames_s = [(after - earlier) / 1_000 for earlier, after in pairwise(times)]
    drawn = page.get_by_role("treeitem").count()
    longest_ms = round(max(frames_s) * 1_000, 1)
    return Scrolling(
        round(height_px / row_px), drawn, latency(frames_s), longest_ms, round(busy_s * 1_000 / len(frames_s), 2)
    )
