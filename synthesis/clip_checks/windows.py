"""The best stretches of a clip: mostly speech, long enough, level, away from whoever else speaks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synthesis.clip_checks.speech import FRAME_S, Speech, runs

SHORTEST_S, LONGEST_S = 3.0, 10.0
LONGEST_PAUSE_S = 0.8
"""Stretches of speech with shorter pauses between them belong together."""
LEAST_PART_S = 0.6


@dataclass(frozen=True, slots=True)
class Window:
    start_s: float
    end_s: float
    speech_ratio: float

    @property
    def seconds(self) -> float:
        return self.end_s - self.start_s


def best_windows(speech: Speech, *, avoid: Sequence[tuple[float, float]] = ()) -> tuple[Window, ...]:
    """Windows without overlap, best first: each up to 10 s, cut at pauses where there are any."""
    spoken = speech.spoken.copy()
    for start, end in avoid:
        spoken[int(start / FRAME_S) : int(np.ceil(end / FRAME_S))] = False
    windows = [
        Window(round(a * FRAME_S, 2), round(b * FRAME_S, 2), round(float(spoken[a:b].mean()), 3))
        for a, b in _stretches(spoken, longest=round(LONGEST_S / FRAME_S))
    ]
    kept = [window for window in windows if window.seconds >= LEAST_PART_S] or windows
    return tuple(sorted(kept, key=lambda window: (-_worth(window), window.start_s)))


def _worth(window: Window) -> float:
    """Seconds of speech, less for a window under 3 s."""
    worth = window.seconds * window.speech_ratio**2
    return worth if window.seconds >= SHORTEST_S else 0.5 * worth


def _stretches(spoken: NDArray[np.bool_], *, longest: int) -> list[tuple[int, int]]:
    """Runs of speech joined over short pauses up to `longest` frames; longer runs are cut."""
    joined: list[tuple[int, int]] = []
    for start, end in runs(spoken):
        while end - start > longest:
            joined.append((start, start + longest))
            start += longest
        near = joined and start - joined[-1][1] <= LONGEST_PAUSE_S / FRAME_S
        if near and end - joined[-1][0] <= longest:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
