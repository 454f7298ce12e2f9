"""`glyph index` and `glyph status`."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_facts, print_json, stderr, stdout
from glyph.faces.cli.progress import followed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from glyph.app.answers import IndexStatus, UpdateReport
    from glyph.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON.")]

INDEX_EXAMPLES = examples(
    "glyph index              # take what has changed; seconds when little has",
    "glyph index --rebuild    # a new generation; the former one answers meanwhile",
    "glyph index --json       # the counts, for a script",
)
STATUS_EXAMPLES = examples(
    "glyph status             # is the index fresh, what does it hold, what could it not take",
    "glyph status --json      # the same, for a script",
)
STATE_STYLES = {"ready": "green", "building": "cyan", "behind": "yellow", "degraded": "yellow", "empty": "red"}


def add_commands(app: typer.Typer) -> None:
    app.command("index", epilog=INDEX_EXAMPLES)(index)
    app.command("status", epilog=STATUS_EXAMPLES)(status)


def index(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build a new generation from the documents.")] = False,
    as_json: Json = False,
) -> None:
    """Bring the index up to date with the documents.

    Only what has changed is read again. The last line counts what was done. Ctrl-C is harmless: what was
    indexed stays, and the next run goes on. A running `glyph serve` does the work when there is one.
    """
    from glyph.app.answers import UpdateReport
    from glyph.bootstrap import remote_workbench
    from glyph.faces.cli.holder import Holder
    from glyph.faces.cli.importing import print_imported
    from glyph.settings import load_settings

    settings = load_settings()
    # Others ask meanwhile, so this process answers on owner.sock like every owner that stays, itself included.
    with Holder(settings, keeps=True) as holder, closing(remote_workbench(settings)) as workbench:
        holder.ensure()
        job, report = followed(workbench, workbench.start_update(rebuild=rebuild))
    print_imported(job.imported)
    warn_of_raw_export(settings)
    if as_json:
        print_json(report, UpdateReport)
        return
    print_report(report)


def warn_of_raw_export(settings: "Settings") -> None:
    """Say so when the documents are an export as Notion gave it, and what helps."""
    from glyph.corpus.notion.waiting import is_raw_export, remedy_for_raw_export

    root = settings.corpus.root.resolve()
    if is_raw_export(root):
        remedy = remedy_for_raw_export(root, settings.corpus.export)
        stderr().print(f"warning: {root} is a Notion export as it was downloaded. {remedy}", markup=False)


def print_report(report: "UpdateReport") -> None:
    """Print the line of counts that scripts read, and above it what people should know."""
    for problem in report.problems:
        stderr().print(f"not indexed: {problem.path}: {problem.reason}", markup=False)
    if report.degraded is not None:
        reason = f"without vectors: {report.unembedded} documents. {report.degraded.reason}"
        stderr().print(f"{reason} Run `glyph index` again when the embedder answers.", markup=False)
    stdout().print(report.line())


def status(as_json: Json = False) -> None:
    """Say how fresh the index is and what it holds."""
    from glyph.app.answers import IndexStatus
    from glyph.bootstrap import connected_workbench
    from glyph.settings import load_settings

    with connected_workbench(load_settings()) as workbench:
        found = workbench.status()
    if as_json:
        print_json(found, IndexStatus)
        return
    print_facts(facts_of(found), styles={"state": STATE_STYLES.get(found.state, "")})


def facts_of(found: "IndexStatus") -> "Iterator[tuple[str, str]]":
    """Yield what the status says, a name and its value at a time."""
    yield "state", found.state
    yield "generation", found.generation or "none"
    yield "indexed at", f"{found.indexed_at:%Y-%m-%d %H:%M:%S %Z}" if found.indexed_at else "never"
    yield "holds", f"{found.documents} documents, {found.chunks} chunks, {found.redactions} redactions"
    yield "pending", str(found.pending)
    if found.unembedded:
        yield "no vectors", f"{found.unembedded} documents, found by keyword alone"
    yield "base", found.base
    yield "embedder", found.embedder
    yield from (("problem", f"{problem.path}: {problem.reason}") for problem in found.problems)
