"""Calls to a provider: each within its time, and again while that is worth it. No lock is held meanwhile."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

logger = logging.getLogger(__name__)

Monotonic = Callable[[], float]
Sleep = Callable[[float], None]
Result = TypeVar("Result")

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0


class AttemptFailed(Exception):
    """One call that failed: ``reason`` is a sentence for the operator and holds no text of a document.

    ``tries`` is how often such a call is worth making in all; ``wait_s`` is what the provider asks for
    before the next one. ``oversized`` means that fewer or shorter texts may be taken.
    """

    def __init__(self, reason: str, *, tries: int = 1, wait_s: float | None = None, oversized: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.tries = tries
        self.wait_s = wait_s
        self.oversized = oversized

    def wait_before(self, try_number: int) -> float:
        """Return the seconds to wait before try ``try_number`` (the second is 2): asked for, else doubling."""
        if self.wait_s is not None:
            return self.wait_s
        return min(FIRST_WAIT_S * 2 ** (try_number - 2), LONGEST_WAIT_S)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an answer may take: all calls and waits together, one call, one wait; and how many calls."""

    total_s: float
    call_s: float
    wait_s: float
    tries: int


class Deadline:
    """What is left of a span of time that starts now."""

    def __init__(self, total_s: float, monotonic: Monotonic) -> None:
        self._monotonic = monotonic
        self._end = monotonic() + total_s

    def remaining_s(self) -> float:
        return max(0.0, self._end - self._monotonic())


def persist(call: Callable[[float], Result], patience: Patience, deadline: Deadline, sleep: Sleep) -> Result:
    """Return what ``call`` returns, called again after failures that may pass. It is told its seconds.

    There is no random share in the waits: one process calls, and its calls follow one another.
    Raises: AttemptFailed, the last one, when time, tries or patience with a wait are used up.
    """
    next_try = 2
    while True:
        try:
            return call(min(patience.call_s, deadline.remaining_s()))
        except AttemptFailed as failure:
            wait_s = failure.wait_before(next_try)
            if next_try > min(failure.tries, patience.tries) or wait_s > patience.wait_s:
                raise
            if wait_s >= deadline.remaining_s():
                raise
            logger.warning("embedding call failed, trying again", extra={"reason": failure.reason, "wait_s": wait_s})
        sleep(wait_s)
        next_try += 1


def in_time(call: Callable[[], Result], limit_s: float) -> Result:
    """Return what ``call`` returns, or raise TimeoutError after ``limit_s``, whatever holds it up.

    A client's own time-outs count each read of a socket and not the look-up of a name, so they alone
    promise nothing. A late call ends by itself on its daemon thread, and nobody hears of it.
    """
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            future.set_exception(error)

    threading.Thread(target=run, name="embed-call", daemon=True).start()
    return future.result(timeout=limit_s)
