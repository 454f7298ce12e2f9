"""The keyword rows: an FTS5 table, its expressions, and its ranking.

A term is always double-quoted, which leaves FTS5 no syntax to see in it; the tokenizer then turns an
identifier such as ``rtl-config.json`` into a phrase by itself. Source: https://sqlite.org/fts5.html.
"""

import re
import sqlite3
from collections.abc import Sequence

from glyph.domain.chunk import ChunkId
from glyph.domain.document import DocumentPath
from glyph.domain.identifiers import camel_parts
from glyph.domain.ranking import Scope, Scored
from glyph.domain.scripts import spaced
from glyph.index.embedded.scope import join_documents, scope_condition
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
WEIGHTED = "bm25(keywords, 5.0, 1.0, 0.5)"
"""Weights of heading, body and ident. Source: measured; 3 to 8 for headings and .25 to .5 for parts are alike."""

WORD = re.compile(r"\w+")


def split_camel_case(text: str) -> str:
    """Return the CamelCase words of ``text``, each split into its parts: what people type instead."""
    with_border = [word for word in WORD.findall(text) if not word[1:].islower()]  # most words have none
    return " ".join([part for word in with_border for part in camel_parts(word)])


def keyword_row(title: str, heading_path: Sequence[str], text: str) -> tuple[str, str, str]:
    """Return the heading, body and ident columns of a chunk."""
    heading = " > ".join((title, *heading_path))
    return spaced(heading), spaced(text), split_camel_case(f"{heading}\n{text}")


def quote(text: str) -> str:
    """Return ``text`` as an FTS5 string. NUL ends an expression early, so it becomes a blank."""
    readable = text.encode("utf-8", "replace").decode("utf-8")
    escaped = readable.replace("\0", " ").replace('"', '""')
    return f'"{escaped}"'


def match_expression(terms: Sequence[Term]) -> str:
    """Return the OR of all terms' alternatives, each a quoted string, cut into words as the rows are."""
    alternatives = (
        f"{quote(spaced(text))}{' *' if term.prefix else ''}" for term in terms for text in term.alternatives
    )
    return " OR ".join(alternatives)


def rank_keywords(
    connection: sqlite3.Connection, terms: Sequence[Term], *, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the chunks that hold any term, by BM25 (lower is better in FTS5), best first."""
    expression = match_expression(terms)
    if not expression:
        return ()
    return _ranked(connection, "keywords", WEIGHTED, expression, limit, scope)


def rank_literals(connection: sqlite3.Connection, text: str, *, limit: int, scope: Scope) -> tuple[Scored, ...]:
    """Return the chunks that hold ``text`` as it stands, by BM25 (lower is better in FTS5), best first."""
    if len(text) < SHORTEST_LITERAL or "\0" in text:  # no indexed text holds NUL
        return ()
    return _ranked(connection, "literals", "bm25(literals)", quote(text), limit, scope)


def count_documents(connection: sqlite3.Connection, term: Term, *, at_most: int, scope: Scope) -> int:
    """Return how many documents hold a term, counting no further than ``at_most``."""
    expression = match_expression([term])
    if not expression:
        return 0
    condition, parameters = scope_condition(scope)
    rows = connection.execute(
        "SELECT count(*) FROM (SELECT DISTINCT chunks.path FROM keywords JOIN chunks ON chunks.row = keywords.rowid"
        f"{join_documents(scope)} WHERE keywords MATCH ? AND {condition} LIMIT ?)",
        (expression, *parameters, at_most),
    )
    return rows.fetchone()[0]


def _ranked(
    connection: sqlite3.Connection, table: str, score: str, expression: str, limit: int, scope: Scope
) -> tuple[Scored, ...]:
    """Return the best rows of a full-text table as chunks.

    The table knows no chunk ids, so chunks are looked up for its best rows and for all that tie with the last of them.
    """
    condition, parameters = scope_condition(scope)
    joined = f" JOIN chunks ON chunks.row = {table}.rowid{join_documents(scope)}" if scope != Scope() else ""
    rows = connection.execute(
        f"WITH matched AS MATERIALIZED (SELECT {table}.rowid AS found, {score} AS score FROM {table}{joined}"
        f" WHERE {table} MATCH ? AND {condition})"
        " SELECT chunk_id, path, score FROM matched JOIN chunks ON chunks.row = found"
        " WHERE score <= ifnull((SELECT score FROM matched ORDER BY score LIMIT 1 OFFSET ?), 9e999)"
        " ORDER BY score, chunk_id LIMIT ?",
        (expression, *parameters, limit - 1, limit),
    )
    return tuple(Scored(ChunkId(chunk_id), DocumentPath(path), score) for chunk_id, path, score in rows)
