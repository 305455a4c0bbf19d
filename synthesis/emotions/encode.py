"""A reference clip to an emotion: measured against the speaker's neutral reading, or the population's."""

import numpy as np

from synthesis.clip import Clip
from synthesis.emotions.controls import CONTROLS, Emotion
from synthesis.emotions.measure import Measurement, measure
from synthesis.emotions.response import controls_for, read_data
from synthesis.errors import ClipError, EmotionError
from synthesis.units import Float64

NARROW_BAND_HZ = 15_000
"""Below this sample rate nothing is known about the band above 4 kHz."""
UNKNOWN_SPEAKER_SHARE = 0.8
"""Without the speaker's neutral a difference may be the person and not the mood: take it a little smaller."""
LEVEL_FEATURES = ("level_db",)
"""Recording levels differ for other reasons than loudness of voice, so they count only inside one recording chain."""


def encode_emotion(clip: Clip, neutral: Clip | None = None) -> Emotion:
    """The emotion heard in `clip`, which may be as short as a second.

    `neutral` is the same person speaking plainly, best in the same words. Without it the clip is held against people in
    general, which tells effort, pace and movement well, and the mean pitch only roughly. Raises ClipError for clips
    without speech and EmotionError where the two clips cannot be compared.
    """
    heard = measure(clip)
    if neutral is not None:
        change = heard.minus(_measure_neutral(neutral))
    else:
        change = {name: UNKNOWN_SPEAKER_SHARE * value for name, value in against_population(heard).items()}
    for name in ignored(clip, neutral):
        change.pop(name, None)
    values = Emotion.from_controls(controls_for(change)).values
    return Emotion(within_range(values), clip.name)


def ignored(clip: Clip, neutral: Clip | None) -> tuple[str, ...]:
    """Features that say nothing about the mood for these clips."""
    narrow = min(clip.sample_rate, clip.sample_rate if neutral is None else neutral.sample_rate) < NARROW_BAND_HZ
    return (*LEVEL_FEATURES, *(("high_db",) if narrow else ()))


def against_population(heard: Measurement) -> dict[str, float]:
    """Feature -> difference from what is usual for people, for a speaker with this voice."""
    norms = read_data("norms")
    change = {name: float(getattr(heard, name)) - value for name, value in norms["features"].items()}
    change["f0_mean_st"] = heard.f0_mean_st - usual_pitch_st(heard.f0_mean_st)
    return change


def usual_pitch_st(heard_st: float) -> float:
    """The neutral pitch to expect of a speaker heard at `heard_st` (semitones above 100 Hz).

    Men and women are two groups; each may be speaking higher than usual, so the estimate lies between the group's mean
    and what was heard.
    """
    groups = read_data("norms")["pitch_groups"]
    means, spreads = np.array([g["mean_st"] for g in groups]), np.array([g["spread_st"] for g in groups])
    raised = read_data("norms")["acting_spread_st"]
    total = np.sqrt(spreads**2 + raised**2)
    belief = np.exp(-0.5 * ((heard_st - means) / total) ** 2) / total
    within = means + (heard_st - means) * spreads**2 / total**2
    return float((belief * within).sum() / belief.sum())


def within_range(values: Float64) -> Float64:
    return np.asarray(np.clip(values, [c.low for c in CONTROLS], [c.high for c in CONTROLS]), np.float64)


def _measure_neutral(neutral: Clip) -> Measurement:
    try:
        return measure(neutral)
    except ClipError as error:
        raise EmotionError("neutral_clip", "The neutral clip cannot be used: {reason}", reason=str(error)) from error
