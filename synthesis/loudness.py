"""Programme loudness, peaks and levels of sound that never sits in memory whole.

`LoudnessMeter` follows ITU-R BS.1770-4 (K-weighting, 400 ms blocks with 75 % overlap, gates at -70 LUFS and -10 LU) and
its annex 2 for true peak (4x oversampling). The K-weighting is pyloudnorm's, applied block by block with kept state.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from pyloudnorm import Meter
from scipy.signal import firwin, lfilter, upfirdn

from synthesis.units import SAMPLE_RATE, Float32, Float64

SILENCE_LUFS = -70.0
"""What `integrated_lufs` answers where nothing passes the absolute gate."""
BLOCK_S = 0.4
STEP_S = 0.1
FLOOR_WINDOW_S = 0.05
TRUE_PEAK_OVERSAMPLING = 4
_TAPS_PER_PHASE = 12


@dataclass(slots=True)
class _Filter:
    """One second-order section of the K-weighting, with its state."""

    b: Float64
    a: Float64
    passband_gain: float
    state: Float64 = field(default_factory=lambda: np.zeros(2))

    def __call__(self, samples: Float64) -> Float64:
        out, self.state = lfilter(self.b, self.a, samples, zi=self.state)
        return np.asarray(out * self.passband_gain, np.float64)


class LoudnessMeter:
    """Add samples in pieces of any size; ask at any time. Holds 10 numbers per second of sound."""

    def __init__(self, *, sample_rate: int = SAMPLE_RATE) -> None:
        self.sample_rate = sample_rate
        meter = Meter(sample_rate, block_size=BLOCK_S)
        self._filters = [_Filter(f.b, f.a, f.passband_gain) for f in meter._filters.values()]
        self._step = round(STEP_S * sample_rate)
        self._rest = np.zeros(0)
        self._steps: list[float] = []  # mean square of K-weighted 100 ms steps
        self._floor = WindowedLevel(round(FLOOR_WINDOW_S * sample_rate))
        self._peak = TruePeak()
        self._square_sum = 0.0
        self._n = 0
        self._sample_peak = 0.0

    def add(self, samples: Float32) -> None:
        """(n,) float; mono."""
        if not len(samples):
            return
        wide = np.asarray(samples, np.float64)
        self._n += len(wide)
        self._square_sum += float(np.dot(wide, wide))
        self._sample_peak = max(self._sample_peak, float(np.abs(wide).max()))
        self._peak.add(samples)
        self._floor.add(wide)
        for stage in self._filters:
            wide = stage(wide)
        self._rest = np.concatenate([self._rest, wide])
        whole = len(self._rest) // self._step
        steps = self._rest[: whole * self._step].reshape(whole, self._step)
        self._steps.extend(np.mean(np.square(steps), axis=1).tolist())
        self._rest = self._rest[whole * self._step :]

    @property
    def seconds(self) -> float:
        return self._n / self.sample_rate

    def integrated_lufs(self) -> float:
        """Gated loudness; SILENCE_LUFS where nothing is loud enough. Under 0.4 s the whole is one block."""
        return gated_lufs(self.blocks())

    def blocks(self) -> Float64:
        """Mean squares of the K-weighted 400 ms blocks: those of several sounds, joined, give their common loudness."""
        steps = np.asarray(self._steps)
        per_block = round(BLOCK_S / STEP_S)
        if len(steps) < per_block:
            total = float(np.sum(steps) * self._step + np.sum(np.square(self._rest)))
            return np.asarray([total / max(self._n, 1)])
        return np.convolve(steps, np.full(per_block, 1.0 / per_block), mode="valid")

    def true_peak_db(self) -> float:
        """dBTP; -200 for silence."""
        return _db(max(self._peak.value(), self._sample_peak))

    @property
    def sample_peak_db(self) -> float:
        return _db(self._sample_peak)

    @property
    def rms_db(self) -> float:
        """Level of the whole, unweighted, dBFS (a full-scale sine is -3)."""
        return _db(math.sqrt(self._square_sum / self._n)) if self._n else -200.0

    @property
    def noise_floor_db(self) -> float:
        """RMS of the quietest half second (ten 50 ms windows on end), dBFS, as audiobook checks take it."""
        return _db(math.sqrt(self._floor.quietest(10)))


class WindowedLevel:
    """Mean squares of short windows, kept one number each."""

    def __init__(self, n_samples: int) -> None:
        self._size = n_samples
        self._rest = np.zeros(0)
        self._means: list[Float64] = []

    def add(self, samples: Float64) -> None:
        self._rest = np.concatenate([self._rest, samples])
        whole = len(self._rest) // self._size
        windows = self._rest[: whole * self._size].reshape(whole, self._size)
        self._means.append(np.mean(np.square(windows), axis=1))
        self._rest = self._rest[whole * self._size :]

    def quietest(self, n_windows: int) -> float:
        means = np.concatenate(self._means) if self._means else np.zeros(0)
        if not len(means):
            return float(np.mean(np.square(self._rest))) if len(self._rest) else 0.0
        width = min(n_windows, len(means))
        return float(np.convolve(means, np.full(width, 1.0 / width), mode="valid").min())


class TruePeak:
    """Largest magnitude between the samples, by 4x oversampling (48-tap interpolator, BS.1770-4 annex 2)."""

    def __init__(self) -> None:
        self._taps = oversampling_taps()
        self._tail = np.zeros(_TAPS_PER_PHASE, np.float32)
        self._largest = 0.0

    def add(self, samples: Float32) -> None:
        joined = np.concatenate([self._tail, np.asarray(samples, np.float32)])
        self._largest = max(self._largest, _interpolated_peak(joined, self._taps))
        self._tail = joined[-_TAPS_PER_PHASE:]

    def value(self) -> float:
        """The peak so far, the tail closed with silence."""
        end = np.concatenate([self._tail, np.zeros(_TAPS_PER_PHASE, np.float32)])
        return max(self._largest, _interpolated_peak(end, self._taps))


def oversampling_taps() -> Float32:
    """(48,) low-pass at the original Nyquist frequency for 4x zero-stuffed samples."""
    n_taps = _TAPS_PER_PHASE * TRUE_PEAK_OVERSAMPLING + 1
    taps = firwin(n_taps, 1.0 / TRUE_PEAK_OVERSAMPLING, window=("kaiser", 7.0)) * TRUE_PEAK_OVERSAMPLING
    return np.asarray(taps, np.float32)


def _interpolated_peak(samples: Float32, taps: Float32) -> float:
    dense = upfirdn(taps, samples, up=TRUE_PEAK_OVERSAMPLING)
    edge = _TAPS_PER_PHASE * TRUE_PEAK_OVERSAMPLING
    inner = dense[edge : len(dense) - edge]
    return float(np.abs(inner).max(initial=0.0))


def gated_lufs(blocks: Float64 | Sequence[float]) -> float:
    """Mean squares of K-weighted blocks -> LUFS through both gates."""
    blocks = np.asarray(blocks, np.float64)
    loud = blocks[_lufs(blocks) >= SILENCE_LUFS]
    if not len(loud):
        return SILENCE_LUFS
    loud = loud[_lufs(loud) >= float(_lufs(np.mean(loud))) - 10.0]
    return float(_lufs(np.mean(loud)))


def _lufs(mean_square: Float64 | np.floating) -> Float64:
    return np.asarray(-0.691 + 10.0 * np.log10(np.maximum(mean_square, 1e-20)), np.float64)


def _db(amplitude: float) -> float:
    return 20.0 * math.log10(max(amplitude, 1e-10))


def measure_loudness(samples: Float32, *, sample_rate: int = SAMPLE_RATE) -> LoudnessMeter:
    """One call for sound that is already in memory."""
    meter = LoudnessMeter(sample_rate=sample_rate)
    meter.add(samples)
    return meter
