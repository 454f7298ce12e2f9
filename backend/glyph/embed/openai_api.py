"""The embedder behind any OpenAI-compatible endpoint; the only file that knows the library openai.

Nothing is asked of the network until the first text, so a provider that is down never keeps Glyph
from starting. The library's own retries, redirects and parsing are not used: they sleep inside the
call, carry texts to another host, and accept answers that are short or out of order.
"""

import hashlib
import logging
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
import numpy as np
import openai

from glyph.embed.attempts import AttemptFailed, Deadline, Monotonic, Patience, Sleep, in_time, persist
from glyph.embed.embedder import Vectors
from glyph.embed.provider_answer import TRIES_WHEN_FAILING, TRIES_WHEN_LIMITED, Refusal, vectors_in, why
from glyph.embed.token_cuts import CountTokens, WindowCuts, batches
from glyph.errors import EmbedderFailed, SettingsError

logger = logging.getLogger(__name__)

OPENAI_URL = "https://api.openai.com/v1"
USUAL_WINDOW_TOKENS = 440
CONNECT_S = 5.0
ROOM_FOR_ROW_BYTES = 256 * 1024
"""More than 8,192 numbers written out in full; an answer that is longer is not read to its end."""
NOTHING = "-"
"""Sent in place of a blank text, which the API refuses."""
HINT = "`glyph index` goes on where it stopped; what is indexed is searched by keywords meanwhile."

KnownWidth = Callable[[str], int | None]
"""Returns the width of the vectors kept for an embedder's name, None when none are."""


@dataclass(frozen=True, slots=True, repr=False)
class OpenAIOptions:
    """Where and how to embed. Zero ``dimensions`` leave the width to the model. ``repr`` would show the key."""

    base_url: str
    api_key: str
    model: str
    dimensions: int = 0
    document_prefix: str = ""
    query_prefix: str = ""
    batch_texts: int = 32
    batch_tokens: int = 16_000
    window_tokens: int = USUAL_WINDOW_TOKENS
    timeout_s: float = 120.0
    query_timeout_s: float = 3.0

    @property
    def host(self) -> str:
        """Return host and port, without any user or password that the address may carry."""
        return urlsplit(self.base_url or OPENAI_URL).netloc.rpartition("@")[2]

    @property
    def name(self) -> str:
        """Return what decides the vectors of documents: host, model, and what differs from the usual.

        The prefix of queries is not part of it: it changes no vector that is stored.
        """
        parts = ["openai", self.host, self.model]
        if self.dimensions:
            parts.append(str(self.dimensions))
        if self.document_prefix or self.window_tokens != USUAL_WINDOW_TOKENS:
            told = f"{self.window_tokens}\0{self.document_prefix}"
            parts.append(hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:8])
        return ":".join(parts)


def make_http_client() -> httpx2.Client:
    """Return a client that carries no text to another host than it was sent to."""
    return openai.DefaultHttpxClient(follow_redirects=False)


class Endpoint:
    """One call to the embeddings API, without any retry."""

    def __init__(self, options: OpenAIOptions, monotonic: Monotonic, http: httpx2.Client) -> None:
        self.host = options.host
        self._model = options.model
        self._dimensions = options.dimensions or openai.omit
        self._monotonic = monotonic
        self._client = openai.OpenAI(
            api_key=options.api_key or "none", base_url=options.base_url or OPENAI_URL, max_retries=0, http_client=http
        )
        # Read from the environment, which only the settings may do.
        self._client.organization = self._client.project = None

    def ask(self, texts: Sequence[str], limit_s: float) -> bytes:
        """Return the body of a successful answer.

        Floats are asked for because not every server knows base64. Raises: AttemptFailed.
        """
        deadline = Deadline(limit_s, self._monotonic)
        try:
            with self._client.embeddings.with_streaming_response.create(
                input=list(texts),
                model=self._model,
                dimensions=self._dimensions,
                encoding_format="float",
                timeout=openai.Timeout(limit_s, connect=min(CONNECT_S, limit_s)),
            ) as response:
                return self._read(response.iter_bytes(), len(texts) * ROOM_FOR_ROW_BYTES, deadline)
        except openai.APIStatusError as error:
            failure = why(_refusal(error), self.host)
        except (openai.APITimeoutError, httpx2.TimeoutException):
            failure = self.too_slow(limit_s)
        except (openai.OpenAIError, httpx2.HTTPError):
            failure = AttemptFailed(
                f"{self.host} cannot be reached: check that it runs and GLYPH_EMBED__BASE_URL.",
                tries=TRIES_WHEN_FAILING,
            )
        raise failure  # outside of the handlers, so that it does not carry what the provider said

    def too_slow(self, limit_s: float) -> AttemptFailed:
        """Return the failure of a call that took longer than ``limit_s``."""
        return AttemptFailed(
            f"{self.host} did not answer within {limit_s:.3g} s: check that it is reachable and not overloaded.",
            tries=TRIES_WHEN_FAILING,
        )

    def _read(self, parts: Iterator[bytes], limit_bytes: int, deadline: Deadline) -> bytes:
        """Return an answer whole, or stop at one that drips or never ends."""
        body = bytearray()
        for part in parts:
            body += part
            if len(body) > limit_bytes:
                raise AttemptFailed(f"{self.host} answered with far more than was asked for: it cannot be relied on.")
            if not deadline.remaining_s():
                raise TimeoutError
        return bytes(body)


def _refusal(error: openai.APIStatusError) -> Refusal:
    codes = frozenset(code for code in (error.code, error.type) if code)
    return Refusal(error.status_code, codes, error.response.text, error.response.headers)


