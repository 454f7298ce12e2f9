"""PDF to text, page by page. Runs in a process of its own (load/child.py)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.loader import LoadedText
from glyph.ingest.load.pdfium import PrintedDocument, lines_of_page, opened
from glyph.ingest.load.reflow import Line, compounds_of, paragraphs, without_furniture

DEEPEST_HEADING = 6
OUTLINE_DEPTH = 15
PAGE_END = "\n\n"
"""A blank line, so that no list or paragraph of Markdown goes on across it."""
Headings = Mapping[str, int]
"""How deep each heading of a page lies, by its text in lower case without blanks."""


def pdf_text(content: bytes, limits: ParserLimits) -> LoadedText:
    """Return a PDF's text as Markdown: its paragraphs, and the headings that its outline names.

    Raises: ParserRefused.
    """
    with opened(content) as document:
        if len(document) > limits.pages:
            raise ParserRefused(
                f"has {len(document)} pages, more than {limits.pages}",
                "Split it, or raise GLYPH_LOAD__PAGE_LIMIT.",
            )
        pages = without_furniture(list(_pages(document, limits)))
        outline, title = _outline(document), _title(document)
    compounds = compounds_of(pages)
    texts = [_page_text(lines, compounds, outline.get(number, {})) for number, lines in enumerate(pages)]
    if not any(texts):
        raise ParserRefused("holds no text: its pages are pictures", "Run it through OCR, such as `ocrmypdf`.")
    starts = accumulate((text.count("\n") + PAGE_END.count("\n") for text in texts[:-1]), initial=1)
    return LoadedText(PAGE_END.join(texts), title, tuple(starts))


def _pages(document: PrintedDocument, limits: ParserLimits) -> Iterator[tuple[Line, ...]]:
    """Yield the lines of each page in the order of its content."""
    left = limits.characters
    for number in range(len(document)):
        lines = lines_of_page(document, number)
        left -= sum(len(line.text) for line in lines)
        if left < 0:
            raise ParserRefused(
                f"gives more than {limits.characters} characters of text",
                "Split it, or raise GLYPH_LOAD__TEXT_LIMIT_CHARACTERS.",
            )
        yield lines


def _outline(document: PrintedDocument) -> Mapping[int, Headings]:
    """Return the headings of each page (0-based) that the outline names."""
    found: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for entry in document.get_toc(max_depth=OUTLINE_DEPTH):
        destination = entry.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            found[page].setdefault(_squeezed(entry.get_title()), entry.level + 1)
    return found


def _squeezed(text: str) -> str:
    return "".join(text.split()).lower()


def _title(document: PrintedDocument) -> str:
    """Return the title that the document states of itself, unless it is what a printer put there."""
    title = " ".join(document.get_metadata_value("Title").split())
    is_made_up = title.lower().startswith(("microsoft ", "untitled")) or title.lower().endswith((".doc", ".docx"))
    return "" if is_made_up else title


def _page_text(printed: Sequence[Line], compounds: frozenset[str], headings: Headings) -> str:
    """Return a page as Markdown, a paragraph a line, blank lines where room was."""
    lines: list[str] = []
    is_below_heading = False
    for paragraph in paragraphs(printed, compounds, lambda text: _squeezed(text) in headings):
        depth = headings.get(_squeezed(paragraph.text), 0)
        if lines and (paragraph.spaced or depth or is_below_heading):
            lines.append("")
        lines.append(_marked(paragraph.text, depth))
        is_below_heading = depth > 0
    return "\n".join(lines)


def _marked(text: str, depth: int) -> str:
    """Return a paragraph as a heading where the outline says so; a line that only looks like one is escaped."""
    if depth:
        return f"{'#' * min(depth, DEEPEST_HEADING)} {text}"
    return f"\\{text}" if text.startswith("#") else text
