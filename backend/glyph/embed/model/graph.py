"""Builds the fused graph: the same model in integer arithmetic, for one text without padding.

Every matrix product multiplies int8 weights with activations quantised on the fly
(``DynamicQuantizeLinear`` → ``MatMulInteger`` → scale), a pattern the runtime fuses. The weights are
the package's own int8 values, not rounded a second time. Its input is the ids alone: a single text
needs neither a mask nor token types.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, ValueInfoProto
from onnx.helper import make_attribute, make_graph, make_model, make_node, make_opsetid, make_tensor_value_info
from onnx.numpy_helper import from_array

from glyph.embed.model.weights import Block, Linear, Norm, Weights

HEADS = 12
_OPSET = 20
_IR_VERSION = 10
_EPSILON = 1e-12


def build_graph(weights: Weights) -> bytes:
    """Return a serialised ONNX model: ``input_ids`` (1, n) to ``last_hidden_state`` (1, n, 384)."""
    return _Drawing().draw(weights)


class _Drawing:
    """Nodes and constants of a graph that is being drawn; every method returns an output's name."""

    def __init__(self) -> None:
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []

    def draw(self, weights: Weights) -> bytes:
        width = weights.words.shape[1]
        self._constant("heads", np.array([0, 0, HEADS, width // HEADS], dtype=np.int64))
        self._constant("joined", np.array([0, 0, width], dtype=np.int64))
        self._constant("shrink", np.array((width // HEADS) ** -0.5, dtype=np.float32))
        state = self._embeddings(weights)
        for number, block in enumerate(weights.blocks):
            state = self._block(f"block{number}", block, state)
        self._node("Identity", (state,), "last_hidden_state")
        return self._finish(width)

    def _finish(self, width: int) -> bytes:
        ids = _value("input_ids", TensorProto.INT64, (1, "length"))
        states = _value("last_hidden_state", TensorProto.FLOAT, (1, "length", width))
        graph = make_graph(self._nodes, "minilm", [ids], [states], self._constants)
        model = make_model(graph, opset_imports=[make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
        return model.SerializeToString(deterministic=True)

    def _embeddings(self, weights: Weights) -> str:
        words = self._node("Gather", (self._constant("words", weights.words), "input_ids"), "word_ints")
        scales = self._node("Gather", (self._constant("word_scales", weights.word_scales), "input_ids"), "scales")
        scaled = self._node("Mul", (self._as_float(words), scales), "word_vectors")
        length = self._node("Shape", (scaled,), "length", start=1, end=2)
        start = self._constant("start", np.zeros(1, dtype=np.int64))
        positions = self._node("Slice", (self._constant("all_positions", weights.positions), start, length), "places")
        return self._norm("embedded", weights.norm, self._node("Add", (scaled, positions), "placed"))

    def _block(self, name: str, block: Block, state: str) -> str:
        attended = self._attention(name, block, state)
        projected = self._linear(f"{name}.attended", block.attended, self._quantised(attended))
        middle = self._node("Add", (projected, state), f"{name}.middle")
        middle = self._norm(f"{name}.middle_norm", block.attended_norm, middle)
        wide = self._linear(f"{name}.wide", block.widen, self._quantised(middle))
        curved = self._node("Gelu", (wide,), f"{name}.curved")
        narrow = self._linear(f"{name}.narrow", block.narrow, self._quantised(curved))
        return self._norm(f"{name}.norm", block.narrow_norm, self._node("Add", (narrow, middle), f"{name}.sum"))

    def _attention(self, name: str, block: Block, state: str) -> str:
        ints = self._quantised(state)
        query = self._per_head(f"{name}.query", block.query, ints, (0, 2, 1, 3))
        key = self._per_head(f"{name}.key", block.key, ints, (0, 2, 3, 1))
        value = self._per_head(f"{name}.value", block.value, ints, (0, 2, 1, 3))
        likeness = self._node("MatMul", (query, key), f"{name}.likeness")
        shrunk = self._node("Mul", (likeness, "shrink"), f"{name}.shrunk")
        shares = self._node("Softmax", (shrunk,), f"{name}.shares", axis=-1)
        mixed = self._node("MatMul", (shares, value), f"{name}.mixed")
        swapped = self._node("Transpose", (mixed,), f"{name}.swapped", perm=(0, 2, 1, 3))
        return self._node("Reshape", (swapped, "joined"), f"{name}.joined")

    def _per_head(self, name: str, linear: Linear, ints: str, order: Sequence[int]) -> str:
        split = self._node("Reshape", (self._linear(name, linear, ints), "heads"), f"{name}.split")
        return self._node("Transpose", (split,), f"{name}.per_head", perm=order)

    def _quantised(self, floats: str) -> str:
        outputs = [f"{floats}.ints", f"{floats}.ints.scale", f"{floats}.ints.zero"]
        self._nodes.append(make_node("DynamicQuantizeLinear", [floats], outputs))
        return outputs[0]

    def _linear(self, name: str, linear: Linear, ints: str) -> str:
        weight = self._constant(f"{name}.weight", linear.weight)
        product = self._node("MatMulInteger", (ints, weight, f"{ints}.zero"), f"{name}.product")
        scale = self._constant(f"{name}.scale", linear.scale)
        scale = self._node("Mul", (f"{ints}.scale", scale), f"{name}.both_scales")
        scaled = self._node("Mul", (self._as_float(product), scale), f"{name}.scaled")
        return self._node("Add", (scaled, self._constant(f"{name}.bias", linear.bias)), name)

    def _norm(self, name: str, norm: Norm, floats: str) -> str:
        gain, shift = self._constant(f"{name}.gain", norm.gain), self._constant(f"{name}.shift", norm.shift)
        return self._node("LayerNormalization", (floats, gain, shift), name, axis=-1, epsilon=_EPSILON)

    def _as_float(self, ints: str) -> str:
        return self._node("Cast", (ints,), f"{ints}.float", to=int(TensorProto.FLOAT))

    def _node(self, operator: str, inputs: Sequence[str], output: str, **attributes: float | Sequence[int]) -> str:
        node = make_node(operator, inputs, [output])
        node.attribute.extend(make_attribute(name, value) for name, value in attributes.items())
        self._nodes.append(node)
        return output

    def _constant(self, name: str, value: NDArray[np.generic]) -> str:
        self._constants.append(from_array(np.ascontiguousarray(value), name))
        return name


def _value(name: str, kind: TensorProto.DataType, shape: Sequence[int | str]) -> ValueInfoProto:
    return make_tensor_value_info(name, kind, shape)
