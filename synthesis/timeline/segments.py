"""Segments from marked-up text and from the cast."""

from dataclasses import replace

from synthesis.timeline.markup import Names, parse_markup
from synthesis.timeline.model import CastMember, Segment, Timeline, Weights


def segment_from_marks(
    segment_id: str, text: str, *, base: Weights = (), emotion_names: Names = None, **fields: object
) -> Segment:
    """A segment from text with emotion marks. `fields` are any others of Segment (voice, seed ...).

    Raises TextError and EmotionError with the offset into `text`.
    """
    annotated = parse_markup(text, emotion_names=emotion_names, base=base)
    segment = Segment(segment_id, text=annotated.stripped, base=base, keyframes=annotated.keyframes)
    return replace(segment, **fields)  # type: ignore[arg-type]


def take_marks(segment: Segment, *, emotion_names: Names = None, base: Weights | None = None) -> Segment:
    """The segment with emotion marks in its text turned into keyframes, beside those it has. The same segment where
    its text holds no marks. `base` is what `[/]` returns to where it is not the segment's own (its character's)."""
    if segment.recording is not None or "[" not in segment.text:
        return segment
    resting = segment.base if base is None else base
    annotated = parse_markup(segment.text, emotion_names=emotion_names, base=resting)
    if annotated.stripped == segment.text:
        return segment
    taken = {keyframe.id for keyframe in segment.keyframes}
    added = []
    number = 0
    for keyframe in annotated.keyframes:
        number += 1
        while f"k{number}" in taken:
            number += 1
        added.append(replace(keyframe, id=f"k{number}"))
    return replace(segment, text=annotated.stripped, keyframes=(*segment.keyframes, *added))


def cast_segment(timeline: Timeline, segment: Segment) -> Segment:
    """The segment with its voice, and its base where it has none, filled in from its character and the timeline."""
    member = dict(timeline.cast).get(segment.character, CastMember())
    return replace(segment, voice=segment.voice or member.voice or timeline.voice, base=segment.base or member.base)
