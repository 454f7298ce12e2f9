"""`glyph eval`: how well search answers golden queries."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import BadRequest
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import print_json, stderr
from glyph.faces.cli.progress import follow

if TYPE_CHECKING:
    from glyph.app.workbench import Workbench
    from glyph.evaluation.runner import Evaluation
    from glyph.settings import Settings

RUN_EXAMPLES = examples(
    "glyph eval run golden.jsonl                     # questions about the served documents",
    "glyph eval run sets/home --json > a.json        # a folder with docs/ and queries.jsonl, indexed for the occasion",
    "glyph eval run golden.jsonl --html page.html    # every query with its ranks, worst first",
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
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with every query to this file.")] = None,
) -> None:
    """Ask every golden query of each ranker alone and of both fused, and print the scores."""
    from glyph.evaluation.golden import QUERIES_FILE, read_golden
    from glyph.evaluation.page import as_page
    from glyph.evaluation.runner import Evaluation, evaluate
    from glyph.faces.cli.evaluation_tables import print_evaluation
    from glyph.settings import load_settings

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
def workbench_of(golden: Path, settings: "Settings") -> Generator["Workbench"]:
    """Yield the served corpus for a golden file, or a temporary index of a set's own documents."""
    from glyph.bootstrap import connected_workbench, open_workbench

    if not golden.is_dir():
        with connected_workbench(settings) as workbench:
            yield workbench
        return
    with tempfile.TemporaryDirectory() as folder:
        corpus = settings.corpus.model_copy(update={"root": golden / "docs", "import_exports": False})
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
    stderr().print(f"Written: {file}", markup=False)


def compare(
    first: Annotated[Path, typer.Argument(help="What `eval run --json` printed.")],
    second: Annotated[Path, typer.Argument(help="The same of another run.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
) -> None:
    """Show what changed from one evaluation to another: in document scores, and for which queries."""
    from glyph.evaluation.comparing import Comparison, compare_answers
    from glyph.faces.cli.evaluation_tables import print_changes, print_comparison

    before, after = read_evaluation(first), read_evaluation(second)
    comparison = compare_answers(before, after)
    if as_json:
        print_json(comparison, Comparison)
        return
    print_changes(before, after)
    print_comparison(comparison)


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
