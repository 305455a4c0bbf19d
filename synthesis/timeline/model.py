"""Timeline: what is said, when and how. Versioned JSON; curves are anchored to text position."""

from dataclasses import dataclass, field
from typing import Literal

from synthesis.emotions.controls import Emotion

TIMELINE_VERSION = 1
Ease = Literal["hold", "linear", "smooth"]
SegmentLanguage = Literal["auto", "en", "zh"]
Weights = tuple[tuple[str, float], ...]
"""Emotion name and weight 0-1, each name once, in the order written; they sum to at most 1."""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A point of one emotion lane. From it to the lane's next keyframe the weight is held, or glides (`ease` of *this*
    keyframe says how the weight moves from here on)."""

    id: str
    at: float
    """Code-point offset into the segment's plain text (marks stripped), or seconds for a recording."""
    emotion: str
    weight: float
    ease: Ease = "hold"


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of speech by one voice: plain text with pronunciation and pause markup, or a recording."""

    id: str
    text: str = ""
    """Marked-up text *without* emotion marks: pauses, pronunciations and the SSML subset stay in; emotion marks become
    keyframes. Offsets of keyframes count in `plain_text(text)`, where all markup is stripped."""
    recording: str | None = None
    """Path of a recording (relative to the timeline's file) in place of text."""
    transcript: str = ""
    """Of a recording, for captions; may be empty."""
    voice: str = ""
    """Name in the voices handed to `render`; empty = the timeline's, else the shipped default voice."""
    language: SegmentLanguage = "auto"
    base: Weights = ()
    """Emotion where no lane says otherwise; lanes replace it from their first keyframe on."""
    keyframes: tuple[Keyframe, ...] = ()
    intensity: float = 1.0
    """0-1, multiplies every weight of the segment."""
    speed: float = 1.0
    pitch_semitones: float = 0.0
    gap_s: float = 0.35
    """Silence to the next segment; negative is a crossfade of that length."""
    seed: int | None = None
    variation: float | None = None
    title: str = ""
    """A chapter starts here (m4b chapters)."""
    character: str = ""
    """A name in the timeline's cast, whose voice and base hold where the segment has none of its own."""
    notes: str = ""
    """For people; shapes no sound."""


@dataclass(frozen=True, slots=True)
class CastMember:
    """Who plays a character, and in what mood by default."""

    voice: str = ""
    base: Weights = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    segments: tuple[Segment, ...]
    voice: str = ""
    seed: int = 0
    variation: float = 0.0
    version: int = TIMELINE_VERSION
    lexicon: tuple[tuple[str, str], ...] = field(default=())
    """Word -> "/ipa/", tone-numbered pinyin, or a respelling."""
    emotions: tuple[tuple[str, Emotion], ...] = field(default=())
    """Emotions of this timeline's own (made by hand or encoded from a clip), beside the presets."""
    cast: tuple[tuple[str, CastMember], ...] = field(default=())
    """Character -> who plays it."""
