"""Watching: hints of where documents may have changed. The one file that knows watchfiles.

An event says only "look here": a file that is replaced is reported as added, and what happens while
nobody watches is never reported. So whoever takes a hint compares hashes, and scans now and then.
"""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from glyph.corpus.paths import SUFFIXES, suffix_of

logger = logging.getLogger(__name__)

WatchMode = Literal["auto", "poll", "off"]

TICK_S = 1.0
DEBOUNCE_MS = 500
STEP_MS = 100
"""A change is told of once nothing more has happened for this long."""
POLL_MS = 1_000
RETRY_TICKS = 3


def watch_folder(root: Path, mode: WatchMode, stop: threading.Event) -> Iterator[frozenset[str]]:
    """Yield what may have changed beneath ``root``, about every second even when that is nothing.

    Paths are relative to ``root``; one that ends with a slash stands for everything beneath it. A watch
    that breaks, or a root that is gone, is tried again; polling takes over when the system has no more watches.
    """
    polling = True if mode == "poll" else None  # None lets watchfiles see that it runs where events never come
    missed: frozenset[str] = frozenset()
    told = ""
    while not stop.is_set() and mode != "off":
        try:
            for hints in _events(root, stop, polling=polling):
                yield hints | missed
                missed, told = frozenset[str](), ""
        except (OSError, RuntimeError) as error:
            if told != type(error).__name__:  # once: a root that is gone may stay away for days
                told = type(error).__name__
                logger.warning("watch ended", extra={"reason": told, "polling": bool(polling)})
            polling = True if root.is_dir() else polling
        missed = frozenset({"/"})  # whatever happens until the next watch has begun
        yield from _ticks(stop, RETRY_TICKS)
    while not stop.is_set():
        yield from _ticks(stop, 1)


def _ticks(stop: threading.Event, count: int) -> Iterator[frozenset[str]]:
    for _ in range(count):
        if stop.wait(TICK_S):
            return
        yield frozenset()


def _events(root: Path, stop: threading.Event, *, polling: bool | None) -> Iterator[frozenset[str]]:
    """Yield hints until somebody says stop, or until ``root`` is no longer the folder that is watched."""
    from watchfiles import watch

    watched = _identity(root)
    changes = watch(
        root,
        watch_filter=None,
        debounce=DEBOUNCE_MS,
        step=STEP_MS,
        stop_event=stop,
        rust_timeout=int(TICK_S * 1_000),
        yield_on_timeout=True,
        raise_interrupt=False,
        force_polling=polling,
        poll_delay_ms=POLL_MS,
        ignore_permission_denied=True,
    )
    for change in changes:
        if _identity(root) != watched:
            return
        yield frozenset(hint for _, place in change if (hint := hint_of(root, Path(place))) is not None)


def _identity(root: Path) -> tuple[int, int]:
    """Return which folder stands at ``root``: a mount or a fresh checkout may put another one there.

    Raises: OSError.
    """
    facts = root.stat()
    return facts.st_dev, facts.st_ino


def hint_of(root: Path, place: Path) -> str | None:
    """Return where an event wants somebody to look; None for what is hidden or no document.

    What is a folder, or is gone and may have been one, stands for what lies beneath it.
    """
    try:
        relative = place.relative_to(root).as_posix()
    except ValueError:
        return None
    if relative == ".":
        return "/"
    if any(part.startswith(".") for part in relative.split("/")):
        return None
    if suffix_of(relative) in SUFFIXES and not place.is_dir():
        return relative
    return f"{relative}/" if place.is_dir() or not place.exists() else None
