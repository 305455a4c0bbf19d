"""Emotion curves as marks in the text, both ways.

Lossless for keyframes that sit on words: the marks read back as the same curves. A keyframe elsewhere (inside a word,
on a space) is written at the nearest word; `snapped_keyframes` tells which, and how far.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.emotion_mark import EmotionMark, write_mark
from synthesis.timeline.lanes import LaneBuilder
from synthesis.timeline.limits import lanes_of
from synthesis.timeline.markup import Names, escape_literals, parse_markup
from synthesis.timeline.model import Ease, Keyframe, Segment, Weights
from synthesis.timeline.words import is_wide, nearest_anchor

_OPENING = frozenset("“‘\"'(¿¡「『《【（〈")


@dataclass(frozen=True, slots=True)
class Snapped:
    """A keyframe that marks can only write at another place."""

    id: str
    at: float
    written_at: float


@dataclass(frozen=True, slots=True)
class _Glide:
    name: str
    start: float
    end: float
    left: float
    """Weight where it arrives, before a jump at the same place."""
    ease: Ease


def marks_to_timeline(
    text: str, *, emotion_names: Names = None, base: Weights = ()
) -> tuple[str, tuple[Keyframe, ...], Weights]:
    """Marked text -> (text without emotion marks, keyframes, base), ready for a Segment."""
    annotated = parse_markup(text, emotion_names=emotion_names, base=base)
    return annotated.stripped, annotated.keyframes, base


def timeline_to_marks(segment: Segment, *, emotion_names: Names = None) -> str:
    """The segment's text with its keyframes written as emotion marks. `segment.base` is not written: it belongs to
    the segment, and `[/]` refers to it."""
    annotated = parse_markup(segment.text, emotion_names=emotion_names, base=segment.base)
    marks = list(_marks(_on_anchors(segment.keyframes, annotated), segment.base, float(annotated.anchors[0])))
    marked = _insert(segment.text, annotated, marks)
    if _means(marked, annotated, marks, segment.base, emotion_names):
        return marked
    # Next to a lone backslash or bracket a mark would be read otherwise: write every such character escaped.
    safe = parse_markup(escape_literals(segment.text, emotion_names), emotion_names=emotion_names, base=segment.base)
    return _insert(safe.stripped, safe, marks)


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


def _marks(keyframes: list[Keyframe], base: Weights, start: float) -> Iterator[tuple[float, EmotionMark]]:
    """Marks, in order, that lay out as curves equal to those of `keyframes`.

    Whole-mix marks wherever they say the same; where a lane glides past a place, or lanes glide there with different
    eases or from different places, marks that touch only the lanes they name.
    """
    lanes = lanes_of(keyframes)
    resting = dict(base)
    glides = [glide for name, lane in lanes.items() for glide in _glides(name, lane)]
    jumps = {name: _jumps(lane, resting.get(name, 0.0)) for name, lane in lanes.items()}
    places = sorted({g.start for g in glides} | {g.end for g in glides} | {at for j in jumps.values() for at in j})
    previous = dict(zip(places, [start, *places], strict=False))
    ending = {at: [glide for glide in glides if glide.end == at] for at in places}
    whole = {
        at: not any(g.start < at < g.end for g in glides)
        and all(g.start == previous[at] and g.ease == ending[at][0].ease for g in ending[at])
        for at in places
    }
    builder = LaneBuilder(base, start)
    for at in places:
        jumping = {name: found[at] for name, found in jumps.items() if at in found}
        starting = [glide for glide in glides if glide.start == at]
        for mark in _marks_at(at, builder, ending[at], jumping, starting, whole):
            builder.apply(mark, at=at)
            yield at, mark


def _marks_at(
    at: float,
    builder: LaneBuilder,
    ending: list[_Glide],
    jumping: dict[str, float],
    starting: list[_Glide],
    whole: dict[float, bool],
) -> Iterator[EmotionMark]:
    arrived = {glide.name: glide.left for glide in ending}
    if whole[at]:
        if ending:
            yield _mix_mark(builder, arrived, ease=ending[0].ease)
        if jumping or (not ending and (at > builder.start or builder.lanes)):
            yield _mix_mark(builder, jumping, ease="hold")
    else:
        eases: list[Ease] = ["linear", "smooth"]
        for ease in eases:
            group = tuple((glide.name, glide.left) for glide in ending if glide.ease == ease)
            if group:
                yield EmotionMark(group, ease, partial=True)
        if jumping:
            yield EmotionMark(tuple(jumping.items()), partial=True)
    # A glide that will end in a mark of its own lane starts at that lane's last keyframe, so one must stand here.
    pinned = tuple(
        (glide.name, builder.weight(glide.name))
        for glide in starting
        if not whole[glide.end] and not _stands_at(builder, glide.name, at)
    )
    if pinned:
        yield EmotionMark(pinned, partial=True)


def _stands_at(builder: LaneBuilder, name: str, at: float) -> bool:
    points = builder.lanes.get(name)
    return points[-1].at == at if points else at == builder.start


def _mix_mark(builder: LaneBuilder, changed: dict[str, float], *, ease: Ease) -> EmotionMark:
    """A mark for the whole mix after `changed`."""
    names = [*dict(builder.base), *builder.lanes, *changed]
    mix = {name: changed.get(name, builder.weight(name)) for name in names}
    sounding = {name: weight for name, weight in mix.items() if weight}
    base = {name: weight for name, weight in builder.base if weight}
    if sounding == base:
        return EmotionMark(ease=ease, to_base=True)
    return EmotionMark(tuple((sounding or dict.fromkeys([*base][:1], 0.0)).items()), ease)


def _glides(name: str, lane: list[Keyframe]) -> Iterator[_Glide]:
    for here, after in zip(lane, lane[1:], strict=False):
        if here.ease != "hold" and after.at > here.at and after.weight != here.weight:
            yield _Glide(name, here.at, after.at, after.weight, here.ease)


def _jumps(lane: list[Keyframe], resting: float) -> dict[float, float]:
    """Place -> weight, wherever the lane changes at once."""
    jumps: dict[float, float] = {}
    before = resting
    for i, keyframe in enumerate(lane):
        if i and lane[i - 1].ease != "hold" and keyframe.at > lane[i - 1].at:
            before = keyframe.weight  # a glide arrives here
        if i + 1 == len(lane) or lane[i + 1].at > keyframe.at:
            at_once = keyframe.weight
            if at_once != before:
                jumps[keyframe.at] = at_once
            before = at_once
    return jumps


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
