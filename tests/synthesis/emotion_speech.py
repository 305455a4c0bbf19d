"""Words as sound under one emotion, by the English engine alone: draft, prosody, frames, spectrum, vocoder."""

from collections.abc import Sequence

import numpy as np

from synthesis.clip import Clip
from synthesis.emotions.apply import apply_emotion
from synthesis.emotions.controls import Emotion
from synthesis.emotions.phrases import phrase_shape
from synthesis.emotions.prosody import energy_gain_db, shape_f0, word_rates
from synthesis.engines.protocol import Engine
from synthesis.text.spoken import SpokenWord
from synthesis.vocoder import vocode


def say(english: Engine, words: Sequence[SpokenWord], emotion: Emotion) -> Clip:
    rates = word_rates(words, np.tile(emotion.values, (len(words), 1)), base_rate=np.ones(len(words), np.float32))
    draft = english.draft(words, rate=rates)
    ends = np.cumsum(draft.durations)
    owner = np.array(draft.phone_word)
    mine = [np.flatnonzero(owner == i) for i in range(len(words))]
    spans = np.array([(ends[m[0]] - draft.durations[m[0]], ends[m[-1]]) for m in mine], float)
    phrase, points = phrase_shape(words, spans), np.tile(emotion.values, (len(draft.f0_hz), 1))
    gain = energy_gain_db(draft.point_frame, points, phrase)
    draft = draft.with_prosody(
        f0_hz=shape_f0(draft.f0_hz, draft.point_frame, points, phrase), energy=english.edit_energy(draft.energy, gain)
    )
    spoken_frames = english.speak(draft)
    shaped = apply_emotion(spoken_frames, np.tile(emotion.values, (len(spoken_frames), 1)))
    return Clip(vocode(shaped, seed=1))
