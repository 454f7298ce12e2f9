"""Text as a terminal may show it: names of files and lines of documents can hold what moves, hides or recolours."""

import re

_UNSEEN = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
"""DEL and C1 controls, what turns or ends lines, and halves of surrogate pairs."""
_HIDDEN = re.compile(rf"[\x00-\x08\x0b-\x1f{_UNSEEN}]")
_HIDDEN_OR_BREAKING = re.compile(rf"[\x00-\x1f{_UNSEEN}]")
_HIDDEN_IN_JSON = re.compile(f"[{_UNSEEN}]")


def _spelt(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def visible(text: str, *, keep_lines: bool = True) -> str:
    """Return ``text`` with every control character spelt out, as JSON may spell it; tabs and line ends may stay."""
    return (_HIDDEN if keep_lines else _HIDDEN_OR_BREAKING).sub(_spelt, text)


def visible_json(line: str) -> str:
    """Return a line of JSON, which means the same, with what its own rules leave unescaped spelt out."""
    return _HIDDEN_IN_JSON.sub(_spelt, line)
