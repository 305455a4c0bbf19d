"""Emotion: a vector of controls in units in which linear interpolation is meaningful and zero is neutral."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from synthesis.errors import EmotionError
from synthesis.units import Float64


@dataclass(frozen=True, slots=True)
class Control:
    """One axis of the emotion space."""

    name: str
    unit: str
    low: float
    high: float
    meaning: str


CONTROLS: Final[tuple[Control, ...]] = (
    Control("rate", "log", -0.6, 0.5, "natural log of the speaking-rate ratio; above 0 is faster"),
    Control("pitch", "st", -6.0, 12.0, "shift of the F0 mean"),
    Control("range", "log", -1.0, 1.0, "natural log of the ratio of F0 excursions about the local mean"),
    Control("accent", "log", -1.0, 1.0, "extra excursion of F0 and loudness on stressed syllables, log ratio"),
    Control("rise", "st", -6.0, 8.0, "movement of F0 over the last syllables of a phrase; above 0 rises"),
    Control("slope", "st", -4.0, 4.0, "tilt of F0 from the start to the end of a phrase"),
    Control("energy", "dB", -12.0, 12.0, "loudness"),
    Control("dynamics", "log", -0.7, 0.7, "log ratio of loudness movements within the phrase"),
    Control("tilt", "dB", -10.0, 14.0, "1-4 kHz against the voice below 500 Hz; above 0 is brighter (more effort)"),
    Control("high", "dB", -8.0, 8.0, "energy above 4 kHz"),
    Control("breath", "dB", -6.0, 10.0, "aspiration noise against the harmonics"),
    Control("tremor", "st", 0.0, 1.0, "depth of a 5-6 Hz wavering of F0"),
    Control("formant", "log", -0.12, 0.12, "log ratio of all formants (smile above 0, protruded lips below)"),
    Control("pause", "log", -1.0, 1.2, "natural log of the ratio of pause lengths"),
    Control("lengthen", "log", -0.4, 0.6, "extra length of stressed vowels, log ratio"),
)
CONTROL_NAMES: Final[tuple[str, ...]] = tuple(c.name for c in CONTROLS)
N_CONTROLS: Final[int] = len(CONTROLS)
INDEX: Final[Mapping[str, int]] = {name: i for i, name in enumerate(CONTROL_NAMES)}


@dataclass(frozen=True, slots=True, eq=False)
class Emotion:
    """A point of the control space: `0.6 * calm + 0.4 * friendly` is plain arithmetic and `0 * x` is neutral."""

    values: Float64  # (N_CONTROLS,)
    name: str = ""

    def __post_init__(self) -> None:
        values = np.array(self.values, np.float64)
        if values.shape != (N_CONTROLS,) or not np.isfinite(values).all():
            raise EmotionError("vector", "An emotion is a vector of {n} numbers.", n=N_CONTROLS)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    def __add__(self, other: "Emotion") -> "Emotion":
        return Emotion(self.values + other.values)

    def __mul__(self, weight: float) -> "Emotion":
        return Emotion(self.values * float(weight))

    __rmul__ = __mul__

    def __getitem__(self, control: str) -> float:
        return float(self.values[INDEX[control]])

    @classmethod
    def from_controls(cls, controls: Mapping[str, float], name: str = "") -> "Emotion":
        values = np.zeros(N_CONTROLS)
        for key, value in controls.items():
            if key not in INDEX:
                raise EmotionError(
                    "control",
                    "There is no control {control}; use {known}.",
                    control=key,
                    known=", ".join(CONTROL_NAMES),
                )
            values[INDEX[key]] = value
        return cls(values, name)

    def to_controls(self) -> dict[str, float]:
        return {n: float(v) for n, v in zip(CONTROL_NAMES, self.values, strict=True) if v}
