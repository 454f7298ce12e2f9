"""Jobs: work on the index on its own thread, one at a time, to be followed by its id.

What somebody asked for goes before what Glyph does by itself: background work is told to stop and
begins again another time.
"""

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from glyph.app.answers import Imported, Job, JobKind, JobProgress, JobState, UpdateReport, Verification
from glyph.errors import GlyphError, JobCancelled, JobNotFound, JobRunning

logger = logging.getLogger(__name__)

REMEMBERED = 50
STOP_WAIT_S = 8.0

Progress = Callable[[int, int], None]
Outcome = UpdateReport | Verification | Imported
Work = Callable[[Progress], Outcome]
Clock = Callable[[], datetime]
Tell = Callable[[Job], None]
"""Hears of each job as it stands, from its start to its end. Called under a lock: it must not ask back."""


class Jobs:
    """Runs jobs and remembers the last fifty."""

    def __init__(self, now: Clock, tell: Tell = lambda _job: None) -> None:
        self._now = now
        self._tell = tell
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._background: set[str] = set()
        self._cancelled: set[str] = set()
        self._thread: threading.Thread | None = None

    def start(self, kind: JobKind, work: Work, *, background: bool = False) -> Job:
        """Start ``work`` on a thread of its own and return its job.

        Raises: JobRunning when another one runs; a background job only stands in another's way.
        """
        with self._lock:
            running = [job for job in self._jobs.values() if job.state is JobState.RUNNING]
            if any(background or job.id not in self._background for job in running):
                raise JobRunning(f"Another job is running: {running[-1].kind}.")
            self._cancelled.update(job.id for job in running)
            job = Job(secrets.token_hex(8), kind, JobState.RUNNING, JobProgress(0, 0), self._now())
            if background:
                self._background.add(job.id)
            self._remember(job)
            arguments = (job.id, work, self._thread if running else None)
            self._thread = threading.Thread(target=self._run, args=arguments, name=f"glyph-{kind}", daemon=True)
            self._thread.start()
            return job

    def _remember(self, job: Job) -> None:
        self._put(job)
        while len(self._jobs) > REMEMBERED:
            forgotten, _ = self._jobs.popitem(last=False)
            self._background.discard(forgotten)
            self._cancelled.discard(forgotten)

    def _put(self, job: Job) -> None:
        """Keep a job as it stands now; the lock is held."""
        self._jobs[job.id] = job
        self._tell(job)

    def _run(self, job_id: str, work: Work, former: threading.Thread | None) -> None:
        if former is not None:
            former.join()
        try:
            outcome = work(lambda done, total: self._report(job_id, JobProgress(done, total)))
        except JobCancelled:
            logger.info("job cancelled", extra={"job": job_id})
            self._end(job_id, JobState.CANCELLED)
        except GlyphError as error:
            logger.warning("job failed", extra={"job": job_id, "code": error.code, "reason": error.message})
            self._fail(job_id, f"{error.message} {error.hint}".strip())
        except Exception:
            logger.exception("job failed", extra={"job": job_id})
            self._fail(job_id, "The job failed; the log holds the reason.")
        else:
            self._finish(job_id, outcome)

    def _report(self, job_id: str, progress: JobProgress) -> None:
        """Note how far a job is.

        Raises: JobCancelled when it was told to stop: this is where work looks up.
        """
        with self._lock:
            if job_id in self._cancelled:
                raise JobCancelled("The job was cancelled.")
            self._put(replace(self._jobs[job_id], progress=progress))

    def _finish(self, job_id: str, outcome: Outcome) -> None:
        logger.info("job done", extra={"job": job_id})
        self._end(job_id, JobState.DONE, outcome=outcome)

    def _fail(self, job_id: str, reason: str) -> None:
        self._end(job_id, JobState.FAILED, error=reason)

    def _end(self, job_id: str, state: JobState, *, outcome: Outcome | None = None, error: str | None = None) -> None:
        with self._lock:
            ended = replace(self._jobs[job_id], state=state, ended_at=self._now(), error=error)
            self._put(_with_outcome(ended, outcome))

    @property
    def running(self) -> Job | None:
        """Return the job that runs now, the one that was asked for last."""
        with self._lock:
            return next((job for job in reversed(self._jobs.values()) if job.state is JobState.RUNNING), None)

    def all(self) -> tuple[Job, ...]:
        """Return the jobs that are remembered, newest first."""
        with self._lock:
            return tuple(reversed(self._jobs.values()))

    def get(self, job_id: str) -> Job:
        """Return a job as it stands.

        Raises: JobNotFound.
        """
        with self._lock:
            if job_id not in self._jobs:
                raise JobNotFound("There is no such job.")
            return self._jobs[job_id]

    def cancel(self, job_id: str) -> Job:
        """Tell a job to stop at its next document and return it; one that has ended is left as it is.

        Raises: JobNotFound.
        """
        job = self.get(job_id)
        with self._lock:
            self._cancelled.add(job_id)
        return job

    def stop(self) -> None:
        """Tell the running job to stop and wait a few seconds: it may be waiting for a provider, and dies with us."""
        with self._lock:
            self._cancelled.update(job.id for job in self._jobs.values() if job.state is JobState.RUNNING)
        if self._thread is not None:
            self._thread.join(STOP_WAIT_S)

    def settle(self) -> None:
        """Wait for the running job, which is told to stop when nobody has asked for it."""
        with self._lock:
            self._cancelled |= self._background
        self.join()

    def join(self) -> None:
        """Wait for the running job."""
        if self._thread is not None:
            self._thread.join()


def _with_outcome(job: Job, outcome: Outcome | None) -> Job:
    """Return a job that has ended with what came of it."""
    match outcome:
        case UpdateReport():
            return replace(job, report=outcome)
        case Verification():
            return replace(job, verification=outcome)
        case Imported():
            return replace(job, imported=outcome, report=outcome.index)
        case None:
            return job
