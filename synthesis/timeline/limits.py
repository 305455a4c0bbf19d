"""The weights of any moment sum to at most 1: checked exactly, between keyframes too.

Between two neighbouring keyframe places every lane is a polynomial of degree 3 or less, so the sum is one as well and
its peak is at an end or where the derivative vanishes.
"""

import math
from collections.abc import Iterable, Sequence

from synthesis.emotions.presets import SUM_TOLERANCE
from synthesis.timeline.model import Keyframe, Weights

Cubic = tuple[float, float, float, float]
"""c0 + c1 t + c2 t^2 + c3 t^3 over t in [0, 1]."""


def lanes_of(keyframes: Iterable[Keyframe]) -> dict[str, list[Keyframe]]:
    """Keyframes by lane, each lane ordered by place (and as given where places are equal)."""
    lanes: dict[str, list[Keyframe]] = {}
    for keyframe in keyframes:
        lanes.setdefault(keyframe.emotion, []).append(keyframe)
    for lane in lanes.values():
        lane.sort(key=lambda keyframe: keyframe.at)
    return lanes


def first_excess(base: Weights, keyframes: Sequence[Keyframe]) -> tuple[float, float] | None:
    """(place, sum) of the first stretch in which the weights sum to more than 1; None where they never do."""
    lanes = lanes_of(keyframes)
    resting = sum(weight for name, weight in base if name not in lanes)
    before = sum(weight for _, weight in base)
    places = sorted({keyframe.at for keyframe in keyframes})
    if before > 1.0 + SUM_TOLERANCE:
        return 0.0, before
    cursors = {name: -1 for name in lanes}
    resting_of = dict(base)
    for start, end in zip(places, [*places[1:], math.inf], strict=False):
        total = [resting, 0.0, 0.0, 0.0]
        for name, lane in lanes.items():
            while cursors[name] + 1 < len(lane) and lane[cursors[name] + 1].at <= start:
                cursors[name] += 1
            for power, value in enumerate(_piece(lane, cursors[name], resting_of.get(name, 0.0), start, end)):
                total[power] += value
        place, peak = _peak((total[0], total[1], total[2], total[3]))
        if peak > 1.0 + SUM_TOLERANCE:
            return (start + place * (end - start) if place else start), peak
    return None


def _piece(lane: list[Keyframe], index: int, resting: float, start: float, end: float) -> Cubic:
    """The lane over [start, end], in t of that stretch."""
    if index < 0:
        return resting, 0.0, 0.0, 0.0
    here = lane[index]
    if here.ease == "hold" or index + 1 == len(lane):
        return here.weight, 0.0, 0.0, 0.0
    after = lane[index + 1]
    span, rise = after.at - here.at, after.weight - here.weight
    a, b = (start - here.at) / span, (end - start) / span  # the lane's own time is a + b t
    if here.ease == "linear":
        return here.weight + rise * a, rise * b, 0.0, 0.0
    return (
        here.weight + rise * (3 * a * a - 2 * a**3),
        rise * (6 * a * b - 6 * a * a * b),
        rise * (3 * b * b - 6 * a * b * b),
        rise * (-2 * b**3),
    )


def _peak(cubic: Cubic) -> tuple[float, float]:
    """(t, value) of the maximum over [0, 1]."""
    c0, c1, c2, c3 = cubic
    candidates = [0.0, 1.0, *(t for t in _roots(c1, 2 * c2, 3 * c3) if 0.0 < t < 1.0)]
    return max(((t, c0 + t * (c1 + t * (c2 + t * c3))) for t in candidates), key=lambda pair: pair[1])


def _roots(c: float, b: float, a: float) -> list[float]:
    """Of a t^2 + b t + c."""
    if abs(a) < 1e-15:
        return [-c / b] if abs(b) > 1e-15 else []
    square = b * b - 4 * a * c
    if square < 0:
        return []
    return [(-b - math.sqrt(square)) / (2 * a), (-b + math.sqrt(square)) / (2 * a)]
