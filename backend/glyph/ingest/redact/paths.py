"""Secrets in the names of files and folders: ``wifi-password-Sommer24.md``. Paths are shown wherever documents are."""

from functools import lru_cache

from glyph.domain.document import DocumentPath
from glyph.domain.redaction import marker
from glyph.ingest.redact.pattern import Pattern
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact

_STEM = Pattern(r"(.*?)(?:[ \-_](?:(?:19|20)[0-9]{2}|[0-9a-f]{32}))?(?:\.[a-zA-Z]{1,8})?$")
"""A name without its extension, a year before it, and the id that an export from Notion puts there."""
_JOINED = str.maketrans("-_+", "   ")


@lru_cache(maxsize=65_536)
def safe_path(path: DocumentPath, policy: Policy) -> DocumentPath:
    """Return the path as it may be shown and logged: with a marker where a name holds a secret.

    Raises: RedactionFailed.
    """
    names = redact(path, policy).text.value.split("/")
    return DocumentPath("/".join(_safe_name(name, policy) for name in names))


def _safe_name(name: str, policy: Policy) -> str:
    """Return a name, or the marker of the first secret among its words and its extension."""
    spans = _STEM.at_start(name)
    stem = name[: spans[1][1]] if spans else name
    found = redact(stem.translate(_JOINED), policy).spans
    return f"{marker(found[0].rule)}{name[len(stem) :]}" if found else name
