"""The keyword rows: an FTS5 table, its expressions, and its ranking.

A term is always double-quoted, which leaves FTS5 no syntax to see in it; the tokenizer then turns an
identifier such as ``rtl-config.json`` into a phrase by itself. Source: https://sqlite.org/fts5.html.
"""

import re
import sqlite3
from collections.abc import Sequence

from glyph.domain.chunk import ChunkId
from glyph.domain.identifiers import camel_parts
from glyph.domain.ranking import Scope, Scored
from glyph.index.embedded.scope import scope_condition
from glyph.index.store import Term

KEYWORDS_SCHEMA = """
CREATE VIRTUAL TABLE keywords USING fts5 (
    heading, body, ident, tokenize = 'porter unicode61 remove_diacritics 2'
);
"""
LITERALS_SCHEMA = """
CREATE VIRTUAL TABLE literals USING fts5 (
    text, content = 'chunks', content_rowid = 'row', tokenize = 'trigram'
);
"""
"""Any three characters in a row, punctuation included. The text itself is read from ``chunks``."""
SHORTEST_LITERAL = 3
HEADING_WEIGHT, BODY_WEIGHT, IDENT_WEIGHT = 5.0, 1.0, 0.5

WORD = re.compile(r"\w+")


def split_camel_case(text: str) -> str:
    """Return the CamelCase words of ``text``, each split into its parts: what people type instead."""
    return " ".join(part for word in WORD.findall(text) for part in camel_parts(word))


def keyword_row(title: str, heading_path: Sequence[str], text: str) -> tuple[str, str, str]:
    """Return the heading, body and ident columns of a chunk."""
    heading = " > ".join((title, *heading_path))
    return heading, text, split_camel_case(f"{heading}\n{text}")


def quote(text: str) -> str:
    """Return ``text`` as an FTS5 string. NUL ends an expression early, so it becomes a blank."""
    readable = text.encode("utf-8", "replace").decode("utf-8")
    escaped = readable.replace("\0", " ").replace('"', '""')
    return f'"{escaped}"'


def match_expression(terms: Sequence[Term]) -> str:
    """Return the OR of all terms' alternatives, each a quoted string."""
    alternatives = (f"{quote(text)}{' *' if term.prefix else ''}" for term in terms for text in term.alternatives)
    return " OR ".join(alternatives)


def rank_keywords(
    connection: sqlite3.Connection, terms: Sequence[Term], *, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the chunks that hold any term, by BM25 (lower is better in FTS5), best first."""
    expression = match_expression(terms)
    if not expression:
        return ()
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        "SELECT chunks.chunk_id, bm25(keywords, ?, ?, ?) AS score"
        " FROM keywords JOIN chunks ON chunks.row = keywords.rowid JOIN documents USING (path)"
        f" WHERE keywords MATCH ? AND {condition} ORDER BY score, chunks.chunk_id LIMIT ?",
        (HEADING_WEIGHT, BODY_WEIGHT, IDENT_WEIGHT, expression, *parameters, limit),
    )
    return tuple(Scored(ChunkId(chunk_id), score) for chunk_id, score in rows)


def rank_literals(connection: sqlite3.Connection, text: str, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
    """Return the chunks that hold ``text`` as it stands, by BM25 (lower is better in FTS5), best first."""
    if len(text) < SHORTEST_LITERAL or "\0" in text:  # no indexed text holds NUL
        return ()
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        "SELECT chunks.chunk_id, bm25(literals) AS score"
        " FROM literals JOIN chunks ON chunks.row = literals.rowid JOIN documents USING (path)"
        f" WHERE literals MATCH ? AND {condition} ORDER BY score, chunks.chunk_id LIMIT ?",
        (quote(text), *parameters, limit),
    )
    return tuple(Scored(ChunkId(chunk_id), score) for chunk_id, score in rows)
