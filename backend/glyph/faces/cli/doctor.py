"""`glyph doctor`: every check an operator would do, each with its remedy."""

from typing import TYPE_CHECKING

import typer

from glyph.faces.cli.helping import examples
from glyph.faces.cli.index import Json
from glyph.faces.cli.output import print_json, stderr, stdout, styled

if TYPE_CHECKING:
    from glyph.app.doctor import Diagnosis, Finding

EXAMPLES = examples(
    "glyph doctor           # what is wrong here, and what to do about it",
    "glyph doctor --json    # the same, for a monitor; exit code 1 when a check fails",
)
STYLES = {"ok": "green", "warning": "yellow", "failed": "bold red", "skipped": "dim"}
VERDICT_WIDTH = 9
CHECK_WIDTH = 16


def add_commands(app: typer.Typer) -> None:
    app.command("doctor", epilog=EXAMPLES)(doctor)


def doctor(as_json: Json = False) -> None:
    """Check everything, and name a remedy for what is wrong.

    Nothing is changed. Exit code 1 when a check fails; a warning is no failure. Safe while Glyph
    runs: the running server is asked.
    """
    from glyph.app.doctor import Diagnosis
    from glyph.faces.cli.examination import examine

    diagnosis = examine()
    if as_json:
        print_json(diagnosis, Diagnosis)
    else:
        print_diagnosis(diagnosis)
    if not diagnosis.is_healthy:
        raise typer.Exit(1)


def print_diagnosis(diagnosis: "Diagnosis") -> None:
    """Print a line a check, its remedy below it, and at the end, on stderr, what is left to do."""
    for finding in diagnosis.findings:
        print_finding(finding)
    counts = {verdict: sum(each.verdict == verdict for each in diagnosis.findings) for verdict in STYLES}
    if counts["failed"] or counts["warning"]:
        stderr().print(f"{counts['failed']} failed, {counts['warning']} warnings; the remedy stands below each.")
    else:
        stderr().print("Nothing is wrong.")


def print_finding(finding: "Finding") -> None:
    verdict = styled(f"{finding.verdict:<{VERDICT_WIDTH}}", STYLES[finding.verdict])
    stdout().print(f"{verdict}{finding.check:<{CHECK_WIDTH}}{styled(finding.says, '')}")
    if finding.remedy:
        stdout().print(f"{'':<{VERDICT_WIDTH + CHECK_WIDTH}}[dim]->[/] {styled(finding.remedy, '')}")
