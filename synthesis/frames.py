"""SpeechFrames: speech as a source and a filter, one row per 12.5 ms. The central type of the package.

An engine makes frames; a voice and an emotion are functions from frames to frames; one vocoder ends them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from synthesis.clip import Clip
from synthesis.errors import EngineError
from synthesis.units import N_BINS, Float32

SILENT_LOG = -18.0
"""Natural-log amplitude of a bin that holds nothing (about -156 dB)."""

MarkKind = Literal["phone", "word", "pause"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is spoken when: a span of frames tied to a span of the segment's plain text."""

    kind: MarkKind
    text: str
    """Phone symbol of the engine, or the word (one character for Chinese) as it stands in the plain text."""
    start: float
    """In frames from the start of these frames."""
    end: float
    source: tuple[int, int] = (0, 0)
    """Code points [start, end) of the segment's plain text."""

    def shifted(self, frames: float) -> "Mark":
        return replace(self, start=self.start + frames, end=self.end + frames)


@dataclass(frozen=True, slots=True, eq=False)
class SpeechFrames:
    """Source and filter of `n` frames. Arrays are float32, finite and read-only.

    The vocoder computes, per frame, S = exp(harmonic_log) e^(i harmonic_phase) STFT(pulses(f0_hz))
    + exp(noise_log) Z + exp(free_log) e^(i free_phase), Z complex Gaussian of unit variance per component.
    """

    f0_hz: Float32  # (n,) 0 = unvoiced
    harmonic_log: Float32  # (n, 601) natural-log amplitude on unit-amplitude pulses
    noise_log: Float32  # (n, 601)
    harmonic_phase: Float32 | None = None  # (n, 601) radians; None = zero phase
    free_log: Float32 | None = None  # (n, 601) a part with its own phase; None = absent
    free_phase: Float32 | None = None  # (n, 601) radians
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.f0_hz)
        for name in ("f0_hz", "harmonic_log", "noise_log", "harmonic_phase", "free_log", "free_phase"):
            value = getattr(self, name)
            if value is None:
                continue
            array = np.ascontiguousarray(value, dtype=np.float32)
            shape = (n,) if name == "f0_hz" else (n, N_BINS)
            if array.shape != shape:
                raise EngineError(
                    "frames_shape", "{name} has shape {got}, not {want}.", name=name, got=array.shape, want=shape
                )
            if not np.isfinite(array).all():
                raise EngineError("frames_not_finite", "{name} holds values that are not numbers.", name=name)
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        if (self.free_log is None) != (self.free_phase is None):
            raise EngineError("frames_free", "The free part needs both its amplitude and its phase.")

    def __len__(self) -> int:
        return len(self.f0_hz)

    @property
    def voiced(self) -> np.ndarray:
        """(n,) bool."""
        return self.f0_hz > 0


@dataclass(frozen=True, slots=True, eq=False)
class Speech:
    """An engine's answer: frames, and its own waveform where it has one that no edit has touched."""

    frames: SpeechFrames
    clip: Clip | None = None


def cut(frames: SpeechFrames, start: int, stop: int) -> SpeechFrames:
    """Frames [start, stop) with the marks whose middle lies inside, clipped to it: parts side by side share out every
    mark once."""
    last = stop >= len(frames)
    marks = tuple(
        replace(m, start=max(m.start, start) - start, end=min(m.end, stop) - start)
        for m in frames.marks
        if start <= (m.start + m.end) / 2 < stop or (last and m.start >= stop)
    )
    part = slice(start, stop)
    return SpeechFrames(
        frames.f0_hz[part],
        frames.harmonic_log[part],
        frames.noise_log[part],
        None if frames.harmonic_phase is None else frames.harmonic_phase[part],
        None if frames.free_log is None else frames.free_log[part],
        None if frames.free_phase is None else frames.free_phase[part],
        marks,
    )


def concatenate(parts: Sequence[SpeechFrames]) -> SpeechFrames:
    """One after the other; a part without phases gets zero phase, one without a free part a silent one."""
    if len(parts) == 1:
        return parts[0]
    phase = any(p.harmonic_phase is not None for p in parts)
    free = any(p.free_log is not None for p in parts)
    marks: list[Mark] = []
    at = 0
    for part in parts:
        marks.extend(m.shifted(at) for m in part.marks)
        at += len(part)
    return SpeechFrames(
        np.concatenate([p.f0_hz for p in parts]),
        np.concatenate([p.harmonic_log for p in parts]),
        np.concatenate([p.noise_log for p in parts]),
        np.concatenate([_or(p.harmonic_phase, len(p), 0.0) for p in parts]) if phase else None,
        np.concatenate([_or(p.free_log, len(p), SILENT_LOG) for p in parts]) if free else None,
        np.concatenate([_or(p.free_phase, len(p), 0.0) for p in parts]) if free else None,
        tuple(marks),
    )


def silence(n_frames: int) -> SpeechFrames:
    quiet = np.full((n_frames, N_BINS), SILENT_LOG, np.float32)
    return SpeechFrames(np.zeros(n_frames, np.float32), quiet, quiet)


def _or(array: Float32 | None, n: int, value: float) -> Float32:
    return np.full((n, N_BINS), value, np.float32) if array is None else array
