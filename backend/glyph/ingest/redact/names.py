"""Secrets in the names of files, where a text mentions them: ``[keys](wifi-password-Sommer24.md)``.

A document that is hidden for its name is not to be named by a link to it.
"""

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.rule import Found

RuleIn = Callable[[str], RuleId | None]
"""Says which rule finds a secret in a few words, if any does."""

_STEM = Pattern(r"(.*?)(?:[ \-_](?:(?:19|20)[0-9]{2}|[0-9a-f]{32}))?(?:\.[a-zA-Z]{1,8})?$")
"""A name without its extension, a year before it, and the id that an export from Notion puts there."""
_JOINED = str.maketrans("-_+", "   ")
_MENTION = re.compile(r"[^\s\"'`<>()\[\]|*,;⟦⟧]{1,1024}")
_FILE = re.compile(r"^.*\.(?:md|txt|png|jpe?g|gif|webp|avif|svg)(?![A-Za-z0-9])", re.MULTILINE)
"""A line, or a mention, up to the last file that it names."""
_SUSPECT = re.compile(r"[-_+%]")


def stem_of(name: str) -> str:
    """Return the part of a name that was chosen for what it says."""
    spans = _STEM.at_start(name)
    return name[: spans[1][1]] if spans else name


def words_of(stem: str) -> str:
    """Return a stem as it is read: ``wifi-password`` is two words."""
    return stem.translate(_JOINED)


def named_secrets(text: str, rule_in: RuleIn) -> Iterator[Found]:
    """Yield the stems of files and folders that hold a secret, wherever a path or a link's target names them."""
    for mention in _mentions(text):
        file = _FILE.match(mention[0]) if "." in mention[0] else None
        start = mention.start()
        for name in file[0].split("/") if file else ():
            stem, tail = _parts(name)
            rule = rule_in(words_of(stem)) if _SUSPECT.search(name) else None
            if rule is not None:
                yield Found(start, start + len(name) - len(tail), rule)
            start += len(name) + 1


def _mentions(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of the lines that name a file: few lines do, and words are many."""
    for line in _FILE.finditer(text):
        yield from _MENTION.finditer(text, line.start(), line.end())


def _parts(name: str) -> tuple[str, str]:
    """Return the stem of a name without its escapes, and what stands behind it in the name as it is written."""
    plain = unquote(name)
    stem = stem_of(plain)
    tail = plain[len(stem) :]
    return stem, tail if name.endswith(tail) else ""
