"""Two judges of emotion beside the EMO-DB judge of `../shared/judge`, so that no preset is tuned to one of them.

`BandJudge` is a shrunk linear discriminant over the acted clips in `../shared/clips/emo/emodb`, on other features: the
package's own measurements and the long-time spectrum in 12 bands, each against the actor's neutral readings.
`nearest_row` asks which measured row of differences (RAVDESS, EMO-DB) a change lies nearest to; it alone knows surprise
and calm.
"""

import csv
from dataclasses import asdict
from itertools import pairwise

import numpy as np

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.emotions.measure import measure
from synthesis.emotions.response import SPREAD, read_data
from synthesis.errors import ClipError
from tests.measure.judges import SHARED

ACTED = {
    "anger": "angry",
    "happiness": "happy",
    "fear": "fearful",
    "disgust": "disgusted",
    "sadness": "sad",
    "neutral": "neutral",
}
EDGES_HZ = np.geomspace(120, 7_200, 13)
ROW_FEATURES = ("f0_mean_st", "f0_range_st", "f0_peak_st", "rate_per_s", "tilt_db", "high_db")
FARTHEST = 3.0
"""A feature farther off counts as this far: a pitch tracker that fails must not decide alone."""
SHRINKAGE = 0.3


def features(clip: Clip) -> np.ndarray:
    """(26,) measurements (level left out), the spectrum's bands against their mean, its movement."""
    own = asdict(measure(clip))
    own.pop("level_db")
    samples = clip.samples.mean(1) if clip.samples.ndim > 1 else clip.samples
    size = round(0.032 * clip.sample_rate)
    framed = np.lib.stride_tricks.sliding_window_view(samples, size)[:: size // 2]
    power = np.abs(np.fft.rfft(framed * np.hanning(size), axis=1)) ** 2
    hz = np.fft.rfftfreq(size, 1 / clip.sample_rate)
    active = power.sum(1) > power.sum(1).max() * 1e-4
    bands = 10 * np.log10(
        np.stack([power[active][:, (hz >= a) & (hz < b)].mean(1) for a, b in pairwise(EDGES_HZ)]) + 1e-10
    )
    mean = bands.mean(1)
    return np.array([*own.values(), *(mean - mean.mean()), bands.std(1).mean()])


class BandJudge:
    """Trained at first use; `recall` is its unweighted recall on actors it has not heard."""

    def __init__(self) -> None:
        self._x, self._label, self._actor = _acted()
        self._fitted = _fit(self._x, self._label)
        self.recall = self._left_out()

    def __call__(self, change: np.ndarray) -> str:
        return _first(self._fitted, change)

    def _left_out(self) -> float:
        right = np.zeros(len(self._label), bool)
        for actor in set(self._actor):
            out = self._actor == actor
            fitted = _fit(self._x[~out], self._label[~out])
            right[out] = [_first(fitted, x) == y for x, y in zip(self._x[out], self._label[out], strict=True)]
        return float(np.mean([right[self._label == name].mean() for name in set(self._label)]))


def nearest_row(change: dict[str, float]) -> str:
    """The emotion of the nearest published row, neutral being no change; distances in spreads of a neutral reader."""
    rows = {name: row for name, row in read_data("measured")["rows"].items() if not name.endswith("bored")}
    rows["neutral/neutral"] = dict.fromkeys(ROW_FEATURES, 0.0)
    away = {}
    for name, row in rows.items():
        off = [abs(change[f] - row[f]) / SPREAD[f] for f in ROW_FEATURES]
        away[name] = sum(min(one, FARTHEST) ** 2 for one in off)
    found = min(away, key=lambda name: away[name])
    return found.split("/")[1]


def _acted() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    with (SHARED / "clips/INDEX.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["file"].startswith("emo/emodb") and r["emotion"] in ACTED]
    found = []
    for row in rows:
        try:
            heard = features(read_clip(SHARED / "clips" / row["file"]))
        except ClipError:  # a clip of under a second of sound
            continue
        found.append((heard, ACTED[row["emotion"]], row["speaker_id"]))
    x, label, actor = (np.array(part) for part in zip(*found, strict=True))
    for name in set(actor):
        x[actor == name] -= x[(actor == name) & (label == "neutral")].mean(0)
    return x, label, actor


def _fit(x: np.ndarray, label: np.ndarray) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Class names, means, pooled inverse covariance, scale; equal priors."""
    names = sorted(set(label))
    scale = x.std(0)
    means = np.stack([(x[label == n] / scale).mean(0) for n in names])
    within = sum(np.cov((x[label == n] / scale).T) for n in names) / len(names)
    within = (1 - SHRINKAGE) * within + SHRINKAGE * np.eye(len(scale)) * np.trace(within) / len(scale)
    return names, means, np.linalg.inv(within), scale


def _first(fitted: tuple[list[str], np.ndarray, np.ndarray, np.ndarray], change: np.ndarray) -> str:
    names, means, inverse, scale = fitted
    off = means - change / scale
    return names[int(np.argmin(np.einsum("ij,jk,ik->i", off, inverse, off)))]
