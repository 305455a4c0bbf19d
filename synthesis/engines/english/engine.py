"""The English engine: phones to durations, F0 and energy; those, edited, to frames."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from synthesis.engines.english.heard import heard_durations
from synthesis.engines.english.marks import mark_speech
from synthesis.engines.english.medial import BEFORE, carried, in_carrier, inner_symbols
from synthesis.engines.english.pitch import steady_f0
from synthesis.engines.english.symbols import Symbols, read_symbols
from synthesis.engines.english.timing import (
    FRAMES_PER_STEP,
    spoken_durations,
    stressed_vowels,
    symbol_rates,
    whole_durations,
)
from synthesis.engines.protocol import Draft
from synthesis.engines.registry import engine_info
from synthesis.errors import EngineError
from synthesis.frames import SpeechFrames
from synthesis.runtime.sessions import Session, make_session
from synthesis.runtime.weights import artifact_path
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, Float64

_GAIN_DB = np.array([-24.0, -18.9, -14.4, -10.7, -6.8, -3.1, 0.0, 2.9, 5.7, 8.7, 11.4])
_GAIN_ENERGY = np.array([-6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0])
"""Measured: the gain that adding a number to the model's energy makes in frames within 30 dB of the loudest (mean of
six sentences, +-0.4 dB from one to the next)."""
SLOWEST, FASTEST = 0.2, 5.0


@dataclass(frozen=True, slots=True, eq=False)
class _Pass:
    """State of a draft: one pass of the model, of which the draft shows the frames [start, stop)."""

    features: Float32  # (1, 128, n_symbols)
    durations: np.ndarray  # (n_symbols,) by the decoder's clock; a draft's are the listener's
    f0_hz: Float32  # (n_frames,) as proposed
    energy: Float32  # (n_frames,) as proposed
    start: int
    stop: int

    def edited(self, draft: Draft) -> tuple[Float32, Float32]:
        """F0 and energy of the whole pass, with the draft's in its place; what lies outside moves along."""
        f0_hz, energy = self.f0_hz.copy(), self.energy.copy()
        shown = slice(self.start, self.stop)
        if self.stop - self.start < len(f0_hz):
            voiced = (self.f0_hz[shown] > 0) & (draft.f0_hz > 0)
            if voiced.any():
                f0_hz *= np.median(draft.f0_hz[voiced] / self.f0_hz[shown][voiced])
            energy += np.median(draft.energy - self.energy[shown])
        f0_hz[shown], energy[shown] = draft.f0_hz, draft.energy
        return f0_hz, energy


