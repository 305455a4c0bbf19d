"""Named weights out of a TFLite file."""

from pathlib import Path

import numpy as np
import tflite

from synthesis.errors import WeightsError
from synthesis.units import Float32


class Weights:
    """Weights of one network by the name of their layer, as float32 in TFLite's layout (outputs first)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._by_name = read_tensors(path)

    def get(self, name: str, *suffixes: str) -> Float32:
        """The tensor `name` + the first suffix that exists."""
        for suffix in suffixes or ("",):
            if name + suffix in self._by_name:
                return self._by_name[name + suffix]
        raise WeightsError(
            "layer",
            "The file {path} holds no layer {name}; install the package version named in requirements.txt.",
            path=str(self._path),
            name=name,
        )

    def kernel(self, name: str) -> Float32:
        """Of a convolution over time. -> (out, in, width)

        Where TFLite adds a bias of zeros under the plain name, the kernel is called conv1d1.
        """
        kernel = self.get(name, "/conv1d1", "/conv1d")
        if kernel.ndim != 4:
            kernel = self.get(name, "/conv1d")
        return kernel[:, 0].transpose(0, 2, 1)

    def bias(self, name: str) -> Float32:
        return self.get(name, "/BiasAdd/ReadVariableOp/resource")

    def has_bias(self, name: str) -> bool:
        return name + "/BiasAdd/ReadVariableOp/resource" in self._by_name


def read_tensors(path: Path) -> dict[str, Float32]:
    """All constant tensors of the first graph; int8 ones are multiplied out by their one scale."""
    model = tflite.Model.GetRootAsModel(path.read_bytes(), 0)
    graph = model.Subgraphs(0)
    out: dict[str, Float32] = {}
    for index in range(graph.TensorsLength()):
        tensor = graph.Tensors(index)
        buffer = model.Buffers(tensor.Buffer())
        if buffer.DataLength() == 0 or tensor.Type() not in (tflite.TensorType.FLOAT32, tflite.TensorType.INT8):
            continue
        raw = buffer.DataAsNumpy().tobytes()
        name = tensor.Name().decode().split(";")[-1]
        shape = tuple(int(d) for d in tensor.ShapeAsNumpy()) if tensor.ShapeLength() else ()
        if tensor.Type() == tflite.TensorType.INT8:
            scale = np.float32(tensor.Quantization().Scale(0))
            out[name] = np.frombuffer(raw, np.int8).astype(np.float32).reshape(shape) * scale
        else:
            out[name] = np.frombuffer(raw, np.float32).reshape(shape)
    return out
