"""The fused graph: made once from the package's weights, then kept in the cache folder.

A kept file carries in its name what it was made from, by which converter, and the digest of its own
bytes, so a damaged one is recognised and made again. Writing is atomic and equal processes write
equal bytes, so two of them at once do no harm.
"""

import hashlib
import logging
from pathlib import Path

from glyph.embed.model.package import WEIGHTS_DIGEST, read_verified, weights_path
from glyph.errors import EmbedderFailed
from glyph.files import make_private_folder, replace_file

logger = logging.getLogger(__name__)

CONVERTER_VERSION = 1
"""Raise it when the graph changes: vectors of another version are another model's."""
_STEM = f"minilm-{WEIGHTS_DIGEST[:12]}-v{CONVERTER_VERSION}"


def fused_graph(cache_folder: Path | None) -> bytes:
    """Return the fused graph, from the cache folder when it is there; without a folder it is made anew.

    A folder that cannot be written costs half a second at the next start, and a warning.
    Raises: EmbedderFailed, when the weights are missing, altered, or cannot be converted.
    """
    kept = _kept_graph(cache_folder) if cache_folder else None
    if kept is not None:
        return kept
    graph = convert(read_verified(weights_path(), WEIGHTS_DIGEST))
    if cache_folder:
        _keep(cache_folder, graph)
    return graph


def convert(original: bytes) -> bytes:
    """Return the fused graph of the package's graph; onnx is imported here because a kept graph needs none of it.

    Raises: EmbedderFailed, when the graph or onnx itself is other than the ones that were tried.
    """
    try:
        from glyph.embed.model.graph import build_graph
        from glyph.embed.model.weights import read_weights

        return build_graph(read_weights(original))
    except (ImportError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise EmbedderFailed("The bundled model cannot be converted.") from error


def _kept_graph(folder: Path) -> bytes | None:
    for file in sorted(folder.glob(f"{_STEM}-*.onnx")):
        try:
            graph = file.read_bytes()
        except OSError:
            continue
        if file.name == _file_name(graph):
            return graph
    return None


def _keep(folder: Path, graph: bytes) -> None:
    try:
        make_private_folder(folder)
        for damaged in folder.glob(f"{_STEM}-*.onnx"):
            damaged.unlink(missing_ok=True)
        replace_file(folder / _file_name(graph), graph, mode=0o600)
    except OSError as error:
        logger.warning("converted model not kept", extra={"folder": str(folder), "reason": error.strerror})


def _file_name(graph: bytes) -> str:
    return f"{_STEM}-{hashlib.sha256(graph).hexdigest()[:16]}.onnx"
