"""What can be asked: the one place that says so, before a query is redacted, embedded or sent to another process."""

from glyph.errors import BadRequest

QUERY_LIMIT_CHARACTERS = 1_000


def require_question(query: str) -> None:
    """Return when ``query`` can be answered.

    Raises: BadRequest, without echoing it.
    """
    if not query.strip():
        raise BadRequest("The query is empty.", hint="Ask with at least one word.")
    if len(query) > QUERY_LIMIT_CHARACTERS:
        raise BadRequest(
            f"The query is longer than {QUERY_LIMIT_CHARACTERS} characters.", hint="Ask with the words that matter."
        )
    if not _is_unicode(query):
        raise BadRequest("The query is not valid Unicode.", hint="Remove lone surrogates, or type it as UTF-8.")


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
