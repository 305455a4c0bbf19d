"""Plain text with what markup says about spans of it. Made by `timeline.markup`, read by the text front end."""

from dataclasses import dataclass
from typing import Literal

from synthesis.timeline.model import Keyframe

AnnotationKind = Literal["pause", "phones", "sub", "prosody"]


@dataclass(frozen=True, slots=True)
class Annotation:
    """Offsets are code points [start, end) of the plain text; a pause has start == end.

    Spans of one kind never overlap: nested prosody is handed over as stretches that carry the product of all.
    """

    kind: AnnotationKind
    start: int
    end: int
    value: str = ""
    """phones: "/ipa/" or tone-numbered pinyin ("hang2", syllables apart by spaces, ü as v); sub: the words to say."""
    pause_s: float = 0.0
    rate: float = 1.0
    pitch_semitones: float = 0.0
    volume_db: float = 0.0


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    plain: str
    annotations: tuple[Annotation, ...] = ()
    """By start; a pause comes before what starts where it stands."""
    keyframes: tuple[Keyframe, ...] = ()
    warnings: tuple[str, ...] = ()
    """Near misses of emotion marks read as text, for --explain."""
    stripped: str = ""
    """The text as a segment keeps it: emotion marks taken out, all other markup in place."""
    anchors: tuple[int, ...] = ()
    """Plain offsets where a mark or keyframe can sit: the starts of words, and the end of the text."""
    raw_offsets: tuple[int, ...] = ()
    """For each anchor, where a mark would stand in the text that was parsed."""
