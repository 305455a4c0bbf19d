"""Sentences to one programme: gaps, crossfades, no clicks at joins, and when each segment is heard. Streams."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from synthesis.marks import SpokenSegment, TimedMark
from synthesis.pipeline import RenderedSentence
from synthesis.units import SAMPLE_RATE, Float32

EDGE_S = 0.004
"""Raised-cosine fade at the edges of every piece: too short to hear, long enough that no join clicks."""


@dataclass(slots=True)
class Mixer:
    """Add sentences in order; each call answers the samples that no later sentence can change."""

    spoken: list[SpokenSegment] = field(default_factory=list)
    lengths_s: list[float] = field(default_factory=list)
    """Of every sentence added."""
    _tail: Float32 = field(default_factory=lambda: np.zeros(0, np.float32))
    _emitted: int = 0
    _gap_s: float = 0.0

    def add(self, piece: RenderedSentence) -> Float32:
        samples = fade_edges(piece.samples)
        gap = round(self._gap_s * SAMPLE_RATE)
        if gap >= 0:
            done = np.concatenate([self._tail, np.zeros(gap, np.float32)]) if len(self._tail) else self._tail
            start = self._emitted + len(done)
        else:
            overlap = min(-gap, len(self._tail), len(samples))
            done = self._tail[: len(self._tail) - overlap]
            samples = crossfade(self._tail[len(done) :], samples, overlap)
            start = self._emitted + len(done)
        self._note(piece, start / SAMPLE_RATE, len(piece.samples) / SAMPLE_RATE)
        self._emitted += len(done)
        self._tail = samples
        self.lengths_s.append(piece.seconds)
        self._gap_s = piece.gap_after_s
        return done

    def finish(self) -> Float32:
        """The last samples; the gap after the last sentence is not part of the programme."""
        done, self._tail = self._tail, np.zeros(0, np.float32)
        self._emitted += len(done)
        return done

    def _note(self, piece: RenderedSentence, start_s: float, seconds: float) -> None:
        marks = tuple(replace(m, start_s=m.start_s + start_s, end_s=m.end_s + start_s) for m in piece.marks)
        if self.spoken and self.spoken[-1].id == piece.segment_id:
            last = self.spoken[-1]
            self.spoken[-1] = replace(last, end_s=start_s + seconds, marks=last.marks + marks)
        else:
            self.spoken.append(
                SpokenSegment(piece.segment_id, piece.text, start_s, start_s + seconds, marks, piece.title)
            )


def mix(pieces: Iterable[RenderedSentence], mixer: Mixer) -> Iterator[Float32]:
    """The programme in blocks, before gain."""
    for piece in pieces:
        yield mixer.add(piece)
    yield mixer.finish()


def fade_edges(samples: Float32) -> Float32:
    n = min(round(EDGE_S * SAMPLE_RATE), len(samples) // 2)
    if n == 0:
        return samples
    ramp = (0.5 - 0.5 * np.cos(np.pi * (np.arange(n) + 0.5) / n)).astype(np.float32)
    faded = samples.copy()
    faded[:n] *= ramp
    faded[-n:] *= ramp[::-1]
    return faded


def crossfade(tail: Float32, head: Float32, overlap: int) -> Float32:
    """`head` with its first `overlap` samples mixed with `tail` at equal power (the two are unrelated speech)."""
    angle = (np.arange(overlap, dtype=np.float32) + 0.5) / max(overlap, 1) * np.float32(np.pi / 2)
    mixed = head.copy()
    mixed[:overlap] = tail * np.cos(angle) + head[:overlap] * np.sin(angle)
    return mixed


def all_marks(spoken: Iterable[SpokenSegment]) -> Iterator[TimedMark]:
    for segment in spoken:
        yield from segment.marks
