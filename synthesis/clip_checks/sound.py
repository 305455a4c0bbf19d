"""How the sound itself is: cut peaks, bandwidth, music or noise in place of a voice."""

from dataclasses import dataclass

import numpy as np

from synthesis.clip_checks.speech import RATE, Speech
from synthesis.units import Float32, Float64

TOP_SHARE = 0.85
BELOW_TOP_SHARE = 0.70
BAND_DB = 70.0
"""A band this far below the strongest holds nothing."""
TELEPHONE_HZ = 4_200.0
_N_FFT = 1_024
_PITCH_LAGS = (RATE // 400, RATE // 60)


@dataclass(frozen=True, slots=True)
class VoiceTraits:
    """What tells a voice from music, tones and noise."""

    voiced_ratio: float
    """Share of the loud frames with a pitch of 60 to 400 Hz. Speech 0.3 to 0.9; noise 0."""
    level_spread_db: float
    """Standard deviation of the level of loud frames. Speech 5 to 10: syllables; music and tones under 4."""


def clipped_ratio(samples: Float32) -> float:
    """Share of samples at the top of the range, if more crowd there than just below (cut peaks); else 0.

    Works after resampling, which rounds the plateaus off, and whatever gain came after the clipping.
    """
    magnitude = np.abs(samples)
    peak = float(magnitude.max(initial=0.0))
    top = int(np.count_nonzero(magnitude >= TOP_SHARE * peak))
    below = int(np.count_nonzero(magnitude >= BELOW_TOP_SHARE * peak)) - top
    share = top / max(len(samples), 1)
    return share if share > 0.003 and top > 0.9 * below else 0.0


def bandwidth_hz(samples: Float32, *, sample_rate: int) -> float:
    """Highest frequency with sound in it, in the loud parts. 0 for silence."""
    if len(samples) < _N_FFT:
        return 0.0
    frames = np.lib.stride_tricks.sliding_window_view(samples, _N_FFT)[:: _N_FFT // 2]
    power = np.square(np.abs(np.fft.rfft(frames * np.hanning(_N_FFT), axis=1)))
    total = power.sum(axis=1)
    if total.max() <= 0.0:
        return 0.0
    mean = power[total > total.max() * 1e-3].mean(axis=0)
    level = 10.0 * np.log10(np.convolve(mean, np.full(5, 0.2), "same") + 1e-14)
    return float(np.flatnonzero(level > level.max() - BAND_DB)[-1] * sample_rate / _N_FFT)


def voice_traits(speech: Speech) -> VoiceTraits:
    """Pitch by autocorrelation and spread of level, over frames within 30 dB of the loudest, of at most 60 s."""
    samples = speech.samples[: 60 * RATE]
    if len(samples) < 2 * _PITCH_LAGS[1]:
        return VoiceTraits(0.0, 0.0)
    size, step = 2 * _PITCH_LAGS[1] + 100, RATE // 100
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(samples, (0, size)), size)[::step]
    energy = np.mean(np.square(frames, dtype=np.float64), axis=1)
    loud = energy > energy.max() * 1e-3
    if energy.max() <= 1e-12:
        return VoiceTraits(0.0, 0.0)
    voiced = _periodicity(frames[loud]) > 0.6
    return VoiceTraits(float(voiced.mean()), float(np.std(10.0 * np.log10(energy[loud]))))


def _periodicity(frames: Float32) -> Float64:
    """(n_frames, size) -> (n_frames,) largest normalised autocorrelation at the lags of a pitch."""
    size = frames.shape[1]
    n_fft = 2 * size
    centred = frames - frames.mean(axis=1, keepdims=True)
    correlation = np.fft.irfft(np.square(np.abs(np.fft.rfft(centred, n_fft, axis=1))), n_fft, axis=1)
    first, last = _PITCH_LAGS
    overlap = 1.0 - np.arange(last + 1) / size
    normal = correlation[:, : last + 1] / overlap / (correlation[:, :1] + 1e-9)
    return np.asarray(normal[:, first:].max(axis=1), np.float64)