class EnglishEngine:
    """See `synthesis.engines.protocol.Engine`. Frames start and end with the silence that the marks show."""

    info = engine_info("english")

    def warm(self) -> None:
        self.speak(self.draft(BEFORE))

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        vocabulary: dict[str, int] = json.loads(artifact_path("english/vocab.json").read_text("utf-8"))
        return vocabulary

    @cached_property
    def _phones(self) -> Session:
        return make_session(artifact_path("english/phones.onnx"))

    @cached_property
    def _prosody(self) -> Session:
        return make_session(artifact_path("english/prosody.onnx"))

    @cached_property
    def _decoder(self) -> Session:
        return make_session(artifact_path("english/decoder.onnx"))

    def draft(
        self,
        words: Sequence[SpokenWord],
        *,
        rate: Float32 | None = None,
        lengthen: Float32 | None = None,
        medial: bool = False,
    ) -> Draft:
        if medial and words:
            return self._medial_draft(words, rate=rate, lengthen=lengthen)
        symbols = read_symbols(words, self._vocabulary)
        whole, durations = self._pass(symbols, rate=rate, lengthen=lengthen)
        return _show(whole, words=words, phones=symbols.symbols, phone_word=symbols.word, durations=durations)

    def _medial_draft(self, words: Sequence[SpokenWord], *, rate: Float32 | None, lengthen: Float32 | None) -> Draft:
        symbols = read_symbols(in_carrier(words), self._vocabulary)
        whole, durations = self._pass(symbols, rate=carried(rate), lengthen=carried(lengthen, fill=0.0))
        inner = inner_symbols(symbols.word, len(words))
        start = int(durations[: inner.start].sum())
        whole = replace(whole, start=start, stop=start + int(durations[inner].sum()))
        own = tuple(w - len(BEFORE) if w >= 0 else -1 for w in symbols.word[inner])
        return _show(whole, words=words, phones=symbols.symbols[inner], phone_word=own, durations=durations[inner])

    def _pass(self, symbols: Symbols, *, rate: Float32 | None, lengthen: Float32 | None) -> tuple[_Pass, np.ndarray]:
        """One pass up to prosody, and the durations of its symbols as heard."""
        ids = np.array([symbols.ids], np.int64)
        steps, decoder_features, prosody_features = self._phones.run(None, {"ids": ids})
        durations = whole_durations(_timed(steps.reshape(-1), symbols, rate=rate, lengthen=lengthen))
        f0_hz, energy = self._propose(prosody_features, durations)
        whole = _Pass(decoder_features, durations, f0_hz, energy, 0, len(f0_hz))
        return whole, heard_durations(symbols, durations, energy)

    def _propose(self, features: Float32, durations: np.ndarray) -> tuple[Float32, Float32]:
        """F0 and energy at each frame. features (1, 192, n_symbols) -> (n_frames,) twice"""
        at_frame = np.repeat(np.arange(len(durations)), durations)
        at_step = at_frame[::FRAMES_PER_STEP]
        f0, energy = self._prosody.run(None, {"features": np.ascontiguousarray(features[:, :, at_step])})
        return steady_f0(f0[0, : len(at_frame)]), energy[0, : len(at_frame)].copy()

    def draft_batch(self, sentences: Sequence[Sequence[SpokenWord]], rates: Sequence[Float32 | None]) -> list[Draft]:
        """One after the other: a padded batch of four took 63 ms for the loop's 45, and moved the spectra by up to
        0.5 (the int8 scale is one per tensor), so a sentence's bytes would depend on its company."""
        return [self.draft(words, rate=rate) for words, rate in zip(sentences, rates, strict=True)]

    def edit_energy(self, energy: Float32, gain_db: Float32) -> Float32:
        edited: Float32 = np.asarray(energy + np.interp(gain_db, _GAIN_DB, _GAIN_ENERGY), np.float32)
        return edited

    def speak(self, draft: Draft) -> SpeechFrames:
        frames = self._decode(draft)
        return replace(frames, marks=mark_speech(draft, frames))

    def _decode(self, draft: Draft) -> SpeechFrames:
        whole = draft.state
        if not isinstance(whole, _Pass):
            raise EngineError("draft", "This draft was made by another engine.")
        at_frame = np.repeat(np.arange(len(whole.durations)), whole.durations)
        f0_hz, energy = whole.edited(draft)
        spectra = self._decoder.run(
            None,
            {
                "features": np.ascontiguousarray(whole.features[:, :, at_frame]),
                "f0": f0_hz[None],
                "energy": energy[None],
            },
        )
        harmonic_log, harmonic_phase, noise_log, free_log, free_phase = (
            part[0, whole.start : whole.stop]
            for part in spectra  # (n_frames, 601)
        )
        return SpeechFrames(
            f0_hz=draft.f0_hz,
            harmonic_log=harmonic_log,
            noise_log=noise_log,
            harmonic_phase=harmonic_phase,
            free_log=free_log,
            free_phase=free_phase,
        )

    def speak_batch(self, drafts: Sequence[Draft]) -> list[SpeechFrames]:
        return [self.speak(draft) for draft in drafts]


def _show(
    whole: _Pass,
    *,
    words: Sequence[SpokenWord],
    phones: tuple[str, ...],
    phone_word: tuple[int, ...],
    durations: np.ndarray,
) -> Draft:
    n = whole.stop - whole.start
    return Draft(
        words=tuple(words),
        phones=phones,
        phone_word=phone_word,
        durations=durations,
        f0_hz=whole.f0_hz[whole.start : whole.stop],
        energy=whole.energy[whole.start : whole.stop],
        point_frame=np.arange(n, dtype=np.float32) + np.float32(0.5),
        state=whole,
    )


def _timed(steps: Float32, symbols: Symbols, *, rate: Float32 | None, lengthen: Float32 | None) -> Float64:
    """The model's durations (n_symbols,) in steps -> exact frames at the rates asked."""
    rates = np.clip(symbol_rates(symbols.owner, rate), SLOWEST, FASTEST)
    if lengthen is not None:
        longer = np.asarray(lengthen, np.float64)[list(symbols.owner)]
        rates = rates / np.exp(longer * stressed_vowels(symbols.symbols))
    rates[[0, -1]] = np.minimum(rates[[0, -1]], 1.0)  # a hasty start swallows the first word
    return spoken_durations(np.maximum(steps.astype(np.float64), 0.0) * FRAMES_PER_STEP, rates)
