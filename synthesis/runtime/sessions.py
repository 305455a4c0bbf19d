"""The one place that makes onnxruntime sessions.

Sessions do not survive a fork and take every core unless told otherwise; so they are made late, in the process that
uses them, sequential, with the number of threads the process was given.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from synthesis.errors import WeightsError
from synthesis.runtime.devices import Device, choose_device

DEFAULT_THREADS = 1
"""More threads made these small models slower whenever another process used the cores (1.58 against 1.05 s)."""
ERRORS_ONLY = 3


class Session:
    """A loaded graph: named arrays in, arrays out in the graph's order. Not thread-safe by contract."""

    def __init__(self, session: Any, *, device: Device) -> None:
        self._session = session
        self.device = device
        self.inputs: tuple[str, ...] = tuple(i.name for i in session.get_inputs())
        self.outputs: tuple[str, ...] = tuple(o.name for o in session.get_outputs())

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        """The outputs named, in that order; None = all in the graph's order."""
        answer: list[np.ndarray] = self._session.run(outputs, dict(inputs))
        return answer


def make_session(path: Path, *, threads: int = DEFAULT_THREADS, device: Device | None = None) -> Session:
    """Load an ONNX file. `device` "cuda" falls back to the CPU where there is no CUDA device.

    Costs 20-100 ms. Raises WeightsError when the file is missing or is no ONNX graph.
    """
    import onnxruntime

    if not path.is_file():
        raise WeightsError(
            "missing", "The model file {path} is missing; run `python -m synthesis weights`.", path=str(path)
        )
    chosen = choose_device(device)
    options = session_options(threads)
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=_providers(chosen))
    except Exception as error:  # onnxruntime raises a class of its own for each fault of a file
        raise WeightsError(
            "unreadable",
            "The model file {path} cannot be loaded ({reason}); run `python -m synthesis weights`.",
            path=str(path),
            reason=str(error).splitlines()[0][:200],
        ) from error
    return Session(session, device=chosen)


def session_options(threads: int = DEFAULT_THREADS) -> Any:
    """Sequential execution (parallel mode hangs after a fork), fixed threads that do not spin while they wait."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _providers(device: Device) -> list[str]:
    return (["CUDAExecutionProvider"] if device == "cuda" else []) + ["CPUExecutionProvider"]
