"""English: hibari's one graph, cut in three where prosody can be edited.

    phones.onnx    ids (1, L) -> duration (L,) in float steps of 25 ms, features of each phone
    prosody.onnx   phone features spread over steps (1, 192, T) -> f0 (1, 2 T) Hz, energy (1, 2 T)
    decoder.onnx   features spread over frames (1, 128, F), f0, energy -> the spectra (1, F, 601)

The whole graph rounds each duration to a step of its own; cut before that, durations stay exact and their rounding is
ours. The decoder's answers come frame by frame, its phase as radians.
"""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

MODEL = "hibari/assets/hibari.onnx"
VOCABULARY = "hibari/assets/vocab.json"

DURATION = "/Sub_output_0"
DECODER_FEATURES = "/Transpose_22_output_0"
PROSODY_FEATURES = "/Transpose_55_output_0"
SPREAD_PROSODY = "/Gather_33_output_0"
SPREAD_DECODER = "/Reshape_42_output_0"
F0 = "f0"
ENERGY = "/Mul_62_output_0"
HEAD = "/head/Add_output_0"

N_BINS = 601
DECODER_SIZE, PROSODY_SIZE = 128, 192


def build(sources: Mapping[str, Path], folder: Path) -> None:
    """Write the three graphs and the vocabulary into `folder`."""
    import onnx

    model = onnx.load(str(sources[MODEL]))
    graphs = {
        "phones": _cut(
            model,
            [("ids", "ids", np.int64, [1, "phones"])],
            [
                (DURATION, "duration", ["phones"]),
                (DECODER_FEATURES, "decoder_features", [1, DECODER_SIZE, "phones"]),
                (PROSODY_FEATURES, "prosody_features", [1, PROSODY_SIZE, "phones"]),
            ],
        ),
        "prosody": _cut(
            model,
            [(SPREAD_PROSODY, "features", np.float32, [1, PROSODY_SIZE, "steps"])],
            [(F0, "f0", [1, "frames"]), (ENERGY, "energy", [1, "frames"])],
        ),
        "decoder": _decoder(model),
    }
    for name, graph in graphs.items():
        onnx.checker.check_model(graph)
        onnx.save(graph, str(folder / f"{name}.onnx"))
    shutil.copyfile(sources[VOCABULARY], folder / "vocab.json")


def _decoder(model: Any) -> Any:
    from onnx import helper

    spectra = ("harmonic_log", "harmonic_phase", "noise_log", "free_log", "free_phase")
    cut = _cut(
        model,
        [
            (SPREAD_DECODER, "features", np.float32, [1, DECODER_SIZE, "frames"]),
            (F0, "f0", np.float32, [1, "frames"]),
            (ENERGY, "energy", np.float32, [1, "frames"]),
        ],
        [(HEAD, "head", [1, "frames", len(spectra) * N_BINS])],
    )
    parts = [name if name != "harmonic_phase" else "theta" for name in spectra]
    graph = cut.graph
    graph.initializer.extend([_constant("part_sizes", np.full(5, N_BINS)), _constant("pi", np.float32(np.pi))])
    graph.node.extend(
        [
            helper.make_node("Split", ["head", "part_sizes"], parts, axis=2),
            helper.make_node("Tanh", ["theta"], ["half_turns"]),
            helper.make_node("Mul", ["half_turns", "pi"], ["harmonic_phase"]),
        ]
    )
    del graph.output[:]
    graph.output.extend(helper.make_tensor_value_info(name, 1, [1, "frames", N_BINS]) for name in spectra)
    return cut


def _constant(name: str, value: Any) -> Any:
    from onnx import numpy_helper

    return numpy_helper.from_array(np.asarray(value), name)


def _cut(
    model: Any, inputs: Iterable[tuple[str, str, Any, list[Any]]], outputs: Iterable[tuple[str, str, list[Any]]]
) -> Any:
    """The nodes between tensors, under new names: (tensor, new name, dtype, shape) and (tensor, new name, shape)."""
    from onnx import helper

    rename = {old: new for old, new, *_ in [*inputs, *outputs]}
    nodes = _nodes_between(model.graph, {old for old, *_ in inputs}, {old for old, *_ in outputs})
    for node in nodes:
        node.input[:] = [rename.get(name, name) for name in node.input]
        node.output[:] = [rename.get(name, name) for name in node.output]
    used = {name for node in nodes for name in node.input}
    graph = helper.make_graph(
        nodes,
        "hibari",
        [
            helper.make_tensor_value_info(new, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), shape)
            for _, new, kind, shape in inputs
        ],
        [helper.make_tensor_value_info(new, 1, shape) for _, new, shape in outputs],
        [tensor for tensor in model.graph.initializer if tensor.name in used],
    )
    return helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)


def _nodes_between(graph: Any, stops: set[str], wanted: set[str]) -> list[Any]:
    """Copies of the nodes that `wanted` needs, in order, not going back beyond `stops`."""
    from onnx import NodeProto

    maker = {name: i for i, node in enumerate(graph.node) for name in node.output}
    found: set[int] = set()
    waiting = list(wanted - stops)
    while waiting:
        at = maker.get(waiting.pop())
        if at is None or at in found:
            continue
        found.add(at)
        waiting.extend(name for name in graph.node[at].input if name not in stops)
    copies = []
    for i in sorted(found):
        node = NodeProto()
        node.CopyFrom(graph.node[i])
        copies.append(node)
    return copies
