"""Scripts that put no blanks between words: what ranking and indexing must agree on.

Chinese, Japanese and Korean are looked for by bigrams, as Lucene's CJKBigramFilter does: every two
characters that stand side by side are a word. It needs no dictionary, finds a word of two characters in
any run, and meets a Korean noun whatever particle follows it.
"""

import re
from itertools import pairwise

_CJK = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Ideographs, kana, and Hangul; no punctuation. Source: the blocks of Unicode 16."""
CJK_RUN = re.compile(f"[{_CJK}]+")
_RUN_OR_REST = re.compile(f"[{_CJK}]+|[^{_CJK}]+")


def script_parts(word: str) -> tuple[str, ...]:
    """Return ``word`` cut where such a script begins or ends: ``nginx重启`` is two."""
    return (word,) if word.isascii() else tuple(_RUN_OR_REST.findall(word))


def words_within(part: str) -> tuple[str, ...]:
    """Return the bigrams of a run of such a script; of anything else, itself."""
    return _bigrams(part) if CJK_RUN.fullmatch(part) else (part,)


def spaced(text: str) -> str:
    """Return ``text`` with every such run as its bigrams, blanks between them; any other text as it is."""
    if text.isascii():
        return text
    return CJK_RUN.sub(lambda run: f" {' '.join(_bigrams(run[0]))} ", text)


def _bigrams(run: str) -> tuple[str, ...]:
    """Return every two characters side by side; one that stands alone is a word by itself."""
    return tuple(map("".join, pairwise(run))) or (run,)
