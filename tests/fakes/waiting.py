"""A monotonic clock that moves when somebody sleeps, so that nobody does."""

from collections.abc import Callable


class WaitingClock:
    """``monotonic`` and ``sleep`` for what waits; ``slept`` lists the waits. ``on_sleep`` is called once in each."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.on_sleep: Callable[[], object] = lambda: None
        self._now_s = 0.0

    def monotonic(self) -> float:
        return self._now_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.on_sleep()
        self._now_s += seconds

    def advance(self, seconds: float) -> None:
        self._now_s += seconds
