"""Events: what happens to jobs and documents, for faces that follow instead of asking again and again.

A bounded log with one numbering for each run of the process. Who follows names the last event it has seen
and gets what came since; when that is no longer known, one ``reset`` says so.
"""

import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from glyph.app.answers import DocumentChanged, Job

REMEMBERED = 1_000

Wake = Callable[[], object]
EventData = Job | DocumentChanged | None


class EventKind(StrEnum):
    """What an event tells; ``reset``: something was missed, so ask for everything again."""

    JOB = "job"
    DOCUMENT = "document"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Event:
    """One event; ``id`` is ``<run>-<number>``, numbered from 1 in the order of what happened."""

    id: str
    kind: EventKind
    data: EventData


class Events:
    """The last thousand events. Every method may be called from several threads."""

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._log: deque[tuple[int, Event]] = deque(maxlen=REMEMBERED)
        self._number = 0
        self._followers: set[Wake] = set()
        self.closed = False

    @property
    def last_id(self) -> str:
        """Return the id of the newest event: where somebody begins who wants nothing from before."""
        with self._lock:
            return self._id(self._number)

    def _id(self, number: int) -> str:
        return f"{self._run}-{number}"

    def tell_job(self, job: Job) -> None:
        """Publish a job as it stands; of one that runs, only its newest state is kept."""
        self._publish(EventKind.JOB, job)

    def tell_document(self, change: DocumentChanged) -> None:
        """Publish what happened to a document."""
        self._publish(EventKind.DOCUMENT, change)

    def _publish(self, kind: EventKind, data: EventData) -> None:
        with self._lock:
            if isinstance(data, Job):
                self._drop_former(data)
            self._number += 1
            self._log.append((self._number, Event(self._id(self._number), kind, data)))
            self._wake_all()

    def _drop_former(self, job: Job) -> None:
        """Forget the last event where it tells of the same job: a rebuild reports each document it has done."""
        if self._log and isinstance(last := self._log[-1][1].data, Job) and last.id == job.id:
            self._log.pop()

    def since(self, last_id: str) -> tuple[Event, ...]:
        """Return the events after the one with this id, oldest first.

        One ``reset`` when the id is of another run, malformed, or older than what is remembered.
        """
        with self._lock:
            seen = self._seen(last_id)
            if seen is None:
                return (Event(self._id(self._number), EventKind.RESET, None),)
            return tuple(event for number, event in self._log if number > seen)

    def _seen(self, last_id: str) -> int | None:
        run, _, number = last_id.partition("-")
        if run != self._run or not (number.isascii() and number.isdigit()) or len(number) > 18:
            return None
        oldest = self._log[0][0] - 1 if len(self._log) == REMEMBERED else 0
        return int(number) if oldest <= int(number) <= self._number else None

    def follow(self, wake: Wake) -> Callable[[], None]:
        """Call ``wake`` after each event and at the end, until the returned function is called.

        ``wake`` runs on the thread that publishes: it must return at once and ask nothing of the events.
        """
        with self._lock:
            self._followers.add(wake)

        def leave() -> None:
            with self._lock:
                self._followers.discard(wake)

        return leave

    def close(self) -> None:
        """Tell everybody who follows that nothing more will come. Idempotent."""
        with self._lock:
            self.closed = True
            self._wake_all()

    def _wake_all(self) -> None:
        for wake in self._followers:
            wake()
