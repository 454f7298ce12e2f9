"""`glyph eval`: how well search answers golden queries."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import BadRequest
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_json, stdout
from glyph.faces.cli.progress import follow

if TYPE_CHECKING:
    from glyph.app.workbench import Workbench
    from glyph.evaluation.metrics import Scores
    from glyph.evaluation.runner import Evaluation
    from glyph.settings import Settings

COLUMNS = {"recall_at_1": "R@1", "recall_at_5": "R@5", "recall_at_10": "R@10", "mrr_at_10": "MRR", "ndcg_at_10": "nDCG"}
"""Fields of the scores and their headings; MRR and nDCG count ten ranks too."""
RUN_EXAMPLES = examples(
    "glyph eval run golden.jsonl                  # questions about the served documents",
    "glyph eval run sets/home --json > a.json     # a folder with docs/ and queries.jsonl, indexed for the occasion",
)
COMPARE_EXAMPLES = examples("glyph eval compare a.json b.json    # what a change did to the scores")


def add_commands(app: typer.Typer) -> None:
    group = typer.Typer(help="Measure search against golden queries.", no_args_is_help=True)
    group.command("run", epilog=RUN_EXAMPLES)(run)
    group.command("compare", epilog=COMPARE_EXAMPLES)(compare)
    app.add_typer(group, name="eval")


def run(
    golden: Annotated[
        Path, typer.Argument(metavar="SET", help="A folder with docs/ and queries.jsonl, or a golden file.")
    ],
    split: Annotated[str | None, typer.Option("--split", help="Only queries of this split.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Ask every golden query of each ranker alone and of both fused, and print the scores."""
    from glyph.evaluation.golden import QUERIES_FILE, read_golden
    from glyph.evaluation.runner import Evaluation, evaluate
    from glyph.settings import load_settings

    settings = load_settings()
    queries = read_golden(golden / QUERIES_FILE if golden.is_dir() else golden, split)
    with workbench_of(golden, settings) as workbench:
        evaluation = evaluate(queries, workbench.search)
    if as_json:
        print_json(evaluation, Evaluation)
    else:
        print_evaluation(evaluation)


@contextmanager
def workbench_of(golden: Path, settings: "Settings") -> Generator["Workbench"]:
    """Yield the served corpus for a golden file, or a temporary index of a set's own documents."""
    from glyph.bootstrap import connected_workbench, open_workbench

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


def print_evaluation(evaluation: "Evaluation") -> None:
    """Print a table of document scores, a row for each mode and slice."""
    from rich.table import Table

    table = Table("mode", "slice", "queries", *COLUMNS.values(), box=None)
    for mode, slices in evaluation.modes.items():
        for name, scores in slices.items():
            table.add_row(mode, name, str(scores.queries), *_figures(scores.document))
    stdout().print(table)


def _figures(scores: "Scores") -> tuple[str, ...]:
    return tuple(f"{getattr(scores, column):.3f}" for column in COLUMNS)


def compare(
    first: Annotated[Path, typer.Argument(help="What `eval run --json` printed.")],
    second: Annotated[Path, typer.Argument(help="The same of another run.")],
) -> None:
    """Show what changed from one evaluation to another, in document scores."""
    from rich.table import Table

    before, after = read_evaluation(first), read_evaluation(second)
    table = Table("mode", "slice", *COLUMNS.values(), box=None)
    for mode, slices in after.modes.items():
        for name, scores in slices.items():
            former = before.modes.get(mode, {}).get(name)
            if former is not None:
                table.add_row(mode, name, *_changes(former.document, scores.document))
    stdout().print(table)


def _changes(before: "Scores", after: "Scores") -> tuple[str, ...]:
    return tuple(f"{getattr(after, column) - getattr(before, column):+.3f}" for column in COLUMNS)


def read_evaluation(file: Path) -> "Evaluation":
    """Return an evaluation that `eval run --json` printed.

    Raises: BadRequest.
    """
    from pydantic import TypeAdapter, ValidationError

    from glyph.evaluation.runner import Evaluation

    try:
        return TypeAdapter(Evaluation).validate_json(file.read_bytes())
    except (OSError, ValidationError):
        raise BadRequest(f"{file} is not what `glyph eval run --json` prints.") from None
