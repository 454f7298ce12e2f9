"""Placeholders (C14): ``<node-ip>`` is text that a preview would swallow as an unknown tag."""

import re

from glyph.corpus.notion.spans import outside_protected

ALLOWED = frozenset(
    "br sub sup kbd u mark details summary img b i em strong s del "
    "table thead tbody tfoot tr td th caption colgroup col".split()
)
TAG = re.compile(r"(?P<slashes>\\*)<(?P<name>/?[A-Za-z][\w.-]*)(?P<rest>(?:[\s/][^<>]*)?)>")
DECLARATION = re.compile(r"(?P<slashes>\\*)<(?=!--|![A-Za-z]|\?)")


def escaped_placeholders(paragraph: str) -> str:
    """Return a paragraph in which what looks like a tag and is none is escaped; scripts and frames always are."""
    return outside_protected(paragraph, _escaped) if "<" in paragraph else paragraph


def _escaped(text: str) -> str:
    return DECLARATION.sub(_declaration, TAG.sub(_tag, text))


def _declaration(found: re.Match[str]) -> str:
    is_escaped = len(found["slashes"]) % 2 == 1
    return found[0] if is_escaped else f"{found['slashes']}\\<"


def _tag(found: re.Match[str]) -> str:
    is_escaped = len(found["slashes"]) % 2 == 1
    if is_escaped or found["name"].lstrip("/").lower() in ALLOWED:
        return found[0]
    return f"{found['slashes']}\\<{found['name']}{found['rest']}>"
