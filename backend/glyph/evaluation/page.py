"""An evaluation as one page for the browser: scores, slices, and every query with what was expected and found.

The page needs nothing but itself. Whatever comes from queries or documents is escaped where it enters the page.
"""

from collections.abc import Iterable, Sequence
from html import escape
from string import Template

from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Mode
from glyph.evaluation.golden import Expected
from glyph.evaluation.metrics import DEPTH, Scores
from glyph.evaluation.places import Places
from glyph.evaluation.runner import ALL, MODES, Answered, Evaluation, SliceScores
from glyph.evaluation.style import STYLE

FRAME = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
<main>
$body
</main>
</body>
</html>
""")
LEGEND = (
    "The ranks of the best expected document; a dash is not found."
    " Open a query to see what was expected and what came first."
)
GOOD_RANK = 3
MODE_MEANINGS = {
    Mode.KEYWORD: "the keyword ranking alone",
    Mode.VECTOR: "the vector ranking alone",
    Mode.HYBRID: "both, fused by rank",
    Mode.AUTO: "as the service answers",
}


def as_page(evaluation: Evaluation, name: str) -> str:
    """Return the evaluation of the golden set ``name`` as an HTML document."""
    parts = (
        f"<h1>Search quality <small>{escape(name)}</small></h1>",
        f"<p>{evaluation.queries} golden queries, asked in every mode.</p>",
        *_warnings(evaluation),
        "<h2>All queries</h2>",
        _scores_table(evaluation),
        "<h2>By slice</h2><p>MRR@10 over documents.</p>",
        _slices_table(evaluation),
        "<h2>Queries, worst first</h2>",
        f"<p>{LEGEND}</p>",
        *(_answered(answered) for answered in sorted(evaluation.answers, key=_badness)),
    )
    return FRAME.substitute(title=escape(f"Search quality: {name}"), style=STYLE, body="\n".join(parts))


def _warnings(evaluation: Evaluation) -> Iterable[str]:
    for mode, slices in evaluation.modes.items():
        if degraded := slices[ALL].degraded:
            yield f'<p class="warning">{mode}: {degraded} answers were degraded, so these scores are too low.</p>'
        if forbidden := slices[ALL].forbidden:
            yield f'<p class="warning">{mode}: a forbidden passage in the first ten of {forbidden} queries.</p>'


def _table(head: Sequence[str], rows: Iterable[str]) -> str:
    heads = "".join(f'<th scope="col">{each}</th>' for each in head)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _scores_table(evaluation: Evaluation) -> str:
    head = ("Mode", "Recall@1", "Recall@5", "Recall@10", "MRR@10", "nDCG@10", "Passage recall@10", "Passage MRR@10")
    rows = (_scores_row(mode, evaluation.modes[mode][ALL]) for mode in evaluation.modes)
    return _table((*head, "Passage nDCG@10"), rows)


def _scores_row(mode: Mode, scores: SliceScores) -> str:
    figures = (*_figures(scores.document), *_figures(scores.passage)[2:])
    cells = "".join(f"<td>{figure:.3f}</td>" for figure in figures)
    return f'<tr><th scope="row">{mode} <small>{MODE_MEANINGS[mode]}</small></th>{cells}</tr>'


def _figures(scores: Scores) -> tuple[float, ...]:
    return scores.recall_at_1, scores.recall_at_5, scores.recall_at_10, scores.mrr_at_10, scores.ndcg_at_10


def _slices_table(evaluation: Evaluation) -> str:
    names = evaluation.modes[Mode.AUTO]
    return _table(("Slice", "Queries", *evaluation.modes), (_slice_row(evaluation, name) for name in names))


def _slice_row(evaluation: Evaluation, name: str) -> str:
    figures = [slices[name].document.mrr_at_10 for slices in evaluation.modes.values()]
    cells = "".join(f'<td class="bar" style="--share:{figure:.3f}">{figure:.3f}</td>' for figure in figures)
    queries = evaluation.modes[Mode.AUTO][name].queries
    return f'<tr><th scope="row">{escape(name)}</th><td>{queries}</td>{cells}</tr>'


def _badness(answered: Answered) -> tuple[float, float, str]:
    ranks = answered.places
    return ranks[Mode.AUTO].reciprocal_rank, sum(each.reciprocal_rank for each in ranks.values()), answered.query.id


def _answered(answered: Answered) -> str:
    query, auto = answered.query, answered.places[Mode.AUTO]
    ranks = "".join(_rank(answered.places[mode].best, f"{mode} ") for mode in MODES)
    rows = (_expected_row(number, each, answered) for number, each in enumerate(query.expected))
    return (
        f'<details><summary><span class="ranks">{ranks}</span> {escape(query.query)}'
        f" <small>{escape(query.slice)} · {escape(query.id)}</small></summary>"
        f"{_table(('Expected <small>document / passage</small>', *MODES), rows)}"
        f"<p>First by {Mode.AUTO}:</p><ol>{''.join(_found(path, query.expected, auto) for path in auto.first)}</ol>"
        "</details>"
    )


def _rank(rank: int | None, label: str = "") -> str:
    if rank is None or rank > DEPTH:
        kind = "missed"
    else:
        kind = "first" if rank == 1 else "near" if rank <= GOOD_RANK else "far"
    return f'<span class="{kind}">{label}{rank or "–"}</span>'


def _expected_row(number: int, expected: Expected, answered: Answered) -> str:
    cells = "".join(f"<td>{_both_ranks(answered.places[mode], number)}</td>" for mode in MODES)
    return f'<tr><th scope="row">{escape(_place_of(expected))}</th>{cells}</tr>'


def _both_ranks(places: Places, number: int) -> str:
    return f"{_rank(places.documents[number])}/ {_rank(places.passages[number])}"


def _place_of(expected: Expected) -> str:
    heading = f" § {expected.heading}" if expected.heading else ""
    if expected.line_from is None:
        return f"{expected.path}{heading}"
    return f"{expected.path}{heading}, lines {expected.line_from}–{expected.line_to or 'end'}"


def _found(path: DocumentPath, expected: Sequence[Expected], places: Places) -> str:
    if path in places.forbidden:
        return f'<li>{escape(path)} <span class="missed">forbidden</span></li>'
    if any(path == each.path for each in expected):
        return f'<li>{escape(path)} <span class="first">expected</span></li>'
    return f"<li>{escape(path)}</li>"
