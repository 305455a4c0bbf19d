"""Steady noise in a recording: how much there is, and the recording with less of it.

The noise spectrum is tracked by speech presence probability (Gerkmann and Hendriks, "Unbiased MMSE-based noise power
estimation", 2012), started from the quiet part of each band. The gain is the log-spectral amplitude estimator with a
decision-directed prior SNR (Ephraim and Malah 1984, 1985), and never falls under a floor, so that the rest of the noise
stays even and no musical tones come up.
"""

from dataclasses import dataclass, replace

import numpy as np

from synthesis.clip import Clip
from synthesis.units import Float32, Float64

N_FFT = 1_024
HOP = 256
LOWEST_HZ, HIGHEST_HZ = 80.0, 7_600.0
"""Band in which SNR is counted."""
GAIN_FLOOR_DB = -16.0
CLEAN_SNR_DB = 60.0
"""The most that `estimate_snr_db` answers."""
QUIET_QUANTILE = 0.15
QUIET_BIAS = 2.2
SILENT_FRAME = 1e-10
"""Frames this far below the loudest are digital silence, not the room."""
_PRIOR_SNR_MIN = 10.0 ** (-18.0 / 10.0)
_PRIOR_SNR_SPEECH = 10.0 ** (15.0 / 10.0)
_SMOOTHING = 0.95


@dataclass(frozen=True, slots=True, eq=False)
class _Spectrum:
    """Hann-windowed STFT."""

    values: np.ndarray  # (n_frames, 513) complex64
    n_samples: int

    @property
    def power(self) -> Float64:
        return np.asarray(np.square(np.abs(self.values)), np.float64) + 1e-12


def estimate_snr_db(clip: Clip) -> float:
    """Mean level of speech over the steady noise under it, 80 to 7600 Hz, at most 60. Digital silence gives 0."""
    if not np.any(clip.samples):
        return 0.0
    spectrum = _stft(clip.samples)
    band = _band(clip.sample_rate)
    power = spectrum.power[:, band]
    noise = float(_quiet_power(power).sum())
    frames = power.sum(axis=1)
    active = frames[frames > max(2.0 * noise, frames.max() * 1e-3)]
    if not len(active):
        return 0.0
    speech = max(float(active.mean()) - noise, 1e-12)
    return float(np.clip(10.0 * np.log10(speech / max(noise, 1e-12)), -10.0, CLEAN_SNR_DB))


def reduce_noise(clip: Clip, *, floor_db: float = GAIN_FLOOR_DB) -> Clip:
    """The clip with steady noise taken down by up to `-floor_db` dB; same length, hash and name, note `denoised`."""
    spectrum = _stft(clip.samples)
    gain = _gains(spectrum.power, floor=10.0 ** (floor_db / 20.0))
    samples = _istft(_Spectrum(spectrum.values * gain, spectrum.n_samples))
    return replace(clip, samples=samples, notes=(*clip.notes, "denoised"))


def _gains(power: Float64, *, floor: float) -> Float32:
    """(n_frames, n_bins) amplitude gains."""
    from scipy.ndimage import uniform_filter
    from scipy.special import exp1

    noise = _quiet_power(power)
    probability = np.full(power.shape[1], 0.5)
    gains = np.empty(power.shape, np.float32)
    before = np.zeros(power.shape[1])
    for i, frame in enumerate(power):
        noise, probability = _track(noise, frame, probability)
        posterior = np.minimum(frame / noise, 1e4)
        prior = np.maximum(
            _SMOOTHING * before / noise + (1.0 - _SMOOTHING) * np.maximum(posterior - 1.0, 0.0), _PRIOR_SNR_MIN
        )
        ratio = prior / (1.0 + prior)
        gain = ratio * np.exp(0.5 * exp1(np.maximum(ratio * posterior, 1e-8)))
        before = np.square(gain) * frame
        gains[i] = np.clip(gain, floor, 1.0)
    # Lone peaks of gain are heard as musical tones: each gain is averaged with its neighbours in time and frequency.
    return np.asarray(uniform_filter(gains, size=3), np.float32)


def _track(noise: Float64, frame: Float64, probability: Float64) -> tuple[Float64, Float64]:
    """One step of the noise tracker: its power and the smoothed probability of speech, per bin."""
    ratio = np.minimum(frame / noise, 200.0)
    exponent = ratio * _PRIOR_SNR_SPEECH / (1.0 + _PRIOR_SNR_SPEECH)
    speech = 1.0 / (1.0 + (1.0 + _PRIOR_SNR_SPEECH) * np.exp(-exponent))
    probability = 0.9 * probability + 0.1 * speech
    # Where a bin has been speech for long, let the tracker move a little, or it would never learn louder noise.
    speech = np.where(probability > 0.99, np.minimum(speech, 0.99), speech)
    estimate = speech * noise + (1.0 - speech) * frame
    return np.maximum(0.8 * noise + 0.2 * estimate, 1e-12), probability


def _quiet_power(power: Float64) -> Float64:
    """(n_frames, n_bins) -> (n_bins,) power of the noise: a low quantile over time, raised to the mean it stands for.

    The power of a bin of steady noise is exponentially distributed; smoothing over five frames and the quantile's bias
    are made up for by a factor measured on white noise.
    """
    total = power.sum(axis=1)
    power = power[total > total.max() * SILENT_FRAME]
    width = min(5, len(power))
    sums = np.cumsum(np.concatenate([np.zeros((1, power.shape[1])), power]), axis=0)
    smooth = (sums[width:] - sums[:-width]) / width
    return np.asarray(np.maximum(np.quantile(smooth, QUIET_QUANTILE, axis=0) * QUIET_BIAS, 1e-12), np.float64)


def _band(sample_rate: int) -> slice:
    step = sample_rate / N_FFT
    return slice(round(LOWEST_HZ / step), min(N_FFT // 2 + 1, round(HIGHEST_HZ / step)))


def _window() -> Float64:
    return 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(N_FFT) / N_FFT)


def _stft(samples: Float32) -> _Spectrum:
    # Mirrored edges: zeros there would pass for a very quiet room.
    padded = np.pad(samples, (N_FFT, N_FFT + HOP), mode="reflect" if len(samples) > N_FFT + HOP else "constant")
    frames = np.lib.stride_tricks.sliding_window_view(padded, N_FFT)[::HOP]
    return _Spectrum(np.fft.rfft(frames * _window(), axis=1), len(samples))


def _istft(spectrum: _Spectrum) -> Float32:
    frames = np.fft.irfft(spectrum.values, N_FFT, axis=1) * _window()
    out = np.zeros(HOP * (len(frames) - 1) + N_FFT)
    for shift in range(N_FFT // HOP):
        part = frames[:, shift * HOP : (shift + 1) * HOP].reshape(-1)
        out[shift * HOP : shift * HOP + len(part)] += part
    # Squared Hann windows at a quarter step add up to 1.5.
    return np.asarray(out[N_FFT : N_FFT + spectrum.n_samples] / 1.5, np.float32)
