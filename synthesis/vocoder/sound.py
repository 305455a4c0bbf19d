"""Frames to samples: pulses through the harmonic part, seeded noise through the noise part, one inverse STFT."""

from functools import lru_cache

import numpy as np

from synthesis.frames import SpeechFrames
from synthesis.units import HOP, N_BINS, N_FFT, Float32
from synthesis.vocoder.pulses import pulse_train

HIGHEST_LOG = 7.0
"""Natural-log amplitudes above this are cut: far beyond speech, they only come from a spectrum gone wrong."""
OVERLAP = N_FFT // HOP
_BLOCK = 48
# Optimization: blocks of 48 frames stay in the core's cache; whole-sentence arrays took 1.7 times as long.
_NOISE_POOL = 1 << 19
_FADE = 48
"""2 ms: frames cut out of speech start and end without a click."""


@lru_cache(maxsize=1)
def window() -> Float32:
    """Periodic Hann. (N_FFT,)"""
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(N_FFT) / N_FFT)).astype(np.float32)


@lru_cache(maxsize=1)
def _noise_pool() -> tuple[Float32, Float32]:
    """Gaussian numbers of unit variance, real and imaginary, drawn once. (pool,) twice

    Optimization: each frame takes 601 of them from a place drawn by the seed, which costs a copy in place of 1202
    draws (0.3 against 5.2 ms for 6.4 s of speech). Where two frames overlap in the pool, the same numbers stand in
    other bins.
    """
    rng = np.random.default_rng(20_231)
    return rng.standard_normal(_NOISE_POOL, np.float32), rng.standard_normal(_NOISE_POOL, np.float32)


@lru_cache(maxsize=4)
def _overlap_gain(n: int) -> Float32:
    """1 / summed squared window at each output sample. (n + 3, HOP)"""
    squared = (window() ** 2).reshape(OVERLAP, HOP)
    total = np.zeros((n + OVERLAP - 1, HOP), np.float32)
    for k in range(OVERLAP):
        total[k : k + n] += squared[k]
    return np.reciprocal(np.maximum(total, np.float32(1e-11)))


def pulse_spectrum(f0_hz: Float32) -> np.ndarray:
    """STFT of the pulses, scaled so that a harmonic of unit amplitude peaks at 1 (exp(harmonic_log) is its level).

    `f0_hz` (n,) -> (n, 601) complex64; frame k is centred on sample k * HOP.
    """
    from scipy.fft import rfft

    if not len(f0_hz):
        return np.zeros((0, N_BINS), np.complex64)
    scaled = window() / np.float32(N_FFT / 4)
    return np.asarray(rfft(_pulse_frames(f0_hz) * scaled, axis=1, overwrite_x=True))


def _pulse_frames(f0_hz: Float32) -> np.ndarray:
    padded = np.pad(pulse_train(f0_hz), N_FFT // 2, mode="reflect" if len(f0_hz) > 2 else "constant")
    return np.lib.stride_tricks.sliding_window_view(padded, N_FFT)[::HOP][: len(f0_hz)]


def vocode(frames: SpeechFrames, *, seed: int) -> Float32:
    """Sound of `frames` at 24 kHz: exactly len(frames) * HOP samples, the same for the same seed. -> (n * HOP,)

    Costs about 1 ms per second of speech on one core.
    """
    from scipy.fft import irfft, rfft

    n = len(frames)
    if not n:
        return np.zeros(0, np.float32)
    pulses = _pulse_frames(frames.f0_hz)  # (n, N_FFT) view
    scaled = window() / np.float32(N_FFT / 4)
    places = np.random.default_rng(seed).integers(0, _NOISE_POOL - N_BINS, n)
    sound = np.zeros((n + OVERLAP - 1, HOP), np.float32)
    for start in range(0, n, _BLOCK):
        rows = slice(start, min(start + _BLOCK, n))
        spectrum = rfft(pulses[rows] * scaled, axis=1, overwrite_x=True)  # (rows, N_BINS) complex64
        _shape_pulses(spectrum, frames, rows)
        _add_noise_and_free_part(spectrum, frames, rows, places[rows])
        pieces = irfft(spectrum, n=N_FFT, axis=1, overwrite_x=True)  # (rows, N_FFT) float32
        pieces *= window()
        blocks = pieces.reshape(-1, OVERLAP, HOP)
        for k in range(OVERLAP):
            sound[rows.start + k : rows.stop + k] += blocks[:, k]
    sound *= _overlap_gain(n)
    out = sound.reshape(-1)[N_FFT // 2 : N_FFT // 2 + n * HOP].copy()
    fade = np.linspace(0.0, 1.0, _FADE, dtype=np.float32)
    out[:_FADE] *= fade
    out[-_FADE:] *= fade[::-1]
    return out


def _amplitude(log_amplitude: Float32) -> Float32:
    return np.asarray(np.exp(np.minimum(log_amplitude, np.float32(HIGHEST_LOG))))


def _shape_pulses(spectrum: np.ndarray, frames: SpeechFrames, rows: slice) -> None:
    amplitude = _amplitude(frames.harmonic_log[rows])
    if frames.harmonic_phase is None:
        spectrum *= amplitude
        return
    spectrum *= _rotation(amplitude, frames.harmonic_phase[rows])


def _add_noise_and_free_part(spectrum: np.ndarray, frames: SpeechFrames, rows: slice, places: np.ndarray) -> None:
    amplitude = _amplitude(frames.noise_log[rows])
    real, imaginary = (_windows(part)[places] for part in _noise_pool())  # copies (rows, N_BINS)
    real *= amplitude
    imaginary *= amplitude
    if frames.free_log is not None and frames.free_phase is not None:
        amplitude = _amplitude(frames.free_log[rows])
        phase = frames.free_phase[rows]
        real += amplitude * np.cos(phase)
        imaginary += amplitude * np.sin(phase)
    spectrum.real += real
    spectrum.imag += imaginary


def _windows(pool: Float32) -> np.ndarray:
    """All runs of N_BINS numbers of the pool, a view. (pool - N_BINS + 1, N_BINS)"""
    return np.lib.stride_tricks.sliding_window_view(pool, N_BINS)


def _rotation(amplitude: Float32, phase: Float32) -> np.ndarray:
    """amplitude * e^(i phase), complex64."""
    out = np.empty(amplitude.shape, np.complex64)
    np.multiply(amplitude, np.cos(phase), out=out.real)
    np.multiply(amplitude, np.sin(phase), out=out.imag)
    return out
