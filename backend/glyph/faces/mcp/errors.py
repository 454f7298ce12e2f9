"""Errors that only this face has, and any error as a model reads it: code, what happened, the next step."""

from glyph.errors import BadRequest, GlyphError
from glyph.ingest.redact.policy import Policy
from glyph.ingest.redact.redactor import redact


class BadArguments(BadRequest):
    code = "bad_arguments"
    hint = "Correct the named argument and call again."


class BadCursor(BadRequest):
    code = "bad_cursor"
    hint = "Call again without a cursor to begin at the first page."


class MaxTokensTooSmall(BadRequest):
    code = "max_tokens_too_small"
    hint = "Raise max_tokens."


class HeadingNotFound(BadRequest):
    code = "heading_not_found"
    hint = "Read the document by lines instead."


class UnknownTool(BadRequest):
    code = "unknown_tool"
    hint = "List the tools."


class UnknownPrompt(BadRequest):
    code = "unknown_prompt"
    hint = "List the prompts."


class InternalError(GlyphError):
    code = "internal_error"
    hint = "Call again; if it stays, the log of Glyph holds the reason."


def error_text(error: GlyphError, policy: Policy) -> str:
    """Return an error as text. What a caller sent may be a secret, so it is redacted like any answer."""
    return redact(f"{error.code}: {error.message} {error.hint}".rstrip(), policy).text.value
