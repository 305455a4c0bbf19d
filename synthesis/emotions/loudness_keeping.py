"""The level of frames, cheaply: so that a change of colour can be undone in loudness and movements can be scaled."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from synthesis.frames import SpeechFrames
from synthesis.units import BIN_HZ, N_BINS, Float32, db_to_log

THIN = 6
"""Every sixth bin (120 Hz apart) is enough to know a level to 0.2 dB."""
KEEP_FRAMES = 24
"""Loudness is kept over 0.3 s: a vowel's, not a single s's."""
PHRASE_FRAMES = 60
WEAK_FROM_DB, WEAK_FULL_DB = 8.0, 20.0
NOISE_BIN_POWER = 1.0 / 900.0 / N_BINS
"""Of one bin of noise at log amplitude 0: white noise at 0 in all bins sounds with a deviation of 1 / 30."""


@dataclass(frozen=True, slots=True, eq=False)
class ThinLevel:
    """Power per frame as the ear weighs it."""

    frames: SpeechFrames
    power: Float32 = field(init=False)  # (n,)

    def __post_init__(self) -> None:
        f0 = np.maximum(self.frames.f0_hz, 60.0)
        harmonics = np.where(self.frames.f0_hz > 0, THIN * BIN_HZ / (2 * f0), 0.0).astype(np.float32)
        noise_bins = np.float32(THIN * NOISE_BIN_POWER)
        power = _heard(self.frames.harmonic_log) * harmonics + _heard(self.frames.noise_log) * noise_bins
        if self.frames.free_log is not None:
            power = power + _heard(self.frames.free_log) * (noise_bins / 2)
        object.__setattr__(self, "power", np.asarray(power + 1e-14, np.float32))

    def compensation(self, changed: "ThinLevel") -> Float32:
        """Gain that gives `changed` this level again over each 0.3 s. (n,) natural log"""
        ratio = smoothed(self.power, frames=KEEP_FRAMES) / smoothed(changed.power, frames=KEEP_FRAMES)
        return np.asarray(0.5 * np.log(np.maximum(ratio, 1e-9)), np.float32)

    def movement(self, *, floor_db: float, limit_db: float) -> Float32:
        """Level of each frame against its neighbourhood of 1.5 s, 0 in pauses. (n,) natural log"""
        level = 0.5 * np.log(smoothed(self.power, frames=5))
        loud = level > level.max() - db_to_log(floor_db)
        around = smoothed(np.where(loud, level, 0.0), frames=PHRASE_FRAMES) / np.maximum(
            smoothed(loud.astype(np.float32), frames=PHRASE_FRAMES), 1e-3
        )
        moved = np.clip(level - around, -db_to_log(limit_db), db_to_log(limit_db))
        return smoothed(np.where(loud, moved, 0.0).astype(np.float32), frames=3)

    def weakness(self) -> Float32:
        """0 in loud frames to 1 where speech is weak: 8 to 20 dB under the loudest of its neighbourhood. (n,)"""
        level = 10.0 * np.log10(smoothed(self.power, frames=3))
        loudest = 10.0 * np.log10(smoothed(self.power, frames=PHRASE_FRAMES)) + 4.0
        return np.asarray(np.clip((loudest - level - WEAK_FROM_DB) / (WEAK_FULL_DB - WEAK_FROM_DB), 0, 1), np.float32)


def _heard(log_amplitude: Float32) -> Float32:
    """(n, N_BINS) -> (n,) weighted sum of squares over the thinned bins."""
    return np.asarray(np.exp(2.0 * log_amplitude[:, ::THIN]) @ _weights(), np.float32)


def smoothed(values: Float32, *, frames: int) -> Float32:
    """Mean over about `frames` neighbours with soft edges; keeps the length. (n,) -> (n,)"""
    window = np.hanning(2 * frames + 1)[1:-1]
    padded = np.pad(np.asarray(values, np.float64), frames - 1, mode="edge")
    return np.asarray(np.convolve(padded, window / window.sum(), "valid"), np.float32)


@lru_cache(maxsize=1)
def _weights() -> Float32:
    """Power weight of each thinned bin: the K curve of BS.1770, roughly (bass cut, +4 dB above 2 kHz). (n_thin,)"""
    hz = np.arange(0, N_BINS, THIN) * BIN_HZ
    high = 1.0 + 1.5 * hz**2 / (hz**2 + 1_700.0**2)
    low = hz**4 / (hz**4 + 60.0**4)
    return np.asarray(high * low, np.float32)
