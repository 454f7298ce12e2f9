"""Jobs: an update or rebuild on its own thread, one at a time, to be followed by its id."""

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from glyph.app.answers import Job, JobKind, JobProgress, JobState, UpdateReport
from glyph.errors import BadRequest, GlyphError, JobRunning

logger = logging.getLogger(__name__)

REMEMBERED = 50

Work = Callable[[Callable[[int, int], None]], UpdateReport]


class Jobs:
    """Runs jobs and remembers the last fifty."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._thread: threading.Thread | None = None

    def start(self, kind: JobKind, work: Work) -> Job:
        """Start ``work`` on a thread of its own and return its job.

        Raises: JobRunning.
        """
        with self._lock:
            if self._running() is not None:
                raise JobRunning("An update or rebuild is already running.")
            job = Job(secrets.token_hex(8), kind, JobState.RUNNING, JobProgress(0, 0), None, None)
            self._remember(job)
            self._thread = threading.Thread(target=self._run, args=(job.id, work), name=f"glyph-{kind}", daemon=True)
            self._thread.start()
            return job

    def _remember(self, job: Job) -> None:
        self._jobs[job.id] = job
        while len(self._jobs) > REMEMBERED:
            self._jobs.popitem(last=False)

    def _run(self, job_id: str, work: Work) -> None:
        try:
            report = work(lambda done, total: self._set(job_id, progress=JobProgress(done, total)))
        except GlyphError as error:
            self._fail(job_id, f"{error.message} {error.hint}".strip())
        except Exception:
            logger.exception("job failed", extra={"job": job_id})
            self._fail(job_id, "The job failed; the log holds the reason.")
        else:
            self._finish(job_id, report)

    def _set(self, job_id: str, *, progress: JobProgress) -> None:
        with self._lock:
            self._jobs[job_id] = replace(self._jobs[job_id], progress=progress)

    def _finish(self, job_id: str, report: UpdateReport) -> None:
        logger.info("job done", extra={"job": job_id, "indexed": report.indexed, "failed": report.failed})
        with self._lock:
            self._jobs[job_id] = replace(self._jobs[job_id], state=JobState.DONE, report=report)

    def _fail(self, job_id: str, reason: str) -> None:
        with self._lock:
            self._jobs[job_id] = replace(self._jobs[job_id], state=JobState.FAILED, error=reason)

    @property
    def running(self) -> Job | None:
        """Return the job that runs now."""
        with self._lock:
            return self._running()

    def _running(self) -> Job | None:
        return next((job for job in self._jobs.values() if job.state is JobState.RUNNING), None)

    def get(self, job_id: str) -> Job:
        """Return a job as it stands.

        Raises: BadRequest for an unknown id.
        """
        with self._lock:
            if job_id not in self._jobs:
                raise BadRequest("There is no such job.", hint="Jobs are forgotten when the server restarts.")
            return self._jobs[job_id]

    def join(self) -> None:
        """Wait for the running job."""
        if self._thread is not None:
            self._thread.join()
