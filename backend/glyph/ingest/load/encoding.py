"""Encodings: UTF-8, else the two code pages of Windows in which western and Turkish files were written."""

import re
from dataclasses import dataclass

from glyph.domain.document import SourceDocument
from glyph.errors import UnreadableDocument

UTF_8 = "utf-8"
WESTERN = "cp1252"
TURKISH = "cp1254"
"""The same as the western page but for six letters."""

HIGH = re.compile(rb"[\x80-\xff]")
CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
WHOLE_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
UNLIKELY = re.compile("[ª¬\u00ad¯²³¹º¼½¾¢¤¥¦¨¸]")
TURKISH_OR_ICELANDIC = re.compile(rb"[\xd0\xdd\xde\xf0\xfd\xfe]")
NEVER_TURKISH = re.compile(rb"[\xc1\xc6\xc9\xcd\xd3\xda\xe1\xe6\xe9\xed\xf3\xfa]")
"""Accented letters of Icelandic that Turkish has not."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and the encoding it is written in."""

    text: str
    encoding: str


def decode(document: SourceDocument) -> Decoded:
    """Return a document's text without byte order mark, its line ends as they are.

    Bytes that are not UTF-8 are read as a code page only where that gives likely text.
    Raises: UnreadableDocument.
    """
    content, path = document.content, document.file.path
    try:
        decoded = Decoded(content.decode("utf-8-sig"), UTF_8)
    except UnicodeDecodeError as error:
        encoding = legacy_encoding(content)
        if encoding is None:
            raise UnreadableDocument(f"{path} is not UTF-8 text (byte {error.start}).") from None
        return Decoded(content.decode(encoding), encoding)
    if "\0" in decoded.text:
        raise UnreadableDocument(f"{path} holds NUL bytes: it is no text.")
    return decoded


def legacy_encoding(content: bytes) -> str | None:
    """Return the code page in which bytes that are not UTF-8 make likely text, or None.

    Damaged UTF-8 makes none: whole sequences of it are not what a code page looks like.
    """
    if CONTROLS.search(content) or WHOLE_SEQUENCE.search(content):
        return None
    encoding = WESTERN
    if TURKISH_OR_ICELANDIC.search(content) and not NEVER_TURKISH.search(content):
        encoding = TURKISH
    return encoding if _is_likely(content, encoding) else None


def _is_likely(content: bytes, encoding: str) -> bool:
    """Return whether most of the text is ASCII and the rest is what people write."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return False
    written = len(content) - sum(map(content.count, b" \t\n\r"))
    return len(HIGH.findall(content)) * 2 < written and UNLIKELY.search(text) is None
