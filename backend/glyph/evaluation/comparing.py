"""Two runs beside each other: what changed in the mean, whether that is more than luck, and for which queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from glyph.domain.ranking import Mode
from glyph.evaluation.runner import MODES, Answered, Evaluation

RESAMPLES = 2_000
SEED = 0
"""Equal input gives equal output."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A golden query whose best expected document stands elsewhere than before; None is not found."""

    query: str
    before: int | None
    after: int | None
    gain: float
    """In reciprocal rank, which is 0 beyond the tenth."""


@dataclass(frozen=True, slots=True)
class Change:
    """How one mode changed over the queries that both runs asked, in reciprocal rank at ten."""

    gain: float
    low: float
    high: float
    """The 95 % interval of the gain; one that holds 0 may be luck."""
    better: int
    worse: int
    moved: tuple[Moved, ...]
    """What changed its reciprocal rank, the greatest loss first."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two runs have in common, and the change of each mode over that."""

    queries: int
    only_before: int
    only_after: int
    modes: Mapping[Mode, Change]


def compare_answers(before: Evaluation, after: Evaluation) -> Comparison:
    """Return what changed, query by query. A query is the same when its id and its words are."""
    former = {_key(answered): answered for answered in before.answers}
    latter = {_key(answered): answered for answered in after.answers}
    pairs = [(former[key], answered) for key, answered in latter.items() if key in former]
    modes = {mode: _change(mode, pairs) for mode in MODES} if pairs else {}
    return Comparison(len(pairs), len(former) - len(pairs), len(latter) - len(pairs), modes)


def _key(answered: Answered) -> tuple[str, str]:
    return answered.query.id, answered.query.query


def _change(mode: Mode, pairs: Sequence[tuple[Answered, Answered]]) -> Change:
    moves = [_move(mode, *pair) for pair in pairs]
    low, high = interval([move.gain for move in moves])
    return Change(
        gain=float(np.mean([move.gain for move in moves])),
        low=low,
        high=high,
        better=sum(move.gain > 0 for move in moves),
        worse=sum(move.gain < 0 for move in moves),
        moved=tuple(sorted((move for move in moves if move.gain), key=lambda move: move.gain)),
    )


def _move(mode: Mode, before: Answered, after: Answered) -> Moved:
    was, now = before.places[mode], after.places[mode]
    return Moved(after.query.query, was.best, now.best, now.reciprocal_rank - was.reciprocal_rank)


def interval(gains: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of at least one gain, by resampling the queries with replacement.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993 (percentile interval, paired).
    """
    chosen = np.random.default_rng(SEED).integers(len(gains), size=(RESAMPLES, len(gains)))
    low, high = np.percentile(np.asarray(gains)[chosen].mean(axis=1), (2.5, 97.5))
    return float(low), float(high)
