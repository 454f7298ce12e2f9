"""Passages: the part of a chunk that is worth quoting, with where it stands."""

import re
from collections.abc import Sequence

from glyph.domain.ranking import Hit, Passage, StoredChunk
from glyph.search.terms import content_tokens

QUOTE_LIMIT = 320
STEM_LENGTH = 5
WORD = re.compile(r"\w+")
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s)$")
HEADING = re.compile(r"#{1,6}\s")


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
    """Return the run of whole lines, verbatim and at most 320 characters, that shares most with the query.

    Headings at the top are left out when text follows: the heading path says them already. Of equal
    runs the first wins. A single line that is too long is cut at its best place.
    """
    wanted = stems(" ".join(content_tokens(query)))
    lines = text.split("\n")
    best = max(
        range(_body_start(lines), len(lines)), key=lambda first: (_overlap(_window(lines, first), wanted), -first)
    )
    quote = _window(lines, best).strip("\n")
    return quote if len(quote) <= QUOTE_LIMIT else _cut(quote, wanted)


def _body_start(lines: Sequence[str]) -> int:
    """Return the place of the first line that is neither blank nor a heading; 0 when there is none."""
    places = (place for place, line in enumerate(lines) if line.strip() and not HEADING.match(line))
    return next(places, 0)


def _overlap(window: str, wanted: frozenset[str]) -> int:
    return len(wanted & stems(window))


def _window(lines: Sequence[str], first: int) -> str:
    """Return as many lines from ``first`` on as fit the limit, at least one."""
    taken = lines[first]
    for line in lines[first + 1 :]:
        if len(taken) + 1 + len(line) > QUOTE_LIMIT:
            break
        taken = f"{taken}\n{line}"
    return taken


def _cut(line: str, wanted: frozenset[str]) -> str:
    """Return the part of a long line around the first wanted word, cut at blanks where there are some."""
    places = (found.start() for found in WORD.finditer(line) if stem(found[0]) in wanted)
    middle = next(places, 0)
    start = max(0, min(middle - QUOTE_LIMIT // 4, len(line) - QUOTE_LIMIT))
    part = line[start : start + QUOTE_LIMIT]
    head = part.find(" ") + 1 if start and " " in part[: QUOTE_LIMIT // 4] else 0
    return part[head:].rstrip()
