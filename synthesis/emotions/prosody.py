"""Controls to prosody, before the spectrum is made: pace, tune, loudness movements and pauses.

Pure functions on arrays. With all controls at zero each of them returns its input (or ones, or zeros) unchanged.
The tune is treated in semitones as a phrase mean, a line (declination) and what moves about it, since that is what
acting changes in different measure: a sad speaker flattens the movements more than the line, an angry one lifts both.
"""

from collections.abc import Sequence

import numpy as np

from synthesis.emotions.controls import INDEX, N_CONTROLS
from synthesis.emotions.phrases import PhraseShape, is_stressed, phrase_shape
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, Float64

__all__ = ["PhraseShape", "energy_gain_db", "pause_scale", "phrase_shape", "shape_f0", "word_rates"]

REFERENCE_HZ = 100.0
LOWEST_HZ, HIGHEST_HZ = 55.0, 640.0
ACCENT_ST = 3.0
"""Height of the bump that accent = 1 (log) puts on a stressed syllable of a language without lexical tone."""
ACCENT_DB = 3.0
TONE_RANGE_SHARE = 0.7
"""Part of a range change that lexical tones take; the phrase contour takes all of it."""
TONE_RISE_SHARE = 0.5
MEDIAL_RISE_SHARE = 0.5
"""A phrase inside the sentence closes with half of the final movement."""
SHORTEST_CLOSE_FRAMES = 10.0
FULL_RISE_ST = 6.0
"""A rise of this size leaves nothing of the fall that stood there."""
TONE_SMOOTH_FRAMES = 24.0
"""0.3 s: about a syllable and a half, so the smoothed contour is the tune without the tones."""
DYNAMICS_DB = 5.0
EXCURSION_ST, EXCURSION_GIVE_ST = 8.0, 3.0


def word_rates(words: Sequence[SpokenWord], controls: Float64, *, base_rate: Float32) -> Float32:
    """Speed of every word for the engine. controls (n_words, N_CONTROLS), base_rate (n_words,) -> (n_words,)"""
    stressed = np.array([is_stressed(words, i) for i in range(len(words))], bool)
    change = column(controls, "rate") - column(controls, "lengthen") * stressed
    return np.asarray(np.asarray(base_rate, np.float64) * np.exp(change), np.float32)


def pause_scale(controls: Float64) -> Float64:
    """Ratio of pause lengths. (n, N_CONTROLS) -> (n,)"""
    return np.exp(column(controls, "pause"))


def shape_f0(f0_hz: Float32, point_frame: Float32, controls: Float64, phrase: PhraseShape) -> Float32:
    """The tune under the controls. f0_hz, point_frame (n_points,), controls (n_points, N_CONTROLS) -> (n_points,)

    Points at or below 40 Hz are unvoiced and stay as they are.
    """
    names = ("pitch", "range", "accent", "rise", "slope")
    if not any(column(controls, name).any() for name in names):
        return f0_hz
    at = np.asarray(point_frame, np.float64)
    voiced = np.asarray(f0_hz) > 40.0
    st = 12.0 * np.log2(np.where(voiced, f0_hz, REFERENCE_HZ) / REFERENCE_HZ)
    line, movement = _line_and_movement(st, at, voiced, phrase)
    share = TONE_RANGE_SHARE if phrase.tonal else 1.0
    mean = float(np.mean(st[voiced])) if voiced.any() else 0.0
    shaped = mean + (line - mean) * np.exp(column(controls, "range"))
    shaped += movement * np.exp(share * column(controls, "range"))
    shaped += column(controls, "pitch") + _accents(movement, at, controls, phrase)
    _close_phrases(shaped, at, voiced, controls, phrase)
    shaped = _within_voice(shaped, st - mean, mean + column(controls, "pitch"))
    hz = np.clip(REFERENCE_HZ * np.exp2(shaped / 12.0), LOWEST_HZ, HIGHEST_HZ)
    return np.where(voiced, hz, f0_hz).astype(np.float32)


def energy_gain_db(point_frame: Float32, controls: Float64, phrase: PhraseShape) -> Float64:
    """Loudness movements for the engine: stressed syllables against the rest. -> (n_points,) dB

    The level as a whole (`energy`) is set on the frames, where it is exact.
    """
    accent, dynamics = column(controls, "accent"), column(controls, "dynamics")
    if not (accent.any() or dynamics.any()):
        return np.zeros(len(point_frame))
    stress = stress_curve(np.asarray(point_frame, np.float64), phrase)
    contrast = stress - (float(stress.mean()) if len(stress) else 0.0)
    gain: Float64 = ACCENT_DB * accent * contrast + DYNAMICS_DB * dynamics * contrast
    return gain


