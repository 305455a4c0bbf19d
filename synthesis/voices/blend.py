"""Blending voices: everything that makes a voice is a number in which a straight line is meaningful."""

import math
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from synthesis.errors import VoiceError
from synthesis.voices.voice import PitchStatistics, SpectrumStatistics, Timbre, Voice

Weighted = Sequence[tuple[Voice, float]]


def blend_voices(parts: Weighted, name: str) -> Voice:
    """Weighted mean of voices: d-vectors (re-normalised), timbres, F0 (in octaves), tempo, spectrum, gain.

    Weights lie in 0..1 and count by their share of the sum, so 0.7 + 0.3 and 0.35 + 0.15 are the same voice. Only
    engines that every part has been fitted to remain. The parents and shares are recorded in the provenance.
    Raises VoiceError `blend_empty`, `blend_weight`, `blend_sum`, `blend_engines`.
    """
    shares = _shares(parts)
    kept = [(voice, share) for (voice, _), share in zip(parts, shares, strict=True) if share > 0]
    voices, weights = [v for v, _ in kept], np.array([w for _, w in kept])
    engines = [key for key in voices[0].timbres if all(_same_source(v, voices[0], key) for v in voices)]
    if not engines:
        raise VoiceError(
            "blend_engines",
            "The voices {names} share no engine of the same revision; fit them again, then blend.",
            names=", ".join(v.name for v in voices),
        )
    spectra = [v.spectrum for v in voices]
    return Voice(
        name=name,
        embedding=np.asarray(_mean([v.embedding for v in voices], weights), np.float32),
        pitch=_blend_pitch([v.pitch for v in voices], weights),
        timbres={key: _blend_timbre([v.timbres[key] for v in voices], weights) for key in engines},
        tempo=math.exp(float(weights @ np.log([v.tempo for v in voices]))),
        gain_db=float(weights @ [v.gain_db for v in voices]),
        spectrum=_blend_spectrum([s for s in spectra if s], weights) if all(spectra) else None,
        provenance={"kind": "blend", "parents": [_parent(v, w) for v, w in kept]},
    )


def _shares(parts: Weighted) -> list[float]:
    if not parts:
        raise VoiceError("blend_empty", "A blend needs at least one voice.")
    for voice, weight in parts:
        if not (math.isfinite(weight) and 0 <= weight <= 1):
            raise VoiceError(
                "blend_weight",
                "The weight {weight} of {name} must lie between 0 and 1.",
                weight=weight,
                name=voice.name,
            )
    total = math.fsum(weight for _, weight in parts)
    if total <= 1e-6:
        raise VoiceError("blend_sum", "All weights of the blend are 0; give at least one voice a weight.")
    return [weight / total for _, weight in parts]


def _same_source(voice: Voice, first: Voice, key: str) -> bool:
    mine, other = voice.timbres.get(key), first.timbres[key]
    return mine is not None and mine.engine_revision == other.engine_revision and _shapes(mine) == _shapes(other)


def _shapes(timbre: Timbre) -> dict[str, tuple[int, ...]]:
    values = {f.name: getattr(timbre, f.name) for f in fields(timbre)}
    return {name: value.shape for name, value in values.items() if isinstance(value, np.ndarray)}


def _mean(arrays: Sequence[np.ndarray], weights: np.ndarray) -> np.ndarray:
    return np.tensordot(weights, np.stack([np.asarray(a, np.float64) for a in arrays]), 1)


def _blend_timbre(timbres: Sequence[Timbre], weights: np.ndarray) -> Timbre:
    names = _shapes(timbres[0])
    blended: dict[str, Any] = {
        name: np.asarray(_mean([getattr(t, name) for t in timbres], weights), np.float32) for name in names
    }
    pitches = [t.source_pitch for t in timbres if t.source_pitch]
    if len(pitches) == len(timbres):
        blended["source_pitch"] = _blend_pitch(pitches, weights)
    likeness = float(weights @ [t.likeness for t in timbres])
    return replace(timbres[0], **blended, refined=all(t.refined for t in timbres), likeness=likeness)


def _blend_pitch(pitches: Sequence[PitchStatistics], weights: np.ndarray) -> PitchStatistics:
    median_hz = math.exp(float(weights @ np.log([p.median_hz for p in pitches])))
    return PitchStatistics(median_hz=median_hz, range_semitones=float(weights @ [p.range_semitones for p in pitches]))


def _blend_spectrum(spectra: Sequence[SpectrumStatistics], weights: np.ndarray) -> SpectrumStatistics:
    return SpectrumStatistics(
        band_log=np.asarray(_mean([s.band_log for s in spectra], weights), np.float32),
        cepstrum_deviation=np.asarray(_mean([s.cepstrum_deviation for s in spectra], weights), np.float32),
    )


def _parent(voice: Voice, share: float) -> dict[str, Any]:
    return {
        "name": voice.name,
        "revision": voice.revision,
        "share": round(float(share), 6),
        "provenance": dict(voice.provenance),
    }
