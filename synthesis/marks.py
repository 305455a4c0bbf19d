"""Marks in seconds: what a listener hears when, on the original text. Captions, karaoke and lip-sync read these."""

from dataclasses import dataclass

from synthesis.frames import MarkKind


@dataclass(frozen=True, slots=True)
class TimedMark:
    kind: MarkKind
    text: str
    start_s: float
    end_s: float
    source: tuple[int, int]
    """Code points [start, end) of the segment's plain text."""
    language: str = ""


@dataclass(frozen=True, slots=True)
class SpokenSegment:
    """A segment as it stands in the finished audio."""

    id: str
    text: str
    """The original text, markup stripped."""
    start_s: float
    end_s: float
    marks: tuple[TimedMark, ...]
    """Seconds from the start of the audio."""
    title: str = ""
