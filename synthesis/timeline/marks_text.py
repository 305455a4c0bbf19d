"""Emotion curves as marks in the text, both ways.

Lossless for keyframes that sit on words: the marks read back as the same curves. A keyframe elsewhere (inside a word,
on a space) is written at the nearest word; `snapped_keyframes` tells which, and how far.
"""

from dataclasses import dataclass, replace

from synthesis.errors import TimelineError
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.curve_marks import marks_of_curves
from synthesis.timeline.emotion_mark import EmotionMark, write_mark
from synthesis.timeline.lanes import LaneBuilder
from synthesis.timeline.markup import Names, escape_literals, parse_markup
from synthesis.timeline.model import Keyframe, Segment, Weights
from synthesis.timeline.segments import take_marks
from synthesis.timeline.words import is_wide, nearest_anchor

_OPENING = frozenset("“‘\"'(¿¡「『《【（〈")


@dataclass(frozen=True, slots=True)
class Snapped:
    """A keyframe that marks can only write at another place."""

    id: str
    at: float
    written_at: float


def marks_to_timeline(
    text: str, *, emotion_names: Names = None, base: Weights = ()
) -> tuple[str, tuple[Keyframe, ...], Weights]:
    """Marked text -> (text without emotion marks, keyframes, base), ready for a Segment."""
    annotated = parse_markup(text, emotion_names=emotion_names, base=base)
    return annotated.stripped, annotated.keyframes, base


def timeline_to_marks(segment: Segment, *, emotion_names: Names = None) -> str:
    """The segment's text with its keyframes written as emotion marks. `segment.base` is not written: it belongs to
    the segment, and `[/]` refers to it. Raises TimelineError for a recording, which has no text to mark."""
    if segment.recording is not None:
        raise TimelineError(
            "marks_recording", "Segment {id} is a recording; describe its curve instead.", id=segment.id
        )
    segment = take_marks(segment, emotion_names=emotion_names)
    annotated = parse_markup(segment.text, emotion_names=emotion_names, base=segment.base)
    marks = curve_marks(segment, annotated)
    marked = _insert(segment.text, annotated, marks)
    if _means(marked, annotated, marks, segment.base, emotion_names):
        return marked
    # Next to a lone backslash or bracket a mark would be read otherwise: write every such character escaped.
    safe = parse_markup(escape_literals(segment.text, emotion_names), emotion_names=emotion_names, base=segment.base)
    return _insert(safe.stripped, safe, marks)


def curve_marks(segment: Segment, annotated: AnnotatedText | None) -> list[tuple[float, EmotionMark]]:
    """(place, mark) for the segment's curves. `annotated` is its text, to the nearest words of which keyframes are
    brought; None for a recording, where they stay at their seconds."""
    if annotated is None:
        return list(marks_of_curves(list(segment.keyframes), base=segment.base, start=0.0))
    keyframes = _on_anchors(segment.keyframes, annotated)
    return list(marks_of_curves(keyframes, base=segment.base, start=float(annotated.anchors[0])))


def snapped_keyframes(segment: Segment, *, emotion_names: Names = None) -> tuple[Snapped, ...]:
    """Keyframes that `timeline_to_marks` cannot write where they are, with the place it writes instead."""
    annotated = parse_markup(segment.text, emotion_names=emotion_names, base=segment.base)
    moved = _on_anchors(segment.keyframes, annotated)
    return tuple(
        Snapped(given.id, given.at, written.at)
        for given, written in zip(segment.keyframes, moved, strict=True)
        if given.at != written.at
    )


def _on_anchors(keyframes: tuple[Keyframe, ...], annotated: AnnotatedText) -> list[Keyframe]:
    anchors = list(annotated.anchors)
    return [replace(keyframe, at=float(nearest_anchor(anchors, keyframe.at))) for keyframe in keyframes]


def _insert(text: str, annotated: AnnotatedText, marks: list[tuple[float, EmotionMark]]) -> str:
    raw = dict(zip(annotated.anchors, annotated.raw_offsets, strict=True))
    pieces = []
    position = 0
    for at, mark in marks:
        offset = max(position, _before_quotes(text, raw[int(at)]))
        pieces.append(text[position:offset])
        after = text[offset : offset + 1]
        spaced = after and not is_wide(after) and (offset == 0 or text[offset - 1].isspace())
        pieces.append(write_mark(mark) + (" " if spaced else ""))
        position = offset
    return "".join([*pieces, text[position:]])


def _before_quotes(text: str, offset: int) -> int:
    """Where a mark looks best: before the opening quotes of its word."""
    start = offset
    while start and text[start - 1] in _OPENING:
        start -= 1
    return start if start == 0 or text[start - 1].isspace() else offset


def _means(
    marked: str, annotated: AnnotatedText, marks: list[tuple[float, EmotionMark]], base: Weights, names: Names
) -> bool:
    again = parse_markup(marked, emotion_names=names, base=base)
    builder = LaneBuilder(base, float(annotated.anchors[0]))
    for at, mark in marks:
        builder.apply(mark, at=at)
    return (again.stripped, again.keyframes) == (annotated.stripped, builder.keyframes())
