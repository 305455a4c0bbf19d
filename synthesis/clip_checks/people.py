"""Does one person speak throughout? And if not, where does the other one come in?

d-vectors of 1.6 s windows are told apart into two groups that hold on for a while (two-means with a Viterbi path, so
that a single odd window is no change of person). If the two groups' means are as far apart as two people's, two speak.
Windows over a change hold both voices and are left out of the means.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synthesis.clip_checks.speech import FRAME_S, RATE, Speech, runs
from synthesis.units import Float32, Float64

HOP_S = 0.4
WINDOW_S = 1.6
SWITCH_COST = 0.6
LEAST_WINDOWS = 3
"""Of each person: 2.4 s of speech."""
LEVEL_DB = -30.0
_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class People:
    likeness: float
    """Cosine between the two groups of windows; 1 where there is only one. Two people 0.4 to 0.7, one 0.7 to 0.95."""
    seconds: float
    """Speech of the person heard less."""
    turns: tuple[tuple[float, float], ...]
    """Where the person heard less speaks, seconds in the clip."""


NOBODY_ELSE = People(1.0, 0.0, ())


def tell_people_apart(speech: Speech) -> People:
    """Costs about 3 ms per 0.4 s of speech."""
    from synthesis.voices.embedding import embed_mel, encoder_mel

    samples, frame_starts = speech.cut()
    if len(samples) < RATE * (WINDOW_S + HOP_S * (2 * LEAST_WINDOWS - 1)):
        return NOBODY_ELSE
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    scaled = samples * np.float32(10.0 ** (LEVEL_DB / 20.0) / max(rms, 1e-9))
    windows = embed_mel(encoder_mel(scaled), hop_frames=round(HOP_S * 100))
    likeness, labels = _two_groups(windows)
    if labels is None:
        return NOBODY_ELSE
    fewer = int(labels.mean() <= 0.5)
    return _placed(likeness, labels == fewer, frame_starts)


def _placed(likeness: float, of_fewer: NDArray[np.bool_], frame_starts: Float32) -> People:
    """Window indices -> seconds in the clip; a change lies in the middle of the windows that straddle it."""
    turns = []
    margin = (WINDOW_S - HOP_S) / 2
    for first, last in runs(of_fewer):
        start = 0.0 if first == 0 else first * HOP_S + margin
        end = last * HOP_S + margin
        begin_frame = min(round(start / FRAME_S), len(frame_starts) - 1)
        end_frame = min(round(end / FRAME_S), len(frame_starts)) if last < len(of_fewer) else len(frame_starts)
        turns.append((float(frame_starts[begin_frame]), float(frame_starts[end_frame - 1]) + FRAME_S))
    return People(likeness, float(of_fewer.sum()) * HOP_S, tuple(turns))


def _two_groups(windows: Float32) -> tuple[float, NDArray[np.bool_] | None]:
    """The division of (n, 256) into two lasting groups with the least cosine between their means."""
    best: tuple[float, NDArray[np.bool_] | None] = (1.0, None)
    for a, b in _starts(windows):
        found = _divided(windows, a, b)
        if found is not None and found[0] < best[0]:
            best = found
    return best


def _starts(windows: Float32) -> list[tuple[Float64, Float64]]:
    """Two first guesses: the farthest pair of windows, and the best single change."""
    cosines = windows @ windows.T
    i, j = np.unravel_index(int(cosines.argmin()), cosines.shape)
    sums = np.cumsum(np.concatenate([np.zeros((1, windows.shape[1])), windows]), axis=0)
    changes = range(LEAST_WINDOWS, len(windows) - LEAST_WINDOWS + 1)
    halves = [(_unit(sums[t - 1]), _unit(sums[-1] - sums[t + 1])) for t in changes]
    starts = [(_unit(windows[i]), _unit(windows[j]))]
    return [*starts, min(halves, key=lambda pair: float(pair[0] @ pair[1]))] if halves else starts


def _divided(windows: Float32, a: Float64, b: Float64) -> tuple[float, NDArray[np.bool_]] | None:
    labels: NDArray[np.bool_] | None = None
    for _ in range(_ROUNDS):
        path = _lasting_path(np.asarray(windows @ np.stack([a, b], axis=1), np.float64))
        if labels is not None and bool((path == labels).all()):
            break
        labels = path
        core = _core(labels)
        first, second = ~labels & core, labels & core
        if min(int(first.sum()), int(second.sum())) < LEAST_WINDOWS:
            return None
        a, b = _unit(windows[first].sum(axis=0)), _unit(windows[second].sum(axis=0))
    assert labels is not None
    return float(a @ b), labels


def _lasting_path(scores: Float64) -> NDArray[np.bool_]:
    """(n, 2) cosines to either group -> the best sequence of groups, each change costing SWITCH_COST."""
    n = len(scores)
    total = scores[0].copy()
    came_from = np.zeros((n, 2), np.int64)
    for i in range(1, n):
        changed = total[::-1] - SWITCH_COST
        came_from[i] = np.where(total >= changed, [0, 1], [1, 0])
        total = np.maximum(total, changed) + scores[i]
    path = np.empty(n, np.int64)
    path[-1] = int(total.argmax())
    for i in range(n - 1, 0, -1):
        path[i - 1] = came_from[i, path[i]]
    return path.astype(bool)


def _core(labels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Windows that do not touch a change."""
    core = np.ones(len(labels), bool)
    for change in np.flatnonzero(np.diff(labels.astype(np.int8))):
        core[change : change + 2] = False
    return core


def _unit(vector: Float64) -> Float64:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float64)
