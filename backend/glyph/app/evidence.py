"""Evidence of change for those who read redacted text alone: hashes that give no secret away.

Whoever holds the hash of a file and all of its text but a short secret can try out the secret. So a
caller without a session gets every hash, and what is made of one, under the local key.
"""

import hashlib
import hmac

from glyph.domain.chunk import ChunkId
from glyph.domain.document import ContentHash


class Evidence:
    """Hashes under the local key: equal for equal input, the same after a restart, and no test for a guess."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def content_hash(self, content_hash: ContentHash) -> ContentHash:
        """Return what stands for a content hash: 64 hex digits, too."""
        return ContentHash(self._keyed("content", content_hash))

    def chunk_id(self, chunk_id: ChunkId) -> ChunkId:
        """Return what stands for a chunk id, which is made of a content hash: as many hex digits."""
        return ChunkId(self._keyed("chunk", chunk_id)[: len(chunk_id)])

    def _keyed(self, purpose: str, value: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{value}".encode(), hashlib.sha256).hexdigest()
