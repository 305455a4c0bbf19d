"""Pace, tune and loudness movements before the spectrum is made."""

from itertools import pairwise

import numpy as np
import pytest

from synthesis.emotions.controls import CONTROLS, INDEX, N_CONTROLS
from synthesis.emotions.phrases import phrase_shape
from synthesis.emotions.prosody import energy_gain_db, pause_scale, shape_f0, word_rates
from synthesis.emotions.variation import draw_variation
from synthesis.text.spoken import SpokenWord
from tests.synthesis.english_words import CALL, FOX, spoken

NI_HAO = [("你", "n", "i2"), ("好", "h", "ao3"), ("的", "d", "e5"), ("明", "m", "ing2"), ("天", "t", "ian1")]


def evenly(words, frames_each=24):
    edges = np.arange(len(words) + 1, dtype=float) * frames_each + 4
    return np.stack([edges[:-1], edges[1:]], axis=1)


def mandarin():
    breaks = ["#0", "#1", "#2", "#0", ""]
    return [
        SpokenWord(text, (i, i + 1), "zh", (initial, final), breaks[i])
        for i, (text, initial, final) in enumerate(NI_HAO)
    ]


def tune(words):
    """A declining tune with a bump on every word. -> f0, frames"""
    n = len(words) * 24 + 8
    at = np.arange(n) + 0.5
    f0 = 200 * np.exp2((3 * np.sin(at / 24 * 2 * np.pi) - 4 * at / n) / 12)
    f0[:4] = f0[-4:] = 0
    return f0.astype(np.float32), at.astype(np.float32)


def controls(n, **values):
    out = np.zeros((n, N_CONTROLS))
    for name, value in values.items():
        out[:, INDEX[name]] = value
    return out


def shaped(words, **values):
    f0, at = tune(words)
    out = shape_f0(f0, at, controls(len(f0), **values), phrase_shape(words, evenly(words)))
    return 12 * np.log2(out[f0 > 0] / f0[f0 > 0]), out


def test_a_sentence_falls_into_phrases_at_its_punctuation():
    words = spoken(CALL)
    shape = phrase_shape(words, evenly(words))
    assert len(shape.phrases) == 3
    assert len(shape.finals) == 3
    assert all(start <= turn < end for (start, end), (turn, _) in zip(shape.phrases, shape.finals, strict=True))


def test_stress_lies_inside_the_words_that_bear_it():
    words = spoken(FOX)
    spans = evenly(words)
    shape = phrase_shape(words, spans)
    assert not any(start < spans[0][1] - 1e-9 for start, _, _ in shape.stresses)  # "the" bears none
    assert len(shape.stresses) == sum("ˈ" in "".join(word.phones) for word in words)


def test_mandarin_stress_skips_particles_and_keeps_tones():
    words = mandarin()
    shape = phrase_shape(words, evenly(words))
    assert shape.tonal
    starts = [start for start, _, _ in shape.stresses]
    assert evenly(words)[2][0] not in starts and evenly(words)[0][0] in starts


def test_without_controls_the_very_same_tune_comes_back():
    words = spoken(FOX)
    f0, at = tune(words)
    phrase = phrase_shape(words, evenly(words))
    assert shape_f0(f0, at, controls(len(f0), tilt=3.0), phrase) is f0
    assert not energy_gain_db(at, controls(len(f0)), phrase).any()
    assert (word_rates(words, controls(len(words)), base_rate=np.ones(len(words), np.float32)) == 1).all()


def test_pitch_shifts_every_voiced_frame_and_leaves_the_unvoiced_alone():
    change, out = shaped(spoken(FOX), pitch=4.0)
    assert change == pytest.approx(np.full(len(change), 4.0), abs=0.01)
    assert not out[:4].any()


@pytest.mark.parametrize("name", ["pitch", "range", "rise", "slope", "accent"])
@pytest.mark.parametrize("words", [spoken(FOX), mandarin()], ids=["en", "zh"])
def test_stronger_controls_do_more_and_in_order(words, name):
    high = next(c.high for c in CONTROLS if c.name == name)

    def effect(value):
        change, out = shaped(words, **{name: value})
        voiced = 12 * np.log2(out[out > 0])
        return {
            "pitch": change.mean(),
            "range": np.ptp(voiced),
            "accent": np.abs(change).max(),
            "rise": change[-6:].mean(),
            "slope": change[-12:].mean() - change[:12].mean(),
        }[name]

    steps = [effect(value) for value in np.linspace(0, 0.6 * high, 5)]
    assert all(after > before for before, after in pairwise(steps))


def test_a_strong_rise_leaves_no_final_fall_in_english_and_spares_the_tone_in_mandarin():
    english, chinese = spoken(FOX), mandarin()
    _, out = shaped(english, rise=6.0)
    closing = out[out > 0][-20:]
    assert closing[-1] > closing[0]
    change, _ = shaped(chinese, rise=6.0)
    assert change[-24:].max() <= 3.5


def test_mandarin_tones_keep_their_direction_under_every_range():
    words = mandarin()
    f0, _ = tune(words)
    before = np.diff(f0[4:-4])
    for value in (-0.6, 0.6):
        _, out = shaped(words, range=value)
        after = np.diff(out[4:-4])
        strong = np.abs(before) > np.abs(before).max() / 2
        assert (np.sign(before[strong]) == np.sign(after[strong])).all()


def test_rate_and_lengthening_change_words_and_pauses_scale():
    words = spoken(FOX)
    ones = np.ones(len(words), np.float32)
    faster = word_rates(words, controls(len(words), rate=0.3), base_rate=ones)
    assert faster == pytest.approx(np.full(len(words), np.exp(0.3)), rel=1e-5)
    longer = word_rates(words, controls(len(words), lengthen=0.2), base_rate=ones)
    assert longer[0] == 1 and longer[1] < 0.85  # "the", then a stressed word
    assert pause_scale(controls(3, pause=0.5)) == pytest.approx(np.full(3, np.exp(0.5)))


def test_accents_are_louder_where_the_stress_is():
    words = spoken(FOX)
    _, at = tune(words)
    phrase = phrase_shape(words, evenly(words))
    gain = energy_gain_db(at, controls(len(at), accent=0.5), phrase)
    start, end, _ = phrase.stresses[0]
    assert gain[int((start + end) / 2)] > 0.8 * gain.max() > 0 > gain.min()


def test_two_takes_differ_and_amount_zero_draws_nothing():
    words = spoken(CALL)
    n_frames, at = 260, np.arange(260) + np.float32(0.5)
    none = draw_variation(words, seed=3, amount=0.0)
    assert (none.rate == 1).all() and (none.pause == 1).all() and not none.semitones(at, n_frames=n_frames).any()
    for first, second in ((1, 2), (2, 3), (11, 900)):
        one, two = (draw_variation(words, seed=s, amount=0.5) for s in (first, second))
        apart = one.semitones(at, n_frames=n_frames) - two.semitones(at, n_frames=n_frames)
        length = abs(np.log((1 / one.rate).mean() / (1 / two.rate).mean()))
        assert np.sqrt(np.mean(apart**2)) >= 1.5 or length >= 0.04
    again = draw_variation(words, seed=1, amount=0.5)
    assert again.rate.tobytes() == draw_variation(words, seed=1, amount=0.5).rate.tobytes()


def test_an_empty_sentence_varies_without_complaint():
    assert len(draw_variation([], seed=1, amount=1.0).rate) == 0


def test_controls_of_a_wrong_shape_are_a_programming_error():
    with pytest.raises(ValueError, match="controls have shape"):
        pause_scale(np.zeros((3, 2)))
