"""The contract of an engine: phones to frames in two steps, so that prosody is fixed before the spectrum is made.

    draft = engine.draft(words, rate=...)      durations, F0 and energy as the model proposes them
    edited = draft.with_prosody(f0_hz=..., energy=...)
    frames = engine.speak(edited)              frames in the engine's own voice, with phone and word marks

Engines hold no state of a request (one object serves many renders in turn, one call at a time; it is not
thread-safe). Both calls are deterministic. They raise EngineError for words they cannot speak, never crash on
empty input, and load their sessions on the first call (contract: readiness, see `warm`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

import numpy as np

from synthesis.frames import SpeechFrames
from synthesis.text.spoken import Language, SpokenWord
from synthesis.units import Float32

PermittedUse = Literal["any", "non-commercial"]


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What an engine is and may be used for; travels with every result."""

    key: str
    """"english", "mandarin": the name in the registry and in a voice's timbres."""
    revision: str
    """Changes whenever the same input would give other sound."""
    languages: tuple[Language, ...]
    licence: str
    """SPDX id or a sentence, of code and weights."""
    permitted_use: PermittedUse
    credit: str


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """Prosody as proposed by the model, open to edits. Points are where the model takes F0 and energy:
    every frame for English, every phone for Mandarin."""

    words: tuple[SpokenWord, ...]
    phones: tuple[str, ...]
    """All symbols the model reads, separators and edge silences included."""
    phone_word: tuple[int, ...]
    """Index into `words` of each phone; -1 for separators, breaks and edge silence."""
    durations: np.ndarray  # (n_phones,) int64 frames, as heard
    """A separator without a pause has 0. The edges' durations are the silence before and after the words."""
    f0_hz: Float32  # (n_points,) 0 = unvoiced
    energy: Float32  # (n_points,) in the model's own unit, larger is louder
    point_frame: Float32  # (n_points,) centre of each point in frames
    state: Any = None
    """What the engine needs to go on; opaque to everyone else."""

    @property
    def n_frames(self) -> int:
        return int(self.durations.sum())

    def with_prosody(self, *, f0_hz: Float32 | None = None, energy: Float32 | None = None) -> "Draft":
        return replace(
            self,
            f0_hz=self.f0_hz if f0_hz is None else np.asarray(f0_hz, np.float32),
            energy=self.energy if energy is None else np.asarray(energy, np.float32),
        )


class Engine(Protocol):
    """Text to frames in the engine's own voice."""

    info: EngineInfo

    def draft(
        self,
        words: Sequence[SpokenWord],
        *,
        rate: Float32 | None = None,
        lengthen: Float32 | None = None,
        medial: bool = False,
    ) -> Draft:
        """Durations, F0 and energy. `rate` (n_words,) multiplies speaking speed per word (1 = as trained; separators
        take the rate of the word before them). `lengthen` (n_words,) is the natural log of extra length of the word's
        stressed vowels; engines without stress ignore it. `medial` asks for the tune of words inside a sentence of
        another language: no final fall, no final lengthening. `words` are all of one language."""

    def draft_batch(self, sentences: Sequence[Sequence[SpokenWord]], rates: Sequence[Float32 | None]) -> list[Draft]:
        """As `draft`, several at once where the model gains by it."""

    def edit_energy(self, energy: Float32, gain_db: Float32) -> Float32:
        """The model's energy values for speech `gain_db` (n_points,) louder, in the model's own unit."""

    def speak(self, draft: Draft) -> SpeechFrames:
        """Frames with marks of kind "phone" and "word" (source spans from the words), and "pause" where it is silent
        between words, before the first and after the last."""

    def speak_batch(self, drafts: Sequence[Draft]) -> list[SpeechFrames]:
        """As `speak`, several at once."""

    def warm(self) -> None:
        """Load everything, so that the next call costs only its own work."""
