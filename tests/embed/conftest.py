"""An embeddings server, a clock nobody waits for, and embedders over both."""

from collections.abc import Iterator

import httpx2
import pytest

from glyph.embed.openai_api import OpenAIEmbedder, OpenAIOptions, make_http_client
from tests.embed.asking import KEY, Make, count_words
from tests.fakes.embeddings_server import EmbeddingsServer
from tests.fakes.waiting import WaitingClock


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as running:
        yield running


@pytest.fixture
def waits() -> WaitingClock:
    return WaitingClock()


@pytest.fixture(scope="module")
def http() -> Iterator[httpx2.Client]:
    with make_http_client() as client:  # loading the certificates takes a tenth of a second
        yield client


@pytest.fixture
def make(server: EmbeddingsServer, waits: WaitingClock, http: httpx2.Client) -> Make:
    """Return a maker of embedders over the server; its arguments are those of the options."""

    def make(known_width: int | None = None, **options: str | float) -> OpenAIEmbedder:
        given_options: dict[str, str | float] = {"base_url": server.url, "api_key": KEY, "model": "words", **options}
        return OpenAIEmbedder(
            OpenAIOptions(**given_options),  # pyright: ignore[reportArgumentType]
            count_words,
            monotonic=waits.monotonic,
            sleep=waits.sleep,
            known_width=lambda _name: known_width,
            http=http,
        )

    return make
