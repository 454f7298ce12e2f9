"""Jobs: one at a time, to be followed, and a failure is a reason."""

import logging
import threading
from collections.abc import Callable

import pytest

from glyph.app.answers import Job, JobKind, JobProgress, JobState, UpdateReport
from glyph.app.jobs import REMEMBERED, Jobs
from glyph.errors import CorpusUnavailable, JobNotFound, JobRunning
from tests.fakes.clock import TickingClock

REPORT = UpdateReport(4, 4, 0, 0, 0, 0, 9, 1, ())
Progress = Callable[[int, int], None]


def succeed(_progress: Progress) -> UpdateReport:
    return REPORT


class Gate:
    """Work that says when it has begun, and ends when it is let through."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.open = threading.Event()

    def work(self, progress: Progress) -> UpdateReport:
        progress(1, 4)
        self.begun.set()
        assert self.open.wait(30)
        return REPORT


def test_a_job_runs_to_its_report() -> None:
    jobs = Jobs(TickingClock())
    started = jobs.start(JobKind.UPDATE, succeed)
    assert (started.kind, started.state, started.report, started.error) == (
        JobKind.UPDATE,
        JobState.RUNNING,
        None,
        None,
    )
    jobs.join()
    done = jobs.get(started.id)
    assert (done.state, done.report, done.error) == (JobState.DONE, REPORT, None)
    assert jobs.running is None


def test_one_job_runs_at_a_time_and_shows_its_progress() -> None:
    jobs, gate = Jobs(TickingClock()), Gate()
    first = jobs.start(JobKind.REBUILD, gate.work)
    assert gate.begun.wait(30)
    with pytest.raises(JobRunning):
        jobs.start(JobKind.UPDATE, succeed)
    assert jobs.get(first.id).progress == JobProgress(1, 4)
    assert jobs.running == jobs.get(first.id)
    gate.open.set()
    jobs.join()
    jobs.start(JobKind.UPDATE, succeed)
    jobs.join()


def test_whoever_sees_a_job_done_may_start_the_next_at_once() -> None:
    jobs = Jobs(TickingClock())
    for _ in range(200):
        job = jobs.start(JobKind.UPDATE, succeed)
        while jobs.get(job.id).state is JobState.RUNNING:
            pass
    jobs.join()


def test_many_that_start_at_once_get_one_job() -> None:
    jobs, gate = Jobs(TickingClock()), Gate()
    outcomes: list[str] = []
    together = threading.Barrier(8)

    def try_to_start() -> None:
        together.wait()
        try:
            outcomes.append(jobs.start(JobKind.UPDATE, gate.work).kind)
        except JobRunning:
            outcomes.append("refused")

    threads = [threading.Thread(target=try_to_start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gate.open.set()
    jobs.join()
    assert sorted(outcomes) == ["refused"] * 7 + ["update"]


def test_a_failure_becomes_a_reason_with_its_hint() -> None:
    def fail(_progress: Progress) -> UpdateReport:
        raise CorpusUnavailable("The root is gone.", hint="Mount it.")

    jobs = Jobs(TickingClock())
    job = jobs.start(JobKind.UPDATE, fail)
    jobs.join()
    failed = jobs.get(job.id)
    assert (failed.state, failed.error, failed.report) == (JobState.FAILED, "The root is gone. Mount it.", None)


def test_an_unforeseen_failure_is_logged_and_its_text_goes_no_further(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_progress: Progress) -> UpdateReport:
        raise RuntimeError("inner detail")

    jobs = Jobs(TickingClock())
    with caplog.at_level(logging.ERROR):
        job = jobs.start(JobKind.UPDATE, fail)
        jobs.join()
    error = jobs.get(job.id).error
    assert error is not None
    assert "inner detail" not in error
    assert [record.message for record in caplog.records] == ["job failed"]
    jobs.start(JobKind.UPDATE, succeed)
    jobs.join()


def test_a_job_that_nobody_started_is_not_found() -> None:
    with pytest.raises(JobNotFound):
        Jobs(TickingClock()).get("0123456789abcdef")


def test_old_jobs_are_forgotten() -> None:
    jobs = Jobs(TickingClock())
    ids: list[str] = []
    for _ in range(REMEMBERED + 1):
        ids.append(jobs.start(JobKind.UPDATE, succeed).id)
        jobs.join()
    with pytest.raises(JobNotFound):
        jobs.get(ids[0])
    assert jobs.get(ids[1]).state is JobState.DONE


def test_the_line_of_counts_names_every_count() -> None:
    expected = "scanned=4 indexed=4 unchanged=0 empty=0 deleted=0 failed=0 chunks=9 redactions=1"
    assert REPORT.line() == expected


class Endless:
    """Work that goes on until it is cancelled."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def work(self, progress: Progress) -> UpdateReport:
        while True:
            self.begun.set()
            progress(1, 2)


