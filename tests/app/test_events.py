"""Events: numbered, replayed from where somebody stopped, and honest about what is not known any more."""

from datetime import UTC, datetime

from glyph.app.answers import Change, DocumentChanged, Job, JobKind, JobProgress, JobState
from glyph.app.events import REMEMBERED, EventKind, Events
from glyph.domain.document import DocumentPath

SAVED = DocumentChanged(DocumentPath("vpn/wireguard.md"), Change.SAVED)


def job_at(done: int, job_id: str = "a") -> Job:
    return Job(job_id, JobKind.UPDATE, JobState.RUNNING, JobProgress(done, 9), datetime(2026, 1, 1, tzinfo=UTC))


def test_what_came_after_an_id_is_told_in_order() -> None:
    events = Events()
    begin = events.last_id
    events.tell_document(SAVED)
    events.tell_job(job_at(1))
    first, second = events.since(begin)
    assert (first.kind, first.data, second.kind, second.data) == (EventKind.DOCUMENT, SAVED, EventKind.JOB, job_at(1))
    assert events.since(first.id) == (second,)
    assert events.since(second.id) == ()
    assert events.last_id == second.id


def test_of_a_running_job_only_the_newest_state_is_kept() -> None:
    events = Events()
    begin = events.last_id
    events.tell_job(job_at(1))
    seen = events.last_id
    events.tell_job(job_at(2))
    events.tell_job(job_at(3))
    events.tell_job(job_at(1, "b"))
    assert [event.data for event in events.since(begin)] == [job_at(3), job_at(1, "b")]
    assert [event.data for event in events.since(seen)] == [job_at(3), job_at(1, "b")]


def test_an_id_of_another_run_from_the_future_or_malformed_is_a_reset() -> None:
    events = Events()
    events.tell_document(SAVED)
    run = events.last_id.partition("-")[0]
    for unknown in (
        Events().last_id,
        f"{run}-2",
        f"{run}-",
        f"{run}--1",
        f"{run}-\u0664",
        f"{run}-{'9' * 400}",
        "",
        "-",
    ):
        (event,) = events.since(unknown)
        assert (event.kind, event.data, event.id) == (EventKind.RESET, None, events.last_id)


def test_who_was_away_for_longer_than_is_remembered_gets_a_reset() -> None:
    events = Events()
    begin = events.last_id
    events.tell_document(SAVED)
    after_one = events.last_id
    for _ in range(REMEMBERED):
        events.tell_document(SAVED)
    assert [event.kind for event in events.since(begin)] == [EventKind.RESET]
    assert len(events.since(after_one)) == REMEMBERED


def test_a_follower_is_woken_until_it_leaves_and_at_the_end() -> None:
    events, woken = Events(), list[str]()
    leave = events.follow(lambda: woken.append("leaves"))
    events.follow(lambda: woken.append("stays"))
    events.tell_document(SAVED)
    assert sorted(woken) == ["leaves", "stays"]
    leave()
    leave()
    events.close()
    assert woken[2:] == ["stays"]
    assert events.closed
