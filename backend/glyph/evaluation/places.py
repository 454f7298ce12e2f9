"""One answer beside what was expected of it: where each expected passage stands, and what stands there instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from glyph.domain.document import DocumentPath
from glyph.domain.ranking import Passage
from glyph.evaluation.golden import GoldenQuery
from glyph.evaluation.metrics import DEPTH, Found, Scores, score

SHOWN_DOCUMENTS = 5


@dataclass(frozen=True, slots=True)
class Places:
    """What one answer made of a golden query. Ranks count from 1; None is what was not found."""

    documents: tuple[int | None, ...]
    """For each expected entry, the rank of its document among the documents of the answer."""
    passages: tuple[int | None, ...]
    """For each expected entry, the rank of the first passage that is it."""
    first: tuple[DocumentPath, ...]
    """The first documents of the answer."""
    forbidden: tuple[DocumentPath, ...]
    """Documents among the first ten with a passage that was forbidden."""

    @property
    def best(self) -> int | None:
        """Return the best rank of an expected document."""
        return min((rank for rank in self.documents if rank is not None), default=None)

    @property
    def reciprocal_rank(self) -> float:
        """Return 1 / the best rank of an expected document; 0 beyond the tenth."""
        return 1 / self.best if self.best is not None and self.best <= DEPTH else 0.0


def places_of(query: GoldenQuery, hits: Sequence[Passage]) -> Places:
    """Return where an answer put what the query expects."""
    paths = _documents_of(hits)
    leading = frozenset(paths[:DEPTH])
    refused = (
        hit.path for hit in hits if hit.path in leading and any(it.is_answered_by(hit) for it in query.forbidden)
    )
    return Places(
        documents=tuple(_rank_of([path == each.path for path in paths]) for each in query.expected),
        passages=tuple(_rank_of([each.is_answered_by(hit) for hit in hits]) for each in query.expected),
        first=paths[:SHOWN_DOCUMENTS],
        forbidden=tuple(dict.fromkeys(refused)),
    )


def document_scores(query: GoldenQuery, hits: Sequence[Passage]) -> Scores:
    """Return the scores over documents: a document stands where its best passage does."""
    wanted = tuple(dict.fromkeys(each.path for each in query.expected))
    found = [frozenset(number for number, path in enumerate(wanted) if path == each) for each in _documents_of(hits)]
    return score(found, len(wanted))


def passage_scores(query: GoldenQuery, hits: Sequence[Passage]) -> Scores:
    """Return the scores over passages: one answers by its document, and the heading or a line in common."""
    found: Found = [
        frozenset(number for number, each in enumerate(query.expected) if each.is_answered_by(hit)) for hit in hits
    ]
    return score(found, len(query.expected))


def _documents_of(hits: Sequence[Passage]) -> tuple[DocumentPath, ...]:
    return tuple(dict.fromkeys(hit.path for hit in hits))


def _rank_of(answers: Sequence[bool]) -> int | None:
    return answers.index(True) + 1 if True in answers else None
