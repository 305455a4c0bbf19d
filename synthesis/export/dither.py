"""Float samples into 16-bit integers, with dither that is the same for the same seed."""

import numpy as np
from numpy.typing import NDArray

from synthesis.units import Float32

FULL_SCALE = 32_767.0


class Dither:
    """Triangular noise of two steps' width (TPDF), so that what falls under a step becomes hiss and not distortion.

    Digital silence stays silent. The noise depends on the seed and the position, not on how the stream was cut.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def __call__(self, samples: Float32) -> NDArray[np.int16]:
        """(n,) -> (n,) int16"""
        pairs = self._random.random((len(samples), 2))
        noise = pairs[:, 0] - pairs[:, 1]
        steps = np.where(samples == 0.0, 0.0, np.rint(samples * FULL_SCALE + noise))
        return np.clip(steps, -FULL_SCALE - 1.0, FULL_SCALE).astype(np.int16)
