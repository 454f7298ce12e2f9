"""The progress of a job, on stderr: a bar on a terminal, elsewhere a line now and then; rate and time left in both."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from glyph.errors import GenerationRejected, IndexOwned
from glyph.faces.cli.output import stderr

if TYPE_CHECKING:
    from rich.console import Console

    from glyph.app.answers import Job, JobProgress, UpdateReport
    from glyph.app.workbench import AskedWorkbench

POLL_S = 0.1
LINE_EVERY_S = 10.0
"""Where a log reads along, a line this often says that work goes on."""


class Pace:
    """How fast work goes, counted from when it was known how much there is."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._started_at: float | None = None

    def text(self, progress: "JobProgress") -> str:
        """Return how far the work is, its rate and the time it will still take, as far as these can be told."""
        if not progress.total:
            return "looking for changes"
        if self._started_at is None:
            self._started_at = self._monotonic()
        so_far = f"{progress.done} of {progress.total} documents"
        elapsed_s = self._monotonic() - self._started_at
        if not progress.done or elapsed_s <= 0:
            return so_far
        rate = progress.done / elapsed_s
        return f"{so_far}, {rate:.1f}/s, {duration((progress.total - progress.done) / rate)} left"


def duration(seconds: float) -> str:
    """Return a time as hours (where there are any), minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Lines:
    """Writes a line of progress every ten seconds, the first one after ten."""

    def __init__(self, doing: str, write: Callable[[str], object], monotonic: Callable[[], float]) -> None:
        self._doing = doing
        self._write = write
        self._monotonic = monotonic
        self._pace = Pace(monotonic)
        self._written_at = monotonic()

    def show(self, progress: "JobProgress") -> None:
        text = self._pace.text(progress)
        if self._monotonic() - self._written_at >= LINE_EVERY_S:
            self._written_at = self._monotonic()
            self._write(f"{self._doing}: {text}")


@contextmanager
def shown(doing: str, console: "Console") -> Generator[Callable[["JobProgress"], None]]:
    """Yield what shows progress on ``console``, in the way that suits it."""
    if not console.is_terminal:
        yield Lines(doing, lambda line: console.print(line, markup=False), time.monotonic).show
        return
    from rich.progress import BarColumn, Progress, TextColumn

    pace = Pace(time.monotonic)
    columns = (TextColumn(doing), BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda progress: bar.update(
            task, completed=progress.done, total=progress.total or None, description=pace.text(progress)
        )


def ended(workbench: "AskedWorkbench", job: "Job", doing: str) -> "Job":
    """Show a job's progress until it ends and return it. Ctrl-C stops the job, too, at its next document."""
    from glyph.app.answers import JobState

    try:
        with shown(doing, stderr()) as show:
            while job.state is JobState.RUNNING:
                show(job.progress)
                time.sleep(POLL_S)
                job = workbench.job(job.id)
    except KeyboardInterrupt:
        _stop(workbench, job, doing)
        raise
    return job


def _stop(workbench: "AskedWorkbench", job: "Job", doing: str) -> None:
    kept = f"{doing} stops at its next document and what it did before stays. Run the command again to go on."
    try:
        workbench.cancel(job.id)
    except IndexOwned as error:  # the owner has gone, and the job with it
        kept = f"{error.message} What {doing} did before stays."
    stderr().print(kept, markup=False)


def follow(workbench: "AskedWorkbench", job: "Job") -> "UpdateReport":
    """Show a job's progress until it ends and return its report. Raises what ``followed`` raises."""
    return followed(workbench, job)[1]


def followed(workbench: "AskedWorkbench", job: "Job") -> "tuple[Job, UpdateReport]":
    """Show a job's progress until it ends and return it with its report.

    Raises: GenerationRejected with the job's own reason when it failed.
    """
    job = ended(workbench, job, "indexing")
    if job.report is None:
        raise GenerationRejected(job.error or "The job was cancelled.", hint="")
    return job, job.report