@dataclass(frozen=True, slots=True)
class _Call:
    """What the texts of one call are sent with, and how long it may still take."""

    prefix: str
    patience: Patience
    deadline: Deadline


class OpenAIEmbedder:
    """The port ``Embedder`` over an endpoint.

    Texts go out in batches within the limits. Of a batch that is refused as too large each half is
    sent alone, and so on; a single text that is refused is sent in two halves, whose mean stands for
    it, so that none of it is silently unread. A batch of documents has ``timeout_s`` for all of this,
    its retries and waits included, and a query ``query_timeout_s``.
    """

    def __init__(
        self,
        options: OpenAIOptions,
        count_tokens: CountTokens,
        *,
        monotonic: Monotonic,
        sleep: Sleep,
        known_width: KnownWidth = lambda _name: None,
        http: httpx2.Client | None = None,
    ) -> None:
        _refuse_long_prefix(options, count_tokens)
        self._options = options
        self._endpoint = Endpoint(options, monotonic, http or _own_http_client(self))
        self._cuts = WindowCuts(count_tokens, options.window_tokens, options.document_prefix)
        self._monotonic = monotonic
        self._sleep = sleep
        self._known_width = known_width
        self._width = options.dimensions or None

    @property
    def name(self) -> str:
        return self._options.name

    @property
    def dimensions(self) -> int:
        """Return the set width, else that of the vectors already kept, else that of a first answer.

        So a provider that is down stops only what needs new vectors, never a deletion or a look.
        Raises: EmbedderFailed.
        """
        return self._expected_width() or self._embed((NOTHING,), self._document_call()).shape[1]

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        return self._cuts.windows(text, heading=heading)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        most_texts, most_tokens = self._options.batch_texts, self._options.batch_tokens
        limited = batches(texts, self._cuts.tokens, most_texts=most_texts, most_tokens=most_tokens)
        return np.concatenate([self._embed(batch, self._document_call()) for batch in limited])

    def embed_query(self, text: str) -> Vectors:
        total_s = self._options.query_timeout_s
        patience = Patience(total_s, call_s=total_s, wait_s=total_s / 4, tries=2)
        return self._embed((text,), self._call(self._options.query_prefix, patience))[0]

    def _document_call(self) -> _Call:
        total_s = self._options.timeout_s
        # Half, so that a connection that was lost without a word leaves time for another one.
        patience = Patience(total_s, call_s=total_s / 2, wait_s=total_s, tries=TRIES_WHEN_LIMITED)
        return self._call(self._options.document_prefix, patience)

    def _call(self, prefix: str, patience: Patience) -> _Call:
        return _Call(prefix, patience, Deadline(patience.total_s, self._monotonic))

    def _expected_width(self) -> int | None:
        if self._width is None:
            self._width = self._known_width(self.name)
        return self._width

    def _embed(self, texts: Sequence[str], call: _Call) -> Vectors:
        """Return the vectors of one batch.

        Raises: EmbedderFailed.
        """
        try:
            return persist(lambda limit_s: self._ask(texts, call, limit_s), call.patience, call.deadline, self._sleep)
        except AttemptFailed as failure:
            if failure.oversized and (smaller := self._embed_smaller(texts, call)) is not None:
                return smaller
            raise EmbedderFailed(failure.reason, hint=HINT) from None

    def _embed_smaller(self, texts: Sequence[str], call: _Call) -> Vectors | None:
        """Return the vectors of a batch that was too large, or None when it cannot be made smaller."""
        if len(texts) > 1:
            middle = len(texts) // 2
            return np.concatenate([self._embed(texts[:middle], call), self._embed(texts[middle:], call)])
        halves = self._cuts.halves(texts[0])
        if halves is None:
            return None
        logger.warning("text too long for the embedding model, sent in halves", extra={"characters": len(texts[0])})
        return _mean(self._embed(halves, call))

    def _ask(self, texts: Sequence[str], call: _Call, limit_s: float) -> Vectors:
        sent = [_sendable(call.prefix + text) for text in texts]
        try:
            body = in_time(lambda: self._endpoint.ask(sent, limit_s), limit_s)
        except TimeoutError:
            raise self._endpoint.too_slow(limit_s) from None
        vectors = vectors_in(body, rows=len(texts), width=self._expected_width(), host=self._options.host)
        self._width = vectors.shape[1]
        return vectors


def _own_http_client(owner: object) -> httpx2.Client:
    """Return a client that is closed when ``owner`` is gone: the port has no end of life, sockets have."""
    http = make_http_client()
    weakref.finalize(owner, http.close)
    return http


def _refuse_long_prefix(options: OpenAIOptions, count_tokens: CountTokens) -> None:
    """Raise SettingsError when a prefix takes more than a quarter of a window."""
    for prefix in filter(None, (options.document_prefix, options.query_prefix)):
        if count_tokens(prefix) * 4 > options.window_tokens:
            raise SettingsError("A prefix in GLYPH_EMBED__ takes more than a quarter of GLYPH_EMBED__WINDOW_TOKENS.")


def _sendable(text: str) -> str:
    """Return what JSON and a server written in C can carry: no half surrogate pair, no NUL, not nothing."""
    readable = text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
    return readable if readable.strip() else NOTHING


def _mean(vectors: Vectors) -> Vectors:
    """Return the mean direction of two rows as one row of length 1; the first one's if they are opposite."""
    total = vectors.sum(axis=0, keepdims=True)
    length = float(np.linalg.norm(total))
    return total / np.float32(length) if length else vectors[:1]
