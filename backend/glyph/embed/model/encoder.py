"""The only file that knows onnxruntime: runs a graph on one text at a time."""

import os
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

# The runtime reads this when it is imported; without it, it keeps a device id in the home folder and sends events.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs] - it ships no types; _Runtime states what is used
from numpy.typing import NDArray
from onnxruntime import capi  # pyright: ignore[reportMissingTypeStubs] - likewise, see _Capi

from glyph.errors import EmbedderFailed

_ERRORS_ONLY = 3


class _Options(Protocol):
    intra_op_num_threads: int
    inter_op_num_threads: int
    log_severity_level: int


class _Input(Protocol):
    @property
    def name(self) -> str: ...


class _Session(Protocol):
    def get_inputs(self) -> Sequence[_Input]: ...

    def run(self, output_names: None, input_feed: Mapping[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...


class _Runtime(Protocol):
    def SessionOptions(self) -> _Options: ...  # noqa: N802 - the runtime's own name

    def InferenceSession(  # noqa: N802 - the runtime's own name
        self, graph: bytes, sess_options: _Options, *, providers: Sequence[str]
    ) -> _Session: ...


class _Errors(Protocol):
    EPFail: type[Exception]
    Fail: type[Exception]
    InvalidArgument: type[Exception]
    InvalidGraph: type[Exception]
    InvalidProtobuf: type[Exception]
    NotImplemented: type[Exception]
    RuntimeException: type[Exception]


class _Capi(Protocol):
    onnxruntime_pybind11_state: _Errors


_runtime = cast("_Runtime", cast("object", onnxruntime))
_errors = cast("_Capi", cast("object", capi)).onnxruntime_pybind11_state
_RUNTIME_ERRORS = (
    _errors.EPFail,
    _errors.Fail,
    _errors.InvalidArgument,
    _errors.InvalidGraph,
    _errors.InvalidProtobuf,
    _errors.NotImplemented,
    _errors.RuntimeException,
)


class Encoder:
    """A graph that turns word-piece ids into one vector per id; any number of threads may run it.

    One text a run and one thread a run: padding is wasted work, integer scales that depend on a
    neighbour would make equal texts unequal, and texts side by side beat threads within a text.

    Raises: EmbedderFailed, when the runtime refuses the graph or a run.
    """

    def __init__(self, graph: bytes) -> None:
        options = _runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        try:
            self._session = _runtime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except _RUNTIME_ERRORS as error:
            raise EmbedderFailed("The runtime cannot load the embedding model.") from error
        self._inputs = frozenset(entry.name for entry in self._session.get_inputs())

    def __call__(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """Return the last hidden states, shape ``(len(ids), dimensions)``."""
        row = np.asarray([ids], dtype=np.int64)
        feed = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        try:
            answer = self._session.run(None, {name: feed[name] for name in self._inputs})
        except _RUNTIME_ERRORS as error:
            raise EmbedderFailed("The embedding model failed on a text.") from error
        return answer[0][0]