def stress_curve(at: Float64, phrase: PhraseShape) -> Float64:
    """0-1: a raised cosine over every stressed syllable. (n_points,)"""
    curve = np.zeros(len(at))
    for start, end, strength in phrase.stresses:
        middle, half = (start + end) / 2, max((end - start) / 2 * 1.3, 3.0)
        bump = strength * (0.5 + 0.5 * np.cos(np.pi * np.clip((at - middle) / half, -1.0, 1.0)))
        curve = np.maximum(curve, bump)
    return curve


def _line_and_movement(st: Float64, at: Float64, voiced: np.ndarray, phrase: PhraseShape) -> tuple[Float64, Float64]:
    """Per phrase: its slow contour, and what moves about it. Both (n_points,)."""
    line = np.full(len(st), float(np.mean(st[voiced])) if voiced.any() else 0.0)
    for start, end in phrase.phrases:
        inside = (at >= start) & (at <= end)
        known = inside & voiced
        if known.sum() < 2:
            continue
        if phrase.tonal:
            line[inside] = _smoothed(at[inside], at[known], st[known])
        else:
            line[inside] = np.polyval(_fit_line(at[known], st[known]), at[inside])
    return line, st - line


def _fit_line(x: Float64, y: Float64) -> Float64:
    """Slope and offset, drawn towards level for short phrases (a ridge of half a second)."""
    centred = x - x.mean()
    slope = float((centred * (y - y.mean())).sum() / ((centred**2).sum() + len(x) * 15.0**2))
    return np.array([slope, float(y.mean()) - slope * float(x.mean())])


def _smoothed(at: Float64, known_at: Float64, known: Float64) -> Float64:
    weights = np.exp(-0.5 * ((at[:, None] - known_at[None, :]) / TONE_SMOOTH_FRAMES) ** 2) + 1e-9
    smooth: Float64 = (weights @ known) / weights.sum(1)
    return smooth


def _within_voice(shaped: Float64, before_st: Float64, mean: Float64) -> Float64:
    """Excursions bent back softly beyond 8 semitones about the mean, unless the model itself went further."""
    moved = shaped - mean
    limit = np.maximum(EXCURSION_ST, np.abs(before_st))
    over = np.maximum(np.abs(moved) - limit, 0.0)
    bent = np.sign(moved) * (limit + EXCURSION_GIVE_ST * np.tanh(over / EXCURSION_GIVE_ST))
    return np.asarray(np.where(over > 0, mean + bent, shaped), np.float64)


def _accents(movement: Float64, at: Float64, controls: Float64, phrase: PhraseShape) -> Float64:
    accent = column(controls, "accent")
    if not accent.any():
        return np.zeros(len(at))
    stress = stress_curve(at, phrase)
    if phrase.tonal:  # a tone grows or shrinks about the contour; it is never given another shape
        return movement * np.expm1(0.5 * accent) * stress
    return accent * ACCENT_ST * stress


def _close_phrases(st: Float64, at: Float64, voiced: np.ndarray, controls: Float64, phrase: PhraseShape) -> None:
    """Slope over each phrase and the movement over its last syllables, added to `st` in place."""
    slope, rise = column(controls, "slope"), column(controls, "rise")
    if not (slope.any() or rise.any()):
        return
    for i, ((start, end), (turn, _)) in enumerate(zip(phrase.phrases, phrase.finals, strict=True)):
        inside = np.flatnonzero(voiced & (at >= start) & (at <= end + 3.0))
        if len(inside) < 3:
            continue
        last = at[inside[-1]]  # the tune ends where the voice does, not where the last consonant does
        st[inside] += slope[inside] * ((at[inside] - start) / max(last - start, 1.0) - 0.5).clip(-0.5, 0.5)
        share = 1.0 if i + 1 == len(phrase.phrases) else MEDIAL_RISE_SHARE
        share *= TONE_RISE_SHARE if phrase.tonal else 1.0
        closing = inside[at[inside] >= min(turn, last - SHORTEST_CLOSE_FRAMES)]
        _close(st, at, closing, share * rise[closing], flatten=not phrase.tonal)


def _close(st: Float64, at: Float64, closing: np.ndarray, rise: Float64, *, flatten: bool) -> None:
    """One closing movement. A rise first takes out the model's own fall, else it would only make the fall shallower."""
    if not len(closing):
        return
    progress = (at[closing] - at[closing[0]]) / max(float(at[closing[-1]] - at[closing[0]]), 1.0)
    if flatten:
        peak = int(np.argmax(st[closing]))
        fall = np.minimum(st[closing] - st[closing[peak]], 0.0)
        fall[:peak] = 0.0
        st[closing] -= fall * np.clip(rise / FULL_RISE_ST, 0.0, 1.0)
    st[closing] += rise * progress


def column(controls: Float64, name: str) -> Float64:
    """One control over time. (n, N_CONTROLS) -> (n,)"""
    if controls.ndim != 2 or controls.shape[1] != N_CONTROLS:
        raise ValueError(f"controls have shape {controls.shape}, not (n, {N_CONTROLS})")
    return np.asarray(controls[:, INDEX[name]], np.float64)
