"""Cleanup of one page: the only file that knows the order of its steps.

``clean`` is pure and idempotent: a text that carries the front matter of a cleaned page keeps its head
and its relative links. Code is sacred: see ``characters.repaired_everywhere`` for all that happens in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from glyph.corpus.notion.callouts import quoted_callouts
from glyph.corpus.notion.characters import repaired_everywhere, repaired_prose
from glyph.corpus.notion.emphasis import settled_emphasis
from glyph.corpus.notion.head import Confirms, Head, Property, head_of, title_and_rest
from glyph.corpus.notion.headings import settled_headings
from glyph.corpus.notion.identity import PageId, is_untitled
from glyph.corpus.notion.lines import Line, Lines, each_prose, joined, scanned
from glyph.corpus.notion.linking import Linker, LinkTally, unsigned
from glyph.corpus.notion.links import rewritten_links
from glyph.corpus.notion.lists import settled_lists
from glyph.corpus.notion.matter import Matter, page_id_of, split_matter, written_matter
from glyph.corpus.notion.placeholders import escaped_placeholders
from glyph.corpus.notion.spacing import mended_tables, spaced
from glyph.corpus.notion.spans import ADDRESS, each_paragraph, outside_code

MOST_ROUNDS = 5
"""One step may uncover work for an earlier one; two rounds do for any page, the last of which changes nothing."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page's text does not say itself: who it is, where it lies, which keys are properties."""

    page_id: PageId
    source: str
    stem: str
    confirms: Confirms
    linker: Linker


@dataclass(frozen=True, slots=True)
class CleanedPage:
    """A cleaned text, what was learnt of it, and its links."""

    text: str
    title: str
    properties: tuple[Property, ...]
    flags: tuple[str, ...]
    links: LinkTally


def clean(text: str, context: PageContext) -> CleanedPage:
    """Return a page's text as it goes into the cleaned tree."""
    plain = repaired_everywhere(text)
    return _cleaned_again(plain, context) if page_id_of(plain) else _cleaned(plain, context)


def _cleaned(plain: str, context: PageContext) -> CleanedPage:
    lines, was_open = _read(plain)
    head = head_of(lines, context.confirms)
    title = head.title or context.stem or "Untitled"
    heading = joined(_inline([Line(f"# {title}")], context.linker))
    body, is_broken = _settled_body(head.body, context.linker)
    found = {
        "fence_closed": was_open,
        "table_broken": is_broken,
        "title_inserted": head.title is None,
        "properties_unconfirmed": head.unconfirmed,
        "untitled": is_untitled(title),
        "empty": not body,
        **context.linker.tally.flags(),
    }
    flags = tuple(sorted(name for name, holds in found.items() if holds))
    properties = _unsigned(head)
    matter = written_matter(Matter(title, context.page_id, context.source, properties, flags))
    written = "\n\n".join(part for part in (matter, heading, body) if part)
    return CleanedPage(f"{written}\n", title, properties, flags, context.linker.tally)


def _cleaned_again(plain: str, context: PageContext) -> CleanedPage:
    matter, rest = split_matter(plain)
    lines, was_open = _read(rest)
    title, below = title_and_rest(lines)
    linker = Linker(None, context.linker.folder, context.linker.out)
    body, _ = _settled_body(below, linker)
    heading = f"# {title or context.stem}"
    written = "\n\n".join(part for part in (matter, heading, body) if part)
    flags = ("fence_closed",) if was_open else ()
    return CleanedPage(f"{written}\n", title or context.stem, (), flags, linker.tally)


def _read(text: str) -> tuple[list[Line], bool]:
    lines, was_open = scanned(text)
    return list(each_prose(lines, lambda line: outside_code(line, repaired_prose))), was_open


def _unsigned(head: Head) -> tuple[Property, ...]:
    """Return the properties as they are, but for credentials in signed addresses."""
    return tuple(
        Property(each.key, ADDRESS.sub(lambda found: unsigned(found[0]), each.value)) for each in head.properties
    )


def _inline(lines: Iterable[Line], linker: Linker) -> list[Line]:
    linked = each_paragraph(list(lines), lambda text: rewritten_links(text, linker))
    return list(each_paragraph(list(linked), _settled_inline))


def _settled_inline(paragraph: str) -> str:
    return escaped_placeholders(settled_emphasis(paragraph))


def _settled_body(body: Lines, linker: Linker) -> tuple[str, bool]:
    """Return a body with every rule applied, and whether a broken table is left in it.

    Callouts come first, since what is in them is Markdown, too; links are judged once.
    """
    quoted = list(quoted_callouts(body))
    lines = list(each_paragraph(quoted, lambda text: rewritten_links(text, linker)))
    text, is_broken = "", False
    for _ in range(MOST_ROUNDS):
        tables, is_broken = mended_tables(list(settled_headings(list(settled_lists(lines)))))
        lines = list(spaced(list(each_paragraph(tables, _settled_inline))))
        former, text = text, joined(lines)
        if text == former:
            break
    return text, is_broken
