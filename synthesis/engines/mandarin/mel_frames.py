"""Frames straight from the model's mel spectrum: a small network in place of a waveform and its analysis.

It was taught (`distil.py`, which writes `mel_frames.npz`) to give what WORLD's analysis finds in MB-MelGAN's sound, and
costs a tenth of the two. Spectra are predicted at knots spaced by ear and drawn out to 601 bins.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from synthesis.frames import SILENT_LOG, SpeechFrames
from synthesis.units import BIN_HZ, N_BINS, Float32

CONTEXT = 2
"""Frames seen on each side."""
N_HARMONIC_KNOTS = 72
N_NOISE_KNOTS = 40
_VOICED = 0.0
# Logit: even odds.


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """Three layers; inputs and outputs are standardised."""

    input_mean: Float32  # (n_in,)
    input_scale: Float32
    weights: tuple[Float32, ...]  # (in, out) each
    biases: tuple[Float32, ...]
    output_mean: Float32  # (n_out,)
    output_scale: Float32


def knots_hz(n: int) -> Float32:
    """`n` frequencies equally spaced by ear from 0 to 12 kHz. (n,)"""
    highest = 2595.0 * np.log10(1.0 + 12_000.0 / 700.0)
    return np.asarray(700.0 * (10.0 ** (np.linspace(0.0, highest, n) / 2595.0) - 1.0), np.float32)


@lru_cache(maxsize=2)
def knots_to_bins(n: int) -> Float32:
    """Linear interpolation from knots to bins. (n, 601)"""
    bins = np.arange(N_BINS) * BIN_HZ
    knots = knots_hz(n)
    return np.stack([np.interp(bins, knots, row) for row in np.eye(n)]).astype(np.float32)


def network_input(mel: Float32, f0_hz: Float32) -> Float32:
    """mel (n, 80) with its neighbours, and the asked F0 (n,) in octaves -> (n, 7 * 80 + 1)"""
    padded = np.pad(mel, ((CONTEXT, CONTEXT), (0, 0)), mode="edge")
    seen = np.lib.stride_tricks.sliding_window_view(padded, 2 * CONTEXT + 1, axis=0)  # (n, 80, 7)
    octaves = np.log2(np.maximum(f0_hz, 50.0) / 246.0)
    return np.concatenate([seen.reshape(len(mel), -1), octaves[:, None]], axis=1, dtype=np.float32)


def frames_from_mel(mel: Float32, f0_hz: Float32) -> SpeechFrames:
    """Mel (n, 80) and the F0 asked of the model at each frame (n,) -> frames without marks; 2 ms per second."""
    layers = _layers()
    x = (network_input(mel, f0_hz) - layers.input_mean) * layers.input_scale
    for weight, bias in zip(layers.weights[:-1], layers.biases[:-1], strict=True):
        x = np.maximum(x @ weight + bias, 0)
    y = (x @ layers.weights[-1] + layers.biases[-1]) * layers.output_scale + layers.output_mean  # (n, 2 + knots)
    voiced = y[:, 0] > _VOICED
    harmonic = y[:, 2 : 2 + N_HARMONIC_KNOTS] @ knots_to_bins(N_HARMONIC_KNOTS)  # (n, 601)
    harmonic[~voiced] = SILENT_LOG
    noise = y[:, 2 + N_HARMONIC_KNOTS :] @ knots_to_bins(N_NOISE_KNOTS)
    return SpeechFrames(
        f0_hz=np.where(voiced, np.maximum(f0_hz, 50.0) * np.exp2(y[:, 1]), 0),
        harmonic_log=np.maximum(harmonic, np.float32(SILENT_LOG)),
        noise_log=np.maximum(noise, np.float32(SILENT_LOG)),
    )


@lru_cache(maxsize=1)
def _layers() -> Layers:
    with np.load(Path(__file__).with_name("mel_frames.npz")) as file:
        arrays = {name: file[name].astype(np.float32) for name in file.files}
    depth = sum(name.startswith("weight") for name in arrays)
    return Layers(
        arrays["input_mean"], arrays["input_scale"],
        tuple(arrays[f"weight{i}"] for i in range(depth)), tuple(arrays[f"bias{i}"] for i in range(depth)),
        arrays["output_mean"], arrays["output_scale"],
    )
