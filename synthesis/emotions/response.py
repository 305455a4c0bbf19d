"""What one unit of a control does to each measured feature, and back: which controls make a measured change."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from synthesis.units import Float64

DATA: Final = Path(__file__).parent / "data"
SPREAD: Final[Mapping[str, float]] = {
    "f0_mean_st": 1.1, "f0_range_st": 1.6, "f0_floor_st": 3.0, "f0_peak_st": 2.5, "slope_st": 4.0, "rise_st": 3.0,
    "tremor_st": 0.15, "rate_per_s": 0.7, "pause_share": 0.1, "level_db": 2.0, "energy_sd_db": 1.0, "tilt_db": 2.5,
    "high_db": 2.4, "aperiodicity_db": 0.7,
}  # fmt: skip
"""Standard deviation between neutral readings of one actor (EMO-DB): a feature counts in these units."""
USUAL: Final[Mapping[str, float]] = {
    "rate": 0.15, "pitch": 4.0, "range": 0.4, "rise": 2.0, "slope": 2.0, "energy": 4.0, "dynamics": 0.3, "tilt": 4.0,
    "high": 3.0, "breath": 3.0, "tremor": 0.3, "pause": 0.3,
}  # fmt: skip
"""A usual size of each control: least squares weighs them in this unit."""
RIDGE = 0.06


@lru_cache(maxsize=8)
def read_data(name: str) -> dict[str, Any]:
    """A table of `data/`, as parsed JSON."""
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return data


def controls_for(change: Mapping[str, float]) -> dict[str, float]:
    """The controls under which speech changes by `change` (feature -> difference), by ridge regression.

    Features that are left out are free; controls that act on none of the given features stay zero.
    """
    response = read_data("response")
    features = [name for name in response["features"] if name in change]
    rows = [response["features"].index(name) for name in features]
    spread = np.array([SPREAD[name] for name in features])
    usual = np.array([USUAL[name] for name in response["controls"]])
    matrix: Float64 = np.array(response["matrix"], np.float64)[rows] * usual / spread[:, None]
    target = np.array([change[name] for name in features]) / spread
    solved = np.linalg.solve(matrix.T @ matrix + RIDGE * np.eye(len(usual)), matrix.T @ target) * usual
    return {name: float(value) for name, value in zip(response["controls"], solved, strict=True)}
