"""Passages: the part of a chunk that is worth quoting, with where it stands."""

import re
from collections.abc import Sequence
from itertools import pairwise

from glyph.domain.ranking import Hit, Passage, StoredChunk
from glyph.search.terms import content_tokens, looks_like_identifier

QUOTE_LIMIT = 320
STEM_LENGTH = 5
WORD = re.compile(r"\w+")
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s)$")
HEADING = re.compile(r"#{1,6}\s")
LINE = re.compile(r"[^\n]+")
SENTENCE_END = re.compile(r"(?<=[.!?。])\s+(?=\S)")

Place = tuple[int, int]
"""Start and end in a text, in code points; the end is exclusive."""


def make_passage(hit: Hit, chunk: StoredChunk, query: str) -> Passage:
    """Return a hit as a passage; its link and freshness are added by who knows them."""
    return Passage(
        chunk_id=chunk.chunk_id,
        collection=chunk.collection,
        path=chunk.path,
        title=chunk.title,
        heading_path=chunk.heading_path,
        line_from=chunk.line_from,
        line_to=chunk.line_to,
        page=chunk.page,
        quote=best_quote(chunk.text, query),
        score=hit.score,
        contributions=hit.contributions,
        url="",
        content_hash=chunk.content_hash,
        changed_since_indexed=False,
    )


def stems(text: str) -> frozenset[str]:
    """Return the words of ``text`` cut to their beginnings."""
    return frozenset(stem(word) for word in WORD.findall(text))


def stem(word: str) -> str:
    """Return a word without its ending, and no more than its beginning, so that `routing` meets `routed`."""
    return ENDING.sub("", word.lower())[:STEM_LENGTH]


def best_quote(text: str, query: str) -> str:
    """Return the run of lines or sentences, verbatim and at most 320 characters, that shares most with the query.

    An identifier of the query that stands in a run as it was typed outweighs words in common.
    Lines stay whole; one that is too long for a quote gives its sentences. Headings at the top are left
    out when text follows: the heading path says them already. Of equal runs the first wins.
    """
    tokens = content_tokens(query)
    wanted = stems(" ".join(tokens))
    literals = tuple(token.lower() for token in tokens if looks_like_identifier(token))

    def worth(run: Place) -> tuple[int, int, int]:
        part = text[slice(*run)]
        return sum(literal in part.lower() for literal in literals), len(wanted & stems(part)), -run[0]

    units = units_of(text)
    runs = (_run(units, first) for first in range(_body_start(text, units), len(units)))
    quote = text[slice(*max(runs, key=worth, default=(0, 0)))].strip("\n")
    return quote if len(quote) <= QUOTE_LIMIT else _cut(quote, wanted)


def units_of(text: str) -> tuple[Place, ...]:
    """Return the places of what a quote is made of: lines, and the sentences of lines that are too long."""
    places: list[Place] = []
    for line in LINE.finditer(text):
        if len(line[0]) <= QUOTE_LIMIT:
            places.append(line.span())
        else:
            ends = [*(line.start() + found.end() for found in SENTENCE_END.finditer(line[0])), line.end()]
            places.extend(pairwise([line.start(), *ends]))
    return tuple(place for place in places if text[slice(*place)].strip())


def _body_start(text: str, units: Sequence[Place]) -> int:
    """Return the number of the first unit that is no heading; 0 when there is none."""
    return next((number for number, place in enumerate(units) if not HEADING.match(text[slice(*place)])), 0)


def _run(units: Sequence[Place], first: int) -> Place:
    """Return the place of as many units from ``first`` on as fit the limit, at least one."""
    start, end = units[first]
    for _, following in units[first + 1 :]:
        if following - start > QUOTE_LIMIT:
            break
        end = following
    return start, end


def _cut(line: str, wanted: frozenset[str]) -> str:
    """Return the part of a long line around the first wanted word, cut at blanks where there are some."""
    places = (found.start() for found in WORD.finditer(line) if stem(found[0]) in wanted)
    middle = next(places, 0)
    start = max(0, min(middle - QUOTE_LIMIT // 4, len(line) - QUOTE_LIMIT))
    part = line[start : start + QUOTE_LIMIT]
    head = part.find(" ") + 1 if start and " " in part[: QUOTE_LIMIT // 4] else 0
    return part[head:].rstrip()
