"""HTML to Markdown: the main part of a page, without what surrounds it; the only file that knows BeautifulSoup.

Runs in a process of its own (load/child.py), since parsers of HTML can be made to take for ever.
"""

import re
from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag
from bs4.dammit import EncodingDetector
from markdownify import MarkdownConverter

from glyph.ingest.load.encoding import UTF_8, WESTERN, legacy_encoding
from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.loader import LoadedText

NO_TEXT = ["script", "style", "template", "noscript", "svg", "iframe", "object", "form", "button", "head"]
FURNITURE = ["nav", "aside", "footer", "header"]
ROLES = ["navigation", "banner", "contentinfo", "search", "complementary"]
LANGUAGE = re.compile(r"(?:language|lang|highlight-source|brush:)[-\s]*([\w+#-]{1,30})")
BLANK_LINES = re.compile(r"\n{3,}")
TRAILING_BLANKS = re.compile(r"[ \t]+(?=\n)")


def webpage_text(content: bytes, limits: ParserLimits) -> LoadedText:
    """Return the main text of a page as Markdown, and its title where no heading says it.

    Raises: ParserRefused.
    """
    soup = BeautifulSoup(decoded(content), "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    main = main_part(soup)
    if len(content) > 0 and not main.get_text(strip=True):
        raise ParserRefused("holds no text", "A page that scripts write must be saved from the browser.")
    text = as_markdown(main)
    if len(text) > limits.characters:
        raise ParserRefused(f"gives more than {limits.characters} characters of text", "Split it.")
    return LoadedText(text, "" if main.find("h1") else title)


def decoded(content: bytes) -> str:
    """Return a page as text: by its byte order mark, its own declaration, as UTF-8, or by what is likely."""
    text, marked = EncodingDetector.strip_byte_order_mark(content)
    declared = EncodingDetector.find_declared_encoding(text, is_html=True, search_entire_document=False)
    for encoding in (marked, declared, UTF_8, legacy_encoding(text)):
        try:
            return text.decode(encoding or "ascii")
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return text.decode(WESTERN, "replace")


def main_part(soup: BeautifulSoup) -> Tag:
    """Return the part of a page that is its text: what it marks as such, else all but what is marked otherwise."""
    for hidden in soup.find_all(NO_TEXT):
        hidden.decompose()
    for hidden in [*soup.find_all(hidden=True), *soup.select("[aria-hidden=true]")]:
        hidden.decompose()
    articles = soup.find_all("article")
    main = soup.find("main") or soup.find(role="main") or (articles[0] if len(articles) == 1 else None)
    part = main or soup.body or soup
    for furniture in [*part.find_all(FURNITURE), *part.find_all(role=ROLES)]:
        if furniture.name != "header" or furniture.find(["h1", "h2"]) is None:
            furniture.decompose()
    for picture in part.find_all("img"):
        picture.replace_with(str(picture.get("alt") or ""))
    return part


def as_markdown(part: Tag) -> str:
    """Return HTML as Markdown in which every literal stands as it was written: nothing is escaped."""
    converter = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        code_language_callback=language_of,
        table_infer_header=True,
        wrap=False,
    )
    text = converter.convert_soup(part)
    return BLANK_LINES.sub("\n\n", TRAILING_BLANKS.sub("", text)).strip("\n") + "\n"


def language_of(block: Tag) -> str:
    """Return the language of a code block that its classes, or those inside it, name."""
    for tag in [block, *block.find_all("code")]:
        names = tag.get("class") or ()
        classes: Sequence[str] = names.split() if isinstance(names, str) else names
        found = (LANGUAGE.fullmatch(name) for name in classes)
        language = next((match[1] for match in found if match), "")
        if language:
            return language
    return ""
