"""Two-dimensional views of the control space: valence and arousal, and which presets lie near."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from synthesis.emotions.controls import INDEX, N_CONTROLS, Emotion
from synthesis.emotions.presets import PRESETS
from synthesis.emotions.response import USUAL, read_data
from synthesis.units import Float64

OTHER_USUAL: Final[Mapping[str, float]] = {"accent": 0.4, "formant": 0.03, "lengthen": 0.15}
RING = ("friendly", "happy", "excited", "surprised", "angry", "disgusted", "sad", "calm", "relaxed", "tender")
"""Presets around the pad, none at the direction of another."""
_SMOOTHING = 0.15


def _unit() -> Float64:
    """A usual size of every control. (N_CONTROLS,)"""
    unit = np.ones(N_CONTROLS)
    for name, size in (*USUAL.items(), *OTHER_USUAL.items()):
        unit[INDEX[name]] = size
    return unit


def _places() -> dict[str, tuple[float, float]]:
    """Valence and arousal of the presets, from rating studies (see the data)."""
    return {name: (place[0], place[1]) for name, place in read_data("circumplex")["places"].items()}


def valence_arousal(emotion: Emotion) -> tuple[float, float]:
    """Where an emotion lies: valence and arousal, each -1..1; neutral is (0, 0).

    A ridge regression from controls to the presets' places; exact places come back within about 0.2.
    """
    names = list(PRESETS)
    x = np.array([PRESETS[name].values for name in names]) / _unit()
    y = np.array([_places()[name] for name in names])
    matrix = np.linalg.solve(x.T @ x + _SMOOTHING * np.eye(N_CONTROLS), x.T @ y)  # (N_CONTROLS, 2)
    valence, arousal = np.clip(emotion.values / _unit() @ matrix, -1.0, 1.0)
    return float(valence), float(arousal)


def from_valence_arousal(valence: float, arousal: float) -> tuple[tuple[str, float], ...]:
    """A blend of at most two presets for a point of the pad, each coordinate -1..1 (values beyond are cut).

    The two presets of the ring at whose directions the point lies, by angle; the distance from the centre is the
    strength, so the centre is silent and a small drag is an undertone.
    """
    point = complex(*np.clip([valence, arousal], -1.0, 1.0))
    if abs(point) < 1e-6:
        return ()
    places = {name: complex(*place) for name, place in _places().items() if name in RING}
    ahead = {name: (np.angle(place) - np.angle(point)) % (2 * np.pi) for name, place in places.items()}
    after = min(ahead, key=lambda name: ahead[name])
    before = max(ahead, key=lambda name: ahead[name])
    gap = ahead[after] + (2 * np.pi - ahead[before])
    share = 1.0 - ahead[after] / max(gap, 1e-9)
    size = min(1.0, abs(point) / (share * abs(places[after]) + (1 - share) * abs(places[before])))
    parts = ((after, float(round(share * size, 2))), (before, float(round((1 - share) * size, 2))))
    return tuple(sorted((part for part in parts if part[1] >= 0.01), key=lambda part: -part[1]))


def nearest_presets(emotion: Emotion) -> list[tuple[str, float]]:
    """All presets, most alike first, with how much of each is in the emotion (0-1, its projection on the preset)."""
    own = emotion.values / _unit()
    found = []
    for name, preset in PRESETS.items():
        vector = preset.values / _unit()
        size = float(np.linalg.norm(vector))
        if size == 0:
            continue
        likeness = float(own @ vector) / max(size * float(np.linalg.norm(own)), 1e-9)
        share = float(np.clip(own @ vector / size**2, 0.0, 1.0))
        found.append((name, share, likeness))
    return [(name, share) for name, share, _ in sorted(found, key=lambda item: -item[2])]
