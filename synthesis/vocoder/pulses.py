"""F0 -> band-limited pulses: the periodic source of speech, every harmonic at unit amplitude."""

from functools import lru_cache

import numpy as np

from synthesis.units import HOP, SAMPLE_RATE, Float32

VOICED_ABOVE_HZ = 40.0
"""Samples whose interpolated F0 lies below this carry no pulses."""
HIGHEST_HARMONIC_HZ = 11_000.0


@lru_cache(maxsize=1)
def _interpolation() -> tuple[Float32, Float32]:
    """Weights of the next and of this frame for each sample between two frame centres (centre at k + 1/2)."""
    towards_next = (((np.arange(HOP) + 0.5) / HOP - 0.5) % 1.0).astype(np.float32)  # (HOP,)
    return towards_next, (1.0 - towards_next).astype(np.float32)


def sample_f0(f0_hz: Float32) -> Float32:
    """F0 per sample, linear between frame centres and constant beyond the outer ones. -> (n * HOP,)"""
    n, half = len(f0_hz), HOP // 2
    to_next, to_this = _interpolation()
    padded = np.pad(np.asarray(f0_hz, np.float32), 1, mode="edge")  # (n + 2,)
    out = np.empty((n, HOP), np.float32)
    np.multiply(padded[:-2, None], to_this[:half], out=out[:, :half])
    out[:, :half] += padded[1:-1, None] * to_next[:half]
    np.multiply(padded[1:-1, None], to_this[half:], out=out[:, half:])
    out[:, half:] += padded[2:, None] * to_next[half:]
    return out.reshape(-1)


def pulse_train(f0_hz: Float32) -> Float32:
    """sum_{h<=H} cos(h t) = sin((H + 1/2) t) / (2 sin(t / 2)) - 1/2, H so that H f0 <= 11 kHz. -> (n * HOP,)

    `f0_hz` (n,), 0 = unvoiced. The phase runs on through unvoiced stretches, so a frame's pulses do not depend on
    what is voiced before it other than through its F0.
    """
    if not len(f0_hz):
        return np.zeros(0, np.float32)
    f0 = sample_f0(f0_hz)
    voiced = f0 > VOICED_ABOVE_HZ
    np.maximum(f0, VOICED_ABOVE_HZ, out=f0)
    cycles = np.cumsum(f0, dtype=np.float64)
    cycles *= 1.0 / SAMPLE_RATE
    cycles -= np.floor(cycles)
    voiced_at = np.flatnonzero(voiced)
    half_angle = (cycles[voiced_at] * np.pi).astype(np.float32)
    count = np.floor(np.float32(HIGHEST_HARMONIC_HZ) / f0[voiced_at])
    count += np.float32(0.5)
    below = np.sin(half_angle)
    below *= 2
    above = np.sin(count * half_angle * 2)
    at_peak = np.abs(below) <= 2e-3  # the quotient's limit there is H + 1/2
    below[at_peak] = 1
    above /= below
    above[at_peak] = count[at_peak]
    above -= 0.5
    out = np.zeros(len(f0), np.float32)
    out[voiced_at] = above
    return out