def test_a_cancelled_job_ends_at_its_next_document() -> None:
    jobs, endless = Jobs(TickingClock()), Endless()
    job = jobs.start(JobKind.REBUILD, endless.work)
    assert endless.begun.wait(30)
    assert jobs.cancel(job.id).id == job.id
    jobs.join()
    ended = jobs.get(job.id)
    assert (ended.state, ended.report, ended.error) == (JobState.CANCELLED, None, None)
    assert jobs.running is None


def test_cancelling_a_job_that_has_ended_changes_nothing() -> None:
    jobs = Jobs(TickingClock())
    job = jobs.start(JobKind.UPDATE, succeed)
    jobs.join()
    assert jobs.cancel(job.id).state is JobState.DONE
    assert jobs.get(job.id).state is JobState.DONE
    with pytest.raises(JobNotFound):
        jobs.cancel("0123456789abcdef")


def test_background_work_gives_way_to_what_somebody_asks_for_and_stands_in_nobodys_way() -> None:
    jobs, endless, gate = Jobs(TickingClock()), Endless(), Gate()
    background = jobs.start(JobKind.REBASE, endless.work, background=True)
    assert endless.begun.wait(30)
    with pytest.raises(JobRunning):
        jobs.start(JobKind.REBASE, succeed, background=True)
    asked = jobs.start(JobKind.UPDATE, gate.work)
    assert gate.begun.wait(30)
    assert jobs.get(background.id).state is JobState.CANCELLED
    for background_too in (False, True):
        with pytest.raises(JobRunning):
            jobs.start(JobKind.UPDATE, succeed, background=background_too)
    gate.open.set()
    jobs.join()
    assert jobs.get(asked.id).state is JobState.DONE


def test_stopping_ends_the_running_job() -> None:
    jobs, endless = Jobs(TickingClock()), Endless()
    job = jobs.start(JobKind.REBUILD, endless.work)
    jobs.stop()
    assert jobs.get(job.id).state is JobState.CANCELLED
    jobs.stop()


def test_a_job_tells_of_each_step_with_the_times_of_its_start_and_end() -> None:
    heard: list[Job] = []
    jobs, gate = Jobs(TickingClock(), heard.append), Gate()
    gate.open.set()
    jobs.start(JobKind.REBUILD, gate.work)
    jobs.join()
    assert [(job.state, job.progress.done) for job in heard] == [
        (JobState.RUNNING, 0),
        (JobState.RUNNING, 1),
        (JobState.DONE, 1),
    ]
    ended_at = heard[-1].ended_at
    assert heard[0].ended_at is None
    assert ended_at is not None
    assert ended_at > heard[0].started_at == heard[-1].started_at


def test_all_jobs_are_listed_newest_first() -> None:
    jobs = Jobs(TickingClock())
    first = jobs.start(JobKind.UPDATE, succeed)
    jobs.join()
    second = jobs.start(JobKind.REBUILD, succeed)
    jobs.join()
    assert [job.id for job in jobs.all()] == [second.id, first.id]


def test_settling_waits_for_what_was_asked_for_and_stops_what_was_not() -> None:
    jobs, gate = Jobs(TickingClock()), Gate()
    asked_for = jobs.start(JobKind.UPDATE, gate.work)
    assert gate.begun.wait(30)
    gate.open.set()
    jobs.settle()
    assert jobs.get(asked_for.id).state is JobState.DONE

    begun = threading.Event()

    def work(progress: Progress) -> UpdateReport:
        begun.set()
        while True:
            progress(0, 1)

    by_itself = jobs.start(JobKind.REBASE, work, background=True)
    assert begun.wait(30)
    jobs.settle()
    assert jobs.get(by_itself.id).state is JobState.CANCELLED


def test_a_job_that_fails_is_logged_with_code_and_reason(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_progress: Progress) -> UpdateReport:
        raise CorpusUnavailable("There is no such folder.")

    jobs = Jobs(TickingClock())
    with caplog.at_level(logging.WARNING):
        jobs.start(JobKind.UPDATE, fail)
        jobs.join()
    [record] = caplog.records
    assert record.getMessage() == "job failed"
    assert (record.__dict__["code"], record.__dict__["reason"]) == ("corpus_unavailable", "There is no such folder.")
