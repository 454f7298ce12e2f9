"""`make test`: everything CI runs, in the order in which a mistake shows soonest.

A skipped test is a test nobody ran: under CI it fails the run, elsewhere it is said.
"""

import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, cast
from xml.etree import ElementTree

from tools.browser import browser, display
from tools.check import check_all
from tools.console import FRONTEND, PYTHON, ROOT, Failure, aloud, main, say
from tools.smoke import smoke


class _VitestReport(TypedDict):
    numTotalTests: int
    numPendingTests: int
    numTodoTests: int


def refuse_skipped(runner: str, ran: int, skipped: int) -> None:
    """Raise Failure when a runner ran nothing, or left tests out under CI."""
    if ran == 0:
        raise Failure(f"{runner} ran no test.")
    if skipped and os.environ.get("CI"):
        raise Failure(f"{runner} skipped {skipped} test(s); CI runs all of them. Its output names them.")
    if skipped:
        say(f"  Note: {runner} skipped {skipped} test(s); CI would fail.")


def frontend_tests(reports: Path) -> None:
    """Run vitest."""
    report = reports / "vitest.json"
    reporters = ["--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
    if aloud(["npm", "test", "--silent", "--", *reporters], cwd=FRONTEND) != 0:
        raise Failure("Front-end tests failed.")
    counts = cast("_VitestReport", json.loads(report.read_text(encoding="utf-8")))
    refuse_skipped("vitest", counts["numTotalTests"], counts["numPendingTests"] + counts["numTodoTests"])


def count_pytest(report: Path) -> tuple[int, int]:
    """Return how many tests a JUnit report holds, and how many of them were skipped (or failed as expected)."""
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))  # noqa: S314 - written by pytest just now
    return sum(int(one.get("tests", 0)) for one in suites), sum(int(one.get("skipped", 0)) for one in suites)


def test_folders() -> list[str]:
    """Return the folders of tests, without the browser's."""
    folders = {file.relative_to(ROOT).parts[1] for file in (ROOT / "tests").rglob("test_*.py")}
    return [f"tests/{name}" for name in sorted(folders - {"browser"})]


def python_tests(reports: Path) -> None:
    """Run pytest in two processes, a file in one of them: what needs no browser, then what needs one.

    Playwright keeps an event loop running, beside which no other test could start its own.
    """
    pytest("pytest", ["-n", "2", "--dist", "loadfile", *test_folders()], reports / "pytest.xml")
    pytest("pytest with a browser", ["-n", "2", "--dist", "loadfile", "tests/browser"], reports / "browser.xml")


def pytest(name: str, arguments: Sequence[str], report: Path) -> None:
    """Run pytest. Raises Failure when a test fails, and under CI when one is skipped."""
    if aloud([PYTHON, "-m", "pytest", f"--junitxml={report}", *arguments]) != 0:
        raise Failure(f"{name} failed.")
    refuse_skipped(name, *count_pytest(report))


def suite() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder)
        say("Checks")
        check_all()
        say("Front-end tests")
        frontend_tests(reports)
        say("Wheel")
        smoke()
        say("Python and browser tests")
        browser()
        display()
        python_tests(reports)
    say(f"All passed in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main(suite)
