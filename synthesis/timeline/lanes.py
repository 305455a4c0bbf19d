"""Emotion marks laid out as keyframes: each mark moves some lanes, a glide reaches back to where it began."""

from dataclasses import dataclass, field

from synthesis.timeline.emotion_mark import EmotionMark
from synthesis.timeline.model import Ease, Keyframe, Weights


@dataclass(slots=True)
class Point:
    at: float
    weight: float
    ease: Ease = "hold"
    glided: bool = False
    """Reached by a glide, so that a jump at the same place is another point."""


@dataclass(slots=True)
class LaneBuilder:
    """Collects marks in the order of the text."""

    base: Weights
    start: float
    """Where the first word begins: a glide without a mark before it starts there, from the base."""
    lanes: dict[str, list[Point]] = field(default_factory=dict)
    _last_at: float | None = None

    def apply(self, mark: EmotionMark, *, at: float) -> None:
        target = dict(self.base if mark.to_base else mark.weights)
        touched = target if mark.partial else {**dict(self.base), **dict.fromkeys(self.lanes), **target}
        for name in touched:
            self._move(name, target.get(name, 0.0), at=at, mark=mark)
        self._last_at = at

    def weight(self, name: str) -> float:
        """Of a lane after the marks so far."""
        points = self.lanes.get(name)
        return points[-1].weight if points else dict(self.base).get(name, 0.0)

    def _move(self, name: str, weight: float, *, at: float, mark: EmotionMark) -> None:
        before = self.weight(name)
        if before == weight and not mark.partial:
            return
        points = self.lanes.setdefault(name, [])
        start = self.start if self._last_at is None else self._last_at
        if mark.partial:
            start = points[-1].at if points else self.start
        if mark.ease == "hold" or start >= at:
            if points and points[-1].at == at and not points[-1].glided:
                points[-1].weight = weight
            else:
                points.append(Point(at, weight))
            return
        if not points or points[-1].at < start:
            points.append(Point(start, before))
        points[-1].ease = mark.ease
        points.append(Point(at, weight, glided=True))

    def keyframes(self) -> tuple[Keyframe, ...]:
        """By place, then lane in the order first named; ids k1, k2 ..."""
        order = sorted(
            ((point.at, number, rank, name, point)
             for number, (name, points) in enumerate(self.lanes.items())
             for rank, point in enumerate(points)),
            key=lambda row: row[:3],
        )  # fmt: skip
        return tuple(
            Keyframe(f"k{i}", at, name, point.weight, point.ease) for i, (at, _, _, name, point) in enumerate(order, 1)
        )
