"""Plain text with what markup says about spans of it. Made by `timeline.markup`, read by the text front end."""

from dataclasses import dataclass
from typing import Literal

from synthesis.timeline.model import Keyframe

AnnotationKind = Literal["pause", "phones", "sub", "prosody"]


@dataclass(frozen=True, slots=True)
class Annotation:
    """Offsets are code points [start, end) of the plain text; a pause has start == end."""

    kind: AnnotationKind
    start: int
    end: int
    value: str = ""
    """phones: "/ipa/" or tone-numbered pinyin ("hang2"); sub: the words to say instead."""
    pause_s: float = 0.0
    rate: float = 1.0
    pitch_semitones: float = 0.0
    volume_db: float = 0.0


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    plain: str
    annotations: tuple[Annotation, ...] = ()
    keyframes: tuple[Keyframe, ...] = ()
    warnings: tuple[str, ...] = ()
    """Near misses of emotion marks read as text, for --explain."""
