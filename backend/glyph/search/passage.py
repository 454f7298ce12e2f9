"""Passages: the part of a chunk that is worth quoting, with where it stands."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from glyph.domain.ranking import Hit, Passage, StoredChunk
from glyph.domain.scripts import CJK_RUN, words_within
from glyph.search.terms import content_tokens, looks_like_identifier

QUOTE_LIMIT = 320
STEM_LENGTH = 5
WORD = re.compile(r"\w+")
WHOLE_WORD = re.compile(r"(?<!\w)\w+")
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s)$")
HEADING = re.compile(r"#{1,6}\s")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)")

Place = tuple[int, int]
"""Start and end in a text, in code points; the end is exclusive."""
Run = tuple[int, int]
"""Numbers of the first unit and of the one behind the last."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a query looks for in a text: stems of words, and identifiers as they were typed, in lower case."""

    stems: tuple[str, ...]
    literals: tuple[str, ...]

    def found_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the places in ``text`` of what is wanted, each with its bit: stems first, then literals."""
        lowered = lowered_in_place(text)
        for number, wanted in enumerate(self.stems):
            anywhere = CJK_RUN.match(wanted) is not None
            for place in places_of(wanted, lowered):
                if anywhere or _is_word_of(wanted, lowered, place):
                    yield place, 1 << number
        for number, literal in enumerate(self.literals, start=len(self.stems)):
            for place in places_of(literal, lowered):
                yield place, 1 << number

    def worth(self, bits: int) -> tuple[int, int]:
        """Return how many literals and how many stems are among the bits."""
        stems = bits & ((1 << len(self.stems)) - 1)
        return (bits ^ stems).bit_count(), stems.bit_count()


def wanted_by(query: str) -> Wanted:
    """Return what a query looks for."""
    tokens = content_tokens(query)
    words = (word for token in tokens for part in WORD.findall(token) for word in words_within(part))
    stems = dict.fromkeys(map(stem, words))
    literals = dict.fromkeys(token.lower() for token in tokens if looks_like_identifier(token))
    return Wanted(tuple(stems), tuple(literals))


def _is_word_of(wanted: str, text: str, place: int) -> bool:
    """Return whether the word that begins at ``place`` has the stem ``wanted``."""
    word = WHOLE_WORD.match(text, place)
    return word is not None and stem(word[0]) == wanted


def lowered_in_place(text: str) -> str:
    """Return ``text`` in lower case, every character where it was: `İ` would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(letter.lower()[0] for letter in text)


def places_of(wanted: str, text: str) -> Iterator[int]:
    """Yield where ``wanted``, which is not empty, begins in ``text``."""
    place = text.find(wanted)
    while place >= 0:
        yield place
        place = text.find(wanted, place + 1)


def stem(word: str) -> str:
    """Return a word without its ending, and no more than its beginning, so that `routing` meets `routed`."""
    return ENDING.sub("", word.lower())[:STEM_LENGTH]


def make_passage(hit: Hit, chunk: StoredChunk, wanted: Wanted) -> Passage:
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
        quote=best_quote(chunk.text, wanted),
        score=hit.score,
        contributions=hit.contributions,
        url="",
        content_hash=chunk.content_hash,
        changed_since_indexed=False,
    )


def best_quote(text: str, wanted: Wanted) -> str:
    """Return the run of lines or sentences, verbatim and at most 320 characters, that shares most with the query.

    An identifier of the query that stands in a run as it was typed outweighs words in common.
    Lines stay whole; one that is too long for a quote gives its sentences. Headings at the top are left
    out when text follows: the heading path says them already. Of equal runs the first wins.
    """
    units = units_of(text)
    if not units:
        return ""
    starts, bits = [start for start, _ in units], [0] * len(units)
    for place, bit in wanted.found_in(text):
        bits[bisect_right(starts, place) - 1] |= bit

    def worth(run: Run) -> tuple[int, int, int]:
        return *wanted.worth(reduce(int.__or__, bits[run[0] : run[1]])), -run[0]

    first, end = max(promising(runs_of(units, _body_start(text, units)), bits), key=worth)
    quote = text[units[first][0] : units[end - 1][1]].strip("\n")
    return quote if len(quote) <= QUOTE_LIMIT else _cut(quote, wanted)


def units_of(text: str) -> tuple[Place, ...]:
    """Return the places of what a quote is made of: lines that are not blank, and the sentences of long ones."""
    places: list[Place] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if len(line) > QUOTE_LIMIT and not line.isspace():
            ends = (start + found.end() for found in SENTENCE_END.finditer(line))
            places.extend(pairwise([start, *ends, end]))
        elif line.strip():
            places.append((start, end))
        start = end + 1
    return tuple(places)


def _body_start(text: str, units: Sequence[Place]) -> int:
    """Return the number of the first unit that is no heading; 0 when there is none."""
    return next((number for number, place in enumerate(units) if not HEADING.match(text, place[0])), 0)


def runs_of(units: Sequence[Place], first: int) -> Iterator[Run]:
    """Yield for each unit from ``first`` on as many units as fit the limit, at least one."""
    end = first
    for number in range(first, len(units)):
        furthest = units[number][0] + QUOTE_LIMIT
        end = max(end, number + 1)
        while end < len(units) and units[end][1] <= furthest:
            end += 1
        yield number, end


def promising(runs: Iterator[Run], bits: Sequence[int]) -> Iterator[Run]:
    """Yield the first run, and those that hold something the run before them does not: no other can be the best."""
    former = 0
    for number, end in runs:
        if not former or any(bits[former:end]):
            yield number, end
        former = end


def _cut(line: str, wanted: Wanted) -> str:
    """Return the part of a long line around the first wanted word, cut at blanks where there are some."""
    middle = min((place for place, _ in wanted.found_in(line)), default=0)
    start = max(0, min(middle - QUOTE_LIMIT // 4, len(line) - QUOTE_LIMIT))
    part = line[start : start + QUOTE_LIMIT]
    head = part.find(" ") + 1 if start and " " in part[: QUOTE_LIMIT // 4] else 0
    return part[head:].rstrip()
