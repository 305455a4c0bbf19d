"""Voice: who speaks. A unit d-vector for identity and, per engine, the timbre that makes its frames that person's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from synthesis.errors import VoiceError
from synthesis.units import Float32

EMBEDDING_SIZE = 256


@dataclass(frozen=True, slots=True, eq=False)
class Timbre:
    """How one engine's own voice becomes this voice. Fitted by `fit_voice`, applied by `adopt_voice`."""

    engine: str
    engine_revision: str
    warp_log: Float32  # (n_warp_knots,) log of the frequency ratio at mel-spaced knots
    harmonic_gain_log: Float32  # (n_gain_knots,) natural-log gain of the harmonic part at mel-spaced knots
    noise_gain_log: Float32  # (n_gain_knots,)
    refined: bool = False
    """False after the quick fit."""
    likeness: float = 0.0
    """Cosine of the fitted voice's d-vector to the reference, on the calibration sentences."""


@dataclass(frozen=True, slots=True)
class PitchStatistics:
    """F0 habits of a speaker, over voiced frames."""

    median_hz: float
    range_semitones: float
    """10th to 90th percentile."""


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """Immutable. A changed voice is another object with another revision; a project pins the one it uses."""

    name: str
    embedding: Float32  # (256,) unit length
    pitch: PitchStatistics
    timbres: Mapping[str, Timbre]
    """By engine key; an engine without one here speaks only after a fit."""
    tempo: float = 1.0
    """Syllable rate of the speaker against the engines', above 1 is faster."""
    gain_db: float = 0.0
    """Gain that brings a sentence of this voice to -23 LUFS in previews; renders measure for themselves."""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    """JSON values: clips (name, sha256, seconds), revisions (encoder, fit, engines), parents of a blend."""

    def __post_init__(self) -> None:
        embedding = np.asarray(self.embedding, np.float32)
        if embedding.shape != (EMBEDDING_SIZE,) or not np.isfinite(embedding).all():
            raise VoiceError("embedding", "A voice needs an embedding of {size} numbers.", size=EMBEDDING_SIZE)
        norm = float(np.linalg.norm(embedding))
        if norm < 1e-6:
            raise VoiceError("embedding_zero", "The embedding is empty; no voice was heard in the clips.")
        embedding = embedding / np.float32(norm)
        embedding.flags.writeable = False
        object.__setattr__(self, "embedding", embedding)
