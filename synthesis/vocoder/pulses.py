"""F0 -> band-limited pulses: the periodic source of speech, every harmonic at unit amplitude."""

from functools import lru_cache

import numpy as np

from synthesis.units import HOP, SAMPLE_RATE, Float32

VOICED_ABOVE_HZ = 40.0
"""Samples whose interpolated F0 lies below this carry no pulses."""
HIGHEST_HARMONIC_HZ = 11_000.0


@lru_cache(maxsize=1)
def _interpolation() -> tuple[Float32, Float32, Float32]:
    """Weights of the frame before, this one and the next for the F0 of each sample: linear between frame centres."""
    position = (np.arange(HOP) + 0.5) / HOP - 0.5  # -1/2..1/2 around this frame's centre
    before, after = np.maximum(-position, 0.0), np.maximum(position, 0.0)
    this = 1.0 - before - after
    return before.astype(np.float32), this.astype(np.float32), after.astype(np.float32)


@lru_cache(maxsize=1)
def _running_sums() -> tuple[Float32, Float32, Float32]:
    """The same weights summed from the frame's first sample up to each: F0's integral in closed form."""
    before, this, after = (np.cumsum(w, dtype=np.float64).astype(np.float32) for w in _interpolation())
    return before, this, after


def pulse_train(f0_hz: Float32) -> Float32:
    """sum_{h<=H} cos(h t) = sin((H + 1/2) t) / (2 sin(t / 2)) - 1/2, H so that H f0 <= 11 kHz. -> (n * HOP,)

    `f0_hz` (n,), 0 = unvoiced. Between frame centres F0 is linear, beyond the outer ones constant.
    """
    out = np.zeros((len(f0_hz), HOP), np.float32)
    if not len(f0_hz):
        return out.reshape(-1)
    padded = np.pad(np.asarray(f0_hz, np.float32), 1, mode="edge")
    around = np.stack([padded[:-2], padded[1:-1], padded[2:]])  # (3, n): before, this, after
    rows = np.flatnonzero(around.max(axis=0) > VOICED_ABOVE_HZ)
    # Optimization: only frames with voiced samples, and the phase in closed form in place of a sum over all samples.
    totals = sum(a.astype(np.float64) * s[-1] for a, s in zip(around, _running_sums(), strict=True))
    start_cycles = np.cumsum(totals) / SAMPLE_RATE
    start_cycles -= totals / SAMPLE_RATE
    around = around[:, rows]
    f0 = _weighted(around, _interpolation())  # (rows, HOP)
    cycles = _weighted(around, _running_sums())
    cycles *= np.float32(1.0 / SAMPLE_RATE)
    cycles += (start_cycles[rows] % 1.0).astype(np.float32)[:, None]
    voiced = f0 > VOICED_ABOVE_HZ
    pulses = _sum_of_harmonics(cycles, np.maximum(f0, np.float32(VOICED_ABOVE_HZ), out=f0))
    pulses *= voiced
    out[rows] = pulses
    return out.reshape(-1)


def _weighted(around: Float32, weights: tuple[Float32, Float32, Float32]) -> Float32:
    """(3, rows) and three (HOP,) -> (rows, HOP)"""
    total: Float32 = around[0][:, None] * weights[0]
    total += around[1][:, None] * weights[1]
    total += around[2][:, None] * weights[2]
    return total


def _sum_of_harmonics(cycles: Float32, f0_hz: Float32) -> Float32:
    """Both (rows, HOP); `cycles` is used up."""
    # Centred on the peak, where float32 is finest: the quotient stays exact up to its limit H + 1/2.
    cycles -= np.rint(cycles)
    cycles += np.float32(1e-12)  # never at the peak itself, where it is 0 / 0
    cycles *= np.float32(np.pi)
    count = np.floor(np.float32(HIGHEST_HARMONIC_HZ) / f0_hz)
    count += np.float32(0.5)
    count *= cycles
    count *= 2
    pulses = np.sin(count)
    below = np.sin(cycles)
    below *= 2
    pulses /= below
    pulses -= np.float32(0.5)
    return np.asarray(pulses)
