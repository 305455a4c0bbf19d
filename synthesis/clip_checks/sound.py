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
_PITCH_FRAME = RATE // 25


@dataclass(frozen=True, slots=True)
class VoiceTraits:
    """What tells a voice from music, tones and noise."""

    voiced_ratio: float
    """Share of the loud frames with a pitch of 60 to 400 Hz. Speech 0.35 to 0.9; noise 0."""
    level_spread_db: float
    """Standard deviation of the level of loud frames. Speech 5 to 10: syllables; steady tones under 1."""
    glide_ratio: float
    """Share of the steps of pitch, 10 ms apart, between 0.06 and 0.8 semitones. A voice glides (0.45 to 0.8); the notes
    of music stand still or jump (under 0.35)."""


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
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(samples, (0, _PITCH_FRAME)), _PITCH_FRAME)[:: RATE // 100]
    energy = np.mean(np.square(frames, dtype=np.float64), axis=1)
    loud = energy > max(energy.max() * 1e-3, 1e-12)
    if np.count_nonzero(loud) < 3:
        return VoiceTraits(0.0, 0.0, 0.0)
    strength, semitones = _pitch(frames)
    voiced = loud & (strength > 0.6)
    steps = np.abs(np.diff(semitones))[voiced[1:] & voiced[:-1]]
    gliding = (steps > 0.06) & (steps < 0.8)
    return VoiceTraits(
        voiced_ratio=float(voiced.sum() / loud.sum()),
        level_spread_db=float(np.std(10.0 * np.log10(energy[loud]))),
        glide_ratio=float(gliding.mean()) if len(steps) else 0.0,
    )


def _pitch(frames: Float32) -> tuple[Float64, Float64]:
    """(n, size) -> strength of the period (n,) 0 to 1, and the pitch in semitones (n,)."""
    window = np.hanning(_PITCH_FRAME)
    n_fft = 2_048
    first, last = _PITCH_LAGS
    whole = np.fft.irfft(np.square(np.abs(np.fft.rfft(window, n_fft))), n_fft)[: last + 2]
    centred = (frames - frames.mean(axis=1, keepdims=True)) * window
    correlation = np.fft.irfft(np.square(np.abs(np.fft.rfft(centred, n_fft, axis=1))), n_fft, axis=1)[:, : last + 2]
    normal = correlation / (correlation[:, :1] + 1e-9) / (whole / whole[0])
    lag = normal[:, first : last + 1].argmax(axis=1) + first
    before, at, after = (np.take_along_axis(normal, (lag + d)[:, None], axis=1)[:, 0] for d in (-1, 0, 1))
    # The peak between the samples, by a parabola.
    offset = np.clip(0.5 * (before - after) / (before - 2.0 * at + after - 1e-12), -0.5, 0.5)
    return np.asarray(at, np.float64), np.asarray(12.0 * np.log2(RATE / (lag + offset)), np.float64)
