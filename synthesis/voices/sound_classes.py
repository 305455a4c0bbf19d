"""Sound classes: which of a few kinds of sound (open vowels, nasals, hisses ...) a frame is, softly.

People differ not by one filter but by one per kind of sound. A static warp and gains reached a likeness of 0.81 on
the calibration and 0.79 on held-out clips; with gains per class 0.90 and 0.86 (and 0.01 more on
new sentences for twelve kinds than for eight). The kinds are found in the source's own
calibration frames by k-means, and told by spectral shape alone, so level and F0 may be edited freely.
"""

from functools import lru_cache

import numpy as np

from synthesis.frames import SILENT_LOG, SpeechFrames
from synthesis.units import N_BINS, Float32
from synthesis.voices.mel_bands import knot_weights

N_CLASSES = 12
N_FEATURES = 21
_KNOTS = 24
_HIGHEST_HZ = 12_000.0
_SHARPNESS = 8.0
_LOUD_LOG = 4.0
_ROUNDS = 30
_SMOOTHING = np.array([0.25, 0.75, 1.0, 0.75, 0.25], np.float32) / np.float32(3.0)


@lru_cache(maxsize=1)
def _bands() -> Float32:
    """Mean over mel bands up to 8 kHz. (601, 21)"""
    weights = knot_weights(n_knots=_KNOTS, n_bins=N_BINS, highest_hz=_HIGHEST_HZ)[:, :N_FEATURES]
    return np.ascontiguousarray(weights / weights.sum(axis=0))


def shape_features(frames: SpeechFrames) -> tuple[Float32, Float32]:
    """Log amplitude in mel bands without the frame's own level (n, 21), and that level (n,)."""
    harmonic = frames.harmonic_log @ _bands()
    harmonic[frames.f0_hz <= 0] = SILENT_LOG
    total = np.logaddexp(2 * harmonic, 2 * (frames.noise_log @ _bands()))
    if frames.free_log is not None:
        total = np.logaddexp(total, 2 * (frames.free_log @ _bands()))
    total *= np.float32(0.5)
    level = total.mean(axis=1)
    return total - level[:, None], level


def find_classes(all_frames: tuple[SpeechFrames, ...]) -> tuple[Float32, float]:
    """k-means over the loud frames of a calibration. -> centres (12, 21) and the width of a feature"""
    pairs = [shape_features(frames) for frames in all_frames]
    shape, level = np.concatenate([s for s, _ in pairs]), np.concatenate([v for _, v in pairs])
    loud = shape[level > np.percentile(level, 98) - _LOUD_LOG]
    if len(loud) < N_CLASSES:
        loud = shape
    width = float(loud.std(axis=0).mean())
    draw = np.random.default_rng(0)
    centres = loud[draw.choice(len(loud), N_CLASSES, replace=len(loud) < N_CLASSES)]
    for _ in range(_ROUNDS):
        nearest = _distance(loud, centres).argmin(axis=1)
        groups = [loud[nearest == k] for k in range(N_CLASSES)]
        centres = np.stack([g.mean(axis=0) if len(g) else c for g, c in zip(groups, centres, strict=True)])
    return centres.astype(np.float32), max(width, 1e-3)


def class_shares(frames: SpeechFrames, centres: Float32, width: float) -> Float32:
    """How much of each class every frame is; rows sum to 1, smoothed over 5 frames. -> (n, n_classes)"""
    shape, _ = shape_features(frames)
    score = _distance(shape, centres) * np.float32(-_SHARPNESS / (width * width))
    score -= score.max(axis=1, keepdims=True)
    share = np.exp(score)
    share /= share.sum(axis=1, keepdims=True)
    reach = len(_SMOOTHING) // 2
    padded = np.pad(share, ((reach, reach), (0, 0)), mode="edge")
    return np.asarray(sum(_SMOOTHING[i] * padded[i : i + len(share)] for i in range(len(_SMOOTHING))), np.float32)


def _distance(shape: Float32, centres: Float32) -> Float32:
    """Mean squared difference. (n, 21), (k, 21) -> (n, k)"""
    cross = shape @ centres.T
    square = (shape * shape).sum(axis=1)[:, None] + (centres * centres).sum(axis=1)
    return np.asarray((square - 2 * cross) / np.float32(shape.shape[1]), np.float32)
