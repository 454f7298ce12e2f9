"""DOCX to Markdown, by way of HTML; the only file that knows mammoth. Runs in a process of its own (load/child.py)."""

import io
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import IO, Protocol, cast
from xml.parsers import expat

import mammoth  # pyright: ignore[reportMissingTypeStubs] - it ships no types; _Mammoth states what is used
from bs4 import BeautifulSoup

from glyph.ingest.load.limits import ParserLimits, ParserRefused
from glyph.ingest.load.loader import LoadedText
from glyph.ingest.load.webpage import as_markdown

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What encrypted documents and those of old versions of Word begin with."""
ENCRYPTED = 0x1
DAMAGED = "is no DOCX that can be read: it is damaged"
STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Source Code'] => pre:separator('\\n')
p[style-name='Preformatted Text'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
p[style-name='Macro Text'] => pre:separator('\\n')
p[style-name='Plain Text'] => pre:separator('\\n')
r[style-name='Verbatim Char'] => code
r[style-name='Source Text'] => code
r[style-name='HTML Code'] => code
"""


class _Html(Protocol):
    @property
    def value(self) -> str: ...


class _Mammoth(Protocol):
    def convert_to_html(
        self, file: IO[bytes], *, style_map: str, convert_image: Callable[[object], Sequence[object]]
    ) -> _Html: ...


_mammoth = cast("_Mammoth", cast("object", mammoth))


def word_text(content: bytes, limits: ParserLimits) -> LoadedText:
    """Return a DOCX's headings, lists, tables and paragraphs as Markdown.

    Raises: ParserRefused.
    """
    if content.startswith(COMPOUND_FILE):
        raise ParserRefused("is encrypted, or older than DOCX", "Save a copy as DOCX without a password.")
    try:
        check_archive(content, limits)
        html = _mammoth.convert_to_html(io.BytesIO(content), style_map=STYLES, convert_image=_no_picture).value
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, OSError, expat.ExpatError):
        raise ParserRefused(DAMAGED, "Open it in its program and save it again.") from None
    text = as_markdown(BeautifulSoup(html, "html.parser"))
    if not text.strip():
        raise ParserRefused("holds no text", "Text in pictures is not read.")
    if len(text) > limits.characters:
        raise ParserRefused(f"gives more than {limits.characters} characters of text", "Split it.")
    return LoadedText(text)


def _no_picture(_image: object) -> Sequence[object]:
    """Make nothing of a picture, so that none is unpacked."""
    return ()


def check_archive(content: bytes, limits: ParserLimits) -> None:
    """Look at an archive before anything is taken out of it, and at its XML before a tree is made of it.

    Raises: ParserRefused for a bomb, BadZipFile and ExpatError for what is damaged.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        expanded = sum(entry.file_size for entry in entries)
        if len(entries) > limits.entries:
            raise ParserRefused(f"is an archive of more than {limits.entries} files", "It is no document.")
        if expanded > min(limits.expanded_bytes, limits.ratio * len(content)):
            raise ParserRefused("expands to far more than a document holds: it is a zip bomb", "Do not open it.")
        if any(entry.flag_bits & ENCRYPTED for entry in entries):
            raise ParserRefused("is encrypted", "Save a copy without a password.")
        for entry in entries:
            if entry.filename.endswith((".xml", ".rels")):
                _check_xml(archive, entry)


def _check_xml(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    """Read a part once, building nothing: a document type could define entities, and no writer makes one."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    with archive.open(entry) as part:
        parser.ParseFile(part)


def _refuse_doctype(*_declared: object) -> None:
    raise ParserRefused("defines entities in its XML", "Open it in its program and save it again.")
