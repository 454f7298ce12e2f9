"""Reads the weights out of the package's graph; alone knows the names that its export gave them.

The package keeps int8 weights and multiplies them out to floats on every run. Here they stay int8.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, load_model_from_string
from onnx.numpy_helper import to_array

Floats = NDArray[np.float32]
Int8s = NDArray[np.int8]

BLOCKS = 6
POSITIONS = 256


@dataclass(frozen=True, slots=True)
class Linear:
    """``x @ (weight * scale) + bias``: weight ``(inputs, outputs)``, scale and bias ``(outputs,)``."""

    weight: Int8s
    scale: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation: gain and shift, each ``(dimensions,)``."""

    gain: Floats
    shift: Floats


@dataclass(frozen=True, slots=True)
class Block:
    """One transformer layer."""

    query: Linear
    key: Linear
    value: Linear
    attended: Linear
    attended_norm: Norm
    widen: Linear
    narrow: Linear
    narrow_norm: Norm


@dataclass(frozen=True, slots=True)
class Weights:
    """The whole model; ``positions`` already holds the token type, which is always the first."""

    words: Int8s
    word_scales: Floats
    positions: Floats
    norm: Norm
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class _Export:
    """The graph's constants by name, and for each bias the name of the weight it follows."""

    constants: Mapping[str, NDArray[np.generic]]
    weight_of_bias: Mapping[str, str]

    def floats(self, name: str) -> Floats:
        return self.constants[f"inner.{name}"].astype(np.float32)

    def norm(self, name: str) -> Norm:
        return Norm(self.floats(f"{name}.weight"), self.floats(f"{name}.bias"))

    def linear(self, name: str) -> Linear:
        weight = self.weight_of_bias[f"inner.{name}.bias"]
        scale = self.constants[f"{weight}_scale"].astype(np.float32).reshape(-1)
        return Linear(self.constants[f"{weight}_q"].astype(np.int8), scale, self.floats(f"{name}.bias"))

    def block(self, number: int) -> Block:
        layer = f"encoder.layer.{number}"
        return Block(
            query=self.linear(f"{layer}.attention.self.query"),
            key=self.linear(f"{layer}.attention.self.key"),
            value=self.linear(f"{layer}.attention.self.value"),
            attended=self.linear(f"{layer}.attention.output.dense"),
            attended_norm=self.norm(f"{layer}.attention.output.LayerNorm"),
            widen=self.linear(f"{layer}.intermediate.dense"),
            narrow=self.linear(f"{layer}.output.dense"),
            narrow_norm=self.norm(f"{layer}.output.LayerNorm"),
        )

    def positions(self) -> Floats:
        name = "embeddings.position_embeddings.weight"
        table = self.floats(f"{name}_q")[:POSITIONS] * self.floats(f"{name}_scale")[:POSITIONS]
        return table + self.floats("embeddings.token_type_embeddings.weight")[0]


def read_weights(graph: bytes) -> Weights:
    """Return the weights of the package's graph.

    Raises: KeyError, when the graph is another export than the one that is known here.
    """
    export = _read_export(load_model_from_string(graph))
    words = "embeddings.word_embeddings.weight"
    return Weights(
        words=export.constants[f"inner.{words}_q"].astype(np.int8),
        word_scales=export.floats(f"{words}_scale"),
        positions=export.positions(),
        norm=export.norm("embeddings.LayerNorm"),
        blocks=tuple(export.block(number) for number in range(BLOCKS)),
    )


def _read_export(model: ModelProto) -> _Export:
    constants = {tensor.name: to_array(tensor) for tensor in model.graph.initializer}
    products = {node.output[0]: node for node in model.graph.node if node.op_type == "MatMul"}
    sums = (node for node in model.graph.node if node.op_type == "Add")
    return _Export(constants, dict(pair for node in sums for pair in _biases(node, products)))


def _biases(node: NodeProto, products: Mapping[str, NodeProto]) -> list[tuple[str, str]]:
    """Return (bias, weight) when ``node`` adds one to a matrix product, in either order."""
    sides = (tuple(node.input), tuple(reversed(node.input)))
    return [(bias, products[product].input[1]) for bias, product in sides if product in products]
