"""Who speaks: the d-vector of a clip, a unit vector of 256 numbers that is near for the same person.

The network is Resemblyzer's generalised end-to-end speaker encoder (Wan et al. 2018): three LSTM layers over 40 mel
power bands (16 kHz, 25 ms window, 10 ms step, no logarithm), the last state through a ReLU layer. Windows of 1.6 s
are embedded one by one and averaged. On held-out people: the same person 0.89, different people 0.58.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from synthesis.clip import Clip
from synthesis.errors import VoiceError
from synthesis.runtime.sessions import Session, make_session
from synthesis.runtime.weights import artifact_path
from synthesis.units import Float32
from synthesis.voices.mel_bands import mel_filterbank
from synthesis.voices.voice import EMBEDDING_SIZE as EMBEDDING_SIZE

ENCODER_REVISION = "resemblyzer-0.1.4"
ENCODER_RATE = 16_000
ENCODER_BANDS = 40
WINDOW_FRAMES = 160
HOP_FRAMES = 40
_N_FFT, _STEP = 400, 160
_LEVEL_DB = -30.0
_QUIET_DB = 35.0
_LONGEST_PAUSE_S = 0.3
_BATCH = 16


def embed_clip(clip: Clip) -> Float32:
    """d-vector of one clip. -> (256,) unit length. Costs about 30 ms for 5 s. Raises VoiceError on silence."""
    return _mean_direction(embed_windows(clip))


def embed_clips(clips: Sequence[Clip]) -> Float32:
    """One d-vector of several clips of the same person, each clip of equal weight. -> (256,) unit length"""
    if not clips:
        raise VoiceError("no_clips", "No clip was given; a voice needs at least one.")
    return _mean_direction(np.stack([embed_clip(clip) for clip in clips]))


def embed_windows(clip: Clip, *, hop_s: float = 0.4) -> Float32:
    """d-vectors of windows of 1.6 s every `hop_s`, pauses cut out first. -> (n_windows, 256), each of unit length

    A clip shorter than a window gives one row. For telling whether one person speaks throughout.
    """
    return embed_mel(encoder_mel(speech_16k(clip)), hop_frames=max(1, round(hop_s * ENCODER_RATE / _STEP)))


def similarity(a: Float32, b: Float32) -> float:
    """Cosine of two d-vectors, -1..1. Same person about 0.89, different people about 0.58."""
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    if norm < 1e-9:
        raise VoiceError("embedding_zero", "The embedding is empty; no voice was heard in the clips.")
    return float(np.dot(a, b)) / norm


def speech_16k(clip: Clip) -> Float32:
    """The clip at 16 kHz and -30 dBFS with silent edges and long pauses cut. -> (n,). Raises VoiceError on silence."""
    import soxr

    samples = np.asarray(clip.samples, np.float32)
    if clip.sample_rate != ENCODER_RATE:
        samples = np.asarray(soxr.resample(samples, clip.sample_rate, ENCODER_RATE), np.float32)
    samples = _cut_pauses(samples)
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) if len(samples) else 0.0
    if rms < 1e-6:
        raise VoiceError(
            "silent",
            "No voice was heard in the clip {name}; record it again, closer and louder.",
            name=clip.name or "given",
        )
    return samples * np.float32(10.0 ** (_LEVEL_DB / 20.0) / rms)


def encoder_mel(samples: Float32) -> Float32:
    """Mel power at 16 kHz, one row per 10 ms, centred, zeros beyond the edges. (n,) -> (1 + n // 160, 40)"""
    return np.asarray(encoder_power(samples) @ encoder_filterbank().T, np.float32)


def encoder_power(samples: Float32) -> Float32:
    """Power spectrum on the encoder's grid. (n,) at 16 kHz -> (1 + n // 160, 201)"""
    from scipy.fft import rfft

    padded = np.pad(samples, _N_FFT // 2)
    framed = np.lib.stride_tricks.sliding_window_view(padded, _N_FFT)[::_STEP]  # (n_frames, 400)
    window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_N_FFT) / _N_FFT)).astype(np.float32)
    spectrum = rfft(framed * window, axis=1)
    return np.asarray(spectrum.real**2 + spectrum.imag**2, np.float32)


def encoder_filterbank() -> Float32:
    """(40, 201)"""
    return mel_filterbank(sample_rate=ENCODER_RATE, n_fft=_N_FFT, n_bands=ENCODER_BANDS)


def embed_mel(mel: Float32, *, hop_frames: int = HOP_FRAMES) -> Float32:
    """(n_frames, 40) mel power -> (n_windows, 256); frames beyond the last whole window are covered by one more."""
    if len(mel) < WINDOW_FRAMES:
        mel = np.pad(mel, ((0, WINDOW_FRAMES - len(mel)), (0, 0)))
    starts = list(range(0, len(mel) - WINDOW_FRAMES + 1, hop_frames))
    if len(mel) - WINDOW_FRAMES - starts[-1] > hop_frames // 2:
        starts.append(len(mel) - WINDOW_FRAMES)
    windows = np.stack([mel[i : i + WINDOW_FRAMES] for i in starts])
    parts = [_encoder().run(None, {"mel": windows[i : i + _BATCH]})[0] for i in range(0, len(windows), _BATCH)]
    return np.asarray(np.concatenate(parts), np.float32)


def _cut_pauses(samples: Float32) -> Float32:
    """Drop the edges and all pauses beyond 0.3 s, by level within 35 dB of the loudest 25 ms."""
    n = len(samples) // _STEP
    if n < 3:
        return samples
    level = np.sqrt(np.mean(samples[: n * _STEP].reshape(n, _STEP).astype(np.float64) ** 2, axis=1))
    loud = level >= max(level.max() * 10.0 ** (-_QUIET_DB / 20.0), 1e-9)
    if not loud.any():
        return samples
    reach = max(1, round(_LONGEST_PAUSE_S / 2 * ENCODER_RATE / _STEP))
    kept = np.convolve(loud, np.ones(2 * reach + 1), "same") > 0
    edges = np.flatnonzero(loud)
    kept[: max(0, edges[0] - 1)] = False
    kept[edges[-1] + 2 :] = False
    return samples[: n * _STEP].reshape(n, _STEP)[kept].reshape(-1)


def _mean_direction(rows: Float32) -> Float32:
    mean = rows.mean(axis=0, dtype=np.float64)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9), np.float32)


@lru_cache(maxsize=1)
def _encoder() -> Session:
    return make_session(artifact_path("speaker/encoder.onnx"))
