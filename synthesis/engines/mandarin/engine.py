"""The Mandarin engine: phones to durations, F0 and energy; those, edited, to frames."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from synthesis.analysis import analyse
from synthesis.engines.mandarin import units_of_model as units
from synthesis.engines.mandarin.marks import mark_speech
from synthesis.engines.mandarin.model import DecoderInput, MandarinModel, Proposal
from synthesis.engines.mandarin.symbols import BREAKS, END, SILENCE, VOICELESS, Symbols, read_symbols
from synthesis.engines.protocol import Draft
from synthesis.engines.registry import engine_info
from synthesis.errors import EngineError
from synthesis.frames import SpeechFrames, silence
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32

SLOWEST, FASTEST = 0.2, 5.0
LOWEST_HZ = 60.0
MEDIAL_EDGE_FRAMES = 3
"""Silence kept after words that stand inside a foreign sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Of a draft: what the decoder needs beside prosody."""

    states: Float32  # (n_phones, 256)
    f0: Float32  # (n_phones,) as proposed, in the model's unit
    f0_hz: Float32  # (n_phones,) as proposed


class MandarinEngine:
    """See `synthesis.engines.protocol.Engine`. Points of F0 and energy are the phones.

    Frames come from the analysis of MB-MelGAN's sound: 17 times real time on one core (a second of speech costs 3 ms
    for the draft, 18 for the mel, 21 for the sound, 14 for its analysis).
    """

    info = engine_info("mandarin")

    def __init__(self, *, together: bool | None = None) -> None:
        """`together`: run the sentences of a batch in one pass; None = on a GPU only."""
        self._model = MandarinModel(together=together)

    def warm(self) -> None:
        self.speak(self.draft(()))

    def draft(
        self,
        words: Sequence[SpokenWord],
        *,
        rate: Float32 | None = None,
        lengthen: Float32 | None = None,
        medial: bool = False,
    ) -> Draft:
        symbols = read_symbols(words, self._model.symbols, medial=medial)
        (proposal,) = self._model.propose([symbols.ids])
        return _draft(words, symbols, proposal, rate=rate, lengthen=lengthen)

    def draft_batch(self, sentences: Sequence[Sequence[SpokenWord]], rates: Sequence[Float32 | None]) -> list[Draft]:
        if not sentences:
            return []
        symbols = [read_symbols(words, self._model.symbols, medial=False) for words in sentences]
        proposals = self._model.propose([s.ids for s in symbols])
        return [
            _draft(words, read, proposal, rate=rate, lengthen=None)
            for words, read, proposal, rate in zip(sentences, symbols, proposals, rates, strict=True)
        ]

    def edit_energy(self, energy: Float32, gain_db: Float32) -> Float32:
        return units.louder(energy, gain_db)

    def mel(self, draft: Draft) -> Float32:
        """The model's (normalised) mel spectrum of the draft. -> (n_frames, 80)"""
        return self._model.decode([_decoder_input(draft)])[0]

    def waveform(self, draft: Draft) -> Float32:
        """The engine's own sound by its own waveform network, without frames in between. -> (300 n_frames,)"""
        return self._model.waveform(self.mel(draft))

    def speak(self, draft: Draft) -> SpeechFrames:
        return self._finish(draft, self.mel(draft))

    def speak_batch(self, drafts: Sequence[Draft]) -> list[SpeechFrames]:
        if not drafts:
            return []
        mels = self._model.decode([_decoder_input(draft) for draft in drafts])
        return [self._finish(draft, mel) for draft, mel in zip(drafts, mels, strict=True)]

    def _finish(self, draft: Draft, mel: Float32) -> SpeechFrames:
        if not len(mel):
            return silence(0)
        given = np.maximum(units.f0_to_hz(_decoder_input(draft).f0), LOWEST_HZ)
        low, high = float(given.min()) * units.LOWEST_SHARE, float(given.max()) * units.HIGHEST_SHARE
        frames = analyse(self._model.waveform(mel), f0_floor_hz=low, f0_ceil_hz=high)
        asked = units.f0_to_hz(np.add(draft.state.f0, _f0_edit(draft)))
        beyond: Float32 = np.divide(np.maximum(asked, LOWEST_HZ), given, dtype=np.float32)
        marks = mark_speech(draft.words, draft.phones, draft.phone_word, draft.durations, frames, mel)
        return replace(frames, f0_hz=frames.f0_hz * _at_frames(beyond, draft), marks=marks)


