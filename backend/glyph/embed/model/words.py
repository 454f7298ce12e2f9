"""The words of the bundled model's vocabulary: what is common language, as far as the model knows."""

from glyph.embed.model.package import VOCABULARY, VOCABULARY_DIGEST, read_verified

PIECE, SPECIAL = "##", "["


def load_words() -> frozenset[str]:
    """Return the whole words of the vocabulary, in lower case, without its pieces and marks.

    Raises: EmbedderFailed, when the file is missing or altered.
    """
    lines = read_verified(VOCABULARY, VOCABULARY_DIGEST).decode("utf-8").split("\n")
    return frozenset(line for line in lines if not line.startswith((PIECE, SPECIAL)))
