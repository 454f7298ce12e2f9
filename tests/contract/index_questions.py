"""How contract tests ask a reader."""

from glyph.domain.chunk import ChunkId
from glyph.domain.ranking import Scope
from glyph.index.store import IndexReader, Term
from tests.conftest import FIRST_CONTENT
from tests.fakes.documents import EMBEDDER

RESTORE, DNS, WIREGUARD = FIRST_CONTENT
EVERYWHERE = Scope()


def found(reader: IndexReader, *words: str, scope: Scope = EVERYWHERE, limit: int = 50) -> list[ChunkId]:
    """Return the ids a keyword search for ``words`` finds, best first."""
    return [scored.chunk_id for scored in reader.keyword([Term((word,)) for word in words], limit=limit, scope=scope)]


def near(reader: IndexReader, text: str, *, scope: Scope = EVERYWHERE, limit: int = 50) -> list[ChunkId]:
    """Return the ids nearest to ``text``, best first."""
    return [scored.chunk_id for scored in reader.nearest(EMBEDDER.embed_query(text), limit=limit, scope=scope)]


def literally(reader: IndexReader, text: str, *, limit: int = 10) -> list[ChunkId]:
    return [scored.chunk_id for scored in reader.literal(text, limit=limit, scope=EVERYWHERE)]
