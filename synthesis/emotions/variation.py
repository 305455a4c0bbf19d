"""Another take of the same words: pace, pauses, accents and tune drawn by a seed, so that it sounds different.

At amount 0 nothing is drawn and nothing changes. The sizes are those by which one reader's two readings differ, and
are *set*, not merely expected: the drawn tune is scaled to its RMS, so that no take is by chance almost the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from synthesis.emotions.phrases import is_stressed
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, Float64

TUNE_RMS_ST = 2.3
"""Of the drawn tune at amount 1."""
TUNE_KNOT_FRAMES = 36
"""0.45 s: about the length of a foot."""
TONE_SHARE = 0.9
PACE_LOG = 0.12
"""Half the span of paces at amount 1."""
WORD_PACE_LOG = 0.08
PAUSE_LOG = 0.6
ACCENT_LOG = 0.7
GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True, eq=False)
class Variation:
    """What one take does differently."""

    rate: Float32  # (n_words,) multiplies the speaking rate
    pause: Float64  # (n_words,) multiplies the pause after each word
    accent: Float64  # (n_words,) added to the accent control
    tune: Float64  # (n_knots,) semitones, evenly over the sentence; empty = none

    def semitones(self, point_frame: Float32, *, n_frames: int) -> Float64:
        """Shift of F0 at each point. (n_points,)"""
        if not len(self.tune):
            return np.zeros(len(point_frame))
        smooth = _cosine_between(self.tune, np.asarray(point_frame, np.float64) / max(n_frames, 1))
        rms = float(np.sqrt(np.mean(smooth**2)))
        return smooth * (self._target_rms() / rms) if rms > 1e-6 else smooth

    def _target_rms(self) -> float:
        return float(np.sqrt(np.mean(self.tune**2)))


def draw_variation(words: Sequence[SpokenWord], *, seed: int, amount: float) -> Variation:
    """The take that `seed` stands for; `amount` 0-1 sizes it. Deterministic; neighbouring seeds differ most in pace."""
    n = len(words)
    if amount <= 0 or not n:
        return Variation(np.ones(n, np.float32), np.ones(n), np.zeros(n), np.zeros(0))
    random = np.random.default_rng([seed & 0xFFFF_FFFF, seed >> 32 & 0xFFFF_FFFF, 77])
    pace = amount * PACE_LOG * (2.0 * (seed * GOLDEN % 1.0) - 1.0)
    rate = np.exp(pace + amount * WORD_PACE_LOG * random.standard_normal(n).clip(-2, 2))
    pause = np.exp(amount * PAUSE_LOG * random.uniform(-1, 1, n))
    stressed = np.array([is_stressed(words, i) for i in range(n)], bool)
    accent = amount * ACCENT_LOG * random.uniform(-1, 1, n) * stressed
    n_knots = max(4, round(n * 25 / TUNE_KNOT_FRAMES))
    tune = random.standard_normal(n_knots)
    tune -= tune.mean()  # the tune moves about the speaker's own pitch: another mean would cost likeness
    share = TONE_SHARE if words[0].language == "zh" else 1.0
    tune *= amount * TUNE_RMS_ST * share / float(np.sqrt(np.mean(tune**2)))
    return Variation(rate.astype(np.float32), pause, accent, tune)


def _cosine_between(knots: Float64, place: Float64) -> Float64:
    """Knots spread over 0-1, joined by half cosines. (n_points,)"""
    at = np.clip(place, 0.0, 1.0) * (len(knots) - 1)
    low = np.minimum(at.astype(np.intp), len(knots) - 2)
    part = 0.5 - 0.5 * np.cos(np.pi * (at - low))
    return np.asarray(knots[low] * (1 - part) + knots[low + 1] * part, np.float64)
