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


def marks_of_curves(keyframes: list[Keyframe], *, base: Weights, start: float) -> Iterator[tuple[float, EmotionMark]]:
    """Marks, in order, that lay out as curves equal to those of `keyframes`.

    `start` is where the first word begins. Whole-mix marks wherever they say the same; where a lane glides past a
    place, or lanes glide there with different eases or from different places, marks that touch only the lanes they
    name.
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
