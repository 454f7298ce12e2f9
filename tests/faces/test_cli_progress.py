"""Progress on stderr: what it says of rate and time left, and when; and a job that Ctrl-C ends."""

import re
import signal
import subprocess

import pytest
from rich.console import Console

from glyph.app.answers import JobProgress
from glyph.faces.cli.progress import LINE_EVERY_S, Lines, Pace, duration, shown
from tests.faces.shapes import UpdateReport
from tests.faces.site import GLYPH, STOP_LIMIT_S, Done, Site
from tests.faces.terminal import on_a_terminal
from tests.faces.test_cli_search import wait_until_owning


class Watch:
    """A clock that says what it was set to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_the_pace_is_told_once_it_is_known() -> None:
    watch = Watch()
    pace = Pace(watch)
    assert pace.text(JobProgress(0, 0)) == "looking for changes"
    watch.at += 50  # looking for changes does not count
    assert pace.text(JobProgress(0, 400)) == "0 of 400 documents"
    watch.at += 10
    assert pace.text(JobProgress(100, 400)) == "100 of 400 documents, 10.0/s, 0:30 left"
    watch.at += 10
    assert pace.text(JobProgress(400, 400)) == "400 of 400 documents, 20.0/s, 0:00 left"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (59.6, "1:00"), (754, "12:34"), (3_661, "1:01:01")])
def test_a_time_is_written_as_clocks_write_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_log_gets_a_line_every_ten_seconds_and_none_of_a_short_job() -> None:
    watch, written = Watch(), list[str]()
    lines = Lines("indexing", written.append, watch)
    for done in range(4):
        lines.show(JobProgress(done * 10, 100))
        watch.at += LINE_EVERY_S / 2
    assert written == ["indexing: 20 of 100 documents, 2.0/s, 0:40 left"]


def test_what_is_no_terminal_gets_lines_and_no_bar() -> None:
    console = Console(file=None, force_terminal=False, quiet=True)
    with shown("indexing", console) as show:
        assert isinstance(getattr(show, "__self__", None), Lines)


def test_a_terminal_gets_a_bar_that_is_gone_at_the_end_and_the_counts_stay(own_site: Site) -> None:
    written = on_a_terminal(own_site, "index", "--rebuild")
    assert "indexing" in written
    assert re.search(r"\x1b\[2K(scanned=71 [^\x1b]*)\n$", written), (
        "the bar's line is wiped before the counts are written"
    )


@pytest.fixture
def interrupted(own_site: Site) -> Done:
    """A rebuild that Ctrl-C has ended while it embedded."""
    for kept in (own_site.index / "cache").glob("embeddings*"):
        kept.unlink()  # so that the rebuild has work for a while
    process = subprocess.Popen(
        [str(GLYPH), "index", "--rebuild"],
        cwd=own_site.root,
        env=own_site.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until_owning(own_site, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=STOP_LIMIT_S)
    return Done(process.returncode, out.decode("utf-8"), err.decode("utf-8"))


def test_ctrl_c_says_what_it_did_and_leaves_an_index_that_equals_the_documents(
    own_site: Site, interrupted: Done
) -> None:
    assert (interrupted.code, interrupted.out) == (130, "")
    assert "glyph: stopped by Ctrl-C." in interrupted.err
    assert "Traceback" not in interrupted.err
    assert own_site.run("verify", "--full").code == 0
    report = UpdateReport.model_validate_json(own_site.run("index", "--json").out)
    assert (report.scanned, report.unchanged) == (71, 71)
