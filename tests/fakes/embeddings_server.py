"""A server on loopback that speaks the embeddings API, and misbehaves as it is told."""

import json
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from tests.fakes.embedder import FakeEmbedder

Body = dict[str, object]
Vector = list[float]


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Body

    @property
    def texts(self) -> list[str]:
        texts = self.body["input"]
        assert isinstance(texts, list)
        return [str(text) for text in texts]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


@dataclass(frozen=True)
class Answer:
    """What goes back. ``hangs`` sends nothing at all, ``drips`` the head and then a byte now and then."""

    status: int = 200
    content: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    hangs: bool = False
    drips: bool = False


Fault = Callable[[Asked], Answer]


def vectors_for(texts: Sequence[str], dimensions: int) -> list[Vector]:
    return FakeEmbedder(dimensions=dimensions).embed_documents(texts).tolist()


def answer_with(vectors: Sequence[object], *, order: Sequence[int] | None = None) -> Answer:
    """Return a well-formed answer that holds ``vectors``, listed in ``order``, numbered as they should be."""
    rows = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    listed = rows if order is None else [rows[index] for index in order]
    return Answer(content=json.dumps({"object": "list", "model": "words", "data": listed}).encode())


def refuse(status: int, message: str = "no", *, code: str | None = None, **headers: str) -> Answer:
    """Return an error in the form of the API; header names are written with ``_`` for ``-``."""
    content = json.dumps({"error": {"message": message, "type": "test_error", "param": None, "code": code}})
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, content.encode(), named)


class _QuietServer(ThreadingHTTPServer):
    """Says nothing about clients that went away, as those with a deadline do."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # pyright: ignore[reportArgumentType]


class EmbeddingsServer:
    """Answers with bags of words, except where a fault was put in the way.

    ``faults`` are used up, one a request; ``always`` stays. ``asked`` lists the requests. A text of more
    than ``longest_words`` or a batch of more than ``most_texts`` is refused as real servers do.
    """

    def __init__(self, *, dimensions: int = 64, longest_words: int = 10_000, most_texts: int = 2_048) -> None:
        self.dimensions = dimensions
        self.longest_words = longest_words
        self.most_texts = most_texts
        self.too_long = refuse(400, "This model's maximum context length is 512 tokens, you requested more.")
        self.faults: deque[Fault] = deque()
        self.always: Fault | None = None
        self.asked: list[Asked] = []
        self._closing = threading.Event()
        self._server = _QuietServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        """Return every text of every request, in order."""
        return [text for asked in self.asked for text in asked.texts]

    def will(self, *faults: Answer | Fault) -> None:
        """Answer the next requests so."""
        self.faults.extend(_as_fault(fault) for fault in faults)

    def will_always(self, fault: Answer | Fault) -> None:
        self.always = _as_fault(fault)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        if self.faults:
            return self.faults.popleft()(asked)
        return self.always(asked) if self.always else self.behaved(asked)

    def behaved(self, asked: Asked) -> Answer:
        """Return what a sound server would answer."""
        texts = asked.texts
        if asked.path != "/v1/embeddings":
            return refuse(404, "no such path")
        if not all(texts):
            return refuse(400, "'$.input' is invalid: empty string")
        if len(texts) > self.most_texts:
            return refuse(422, f"batch size {len(texts)} > maximum allowed batch size {self.most_texts}")
        if any(len(text.split()) > self.longest_words for text in texts):
            return self.too_long
        width = asked.body.get("dimensions", self.dimensions)
        assert isinstance(width, int)
        return answer_with(vectors_for(texts, width))

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body are two writes; the second would wait for an acknowledgement

            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["Content-Length"]))
                asked = Asked(
                    self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(content)
                )
                server.send(self, server.answer(asked))

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name is inherited
                pass

        return Handler

    def send(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        if answer.hangs:
            handler.close_connection = True
            self._closing.wait(30)
            return
        handler.send_response_only(answer.status)  # the other one adds a date of its own
        for name, value in answer.headers.items():
            handler.send_header(name, value)
        if answer.drips:
            self._drip(handler)
            return
        handler.send_header("Content-Length", str(len(answer.content)))
        handler.end_headers()
        handler.wfile.write(answer.content)

    def _drip(self, handler: BaseHTTPRequestHandler) -> None:
        """Send a space every fiftieth of a second, so that no read of the client ever times out."""
        handler.close_connection = True
        handler.end_headers()
        try:
            while not self._closing.wait(0.02):
                handler.wfile.write(b" ")
        except OSError:  # the client has had enough
            pass


def _as_fault(fault: Answer | Fault) -> Fault:
    return (lambda _asked: fault) if isinstance(fault, Answer) else fault
