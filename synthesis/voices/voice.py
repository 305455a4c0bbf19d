"""Voice: who speaks. A unit d-vector for identity and, per engine, the timbre that makes its frames that person's."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from synthesis.errors import VoiceError
from synthesis.units import Float32

EMBEDDING_SIZE = 256


@dataclass(frozen=True, slots=True)
class PitchStatistics:
    """F0 habits of a speaker, over voiced frames."""

    median_hz: float
    range_semitones: float
    """10th to 90th percentile."""


@dataclass(frozen=True, slots=True, eq=False)
class SpectrumStatistics:
    """Long-term spectrum of a speaker at 16 kHz, over frames within 30 dB of the loudest. Free of level."""

    band_log: Float32  # (40,) mean natural-log power in mel bands, minus its own mean
    cepstrum_deviation: Float32  # (22,) standard deviation of the cepstral coefficients 1..22 of those bands


@dataclass(frozen=True, slots=True, eq=False)
class Timbre:
    """How one engine's own voice becomes this voice. Fitted by `fit_voice`, applied by `adopt_voice`."""

    engine: str
    engine_revision: str
    warp_log: Float32  # (n_warp_knots,) log of the frequency ratio at mel-spaced knots, 0 to 12 kHz
    harmonic_gain_log: Float32  # (n_gain_knots,) natural-log gain of the harmonic part at mel-spaced knots
    noise_gain_log: Float32  # (n_gain_knots,) of the noise and the free part
    refined: bool = False
    """False after the quick fit."""
    likeness: float = 0.0
    """Cosine of the fitted voice's d-vector to the reference, on the calibration sentences."""
    source_pitch: PitchStatistics | None = None
    """F0 of the engine's own voice on the calibration sentences: what `adopt_voice` moves from."""
    class_centres: Float32 | None = None  # (n_classes, 21) spectral shapes of the source's kinds of sound
    class_width: float = 1.0
    """Spread of one number of a shape; see `sound_classes`."""
    class_gain_log: Float32 | None = None  # (n_classes, n_class_knots) extra gain of each kind, at mel-spaced knots


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """Immutable. A changed voice is another object with another revision; a project pins the one it uses."""

    name: str
    embedding: Float32  # (256,) unit length
    pitch: PitchStatistics
    timbres: Mapping[str, Timbre]
    """By engine key; an engine without one here speaks only after a fit."""
    tempo: float = 1.0
    """Pace against the engines', above 1 is faster. A fit leaves it at 1: pace hardly moves the d-vector, and clips are
    read faster or slower for reasons of their own. Kept and blended for voices that bring one; no render reads it."""
    gain_db: float = 0.0
    """Gain that brings a sentence of this voice to -23 LUFS in previews; renders measure for themselves."""
    spectrum: SpectrumStatistics | None = None
    """What another engine or a recording is fitted to later, without the clips."""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    """JSON values: clips (name, sha256, seconds), revisions (encoder, fit, engines), parents of a blend."""

    def __post_init__(self) -> None:
        embedding = np.asarray(self.embedding, np.float32)
        if embedding.shape != (EMBEDDING_SIZE,) or not np.isfinite(embedding).all():
            raise VoiceError("embedding", "A voice needs an embedding of {size} numbers.", size=EMBEDDING_SIZE)
        norm = float(np.linalg.norm(embedding))
        if norm < 1e-6:
            raise VoiceError("embedding_zero", "The embedding is empty; no voice was heard in the clips.")
        if abs(norm - 1.0) > 1e-6:  # a unit vector keeps its bits, so that a saved voice loads unchanged
            embedding = embedding / np.float32(norm)
        embedding = embedding.copy()
        embedding.flags.writeable = False
        object.__setattr__(self, "embedding", embedding)

    @property
    def revision(self) -> str:
        """Hash of all that this voice sounds like (16 hex digits): the name and the provenance stand apart."""
        digest = hashlib.sha256()
        _feed(digest, [self.embedding, self.pitch, self.tempo, self.gain_db, self.spectrum])
        for key in sorted(self.timbres):
            _feed(digest, [key, self.timbres[key]])
        return digest.hexdigest()[:16]


def _feed(digest: "hashlib._Hash", value: object) -> None:
    if isinstance(value, np.ndarray):
        digest.update(f"{value.shape}".encode())
        digest.update(np.ascontiguousarray(value, "<f4").tobytes())
    elif isinstance(value, list):
        for item in value:
            _feed(digest, item)
    elif hasattr(value, "__dataclass_fields__"):
        for part in fields(value):  # type: ignore[arg-type]
            digest.update(part.name.encode())
            _feed(digest, getattr(value, part.name))
    else:
        digest.update(json.dumps(value).encode())
