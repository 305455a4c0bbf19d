"""The model's F0, made a contour that can be edited: either a pitch or 0."""

import numpy as np

from synthesis.units import Float32

UNVOICED_BELOW_HZ = 40.0
"""The model says "no pitch" with small numbers around zero, as the vocoder hears it."""
DOUBTFUL_BELOW_RATIO = 0.45
"""Below so much of the sentence's median (14 st down) a value is half-way to "no pitch", not a pitch."""


def steady_f0(f0_hz: Float32) -> Float32:
    """Raw F0 (n,) -> F0 with 0 for unvoiced; half-way values at a voiced stretch's edges take the nearest pitch.

    A stretch without any pitch becomes unvoiced. Statistics and semitone edits of the contour stay sane by this.
    """
    out = np.where(f0_hz >= UNVOICED_BELOW_HZ, f0_hz, np.float32(0)).astype(np.float32)
    if not out.any():
        return out
    doubtful = (out > 0) & (out < DOUBTFUL_BELOW_RATIO * np.median(out[out > 0]))
    if not doubtful.any():
        return out
    flips = np.flatnonzero(np.diff(np.concatenate([[False], out > 0, [False]]).astype(np.int8)))
    for start, stop in flips.reshape(-1, 2):
        bad = doubtful[start:stop]
        if not bad.any():
            continue
        good = np.flatnonzero(~bad)
        if not len(good):
            out[start:stop] = 0
            continue
        own = np.arange(stop - start)
        nearest = good[np.abs(own[:, None] - good).argmin(axis=1)]
        out[start:stop] = out[start:stop][nearest]
    return out
