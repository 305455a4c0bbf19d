"""How each preset number came about: measured rows through the system's measured response, blends and nudges.

    python -m synthesis.emotions.derive            # writes data/presets.json anew
    python -m synthesis.emotions.derive --explain happy

A recipe with `rows` mixes rows of `measured.json`, multiplies each feature by its `dose` (pitch costs likeness, so
acting at full height is not copied), and asks for the controls that give those changes: least squares through
`response.json`, which holds what one unit of a control does to each feature. A recipe with `blend` is arithmetic on other
presets. `nudge` adds what the table does not hold: loudness, contour shape, pauses, wavering.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from synthesis.emotions.controls import CONTROLS, INDEX, N_CONTROLS, Emotion
from synthesis.units import Float64

DATA = Path(__file__).parent / "data"
CONFIDENCE = {"f0_mean_st": 1.0, "f0_range_st": 1.5, "rate_per_s": 0.5, "tilt_db": 2.5, "high_db": 2.5,
              "aperiodicity_db": 0.7}
"""Spread of neutral readings of one actor: a feature counts in these units."""
RIDGE = 0.05
EFFORT = {"pitch": 4.0, "range": 0.4, "rate": 0.15, "tilt": 2.0, "high": 3.0, "breath": 4.0}
"""A usual size of each control, the unit in which least squares keeps them small."""


def read_data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return data


def controls_for(change: Mapping[str, float]) -> dict[str, float]:
    """The controls under which speech changes by `change` (feature -> difference); features left out are free."""
    response = read_data("response")
    features, names = response["features"], response["controls"]
    rows = [i for i, feature in enumerate(features) if feature in change]
    matrix = np.array(response["matrix"], np.float64)[rows]
    spread = np.array([CONFIDENCE[features[i]] for i in rows])
    usual = np.array([EFFORT[name] for name in names])
    scaled = matrix * usual / spread[:, None]
    target = np.array([change[features[i]] for i in rows]) / spread
    solved = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(len(names)), scaled.T @ target) * usual
    return {name: float(value) for name, value in zip(names, solved, strict=True)}


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
    return np.round(np.clip(values, [c.low for c in CONTROLS], [c.high for c in CONTROLS]), 3)


def mixed_rows(recipe: Mapping[str, Any]) -> dict[str, float]:
    """The recipe's measured rows, averaged by weight and dosed. feature -> difference"""
    table, usable = read_data("measured")["rows"], read_data("response")["features"]
    total = sum(recipe["rows"].values())
    return {
        feature: recipe.get("dose", {}).get(feature, 1.0)
        * sum(weight * table[row][feature] for row, weight in recipe["rows"].items()) / total
        for feature in usable
    }


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
