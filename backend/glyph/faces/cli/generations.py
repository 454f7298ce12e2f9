"""`glyph generations` and `glyph verify`: what an operator does to the index itself."""

from typing import Annotated

import typer

from glyph.app.answers import GenerationEntry, GenerationList, UpdateReport, Verification
from glyph.bootstrap import connected_workbench
from glyph.domain.generation import GenerationId
from glyph.errors import GenerationRejected
from glyph.faces.cli.index import Json, ended, print_report
from glyph.faces.cli.output import print_json, stderr, stdout
from glyph.settings import load_settings

SHOWN_DIFFERENCES = 50

generations = typer.Typer(help="List, activate and remove generations of the index.", no_args_is_help=True)


def add_commands(app: typer.Typer) -> None:
    app.add_typer(generations, name="generations")
    app.command("verify")(verify)


@generations.command("list")
def list_generations(as_json: Json = False) -> None:
    """List the generations, newest first."""
    with connected_workbench(load_settings()) as workbench:
        found = workbench.generations()
    print_generations(found, as_json=as_json)


@generations.command("activate")
def activate(
    generation: Annotated[str, typer.Argument(help="Id of the generation, as `list` shows it.")],
    as_json: Json = False,
) -> None:
    """Bring a generation up to date with the documents and make it the active one."""
    with connected_workbench(load_settings()) as workbench:
        job = ended(workbench, workbench.start_activation(GenerationId(generation)), "activating")
    if job.report is None:
        raise GenerationRejected(job.error or "The activation was cancelled.", hint="")
    if as_json:
        print_json(job.report, UpdateReport)
    else:
        print_report(job.report)


@generations.command("prune")
def prune(as_json: Json = False) -> None:
    """Remove the generations beyond those that are kept (GLYPH_INDEX__KEEP), and those of other redaction rules."""
    with connected_workbench(load_settings()) as workbench:
        left = workbench.prune()
    print_generations(left, as_json=as_json)


def print_generations(found: GenerationList, *, as_json: bool) -> None:
    if as_json:
        print_json(found, GenerationList)
        return
    for entry in found.generations:
        stdout().print(line_of(entry), markup=False)
    if not found.generations:
        stderr().print("There are no generations. Run `glyph index`.")


def line_of(entry: GenerationEntry) -> str:
    """Return a generation in one line: what is active is marked, and so is what cannot be activated."""
    state = "active" if entry.active else "" if entry.activatable else "other rules or model"
    counts = f"{entry.documents} documents, {entry.chunks} chunks, base {entry.base}"
    return f"{entry.generation}  {entry.indexed_at:%Y-%m-%d %H:%M:%S %Z}  {counts}  {state}".rstrip()


def verify(
    full: Annotated[bool, typer.Option("--full", help="Derive every chunk again and compare it.")] = False,
    as_json: Json = False,
) -> None:
    """Prove that the index equals the documents; exit 1 with what differs. Nothing is mended."""
    with connected_workbench(load_settings()) as workbench:
        job = ended(workbench, workbench.start_verification(full=full), "verifying")
    if job.verification is None:
        raise GenerationRejected(job.error or "The verification was cancelled.", hint="")
    if as_json:
        print_json(job.verification, Verification)
    else:
        print_verification(job.verification)
    if not job.verification.holds:
        raise typer.Exit(1)


def print_verification(found: Verification) -> None:
    console = stdout()
    for fault in found.faults:
        console.print(f"fault       {fault}", markup=False)
    for difference in found.differences[:SHOWN_DIFFERENCES]:
        console.print(f"difference  {difference.path}: {difference.reason}", markup=False)
    if len(found.differences) > SHOWN_DIFFERENCES:
        console.print(f"            and {len(found.differences) - SHOWN_DIFFERENCES} more")
    word = "equals the documents" if found.holds else "does not equal the documents"
    console.print(f"{found.generation} {word}: {found.documents} documents, {found.chunks} chunks")
    if not found.holds:
        stderr().print("`glyph index` brings it up to date; `glyph index --rebuild` makes it anew.")
