"""Texts: every page and table of an export as it is to stand in the tree."""

import csv
import hashlib
from dataclasses import dataclass, replace

from glyph.corpus.notion.cleanup import PageContext, clean
from glyph.corpus.notion.identity import is_untitled
from glyph.corpus.notion.linking import Linker, LinkTally
from glyph.corpus.notion.matter import Matter, written_matter
from glyph.corpus.notion.placeholders import escaped_placeholders
from glyph.corpus.notion.resolving import Resolver
from glyph.corpus.notion.surroundings import Surroundings
from glyph.corpus.notion.survey import Page
from glyph.corpus.notion.tables import table_text
from glyph.errors import BadExport


@dataclass(frozen=True, slots=True)
class Prepared:
    """A page as it is to stand in the tree, with what the report says of it."""

    text: str
    source_hash: str
    flags: tuple[str, ...]
    links: LinkTally
    rows: int = 0
    unlinked: int = 0
    is_utf8: bool = True


@dataclass(frozen=True, slots=True)
class Texts:
    """Cleans the pages of one export, one at a time, so that never more than one is held."""

    resolver: Resolver
    surroundings: Surroundings

    def prepared(self, page: Page, out: str) -> Prepared:
        """Return a page or table as text.

        Raises: BadExport when it cannot be read.
        """
        content = page.entry.read()
        linker = Linker(self.resolver, page.folder, out)
        try:
            made = self._table(page, content, linker) if page.is_table else self._page(page, content, linker)
        except csv.Error as error:
            raise BadExport(f"{page.entry.path} is no CSV: {error}.") from error
        return replace(made, source_hash=hashlib.sha256(content).hexdigest())

    def _page(self, page: Page, content: bytes, linker: Linker) -> Prepared:
        text, is_utf8 = _decoded(content)
        context = PageContext(
            page.page_id, page.entry.path, page.stem or "Untitled", self.surroundings.confirms(page), linker
        )
        cleaned = clean(text, context)
        return Prepared(cleaned.text, "", cleaned.flags, cleaned.links, is_utf8=is_utf8)

    def _table(self, table: Page, content: bytes, linker: Linker) -> Prepared:
        made = table_text(content, self.surroundings.rows[table.entry.path], linker)
        title = table.stem or "Untitled"
        found = {"untitled": is_untitled(title), "empty": made.rows == 0, **linker.tally.flags()}
        flags = tuple(sorted(name for name, holds in found.items() if holds))
        matter = written_matter(Matter(title, table.page_id, table.entry.path, (), flags, is_table=True))
        text = f"{matter}\n\n# {escaped_placeholders(title)}\n\n{made.text}\n"
        return Prepared(text, "", flags, linker.tally, made.rows, made.unlinked)


def _decoded(content: bytes) -> tuple[str, bool]:
    """Return bytes as text, and whether they were valid; what is not becomes a replacement sign."""
    try:
        return content.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        return content.decode("utf-8-sig", "replace"), False
