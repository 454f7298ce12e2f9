"""`glyph import notion`: bring an export in, or show what that would do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from glyph.errors import BadExport
from glyph.faces.cli.helping import examples
from glyph.faces.cli.index import Json
from glyph.faces.cli.output import print_facts, print_json, stderr, stdout
from glyph.faces.cli.progress import ended, shown

if TYPE_CHECKING:
    from glyph.app.answers import Imported
    from glyph.corpus.notion.entries import Notice
    from glyph.corpus.notion.pipeline import Order
    from glyph.corpus.notion.report import ImportReport
    from glyph.settings import Settings

Found = TypeVar("Found")

SHOWN = 20
"""Lines of a kind; `--json` has them all."""
STYLES = {"conflict": "yellow", "failed": "red", "gone": "yellow"}
KINDS = {
    "unresolved_page": "to pages outside the export",
    "unresolved_database": "to databases or views outside the export",
    "unresolved_asset": "to files that are missing",
    "notion_address": "to addresses in Notion",
    "broken_join": "broken by Notion itself",
}

EXAMPLES = examples(
    "glyph import notion Export.zip --dry-run     # what would come in, and what would not; nothing is written",
    "glyph import notion Export.zip               # pages into the documents, and into the index",
    "glyph import notion Export.zip --into team   # into a folder beneath the documents' root",
    "glyph import notion Export.zip --delete-gone # and what is gone from the export goes to the trash",
)


def add_commands(app: typer.Typer) -> None:
    imports = typer.Typer(help="Bring documents in from elsewhere.", no_args_is_help=True)
    imports.command("notion", epilog=EXAMPLES)(notion)
    app.add_typer(imports, name="import")


def notion(
    source: Annotated[Path, typer.Argument(help="The zip that Notion gave (any of its parts), or its folder.")],
    into: Annotated[
        str, typer.Option("--into", help="Folder beneath the documents' root, or any other folder for a tree apart.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report what would be done, and write nothing.")] = False,
    delete_gone: Annotated[
        bool, typer.Option("--delete-gone", help="Put pages into the trash that the export no longer holds.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Turn a Notion export (Markdown & CSV) into clean documents.

    Do it again with a later export: what was edited here is kept and merged, and nothing is deleted unless you say so.
    """
    from glyph.corpus.notion.pipeline import Order
    from glyph.corpus.notion.report import ImportReport
    from glyph.settings import load_settings

    settings = load_settings()
    if not source.exists():
        raise BadExport(f"There is no export at {source}.", hint="Name the zip that Notion gave, or its folder.")
    folder, tree = place_of(into, settings.corpus.root.resolve())
    order = Order(source.resolve(), folder, dry_run=dry_run, delete_gone=delete_gone)
    report = import_apart(settings, tree, order) if tree else import_by_owner(settings, order)
    if as_json:
        print_json(report, ImportReport)
        return
    print_import(report)


def place_of(into: str, root: Path) -> tuple[str, Path | None]:
    """Return the folder beneath the documents' root that ``--into`` names, or a folder of its own elsewhere.

    A path that leads beneath the root from here is taken as that; any other relative one begins at the root.
    """
    named = Path(into).expanduser()
    from_here = named.resolve()
    if not into or from_here.is_relative_to(root):
        return ("" if not into else from_here.relative_to(root).as_posix().removeprefix(".")), None
    return ("", from_here) if named.is_absolute() or ".." in named.parts else (into, None)


def import_by_owner(settings: "Settings", order: "Order") -> "ImportReport":
    """Have the process that owns the index import an export, so that two never write the same documents."""
    from glyph.bootstrap import remote_workbench
    from glyph.faces.cli.holder import Holder

    with Holder(settings, keeps=True) as holder, closing(remote_workbench(settings)) as workbench:
        holder.ensure()
        job = ended(workbench, workbench.start_import(order), "importing")
    if job.imported is None:
        raise BadExport(job.error or "The import was cancelled; what came in before stays.", hint="")
    return job.imported.reports[0]


def import_apart(settings: "Settings", tree: Path, order: "Order") -> "ImportReport":
    """Import an export into a folder that is no part of the documents: nothing indexes it."""
    from glyph.app.answers import JobProgress
    from glyph.app.importing import safe_report
    from glyph.bootstrap import local_state, now
    from glyph.exports import tree_importer

    with shown("importing", stderr()) as show:
        report = tree_importer(settings, tree, now).run(order, lambda done, total: show(JobProgress(done, total)))
    return safe_report(report, local_state(settings).policy())


def print_imported(imported: "Imported | None") -> None:
    """Print what an update brought in by itself, on stderr: stdout has the counts of the index."""
    if imported is None:
        return
    for notice in imported.refused:
        stderr().print(f"not imported: {notice.name}: {notice.reason}", markup=False)
    for report in imported.reports:
        stderr().print(f"imported: {report.source}: {report.line()}", markup=False)
        for path in report.conflicts:
            stderr().print(f"conflict: {path} was changed here and in the export; it stays as it is here", markup=False)


def print_import(report: "ImportReport") -> None:
    """Print a report for people; its last line is the counts that scripts read."""
    print_facts(facts_of(report), STYLES)
    if report.dry_run:
        stderr().print("Nothing was written. Run it again without --dry-run.")
    if report.conflicts:
        stderr().print("Documents in conflict stay as they are here; what the export says of them is kept beside.")
    if report.gone:
        stderr().print("What is gone from the export stays. `--delete-gone` puts it into the trash.")
    stdout().print(report.line(), markup=False, soft_wrap=True)


def facts_of(report: "ImportReport") -> "Iterator[tuple[str, str]]":
    """Yield what a report says, a name and its value at a time."""
    parts = f" in {report.parts} parts" if report.parts > 1 else ""
    rows = f"{report.databases} databases of {report.rows} rows"
    yield "found", f"{report.pages} pages, {rows}, {report.assets} files{parts}"
    yield "into", report.into or "the documents' root"
    done = [f"{count} {outcome}" for outcome, count in sorted(report.outcomes.items())]
    yield "would be" if report.dry_run else "done", ", ".join(done)
    yield "links", f"{report.links.resolved} of {report.links.relative} lead somewhere"
    yield from (("", f"{count} {KINDS.get(kind, kind)}") for kind, count in sorted(report.links.unresolved.items()))
    if report.unlinked_rows:
        yield "rows", f"{report.unlinked_rows} without a page of their own"
    yield from _listed("conflict", report.conflicts, str)
    yield from _listed("moved", report.moved, lambda each: f"{each.path} -> {each.to}")
    yield from _listed("gone", report.gone, str)
    yield from _listed("deleted", report.deleted, str)
    yield from _listed("removed", report.removed, lambda path: f"{path} was removed here, and stays so")
    yield from _listed("failed", report.failed, _notice)
    yield from _listed("warning", report.warnings, _notice)
    yield from _listed("ignored", report.ignored, _notice)
    yield from _listed("flagged", report.flagged, lambda each: f"{each.path}: {', '.join(each.flags)}")


def _notice(notice: "Notice") -> str:
    return f"{notice.name}: {notice.reason}"


def _listed(name: str, found: Sequence[Found], text: Callable[[Found], str]) -> "Iterator[tuple[str, str]]":
    yield from ((name, text(each)) for each in found[:SHOWN])
    if len(found) > SHOWN:
        yield name, f"and {len(found) - SHOWN} more; --json lists them all"
