"""Writes tiny_session.onnx: y = relu(x @ w) + 1 with a free batch axis, so that tests run the true loading path.

Run: python tests/data/make_tiny_session.py
"""

from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save


def tiny_model():
    weight = numpy_helper.from_array(np.array([[1, -1], [2, 0], [0, 3]], np.float32), "w")
    one = numpy_helper.from_array(np.ones(1, np.float32), "one")
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["xw"]),
        helper.make_node("Relu", ["xw"], ["positive"]),
        helper.make_node("Add", ["positive", "one"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 2])],
        [weight, one],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model)
    return model


if __name__ == "__main__":
    save(tiny_model(), str(Path(__file__).parent / "tiny_session.onnx"))
