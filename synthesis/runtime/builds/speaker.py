"""Speaker encoder: Resemblyzer's state dictionary -> an ONNX graph with free batch and time axes, and its arrays.

The arrays (`encoder.npz`, PyTorch's names and gate order) are for the differentiable copy that fits a voice.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from synthesis.units import Float32

SOURCE = "resemblyzer/pretrained.pt"
_LAYERS, _SIZE, _BANDS = 3, 256, 40
_OPSET = 17


def build(sources: Mapping[str, Path], folder: Path) -> None:
    """Write `encoder.onnx` (mel (batch, frames, 40) -> embedding (batch, 256)) and `encoder.npz` into `folder`."""
    import onnx

    state = read_state(sources[SOURCE])
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / "encoder.npz", allow_pickle=False, **state)
    onnx.save(encoder_graph(state), str(folder / "encoder.onnx"))


def read_state(path: Path) -> dict[str, Float32]:
    """The network's arrays by PyTorch's names (`lstm.weight_ih_l0` ... `linear.bias`); without training scalars."""
    import torch

    state = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    return {k: v.numpy() for k, v in state.items() if k.startswith(("lstm.", "linear."))}


def encoder_graph(state: Mapping[str, Float32]) -> Any:
    """Three LSTM layers, the last hidden state through linear, ReLU and unit length, as one ONNX model."""
    from onnx import TensorProto, checker, helper, numpy_helper

    nodes = [helper.make_node("Transpose", ["mel"], ["x0"], perm=[1, 0, 2])]
    constants: dict[str, np.ndarray] = {
        "linear_w": state["linear.weight"],
        "linear_b": state["linear.bias"],
        "first": np.array([0], np.int64),
        "direction": np.array([1], np.int64),
        "tiny": np.array([1e-9], np.float32),
    }
    for layer in range(_LAYERS):
        constants |= _layer_constants(state, layer)
        nodes += _layer_nodes(layer)
    nodes += [
        helper.make_node("Squeeze", [f"h{_LAYERS - 1}", "first"], ["hidden"]),
        helper.make_node("Gemm", ["hidden", "linear_w", "linear_b"], ["raw"], transB=1),
        helper.make_node("Relu", ["raw"], ["positive"]),
        helper.make_node("ReduceL2", ["positive"], ["norm"], axes=[1], keepdims=1),
        helper.make_node("Max", ["norm", "tiny"], ["safe_norm"]),
        helper.make_node("Div", ["positive", "safe_norm"], ["embedding"]),
    ]
    graph = helper.make_graph(
        nodes,
        "speaker_encoder",
        [helper.make_tensor_value_info("mel", TensorProto.FLOAT, ["batch", "frames", _BANDS])],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", _SIZE])],
        [numpy_helper.from_array(np.ascontiguousarray(v), k) for k, v in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=8)
    checker.check_model(model)
    return model


def _layer_constants(state: Mapping[str, Float32], layer: int) -> dict[str, np.ndarray]:
    def arrange(name: str) -> np.ndarray:
        # PyTorch stores the gates as input, forget, cell, output; ONNX wants input, output, forget, cell.
        i, f, g, o = np.split(state[f"lstm.{name}_l{layer}"], 4)
        return np.concatenate([i, o, f, g])[None]

    return {
        f"w{layer}": arrange("weight_ih"),
        f"r{layer}": arrange("weight_hh"),
        f"b{layer}": np.concatenate([arrange("bias_ih"), arrange("bias_hh")], axis=1),
    }


def _layer_nodes(layer: int) -> list[Any]:
    from onnx import helper

    outputs = [f"y{layer}", f"h{layer}"]
    lstm = helper.make_node("LSTM", [f"x{layer}", f"w{layer}", f"r{layer}", f"b{layer}"], outputs, hidden_size=_SIZE)
    if layer == _LAYERS - 1:
        return [lstm]
    return [lstm, helper.make_node("Squeeze", [f"y{layer}", "direction"], [f"x{layer + 1}"])]