def _draft(
    words: Sequence[SpokenWord],
    symbols: Symbols,
    proposal: Proposal,
    *,
    rate: Float32 | None,
    lengthen: Float32 | None,
) -> Draft:
    durations = _durations(proposal.durations, symbols, rate=rate, lengthen=lengthen)
    f0_hz = _pitch_points(symbols, proposal.f0, durations)
    return Draft(
        words=tuple(words),
        phones=symbols.phones,
        phone_word=symbols.word,
        durations=durations,
        f0_hz=f0_hz,
        energy=proposal.energy,
        point_frame=(np.cumsum(durations) - durations / 2).astype(np.float32),
        state=_State(proposal.states, proposal.f0, f0_hz),
    )


def _durations(proposed: Float32, symbols: Symbols, *, rate: Float32 | None, lengthen: Float32 | None) -> np.ndarray:
    """Frames of each symbol, rounded half to even as in training. (n_phones,) int64"""
    exact = proposed.astype(np.float64)
    owner = np.array(symbols.rated_as)
    if rate is not None and len(rate):
        exact = exact / np.clip(np.asarray(rate, np.float64), SLOWEST, FASTEST)[owner]
    if lengthen is not None and len(lengthen):
        exact = exact * np.where(_stressed_vowels(symbols), np.exp(np.asarray(lengthen, np.float64))[owner], 1.0)
    durations = np.round(exact).astype(np.int64)
    unheard = np.array(symbols.unheard)
    durations[unheard] = 0
    if unheard.any():
        durations[-2:] = MEDIAL_EDGE_FRAMES, 0
    return durations


def _stressed_vowels(symbols: Symbols) -> np.ndarray:
    """Finals with a full tone, and the breaks that hold their second half. (n_phones,) bool"""
    out = np.zeros(len(symbols.phones), bool)
    for i, phone in enumerate(symbols.phones):
        if phone in BREAKS[:3]:
            out[i] = out[i - 1]
        else:
            out[i] = phone[-1] in "1234" and phone not in BREAKS
    return out


def _pitch_points(symbols: Symbols, f0: Float32, durations: np.ndarray) -> Float32:
    """Hz, 0 for what has no pitch: voiceless initials, edge silence, phones without time. (n_phones,)"""
    pitched = np.array([p not in VOICELESS and p not in (SILENCE, END) for p in symbols.phones]) & (durations > 0)
    return np.where(pitched, units.f0_to_hz(f0), 0).astype(np.float32)


def _decoder_input(draft: Draft) -> DecoderInput:
    state = draft.state
    if not isinstance(state, _State):
        raise EngineError("draft", "This draft was made by another engine.")
    edit = np.clip(_f0_edit(draft), -units.LARGEST_F0_EDIT, units.LARGEST_F0_EDIT)
    low, high = np.minimum(state.f0, units.LOWEST_F0), np.maximum(state.f0, units.HIGHEST_F0)
    f0 = np.clip(state.f0 + edit, low, high).astype(np.float32)
    return DecoderInput(state.states, f0, np.asarray(draft.energy, np.float32), draft.durations)


def _f0_edit(draft: Draft) -> Float32:
    """The edit of F0 in the model's unit; points without pitch move with their neighbours. (n_phones,)"""
    state: _State = draft.state
    pitched = (state.f0_hz > 0) & (draft.f0_hz > 0)
    if not pitched.any():
        return np.zeros_like(state.f0)
    edit = units.hz_to_f0_difference(draft.f0_hz, state.f0_hz)
    at = np.arange(len(edit))
    return np.asarray(np.interp(at, at[pitched], edit[pitched]), np.float32)


def _at_frames(points: Float32, draft: Draft) -> Float32:
    """(n_phones,) -> (n_frames,), linear between the middles of phones."""
    centres = np.arange(draft.n_frames) + 0.5
    return np.asarray(np.interp(centres, draft.point_frame, points), np.float32)
