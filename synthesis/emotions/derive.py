"""How each preset number came about: measured rows through the system's measured response, blends and nudges.

    python -m synthesis.emotions.derive            # writes data/presets.json anew
    python -m synthesis.emotions.derive --explain happy

A recipe with `rows` mixes rows of `measured.json`, multiplies each feature by its `dose` (pitch costs likeness, so
acting at full height is not copied), and asks for the controls that give those changes: least squares through
`response.json`, which holds what one unit of a control does to each feature. A recipe with `blend` is arithmetic on
other presets. `nudge` adds what the table does not hold: loudness, contour shape, pauses, wavering.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from synthesis.emotions.controls import CONTROLS, INDEX, N_CONTROLS, Emotion
from synthesis.emotions.response import DATA, controls_for, read_data
from synthesis.units import Float64


def derive(name: str, recipes: Mapping[str, Any]) -> Float64:
    """Control values of one preset, in range and rounded to three digits. (N_CONTROLS,)"""
    recipe = recipes[name]
    values = np.zeros(N_CONTROLS)
    if "rows" in recipe:
        values += Emotion.from_controls(controls_for(mixed_rows(recipe))).values
    for other, weight in recipe.get("blend", {}).items():
        values += weight * derive(other, recipes)
    for control, amount in recipe.get("nudge", {}).items():
        values[INDEX[control]] += amount
    limited = np.clip(values, [c.low for c in CONTROLS], [c.high for c in CONTROLS])
    return np.asarray(np.round(limited, 3), np.float64)


def mixed_rows(recipe: Mapping[str, Any]) -> dict[str, float]:
    """The recipe's measured rows, averaged by weight where they know a feature, and dosed. feature -> difference"""
    table = read_data("measured")["rows"]
    mixed = {}
    for feature in read_data("response")["features"]:
        known = {row: weight for row, weight in recipe["rows"].items() if feature in table[row]}
        if known:
            mean = sum(weight * table[row][feature] for row, weight in known.items()) / sum(known.values())
            mixed[feature] = recipe.get("dose", {}).get(feature, 1.0) * mean
    return mixed


def derive_all() -> dict[str, dict[str, float]]:
    recipes = read_data("recipes")
    return {name: Emotion(derive(name, recipes)).to_controls() for name in recipes}


def explain(name: str) -> str:
    """The way from rows and nudges to numbers, as text."""
    recipe = read_data("recipes")[name]
    lines = [f"{name}: {json.dumps({k: v for k, v in recipe.items() if k not in ('en', 'zh')}, ensure_ascii=False)}"]
    if "rows" in recipe:
        change = mixed_rows(recipe)
        lines.append("asked for: " + ", ".join(f"{k} {v:+.2f}" for k, v in change.items()))
        lines.append("controls:  " + ", ".join(f"{k} {v:+.3f}" for k, v in controls_for(change).items()))
    lines.append("preset:    " + ", ".join(f"{k} {v:+.3f}" for k, v in derive_all()[name].items()))
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--explain"]:
        sys.stdout.write("\n".join(explain(name) for name in arguments[1:]))
        return
    text = json.dumps(derive_all(), indent=1) + "\n"
    (DATA / "presets.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
