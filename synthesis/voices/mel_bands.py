"""The mel scale of the speaker encoder and of every knot of a timbre (Slaney's: linear below 1 kHz, log above)."""

from functools import lru_cache

import numpy as np

from synthesis.units import Float32, Float64

_LINEAR_HZ = 200.0 / 3.0
_BREAK_HZ = 1_000.0
_BREAK_MEL = _BREAK_HZ / _LINEAR_HZ
_LOG_STEP = np.log(6.4) / 27.0


def hz_to_mel(hz: Float64 | float) -> Float64:
    values = np.asarray(hz, np.float64)
    above = _BREAK_MEL + np.log(np.maximum(values, _BREAK_HZ) / _BREAK_HZ) / _LOG_STEP
    return np.where(values < _BREAK_HZ, values / _LINEAR_HZ, above)


def mel_to_hz(mel: Float64 | float) -> Float64:
    values = np.asarray(mel, np.float64)
    above = _BREAK_HZ * np.exp(_LOG_STEP * (np.maximum(values, _BREAK_MEL) - _BREAK_MEL))
    return np.where(values < _BREAK_MEL, values * _LINEAR_HZ, above)


@lru_cache(maxsize=8)
def mel_filterbank(*, sample_rate: int, n_fft: int, n_bands: int) -> Float32:
    """Triangles of unit area from 0 Hz to half the rate. -> (n_bands, n_fft // 2 + 1)

    The encoder was trained on librosa's default bank, which this equals to 1e-7.
    """
    bins_hz = np.linspace(0.0, sample_rate / 2, n_fft // 2 + 1)
    edges_hz = mel_to_hz(np.linspace(0.0, float(hz_to_mel(sample_rate / 2)), n_bands + 2))
    widths = np.diff(edges_hz)
    ramps = edges_hz[:, None] - bins_hz[None, :]  # (n_bands + 2, n_bins)
    rising = -ramps[:-2] / widths[:-1, None]
    falling = ramps[2:] / widths[1:, None]
    bank = np.maximum(0.0, np.minimum(rising, falling)) * (2.0 / (edges_hz[2:] - edges_hz[:-2]))[:, None]
    return bank.astype(np.float32)


@lru_cache(maxsize=16)
def knot_weights(*, n_knots: int, n_bins: int, highest_hz: float) -> Float32:
    """Linear interpolation on the mel scale: (n_bins, n_knots), each row sums to 1.

    Knots are evenly spaced in mel from 0 Hz to `highest_hz`, bins evenly in Hz over the same span.
    """
    place = hz_to_mel(np.linspace(0.0, highest_hz, n_bins)) / float(hz_to_mel(highest_hz)) * (n_knots - 1)
    below = np.minimum(place.astype(int), n_knots - 2)
    part = place - below
    weights = np.zeros((n_bins, n_knots))
    rows = np.arange(n_bins)
    weights[rows, below] = 1.0 - part
    weights[rows, below + 1] += part
    return weights.astype(np.float32)
