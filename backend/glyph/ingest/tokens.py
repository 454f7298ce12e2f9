"""Counts tokens; the only file that knows tiktoken.

tiktoken's own way to an encoding asks the network for its table. The table is vendored beside this
file instead, checked, and handed to tiktoken directly.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path

import tiktoken

from glyph.errors import GlyphError

_TABLE = Path(__file__).with_name("vocabulary") / "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
_TABLE_DIGEST = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)


def count_tokens(text: str) -> int:
    """Return how many cl100k_base tokens ``text`` has; names of special tokens are ordinary text.

    The first call loads the table, about half a second. Any thread may call.
    Raises: GlyphError, when the vendored table is missing or altered.
    """
    return len(_encoding().encode_ordinary(text))


@cache
def _encoding() -> tiktoken.Encoding:
    """Return the encoding. Two threads that meet here both build it and either result is right."""
    ranks = _read_ranks(_TABLE, _TABLE_DIGEST)
    return tiktoken.Encoding("cl100k_base", pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens={})


def _read_ranks(table: Path, digest: str) -> dict[bytes, int]:
    content = table.read_bytes() if table.is_file() else b""
    if hashlib.sha256(content).hexdigest() != digest:
        raise GlyphError("The token table is missing or altered.", hint="Install Glyph again.")
    pairs = (line.split() for line in content.splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in pairs}
