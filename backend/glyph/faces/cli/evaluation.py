"""`glyph eval`: how well search answers golden queries."""

import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from pydantic import TypeAdapter, ValidationError
from rich.markup import escape
from rich.table import Table

from glyph.app.workbench import Workbench
from glyph.bootstrap import connected_workbench, open_workbench
from glyph.errors import BadRequest
from glyph.evaluation.comparing import Change, Comparison, Moved, compare_answers
from glyph.evaluation.golden import QUERIES_FILE, read_golden
from glyph.evaluation.metrics import Scores
from glyph.evaluation.page import as_page
from glyph.evaluation.runner import ALL, Evaluation, evaluate
from glyph.faces.cli.index import follow
from glyph.faces.cli.output import print_json, stderr, stdout
from glyph.settings import Settings, load_settings

MOST_MOVED = 10
COLUMNS = {"recall_at_1": "R@1", "recall_at_5": "R@5", "recall_at_10": "R@10", "mrr_at_10": "MRR", "ndcg_at_10": "nDCG"}
"""Fields of the scores and their headings; MRR and nDCG count ten ranks too."""
WIDE = 200
"""More than any table needs: a slice's name is not cut to the width of a terminal."""


def add_commands(app: typer.Typer) -> None:
    group = typer.Typer(help="Measure search against golden queries.", no_args_is_help=True)
    group.command("run")(run)
    group.command("compare")(compare)
    app.add_typer(group, name="eval")


def run(
    golden: Annotated[
        Path, typer.Argument(metavar="SET", help="A folder with docs/ and queries.jsonl, or a golden file.")
    ],
    split: Annotated[str | None, typer.Option("--split", help="Only queries of this split.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with every query to this file.")] = None,
) -> None:
    """Ask every golden query of each ranker alone and of both fused, and print the scores."""
    settings = load_settings()
    queries = read_golden(golden / QUERIES_FILE if golden.is_dir() else golden, split)
    with workbench_of(golden, settings) as workbench:
        evaluation = evaluate(queries, workbench.search)
    if html is not None:
        write_page(html, as_page(evaluation, f"{golden.resolve().name}{f', {split}' if split else ''}"))
    if as_json:
        print_json(evaluation, Evaluation)
    else:
        print_evaluation(evaluation)


@contextmanager
def workbench_of(golden: Path, settings: Settings) -> Generator[Workbench]:
    """Yield the served corpus for a golden file, or a temporary index of a set's own documents."""
    if not golden.is_dir():
        with connected_workbench(settings) as workbench:
            yield workbench
        return
    with tempfile.TemporaryDirectory() as folder:
        corpus = settings.corpus.model_copy(update={"root": golden / "docs"})
        data = settings.data.model_copy(update={"root": Path(folder)})
        workbench = open_workbench(settings.model_copy(update={"corpus": corpus, "data": data}))
        try:
            follow(workbench, workbench.start_update(rebuild=True))
            yield workbench
        finally:
            workbench.close()


def write_page(file: Path, page: str) -> None:
    """Write the page of an evaluation.

    Raises: BadRequest.
    """
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"{file} cannot be written: {error.strerror}.") from error
    stderr().print(f"Written: {escape(str(file))}")


def print_evaluation(evaluation: Evaluation) -> None:
    """Print a row of scores for each mode and slice, and what casts doubt on them."""
    table = Table("mode", "slice", "queries", *COLUMNS.values(), "passage MRR", box=None)
    for mode, slices in evaluation.modes.items():
        for name, scores in slices.items():
            figures = (*_figures(scores.document), f"{scores.passage.mrr_at_10:.3f}")
            table.add_row(mode, escape(name), str(scores.queries), *figures)
    stdout(WIDE).print(table)
    for mode, slices in evaluation.modes.items():
        if slices[ALL].forbidden:
            stderr().print(
                f"{mode}: a forbidden passage among the first ten documents of {slices[ALL].forbidden} queries."
            )
        if slices[ALL].degraded:
            stderr().print(f"[yellow]degraded:[/] {mode}: {slices[ALL].degraded} answers, so its scores are too low.")


def _figures(scores: Scores) -> tuple[str, ...]:
    return tuple(f"{getattr(scores, column):.3f}" for column in COLUMNS)


def compare(
    first: Annotated[Path, typer.Argument(help="What `eval run --json` printed.")],
    second: Annotated[Path, typer.Argument(help="The same of another run.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Show what changed from one evaluation to another: in document scores, and for which queries."""
    before, after = read_evaluation(first), read_evaluation(second)
    comparison = compare_answers(before, after)
    if as_json:
        print_json(comparison, Comparison)
        return
    print_changes(before, after)
    print_comparison(comparison)


def print_changes(before: Evaluation, after: Evaluation) -> None:
    """Print the difference of every score, for each mode and slice that both have."""
    table = Table("mode", "slice", *COLUMNS.values(), box=None)
    for mode, slices in after.modes.items():
        for name, scores in slices.items():
            former = before.modes.get(mode, {}).get(name)
            if former is not None:
                table.add_row(mode, escape(name), *_changes(former.document, scores.document))
    stdout(WIDE).print(table)


def _changes(before: Scores, after: Scores) -> tuple[str, ...]:
    return tuple(f"{getattr(after, column) - getattr(before, column):+.3f}" for column in COLUMNS)


def print_comparison(comparison: Comparison) -> None:
    """Print what changed over the queries that both runs asked, and the queries that lost or won most."""
    console = stdout()
    if comparison.only_before or comparison.only_after:
        console.print(
            f"\n{comparison.queries} queries are in both, {comparison.only_before} only in the first,"
            f" {comparison.only_after} only in the second."
        )
    for mode, change in comparison.modes.items():
        console.print(
            f"\n{mode}: MRR {change.gain:+.4f}, 95 % interval {change.low:+.4f} to {change.high:+.4f};"
            f" {change.better} better, {change.worse} worse"
        )
        for moved in _most_moved(change):
            console.print(f"  {_rank(moved.before):>4} → {_rank(moved.after):<4} {escape(moved.query)}")


def _most_moved(change: Change) -> Sequence[Moved]:
    """Return the queries that changed most, losses first."""
    most = sorted(change.moved, key=lambda moved: -abs(moved.gain))[:MOST_MOVED]
    return sorted(most, key=lambda moved: moved.gain)


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def read_evaluation(file: Path) -> Evaluation:
    """Return an evaluation that `eval run --json` printed.

    Raises: BadRequest.
    """
    try:
        return TypeAdapter(Evaluation).validate_json(file.read_bytes())
    except (OSError, ValidationError):
        raise BadRequest(f"{file} is not what `glyph eval run --json` prints.") from None
