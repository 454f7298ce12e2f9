"""Noticing that the index folder was removed under the process that owns it: `rm -rf data/index` costs a rebuild."""

import logging
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

logger = logging.getLogger(__name__)

LOOK_S = 1.0


class LossWatch:
    """Looks every second whether what a process owns is still whole, and calls ``on_loss`` once when it is not."""

    def __init__(self, is_whole: Callable[[], bool], on_loss: Callable[[], None], *, look_s: float = LOOK_S) -> None:
        self._is_whole = is_whole
        self._on_loss = on_loss
        self._look_s = look_s
        self._stop = threading.Event()
        self._lost = False
        self._thread = threading.Thread(target=self._run, name="glyph-loss", daemon=True)

    @property
    def lost(self) -> bool:
        return self._lost

    def finds_it_whole(self) -> bool:
        """Return whether nothing is missing now."""
        return self._is_whole()

    def _run(self) -> None:
        while not self._stop.wait(self._look_s):
            if not self._is_whole():
                logger.warning("the index folder is gone")
                self._lost = True
                self._on_loss()
                return

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Look no more. Idempotent."""
        self._stop.set()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
