"""Redaction: secrets become markers before any text leaves its file."""

from glyph.ingest.redact.redactor import VERSION, redact

__all__ = ["VERSION", "redact"]
