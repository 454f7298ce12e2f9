"""A scope as SQL: constants in the text, values in the parameters."""

from glyph.domain.ranking import Scope


def scope_condition(scope: Scope) -> tuple[str, tuple[str | int, ...]]:
    """Return a condition on ``documents`` and its parameters; ``TRUE`` for an empty scope."""
    parts: list[str] = []
    parameters: list[str | int] = []
    if scope.collections:
        parts.append(f"documents.collection IN ({', '.join('?' * len(scope.collections))})")
        parameters.extend(scope.collections)
    if scope.path_prefix:
        parts.append("substr(documents.path, 1, ?) = ?")
        parameters.extend((len(scope.path_prefix), scope.path_prefix))
    return " AND ".join(parts) or "TRUE", tuple(parameters)


def join_documents(scope: Scope) -> str:
    """Return the join that the scope's condition needs behind ``chunks``; nothing for an empty scope."""
    return "" if scope == Scope() else " JOIN documents USING (path)"
