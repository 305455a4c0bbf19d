"""Named emotions: vectors from data, their names in English and Chinese, and blends of them by weight."""

import difflib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from synthesis.emotions.controls import N_CONTROLS, Emotion
from synthesis.errors import EmotionError

_DATA: Final = Path(__file__).parent / "data"
SUM_TOLERANCE = 1e-6
Weights = tuple[tuple[str, float], ...]


def _load() -> tuple[dict[str, Emotion], dict[str, str], dict[str, tuple[str, str]]]:
    numbers = json.loads((_DATA / "presets.json").read_text("utf-8"))
    recipes = json.loads((_DATA / "recipes.json").read_text("utf-8"))
    presets = {name: Emotion.from_controls(controls, name) for name, controls in numbers.items()}
    spellings = {fold(word): name for name, recipe in recipes.items() for word in (*recipe["en"], *recipe["zh"])}
    labels = {name: (recipe["en"][0], recipe["zh"][0]) for name, recipe in recipes.items()}
    return presets, spellings, labels


def fold(name: str) -> str:
    """The form under which names are compared."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


_PRESETS, _SPELLINGS, _LABELS = _load()
PRESETS: Final[Mapping[str, Emotion]] = MappingProxyType(_PRESETS)
"""By canonical (English) name."""


def emotion_names() -> Mapping[str, str]:
    """Every spelling that is understood, English and Chinese -> canonical name."""
    return MappingProxyType(_SPELLINGS)


def label(name: str, *, language: str) -> str:
    """The name of a preset for people to read ("en" or "zh")."""
    return _LABELS[name][1 if language == "zh" else 0]


def canonical_name(name: str) -> str:
    """Raises EmotionError with the nearest name where there is no such emotion."""
    found = _SPELLINGS.get(fold(name))
    if found is None:
        raise EmotionError(
            "unknown",
            'There is no emotion "{name}"; did you mean "{nearest}"? Known are: {known}.',
            name=name,
            nearest=nearest_name(name),
            known=", ".join(PRESETS),
        )
    return found


def nearest_name(name: str) -> str:
    """The known spelling most like `name`."""
    close = difflib.get_close_matches(fold(name)[:60], list(_SPELLINGS), n=1, cutoff=0.0)
    return close[0] if close else "neutral"


def get_emotion(name: str) -> Emotion:
    """A preset by any of its names. Raises EmotionError with the nearest name."""
    return PRESETS[canonical_name(name)]


def check_weights(weights: Iterable[tuple[str, float]], *, known: Mapping[str, Emotion] | None = None) -> Weights:
    """Canonical names with weights. Raises EmotionError by name: unknown, twice, outside 0-1, sum above 1.

    `known` are emotions besides the presets (encoded from clips), by their exact name.
    """
    checked: dict[str, float] = {}
    for given, weight in weights:
        name = given if known and given in known else canonical_name(given)
        if not 0.0 <= weight <= 1.0:  # also refuses what is not a number
            raise EmotionError(
                "weight", 'The weight {weight} of "{name}" must lie between 0 and 1.', weight=weight, name=given
            )
        if name in checked:
            raise EmotionError("twice", 'The emotion "{name}" is named twice; add its weights up.', name=name)
        checked[name] = float(weight)
    total = sum(checked.values())
    if total > 1.0 + SUM_TOLERANCE:
        raise EmotionError(
            "sum",
            "The weights of {names} sum to {total}; together they may be at most 1: lower one of them.",
            names=", ".join(checked),
            total=round(total, 3),
        )
    return tuple(checked.items())


def resolve(
    weights: Mapping[str, float] | Iterable[tuple[str, float]], *, known: Mapping[str, Emotion] | None = None
) -> Emotion:
    """The blend as one emotion: the sum of weight times preset; what is missing to 1 is neutral."""
    pairs = check_weights(weights.items() if isinstance(weights, Mapping) else weights, known=known)
    total = Emotion(np.zeros(N_CONTROLS))
    for name, weight in pairs:
        total = total + weight * (known[name] if known and name in known else PRESETS[name])
    return total
