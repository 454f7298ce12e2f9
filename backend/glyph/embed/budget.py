"""An embedder that keeps to the tokens a provider allows in a minute."""

import logging
import threading
from collections import deque
from collections.abc import Sequence

import numpy as np

from glyph.embed.attempts import Monotonic, Sleep
from glyph.embed.embedder import Embedder, Vectors
from glyph.embed.token_cuts import CountTokens, batches

logger = logging.getLogger(__name__)

WINDOW_S = 60.0
LEAST_WAIT_S = 0.001
DOCUMENT_SHARE = 0.9
"""Documents leave a tenth of the budget, so that a query during a rebuild is not refused for its rate."""


class SlidingBudget:
    """Tokens spent in the last sixty seconds. Any thread may ask; nothing here waits."""

    def __init__(self, limit_tokens: int, monotonic: Monotonic) -> None:
        self._limit_tokens = limit_tokens
        self._monotonic = monotonic
        self._spent: deque[tuple[float, int]] = deque()
        self._lock = threading.Lock()

    def spend(self, tokens: int) -> None:
        """Count ``tokens`` as spent now, allowed or not."""
        with self._lock:
            self._spent.append((self._monotonic(), tokens))

    def try_spend(self, tokens: int) -> float:
        """Spend ``tokens`` and return 0; or spend nothing and return the seconds until they may be free.

        More than the whole limit is allowed when nothing was spent for a minute.
        """
        with self._lock:
            now = self._monotonic()
            self._forget(now)
            excess = sum(spent for _, spent in self._spent) + min(tokens, self._limit_tokens) - self._limit_tokens
            if excess <= 0:
                self._spent.append((now, tokens))
                return 0.0
            return max(LEAST_WAIT_S, self._free_at(excess) - now)

    def _forget(self, now: float) -> None:
        while self._spent and self._spent[0][0] + WINDOW_S <= now:
            self._spent.popleft()

    def _free_at(self, excess: int) -> float:
        """Return when the oldest spending that sums to ``excess`` has left the window."""
        for moment, tokens in self._spent:
            excess -= tokens
            if excess <= 0:
                return moment + WINDOW_S
        raise AssertionError("nothing that was never spent is in excess")


class BudgetedEmbedder:
    """The port ``Embedder`` in front of a provider with a limit of tokens per minute.

    Documents wait until the sliding minute has room for them and are passed on in batches that fit
    into it. A query is counted and passed on at once: it never stands behind documents. No lock is
    held while waiting or calling.
    """

    def __init__(
        self, inner: Embedder, *, tokens_per_minute: int, count_tokens: CountTokens, monotonic: Monotonic, sleep: Sleep
    ) -> None:
        self._inner = inner
        self._count_tokens = count_tokens
        self._document_tokens = max(1, int(tokens_per_minute * DOCUMENT_SHARE))
        self._budget = SlidingBudget(self._document_tokens, monotonic)
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return self._inner.windows(text, heading=heading)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        rows = [
            self._embed_when_allowed(batch)
            for batch in batches(texts, self._count_tokens, most_texts=len(texts), most_tokens=self._document_tokens)
        ]
        return np.concatenate(rows) if rows else self._inner.embed_documents(())

    def embed_query(self, text: str) -> Vectors:
        self._budget.spend(self._count_tokens(text))
        return self._inner.embed_query(text)

    def _embed_when_allowed(self, batch: Sequence[str]) -> Vectors:
        tokens = sum(self._count_tokens(text) for text in batch)
        while (wait_s := self._budget.try_spend(tokens)) > 0:
            logger.info("documents wait for the token budget", extra={"wait_s": round(wait_s, 1)})
            self._sleep(wait_s)
        return self._inner.embed_documents(batch)
