"""`glyph index` and `glyph status`."""

import time
from contextlib import closing
from typing import Annotated

import typer

from glyph.app.answers import IndexStatus, Job, JobState, UpdateReport
from glyph.app.workbench import Workbench
from glyph.bootstrap import connected_workbench, remote_workbench
from glyph.errors import GenerationRejected
from glyph.faces.cli.output import print_json, stderr, stdout
from glyph.settings import load_settings

POLL_S = 0.1

Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON.")]


def add_commands(app: typer.Typer) -> None:
    app.command("index")(index)
    app.command("status")(status)


def index(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build a new generation from the documents.")] = False,
    as_json: Json = False,
) -> None:
    """Bring the index up to date with the documents."""
    from glyph.faces.cli.holder import Holder

    settings = load_settings()
    # Others ask meanwhile, so this process answers on owner.sock like every owner that stays, itself included.
    with Holder(settings, keeps=True) as holder, closing(remote_workbench(settings)) as workbench:
        holder.ensure()
        report = follow(workbench, workbench.start_update(rebuild=rebuild))
    if as_json:
        print_json(report, UpdateReport)
        return
    print_report(report)


def print_report(report: UpdateReport) -> None:
    """Print the line of counts that scripts read, and above it what people should know."""
    for problem in report.problems:
        stderr().print(f"not indexed: {problem.path}: {problem.reason}", markup=False)
    if report.degraded is not None:
        reason = f"without vectors: {report.unembedded} documents. {report.degraded.reason}"
        stderr().print(f"{reason} Run `glyph index` again when the embedder answers.", markup=False)
    stdout().print(report.line())


def follow(workbench: Workbench, job: Job) -> UpdateReport:
    """Show a job's progress until it ends and return its report.

    Raises: GenerationRejected with the job's own reason when it failed.
    """
    job = ended(workbench, job, "indexing")
    if job.report is None:
        raise GenerationRejected(job.error or "The job was cancelled.", hint="")
    return job.report


def ended(workbench: Workbench, job: Job, doing: str) -> Job:
    """Show a job's progress until it ends and return it."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True, disable=not stderr().is_terminal) as progress:
        bar = progress.add_task(doing, total=None)
        while job.state is JobState.RUNNING:
            progress.update(bar, completed=job.progress.done, total=job.progress.total or None)
            time.sleep(POLL_S)
            job = workbench.job(job.id)
    return job


def status(as_json: Json = False) -> None:
    """Say how fresh the index is and what it holds."""
    with connected_workbench(load_settings()) as workbench:
        found = workbench.status()
    if as_json:
        print_json(found, IndexStatus)
        return
    console = stdout()
    console.print(f"state       {found.state}")
    console.print(f"generation  {found.generation or 'none'}")
    console.print(f"indexed at  {f'{found.indexed_at:%Y-%m-%d %H:%M:%S %Z}' if found.indexed_at else 'never'}")
    console.print(f"holds       {found.documents} documents, {found.chunks} chunks, {found.redactions} redactions")
    console.print(f"pending     {found.pending}")
    if found.unembedded:
        console.print(f"no vectors  {found.unembedded} documents, found by keyword alone")
    console.print(f"base        {found.base}")
    console.print(f"embedder    {found.embedder}")
    for problem in found.problems:
        console.print(f"problem     {problem.path}: {problem.reason}", markup=False)
