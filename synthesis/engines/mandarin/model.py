"""FastSpeech 2 and MB-MelGAN: arrays in, arrays out, single or batched."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from synthesis.runtime.sessions import Session, make_session
from synthesis.runtime.weights import artifact_path
from synthesis.units import HOP, Float32

_T = TypeVar("_T")
N_MELS = 80
LONGEST_PASS = 1_600
"""Frames decoded at once (20 s); the model knows 2048 positions and its cost grows with the square."""
SHORTEST_WAVEFORM = 12
"""Frames: the mirrored edges of the waveform network reach that far."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """What the model says of one sentence, per phone."""

    states: Float32  # (n_phones, 256)
    durations: Float32  # (n_phones,) frames, not rounded
    f0: Float32  # (n_phones,) in the model's unit
    energy: Float32  # (n_phones,)


@dataclass(frozen=True, slots=True, eq=False)
class DecoderInput:
    states: Float32  # (n_phones, 256)
    f0: Float32  # (n_phones,)
    energy: Float32  # (n_phones,)
    durations: np.ndarray  # (n_phones,) int64 frames


class MandarinModel:
    """The three graphs, each loaded on its first use.

    Sentences are padded and run together only where a GPU gains by it: on one core eight at once made 13.8 times real
    time against 17.7 one by one.
    """

    def __init__(self, *, together: bool | None = None) -> None:
        """`together` None = on a GPU only."""
        self._together = together

    def _groups(self, items: Sequence[_T], session: Session) -> list[list[_T]]:
        together = session.device != "cpu" if self._together is None else self._together
        return [list(items)] if together else [[item] for item in items]

    @cached_property
    def symbols(self) -> dict[str, int]:
        table: dict[str, int] = json.loads(artifact_path("mandarin/symbols.json").read_text("utf-8"))
        return table

    @cached_property
    def _prosody(self) -> Session:
        return make_session(artifact_path("mandarin/prosody.onnx"))

    @cached_property
    def _decoder(self) -> Session:
        return make_session(artifact_path("mandarin/decoder.onnx"))

    @cached_property
    def _vocoder(self) -> Session:
        return make_session(artifact_path("mandarin/vocoder.onnx"))

    def propose(self, sentences: Sequence[np.ndarray]) -> list[Proposal]:
        """Symbol ids (n_phones,) int64 of several sentences -> a proposal for each."""
        return [p for group in self._groups(sentences, self._prosody) for p in self._propose(group)]

    def _propose(self, sentences: Sequence[np.ndarray]) -> list[Proposal]:
        ids = _stack(sentences, fill=0)  # (batch, phones)
        states, durations, f0, energy = self._prosody.run(None, {"ids": ids})
        return [
            Proposal(states[i, :n], durations[i, :n], f0[i, :n], energy[i, :n])
            for i, n in enumerate(len(s) for s in sentences)
        ]

    def decode(self, inputs: Sequence[DecoderInput]) -> list[Float32]:
        """-> mel (n_frames, 80) of each, n_frames = sum of durations."""
        return [mel for group in self._groups(inputs, self._decoder) for mel in self._decode_group(group)]

    def _decode_group(self, inputs: Sequence[DecoderInput]) -> list[Float32]:
        if any(item.durations.sum() > LONGEST_PASS for item in inputs):
            return [self._decode_in_parts(item) for item in inputs]
        places = [np.repeat(np.arange(len(item.durations)), item.durations) for item in inputs]
        n_phones = max(len(item.f0) for item in inputs)
        rows = _stack([place + i * n_phones for i, place in enumerate(places)], fill=-1)  # (batch, frames)
        mel = self._decode(inputs, rows)
        return [mel[i, : len(place)] for i, place in enumerate(places)]

    def _decode(self, inputs: Sequence[DecoderInput], rows: np.ndarray) -> Float32:
        (mel,) = self._decoder.run(
            None,
            {
                "states": _stack([item.states for item in inputs], fill=0),
                "f0": _stack([item.f0 for item in inputs], fill=0),
                "energy": _stack([item.energy for item in inputs], fill=0),
                "phone_of_frame": rows,
            },
        )
        return np.asarray(mel, np.float32)

    def _decode_in_parts(self, item: DecoderInput) -> Float32:
        """A long sentence in passes that end between phones."""
        place = np.repeat(np.arange(len(item.durations)), item.durations)
        ends = np.cumsum(item.durations)
        parts, start = [], 0
        while start < len(place):
            within = ends[(ends > start) & (ends <= start + LONGEST_PASS)]
            stop = int(within[-1]) if len(within) else start + LONGEST_PASS
            parts.append(self._decode([item], place[None, start:stop])[0])
            start = stop
        return np.concatenate(parts) if parts else np.zeros((0, N_MELS), np.float32)

    def waveform(self, mel: Float32) -> Float32:
        """MB-MelGAN. (n_frames, 80) -> (300 n_frames,) at 24 kHz"""
        missing = max(0, SHORTEST_WAVEFORM - len(mel))
        long_enough = np.pad(mel, ((0, missing), (0, 0)), mode="edge") if missing else mel
        (samples,) = self._vocoder.run(None, {"mel": long_enough[None]})
        return np.asarray(samples[0, : len(mel) * HOP], np.float32)


def _stack(arrays: Sequence[np.ndarray], *, fill: float) -> np.ndarray:
    """Different lengths side by side. [(n_i, ...)] -> (batch, max n_i, ...)"""
    out = np.full((len(arrays), max(len(a) for a in arrays), *arrays[0].shape[1:]), fill, arrays[0].dtype)
    for row, array in zip(out, arrays, strict=True):
        row[: len(array)] = array
    return out
