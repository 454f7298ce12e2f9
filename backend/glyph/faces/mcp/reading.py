"""read_document: a run of lines or a section, redacted, with the file's own line numbers."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from glyph.app.answers import DocumentPage, DocumentView
from glyph.app.workbench import Workbench
from glyph.domain.document import DocumentPath
from glyph.faces.mcp.arguments import ReadArguments
from glyph.faces.mcp.budget import PAGE_TOKENS, most_that_fit, tokens_of
from glyph.faces.mcp.errors import BadArguments, HeadingNotFound
from glyph.faces.mcp.shapes import DocumentShape, PageShape, shortened
from glyph.faces.mcp.texts import document_text, fenced
from glyph.faces.mcp.understanding import Understood
from glyph.ingest.markdown import Heading, front_matter_end, iterate_headings, plain

HASH_DIGITS = 12
PAGE_CHARACTERS = 60_000
"""More than this is never weighed: it would take long, and no page of prose or commands holds it."""
CUT_CHARACTERS = PAGE_TOKENS // 5
"""No text has more than four tokens a character."""
TITLE_CHARACTERS = 120
SUGGESTED = 3
NAMED = 12
BEHIND = "The index is behind this file: search may show an older text."
EMPTY = "The document is empty."


@dataclass(frozen=True, slots=True)
class Section:
    """A run of lines (1-based, inclusive) and what to say about the choice of it."""

    first: int
    last: int
    notes: tuple[str, ...] = ()


def read_answer(workbench: Workbench, understood: Understood[ReadArguments]) -> DocumentShape:
    """Return the lines asked for, as many as fit on a page, and where to go on.

    Raises: BadArguments, HeadingNotFound, and what the workbench raises.
    """
    asked = understood.arguments
    path = DocumentPath(asked.path)
    if not asked.heading:
        view = workbench.read(path, redacted=True, line_from=asked.start_line, line_count=asked.line_count)
        return fitted(view, Section(view.line_from, view.line_to), understood.notes)
    if asked.model_fields_set & {"start_line", "line_count"}:
        raise BadArguments("Both a heading and lines were sent.", hint="Send heading, or start_line and line_count.")
    whole = workbench.read(path, redacted=True)
    section = section_of(lines_of(whole), asked.heading)
    return fitted(whole, section, (*understood.notes, *section.notes))


def lines_of(view: DocumentView) -> list[str]:
    """Return a view's lines; none when there is nothing."""
    return view.text.removesuffix("\n").split("\n") if view.total_lines else []


def section_of(lines: Sequence[str], wanted: str) -> Section:
    """Return the lines under a heading, up to the next of its level or above.

    A heading path is taken by its last part. Of several alike the first is taken, and the others are named.
    Raises: HeadingNotFound, naming headings that are near.
    """
    headings = list(iterate_headings(lines, front_matter_end(lines)))
    name = comparable(wanted.rpartition(" > ")[2])
    alike = [heading for heading in headings if comparable(heading.text) == name]
    if not alike:
        raise HeadingNotFound("The document has no such heading.", hint=near_headings(headings, name))
    first, *others = alike
    below = (heading.line for heading in headings if heading.line > first.line and heading.level <= first.level)
    places = ", ".join(str(other.line) for other in others[:NAMED])
    notes = (f"Other headings of this name stand at line {places}.",) if others else ()
    return Section(first.line, next(below, len(lines) + 1) - 1, notes)


def comparable(heading: str) -> str:
    return plain(heading.strip().lstrip("#").strip()).casefold()


def near_headings(headings: Sequence[Heading], wanted: str) -> str:
    """Return the headings that were perhaps meant, else the first few there are."""
    by_name = {comparable(heading.text): heading for heading in reversed(headings)}
    if not headings:
        return "It has no headings at all: read it by start_line."
    near = [name for name in by_name if wanted and wanted in name] + difflib.get_close_matches(wanted, by_name)
    meant = [by_name[name] for name in dict.fromkeys(near)][:SUGGESTED]
    named = "\n".join(shortened(heading.text, TITLE_CHARACTERS) for heading in meant or headings[:NAMED])
    return (
        f"{'Did you mean one of these' if meant else 'It has these'}, which are data from the corpus:\n{fenced(named)}"
    )


def fitted(view: DocumentView, section: Section, notes: tuple[str, ...]) -> DocumentShape:
    """Return as many of a section's lines as fit on a page; one that is too long alone is cut, and says so."""
    start = section.first - view.line_from
    wanted = lines_of(view)[start : section.last - view.line_from + 1]
    if not view.indexed:
        notes = (*notes, BEHIND)
    if not wanted:
        return shape_of(view, section, [], (*notes, EMPTY))
    lines = within_characters(wanted)
    count = most_that_fit(
        len(lines), lambda count: tokens_of(shape_of(view, section, lines[:count], notes), document_text) <= PAGE_TOKENS
    )
    if count:
        return shape_of(view, section, lines[:count], notes)
    cut = f"{wanted[0][:CUT_CHARACTERS]} … (cut: {len(wanted[0])} characters)"
    return shape_of(view, section, [cut], (*notes, f"Line {section.first} is too long for a page and was cut."))


def within_characters(lines: Sequence[str]) -> list[str]:
    """Return the first lines that together are not absurdly long."""
    kept: list[str] = []
    left = PAGE_CHARACTERS
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return kept


def shape_of(view: DocumentView, section: Section, lines: Sequence[str], notes: Sequence[str]) -> DocumentShape:
    last = section.first + len(lines) - 1 if lines else view.line_to
    width = len(str(last))
    numbered = [f"{number:>{width}}  {line}" for number, line in enumerate(lines, start=section.first)]
    next_line = last + 1 if last < view.total_lines else None
    return DocumentShape(
        notes=[
            *notes,
            *([f"What was asked for goes on to line {section.last}."] if last < section.last and lines else []),
        ],
        path=view.path,
        title=shortened(view.title, TITLE_CHARACTERS),
        collection=view.collection,
        content_hash=view.content_hash[:HASH_DIGITS],
        line_from=section.first if lines else 0,
        line_to=last,
        total_lines=view.total_lines,
        next_line=next_line,
        pages=[
            PageShape(page=each.page, line_from=max(each.line_from, section.first))
            for each in pages_shown(view.pages, section.first, last)
        ]
        or None,
        text="\n".join(numbered),
    )


def pages_shown(pages: Sequence[DocumentPage], first: int, last: int) -> Sequence[DocumentPage]:
    """Return the pages that begin among the lines ``first`` to ``last``, and the one that ``first`` is on."""
    before = [each for each in pages if each.line_from <= first]
    return (*before[-1:], *(each for each in pages if first < each.line_from <= last))
