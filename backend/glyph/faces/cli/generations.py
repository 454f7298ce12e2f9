"""`glyph generations` and `glyph verify`: what an operator does to the index itself."""

from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import GenerationRejected
from glyph.faces.cli.helping import examples
from glyph.faces.cli.index import Json, print_report
from glyph.faces.cli.output import print_json, print_rows, stderr, stdout
from glyph.faces.cli.progress import ended

if TYPE_CHECKING:
    from glyph.app.answers import GenerationEntry, GenerationList, Verification

SHOWN_DIFFERENCES = 50
COLUMNS = ("generation", "indexed at", "holds", "state")

LIST_EXAMPLES = examples(
    "glyph generations list           # which builds of the index are kept",
    "glyph generations list --json    # with the fingerprint of each",
)
ACTIVATE_EXAMPLES = examples(
    "glyph generations activate 20260114T081500.000000Z-1a2b3c4d    # go back to an earlier one"
)
PRUNE_EXAMPLES = examples("glyph generations prune    # after changing GLYPH_INDEX__KEEP, or to free space")
VERIFY_EXAMPLES = examples(
    "glyph verify           # does the index hold exactly these documents? compares hashes",
    "glyph verify --full    # cuts every document again and compares each chunk; minutes on a large corpus",
)


def add_commands(app: typer.Typer) -> None:
    generations = typer.Typer(help="List, activate and remove generations of the index.", no_args_is_help=True)
    generations.command("list", epilog=LIST_EXAMPLES)(list_generations)
    generations.command("activate", epilog=ACTIVATE_EXAMPLES)(activate)
    generations.command("prune", epilog=PRUNE_EXAMPLES)(prune)
    app.add_typer(generations, name="generations")
    app.command("verify", epilog=VERIFY_EXAMPLES)(verify)


def list_generations(as_json: Json = False) -> None:
    """List the generations, newest first."""
    from glyph.bootstrap import connected_workbench
    from glyph.settings import load_settings

    with connected_workbench(load_settings()) as workbench:
        found = workbench.generations()
    print_generations(found, as_json=as_json)


def activate(
    generation: Annotated[str, typer.Argument(help="Id of the generation, as `list` shows it.")],
    as_json: Json = False,
) -> None:
    """Go back to a generation: bring it up to date and activate it.

    One that was made with another model or other rules cannot be updated, and is refused.
    """
    from glyph.app.answers import UpdateReport
    from glyph.bootstrap import connected_workbench
    from glyph.domain.generation import GenerationId
    from glyph.settings import load_settings

    with connected_workbench(load_settings()) as workbench:
        job = ended(workbench, workbench.start_activation(GenerationId(generation)), "activating")
    if job.report is None:
        raise GenerationRejected(job.error or "The activation was cancelled.", hint="")
    if as_json:
        print_json(job.report, UpdateReport)
    else:
        print_report(job.report)


def prune(as_json: Json = False) -> None:
    """Remove the generations that are not kept.

    Those beyond GLYPH_INDEX__KEEP go, and all that were made under other redaction rules.
    """
    from glyph.bootstrap import connected_workbench
    from glyph.settings import load_settings

    with connected_workbench(load_settings()) as workbench:
        left = workbench.prune()
    print_generations(left, as_json=as_json)


def print_generations(found: "GenerationList", *, as_json: bool) -> None:
    if as_json:
        from glyph.app.answers import GenerationList

        print_json(found, GenerationList)
        return
    print_rows(COLUMNS, [cells_of(entry) for entry in found.generations])
    if not found.generations:
        stderr().print("There are no generations. Run `glyph index`.")


def cells_of(entry: "GenerationEntry") -> tuple[str, ...]:
    """Return a generation's row: what is active is marked, and so is what cannot be activated."""
    state = "active" if entry.active else "" if entry.activatable else "other rules or model"
    counts = f"{entry.documents} documents, {entry.chunks} chunks, base {entry.base}"
    return entry.generation, f"{entry.indexed_at:%Y-%m-%d %H:%M:%S %Z}", counts, state


def verify(
    full: Annotated[bool, typer.Option("--full", help="Derive every chunk again and compare it.")] = False,
    as_json: Json = False,
) -> None:
    """Prove that the index equals the documents.

    Exit code 1 with each difference when it does not. Nothing is mended.
    """
    from glyph.app.answers import Verification
    from glyph.bootstrap import connected_workbench
    from glyph.settings import load_settings

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


def print_verification(found: "Verification") -> None:
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
