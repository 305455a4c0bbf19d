"""A timbre's knots as numbers per bin: where each bin takes its value from, and what is added to it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from synthesis.frames import SpeechFrames
from synthesis.units import N_BINS, SAMPLE_RATE, Float32
from synthesis.voices.mel_bands import knot_weights
from synthesis.voices.sound_classes import class_shares
from synthesis.voices.voice import Timbre

HIGHEST_HZ = SAMPLE_RATE / 2


@dataclass(frozen=True, slots=True, eq=False)
class TimbreMap:
    """Per output bin: the source bin below, the share of the one above, and the gains."""

    below: np.ndarray  # (601,) intp
    above: np.ndarray  # (601,) intp
    nearest: np.ndarray  # (601,) intp
    share: Float32  # (601,) 0..1
    harmonic_gain_log: Float32  # (601,)
    noise_gain_log: Float32  # (601,)
    class_gain_log: Float32 | None  # (n_classes, 601)
    identity: bool
    """The engine's own voice: nothing to do."""


@lru_cache(maxsize=64)
def timbre_map(timbre: Timbre) -> TimbreMap:
    """Worked out once per timbre: a bin at f takes what the source has at f / exp(warp)."""
    position = source_position(timbre.warp_log)
    below = np.minimum(position.astype(np.intp), N_BINS - 2)
    return TimbreMap(
        below=below,
        above=below + 1,
        nearest=np.rint(position).astype(np.intp),
        share=(position - below).astype(np.float32),
        harmonic_gain_log=bins_of(timbre.harmonic_gain_log),
        noise_gain_log=bins_of(timbre.noise_gain_log),
        class_gain_log=None if timbre.class_gain_log is None else bins_of(timbre.class_gain_log.T).T.copy(),
        identity=not any(k is not None and k.any() for k in _knots(timbre)),
    )


def _knots(timbre: Timbre) -> tuple[Float32 | None, ...]:
    return timbre.warp_log, timbre.harmonic_gain_log, timbre.noise_gain_log, timbre.class_gain_log


def class_gains(frames: SpeechFrames, timbre: Timbre) -> Float32 | None:
    """What the kinds of sound add to both gains. -> (n, 601), or None for a timbre without classes"""
    by_class = timbre_map(timbre).class_gain_log
    if by_class is None or timbre.class_centres is None:
        return None
    return class_shares(frames, timbre.class_centres, timbre.class_width) @ by_class


def source_position(warp_log: Float32) -> Float32:
    """(n_knots,) -> (601,) fractional source bin of each output bin, rising, within 0..600."""
    position = np.arange(N_BINS, dtype=np.float32) * np.exp(-bins_of(warp_log))
    return np.asarray(np.clip(np.maximum.accumulate(position), 0.0, N_BINS - 1), np.float32)


def bins_of(knots: Float32) -> Float32:
    """(n_knots, ...) at mel-spaced knots from 0 to 12 kHz -> (601, ...)"""
    weights = knot_weights(n_knots=len(knots), n_bins=N_BINS, highest_hz=HIGHEST_HZ)
    return np.asarray(weights @ np.asarray(knots, np.float32), np.float32)
