"""An embeddings API that answers at once, with vectors that mean nothing: the browser is measured, not the model."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypedDict, cast

DIMENSIONS = 8


class _Request(TypedDict):
    input: list[str]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        texts = cast("_Request", json.loads(self.rfile.read(length)))["input"]
        rows = [{"object": "embedding", "index": place, "embedding": _vector(text)} for place, text in enumerate(texts)]
        answer = json.dumps({"object": "list", "data": rows, "model": "none", "usage": {"total_tokens": 0}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
        """Say nothing: a line for every batch would hide the figures."""


def _vector(text: str) -> list[float]:
    """Return one of the axes, by the length of the text."""
    return [float(axis == len(text) % DIMENSIONS) for axis in range(DIMENSIONS)]


@contextmanager
def meaningless_vectors() -> Generator[dict[str, str]]:
    """Serve them, and yield the settings that make a workbench ask for them."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {
            "GLYPH_EMBED__PROVIDER": "openai",
            "GLYPH_EMBED__BASE_URL": f"http://127.0.0.1:{server.server_port}/v1",
            "GLYPH_EMBED__MODEL": "none",
            "GLYPH_EMBED__BATCH_TEXTS": "500",
        }
    finally:
        server.shutdown()
        server.server_close()
