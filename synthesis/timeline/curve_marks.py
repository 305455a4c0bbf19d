"""Keyframes into the emotion marks that lay out as the same curves: the inverse of `lanes.LaneBuilder`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from synthesis.timeline.emotion_mark import EmotionMark
from synthesis.timeline.lanes import LaneBuilder
from synthesis.timeline.limits import lanes_of
from synthesis.timeline.model import Ease, Keyframe, Weights


@dataclass(frozen=True, slots=True)
class _Glide:
    name: str
    start: float
    end: float
    left: float
    """Weight where it arrives, before a jump at the same place."""
    ease: Ease


@dataclass(frozen=True, slots=True)
class _Layout:
    """Everything that happens, by place."""

    places: list[float]
    starting: dict[float, list[_Glide]]
    ending: dict[float, list[_Glide]]
    jumping: dict[float, dict[str, float]]
    """Place -> lane -> weight from there on, where it changes at once."""
    whole: set[float]
    """Places that marks of the whole mix can describe."""


def _layout(keyframes: list[Keyframe], base: Weights, start: float) -> _Layout:
    starting: dict[float, list[_Glide]] = {}
    ending: dict[float, list[_Glide]] = {}
    jumping: dict[float, dict[str, float]] = {}
    resting = dict(base)
    for name, lane in lanes_of(keyframes).items():
        for glide in _glides(name, lane):
            starting.setdefault(glide.start, []).append(glide)
            ending.setdefault(glide.end, []).append(glide)
        for at, weight in _jumps(lane, resting.get(name, 0.0)).items():
            jumping.setdefault(at, {})[name] = weight
    places = sorted({*starting, *ending, *jumping})
    whole = set()
    previous, under_way = start, 0
    for at in places:
        arriving = ending.get(at, [])
        under_way -= len(arriving)  # what is left glides past this place
        alike = all(glide.start == previous and glide.ease == arriving[0].ease for glide in arriving)
        if alike and not under_way:
            whole.add(at)
        under_way += len(starting.get(at, []))
        previous = at
    return _Layout(places, starting, ending, jumping, whole)


def marks_of_curves(keyframes: list[Keyframe], *, base: Weights, start: float) -> Iterator[tuple[float, EmotionMark]]:
    """Marks, in order, that lay out as curves equal to those of `keyframes`.

    `start` is where the first word begins. Whole-mix marks wherever they say the same; where a lane glides past a
    place, or lanes glide there with different eases or from different places, marks that touch only the lanes they
    name.
    """
    layout = _layout(keyframes, base, start)
    builder = LaneBuilder(base, start)
    for at in layout.places:
        for step in (_changes, _pins):
            for mark in step(at, builder, layout):
                builder.apply(mark, at=at)  # before the next is drawn, which looks at what this one has done
                yield at, mark


def _changes(at: float, builder: LaneBuilder, layout: _Layout) -> Iterator[EmotionMark]:
    """Marks for the glides that arrive at a place and the jumps there."""
    ending, jumping = layout.ending.get(at, []), layout.jumping.get(at, {})
    if at in layout.whole:
        if ending:
            yield _mix_mark(builder, {glide.name: glide.left for glide in ending}, ease=ending[0].ease)
        if jumping or (not ending and (at > builder.start or builder.lanes)):
            yield _mix_mark(builder, jumping, ease="hold")
        return
    eases: tuple[Ease, ...] = ("linear", "smooth")
    for ease in eases:
        group = tuple((glide.name, glide.left) for glide in ending if glide.ease == ease)
        if group:
            yield EmotionMark(group, ease, partial=True)
    if jumping:
        yield EmotionMark(tuple(jumping.items()), partial=True)


def _pins(at: float, builder: LaneBuilder, layout: _Layout) -> Iterator[EmotionMark]:
    """A glide that will end in a mark of its own lane starts at that lane's last keyframe, so one must stand here."""
    pinned = tuple(
        (glide.name, builder.weight(glide.name))
        for glide in layout.starting.get(at, [])
        if glide.end not in layout.whole and not _stands_at(builder, glide.name, at)
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
    for here, after in pairwise(lane):
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
