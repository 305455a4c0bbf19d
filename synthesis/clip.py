"""Clip: recorded or rendered sound with a rate."""

from dataclasses import dataclass

import numpy as np

from synthesis.errors import ClipError
from synthesis.units import SAMPLE_RATE, Float32


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Mono sound. Samples are float32, finite, nominally within -1..1, and read-only."""

    samples: Float32  # (n_samples,)
    sample_rate: int = SAMPLE_RATE
    sha256: str = ""
    """Hash of the bytes it was read from; empty for sound made here."""
    name: str = ""
    """File name as given, for messages; empty for sound made here."""
    notes: tuple[str, ...] = ()
    """What reading or cleaning it found: `channels_apart`, `channel_inverted`, `scaled`, `truncated`, `denoised`."""

    def __post_init__(self) -> None:
        samples = np.ascontiguousarray(self.samples, dtype=np.float32)
        if samples.ndim != 1:
            raise ClipError("shape", "A clip holds one channel, not an array of {ndim} dimensions.", ndim=samples.ndim)
        if not np.isfinite(samples).all():
            raise ClipError("not_finite", "The sound holds values that are not numbers; record or export it again.")
        if self.sample_rate <= 0:
            raise ClipError("rate", "A sample rate of {rate} Hz is not possible.", rate=self.sample_rate)
        if samples is self.samples and samples.flags.writeable:
            samples = samples.copy()
        samples.flags.writeable = False
        object.__setattr__(self, "samples", samples)

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.sample_rate
