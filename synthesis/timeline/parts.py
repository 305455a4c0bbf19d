"""A part of a segment, for previews around a cursor: the same words, markup and curve."""

import html
from collections.abc import Iterable
from dataclasses import replace

from synthesis.errors import TimelineError
from synthesis.timeline.annotated import AnnotatedText, Annotation
from synthesis.timeline.emotion_mark import write_decimal
from synthesis.timeline.limits import lanes_of
from synthesis.timeline.markup import Names, escape, parse_markup
from synthesis.timeline.model import Keyframe, Segment


def segment_part(segment: Segment, *, start: int, end: int, emotion_names: Names = None) -> tuple[Segment, int]:
    """The segment cut to plain text [start, end), and where that part starts.

    Words with a pronunciation of their own are never cut in two: the part grows around them. Keyframes just outside
    are kept, with places below 0 or beyond the end, so that the curve over the part is the same to the last bit.
    Raises TimelineError for a recording or an empty part.
    """
    if segment.recording is not None:
        raise TimelineError("part_recording", "Segment {id} is a recording; cut its audio instead.", id=segment.id)
    annotated = parse_markup(segment.text, emotion_names=emotion_names, base=segment.base)
    start, end = max(start, 0), min(end, len(annotated.plain))
    if start >= end:
        raise TimelineError("part_empty", "There is no text from {start} to {end} in segment {id}; widen the part.",
                            start=start, end=end, id=segment.id)  # fmt: skip
    for annotation in annotated.annotations:
        if annotation.kind in ("phones", "sub") and annotation.start < end and annotation.end > start:
            start, end = min(start, annotation.start), max(end, annotation.end)
    last = end + (end == len(annotated.plain))  # a pause at the very end belongs to the last part
    part = AnnotatedText(
        annotated.plain[start:end], tuple(_clipped(annotated.annotations, start=start, end=end, last=last))
    )
    keyframes = tuple(
        replace(keyframe, at=keyframe.at - start) for keyframe in _needed(segment.keyframes, start=start, end=end)
    )
    return replace(segment, text=write_markup(part), keyframes=keyframes), start


def _clipped(annotations: Iterable[Annotation], *, start: int, end: int, last: int) -> Iterable[Annotation]:
    """Annotations of [start, end), pauses of [start, last), counted from `start`."""
    for annotation in annotations:
        here, there = max(annotation.start, start), min(annotation.end, end)
        if here < there or (annotation.kind == "pause" and start <= annotation.start < last):
            yield replace(annotation, start=here - start, end=there - start)


def _needed(keyframes: Iterable[Keyframe], *, start: int, end: int) -> list[Keyframe]:
    """Those inside, and of every lane the last before and the first after."""
    needed = []
    for lane in lanes_of(keyframes).values():
        before = [keyframe for keyframe in lane if keyframe.at <= start][-1:]
        after = [keyframe for keyframe in lane if keyframe.at > end][:1]
        needed += [*before, *(keyframe for keyframe in lane if start < keyframe.at <= end), *after]
    return needed


def write_markup(annotated: AnnotatedText) -> str:
    """Text that `parse_markup` reads as the same plain text and annotations. Keyframes are not written."""
    plain, pieces, position = annotated.plain, [], 0
    pauses = [a for a in annotated.annotations if a.kind == "pause"]
    wraps = sorted(
        (a for a in annotated.annotations if a.kind != "pause"), key=lambda a: (a.start, -a.end, a.kind != "prosody")
    )
    events: list[tuple[int, int, str]] = []  # (place, order at one place, what is written)
    for depth, annotation in enumerate(wraps):
        opening, closing = _tags(annotation)
        events += [(annotation.start, 2 + len(wraps) + depth, opening), (annotation.end, len(wraps) - depth, closing)]
    events += [(a.start, 1 + len(wraps), f'<break time="{write_decimal(a.pause_s)}s"/>') for a in pauses]
    for place, _, written in sorted(events, key=lambda event: event[:2]):
        pieces += [escape(plain[position:place]), written]
        position = place
    return "".join([*pieces, escape(plain[position:])])


def _tags(annotation: Annotation) -> tuple[str, str]:
    value = html.escape(annotation.value)
    if annotation.kind == "sub":
        return f'<sub alias="{value}">', "</sub>"
    if annotation.kind == "phones":
        alphabet = "ipa" if annotation.value.startswith("/") else "pinyin"
        return f'<phoneme alphabet="{alphabet}" ph="{value.strip("/")}">', "</phoneme>"
    rate, pitch, volume = (
        write_decimal(x) for x in (annotation.rate, annotation.pitch_semitones, annotation.volume_db)
    )
    return f'<prosody rate="{rate}" pitch="{pitch}st" volume="{volume}dB">', "</prosody>"
