"""Where somebody speaks."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from synthesis.clip import Clip
from synthesis.units import Float32

RATE = 16_000
FRAME_S = 0.03
_FRAME = round(RATE * FRAME_S)
AGGRESSIVENESS = 3
"""webrtcvad's strictest: it takes least noise for speech."""
LEVEL = 0.1
"""RMS at which the detector is given the sound; it hears nothing in quiet recordings."""
QUIET_DB = 38.0
"""A frame this far below the loud ones is no speech."""
LONGEST_GAP_S = 0.3
SHORTEST_SPEECH_S = 0.09


@dataclass(frozen=True, slots=True, eq=False)
class Speech:
    """Speech in a clip, on a grid of 30 ms."""

    samples: Float32  # (n,) at 16 kHz
    spoken: NDArray[np.bool_]  # (n_frames,) short gaps closed
    level_db: Float32  # (n_frames,) dBFS

    @property
    def seconds(self) -> float:
        return float(self.spoken.sum()) * FRAME_S

    @property
    def regions(self) -> list[tuple[float, float]]:
        """Stretches of speech, in seconds."""
        return [(a * FRAME_S, b * FRAME_S) for a, b in runs(self.spoken)]

    def cut(self) -> tuple[Float32, Float32]:
        """Speech alone, and for each of its frames the second in the clip where it begins."""
        n = len(self.spoken)
        frames = self.samples[: n * _FRAME].reshape(n, _FRAME)
        return frames[self.spoken].reshape(-1), (np.flatnonzero(self.spoken) * FRAME_S).astype(np.float32)


def find_speech(clip: Clip) -> Speech:
    """Speech by webrtcvad and by level. About 10 ms for 10 s."""
    import soxr
    import webrtcvad

    samples = np.asarray(clip.samples, np.float32)
    if clip.sample_rate != RATE:
        samples = np.asarray(soxr.resample(samples, clip.sample_rate, RATE), np.float32)
    n = len(samples) // _FRAME
    frames = samples[: n * _FRAME].reshape(n, _FRAME)
    power = np.mean(np.square(frames, dtype=np.float64), axis=1)
    level = 10.0 * np.log10(power + 1e-12)
    if not n or power.max() <= 1e-12:
        return Speech(samples, np.zeros(n, bool), level.astype(np.float32))
    loud = float(np.quantile(level, 0.95))
    active = power[level > loud - 20.0]
    scaled = np.clip(frames * (LEVEL / np.sqrt(active.mean())), -1.0, 1.0)
    coded = (scaled * 32_767.0).astype("<i2")
    detector = webrtcvad.Vad(AGGRESSIVENESS)
    heard = np.array([detector.is_speech(frame.tobytes(), RATE) for frame in coded], bool)
    return Speech(samples, _tidied(heard & (level > loud - QUIET_DB)), level.astype(np.float32))


def _tidied(heard: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Close short gaps inside speech, then drop clicks."""
    spoken = heard.copy()
    edges = runs(heard)
    for (_, end), (start, _) in pairwise(edges):
        if (start - end) * FRAME_S <= LONGEST_GAP_S:
            spoken[end:start] = True
    for start, end in runs(spoken):
        if (end - start) * FRAME_S < SHORTEST_SPEECH_S:
            spoken[start:end] = False
    return spoken


def runs(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """[start, end) of the stretches that are true."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(steps[::2], steps[1::2], strict=True)]
