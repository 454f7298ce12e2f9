"""Secrets in the names of files and folders: ``wifi-password-Sommer24.md``. Paths are shown wherever documents are."""

from functools import lru_cache

from glyph.domain.document import DocumentPath
from glyph.domain.redaction import marker
from glyph.ingest.redact.names import stem_of, words_of
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact


@lru_cache(maxsize=65_536)
def safe_path(path: DocumentPath, policy: Policy) -> DocumentPath:
    """Return the path as it may be shown and logged: with a marker where a name holds a secret.

    Raises: RedactionFailed.
    """
    names = redact(path, policy).text.value.split("/")
    return DocumentPath("/".join(_safe_name(name, policy) for name in names))


def _safe_name(name: str, policy: Policy) -> str:
    """Return a name, or the marker of the first secret among its words and its extension."""
    stem = stem_of(name)
    found = redact(words_of(stem), policy).spans
    return f"{marker(found[0].rule)}{name[len(stem) :]}" if found else name
