"""Characters (C1): what makes a command fail when it is copied, and what nobody sees, goes."""

import re
import unicodedata

ODD_BLANKS = "\u00a0\u202f"
INVISIBLE = "\0\u200b\u2060\ufeff\u00ad"
SEPARATORS = re.compile("[\u2028\u2029]")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def repaired_everywhere(text: str) -> str:
    """Return a text with line ends ``\\n``, without byte order mark, no-break blanks and zero-width characters.

    Code is treated so, too: nothing else in it is.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for blank in ODD_BLANKS:
        plain = plain.replace(blank, " ")
    for sign in INVISIBLE:
        plain = plain.replace(sign, "")
    return plain


def repaired_prose(text: str) -> str:
    """Return a text outside code in NFC, with separators as line ends and without control characters."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", CONTROLS.sub("", SEPARATORS.sub("\n", text)))
