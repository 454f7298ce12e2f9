"""Evaluations as tables: the scores of one run, and what changed from one run to another."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from glyph.evaluation.comparing import Change, Comparison, Moved
from glyph.evaluation.metrics import Scores
from glyph.evaluation.runner import ALL, Evaluation
from glyph.faces.cli.output import stderr, stdout

MOST_MOVED = 10
COLUMNS = {"recall_at_1": "R@1", "recall_at_5": "R@5", "recall_at_10": "R@10", "mrr_at_10": "MRR", "ndcg_at_10": "nDCG"}
"""Fields of the scores and their headings; MRR and nDCG count ten ranks too."""
WIDE = 200
"""More than any table needs: a slice's name is not cut to the width of a terminal."""


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
