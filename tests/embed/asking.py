"""What the tests of the embedder over HTTP share: texts, a key, and how a failure is looked at."""

from collections.abc import Callable

import pytest

from glyph.embed.openai_api import OpenAIEmbedder
from glyph.errors import EmbedderFailed

KEY = "sk-3f9a0c-not-to-be-seen"
TEXTS = ["restart wg0", "rotate the certificate", "restore the dump"]

Make = Callable[..., OpenAIEmbedder]


def count_words(text: str) -> int:
    return len(text.split())


def failure_of(call: Callable[[], object]) -> EmbedderFailed:
    """Return how ``call`` fails, which must be an embedder's failure with a hint."""
    with pytest.raises(EmbedderFailed) as raised:
        call()
    assert raised.value.hint
    return raised.value
