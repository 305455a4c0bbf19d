"""True-peak limiter: the gain is down before the peak comes and rises slowly after it. No clicks."""

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.ndimage import minimum_filter1d
from scipy.signal import upfirdn

from synthesis.loudness import TRUE_PEAK_OVERSAMPLING, oversampling_taps
from synthesis.units import SAMPLE_RATE, Float32, Float64, db_to_amplitude

LOOK_AHEAD_S = 0.004
RELEASE_S = 0.08
SAFETY_DB = 0.1
"""Kept below the ceiling: the gain moves between the oversampled points, and encoders overshoot a little."""


class TruePeakLimiter:
    """Streaming: `add` answers what is finished, `finish` the rest; as many samples come out as went in.

    The wanted gain of a sample is ceiling / (largest oversampled magnitude around it). Its minimum over the look-ahead,
    an exponential release, and a moving average of the look-ahead's length give a gain that is at the wanted value when
    the peak comes, and never jumps.
    """

    def __init__(self, *, ceiling_db: float, sample_rate: int = SAMPLE_RATE) -> None:
        self._ceiling = db_to_amplitude(ceiling_db - SAFETY_DB)
        self._ahead = max(2, round(LOOK_AHEAD_S * sample_rate))
        self._release = 1.0 - np.exp(-1.0 / (RELEASE_S * sample_rate))
        self._taps = oversampling_taps()
        self._context = len(self._taps) // TRUE_PEAK_OVERSAMPLING
        self._held = np.zeros(0, np.float32)
        self._past = np.zeros(self._pad, np.float32)
        self._gain_before = 1.0
        self._gains_before: Float64 | None = None

    @property
    def _pad(self) -> int:
        return 2 * self._ahead + self._context + 1

    def add(self, samples: Float32) -> Float32:
        self._held = np.concatenate([self._held, np.asarray(samples, np.float32)])
        ready = len(self._held) - self._pad
        return self._limit(ready) if ready > 0 else np.zeros(0, np.float32)

    def finish(self) -> Float32:
        n = len(self._held)
        self._held = np.concatenate([self._held, np.zeros(self._pad, np.float32)])
        return self._limit(n)

    def _limit(self, n: int) -> Float32:
        """Finish the first n held samples; `_pad` samples beyond them are known."""
        window = np.concatenate([self._past, self._held])
        start = len(self._past)
        wanted = self._wanted_gain(window)
        ahead = self._ahead
        # The smallest gain wanted from this sample to `2 * ahead` samples on, then averaged over the last `ahead` ones.
        lowest = minimum_filter1d(wanted, 2 * ahead + 1, origin=0)[start + ahead : start + ahead + n]
        released = self._released(lowest)
        if self._gains_before is None:  # before the start the gain is what the first sample needs
            self._gains_before = np.full(ahead, released[0])
        padded = np.concatenate([self._gains_before, released])
        sums = np.cumsum(np.concatenate([[0.0], padded]))
        gain = (sums[ahead + 1 :] - sums[1:-ahead]) / ahead
        self._gains_before = padded[-ahead:]
        out = np.asarray(self._held[:n] * gain, np.float32)
        self._past = window[start + n - len(self._past) : start + n]
        self._held = self._held[n:]
        return out

    def _wanted_gain(self, window: Float32) -> Float64:
        dense = np.abs(upfirdn(self._taps, window, up=TRUE_PEAK_OVERSAMPLING))
        half = len(self._taps) // 2
        dense = dense[half : half + len(window) * TRUE_PEAK_OVERSAMPLING]
        peaks = np.maximum(dense.reshape(-1, TRUE_PEAK_OVERSAMPLING).max(axis=1), np.abs(window))
        # A value between two samples belongs to both.
        peaks[1:] = np.maximum(peaks[1:], peaks[:-1].copy())
        return np.asarray(np.minimum(1.0, self._ceiling / np.maximum(peaks, 1e-9)), np.float64)

    def _released(self, lowest: Float64) -> Float64:
        """Falls at once, rises exponentially: reduction(i) = max(wanted(i), reduction(i-1) * decay), as a
        running maximum of log reductions that are lifted by the decay since."""
        if self._gain_before >= 0.99999 and not (lowest < 1.0).any():
            self._gain_before = 1.0
            return np.ones(len(lowest))
        wanted = np.concatenate([[1.0 - self._gain_before], 1.0 - lowest])
        fall = np.arange(len(wanted)) * np.log1p(-self._release)
        reduction = np.exp(np.maximum.accumulate(np.log(np.maximum(wanted, 1e-9)) - fall) + fall)
        gain: Float64 = 1.0 - reduction[1:]
        self._gain_before = float(gain[-1]) if len(gain) else self._gain_before
        return gain


def limit_true_peak(
    blocks: Iterable[Float32], *, ceiling_db: float = -1.0, gain_db: float = 0.0, sample_rate: int = SAMPLE_RATE
) -> Iterator[Float32]:
    """Apply a gain and hold the true peak at or under `ceiling_db` dBTP; blocks in, blocks out, same samples in all."""
    limiter = TruePeakLimiter(ceiling_db=ceiling_db, sample_rate=sample_rate)
    gain = np.float32(db_to_amplitude(gain_db))
    for block in blocks:
        ready = limiter.add(np.asarray(block, np.float32) * gain)
        if len(ready):
            yield ready
    rest = limiter.finish()
    if len(rest):
        yield rest
