"""A clock that a test drives: every look at it is one second later."""

from datetime import UTC, datetime, timedelta


class TickingClock:
    """Returns aware datetimes, each a second after the last."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._next = start

    def __call__(self) -> datetime:
        moment, self._next = self._next, self._next + timedelta(seconds=1)
        return moment
