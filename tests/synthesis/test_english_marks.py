"""Marks lie on what is heard: pauses on silence, words between, phones where the sound changes."""

from itertools import pairwise

import numpy as np
import pytest

from synthesis.engines.english.timing import spoken_durations, stressed_vowels, whole_durations
from synthesis.engines.registry import get_engine
from synthesis.runtime.weights import ensure_weights
from synthesis.units import HOP, SAMPLE_RATE
from synthesis.vocoder import vocode
from tests.synthesis.english_words import CALL, FOX, SENTENCES, SHELLS, spoken


@pytest.fixture(scope="module")
def speech():
    """Words, frames and sound by phones."""
    ensure_weights("english")
    engine = get_engine("english")
    out = {}
    for phones in SENTENCES:
        frames = engine.speak(engine.draft(spoken(phones)))
        out[phones] = (spoken(phones), frames, vocode(frames, seed=1))
    return out


def of_kind(frames, kind):
    return [m for m in frames.marks if m.kind == kind]


@pytest.mark.parametrize("phones", SENTENCES)
def test_every_word_has_its_mark_in_order_on_its_source(speech, phones):
    words, frames, _ = speech[phones]
    marks = of_kind(frames, "word")
    assert [(m.text, m.source) for m in marks] == [(w.text, w.source) for w in words]
    spans = [(m.start, m.end) for m in marks]
    assert all(a < b for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in pairwise(spans))
    assert spans[0][0] > 0 and spans[-1][1] < len(frames)


@pytest.mark.parametrize("phones", SENTENCES)
def test_phones_fill_their_word_without_stress_marks(speech, phones):
    words, frames, _ = speech[phones]
    phone_marks = of_kind(frames, "phone")
    for word, mark in zip(words, of_kind(frames, "word"), strict=True):
        own = [m for m in phone_marks if m.source == word.source]
        assert own[0].start == mark.start and own[-1].end == mark.end
        assert all(a.end == b.start for a, b in pairwise(own))
        assert [m.text for m in own] == [p for p in word.phones if p not in "ˈˌ"]


def loud(sound, *, below_db=40.0):
    """Samples whose 5 ms level is within `below_db` of the loudest."""
    window = np.hanning(121)
    power = np.convolve(sound**2, window / window.sum(), "same")
    return power > power.max() * 10 ** (-below_db / 10)


@pytest.mark.parametrize("phones", SENTENCES)
def test_the_first_word_starts_and_the_last_ends_with_the_sound(speech, phones):
    _, frames, sound = speech[phones]
    heard = np.flatnonzero(loud(sound)) / SAMPLE_RATE
    words = of_kind(frames, "word")
    assert words[0].start * HOP / SAMPLE_RATE == pytest.approx(heard[0], abs=0.020)
    assert words[-1].end * HOP / SAMPLE_RATE == pytest.approx(heard[-1], abs=0.035)


def test_pauses_are_silent_and_lie_at_the_commas_and_the_edges(speech):
    words, frames, sound = speech[CALL]
    pauses = of_kind(frames, "pause")
    commas = [w.source[1] for w in words if "," in w.separator]
    assert [p.source[0] for p in pauses] == [words[0].source[0], *commas, words[-1].source[1]]
    heard = loud(sound)
    for pause in pauses:
        inside = heard[int((pause.start + 2) * HOP) : int((pause.end - 1) * HOP)]
        assert not inside.any()


def test_sibilants_lie_where_the_hiss_is(speech):
    from scipy.signal import butter, sosfiltfilt

    high = butter(4, 4000, "highpass", fs=SAMPLE_RATE, output="sos")
    shares = []
    for phones in (FOX, SHELLS):
        _, frames, sound = speech[phones]
        hiss = sosfiltfilt(high, sound) ** 2
        for mark in of_kind(frames, "phone"):
            if mark.text in "sʃ":
                inside = hiss[int(mark.start * HOP) : int(mark.end * HOP)].sum()
                around = hiss[int((mark.start - 4) * HOP) : int((mark.end + 4) * HOP)].sum()
                shares.append(inside / around)
    assert np.median(shares) > 0.85


def test_whole_durations_keep_the_total_and_give_every_symbol_a_frame():
    exact = np.array([0.2, 0.2, 3.6, 1.4, 0.0, 5.5, 2.3])
    whole = whole_durations(exact)
    assert (whole >= 1).all()
    assert abs(whole.sum() - exact.sum()) <= 1
    many = np.full(1000, 2.4)
    assert whole_durations(many).sum() == 2400


def test_fast_speech_keeps_the_total_and_spares_short_sounds():
    exact = np.array([2.0, 2.0, 12.0, 2.0, 16.0])
    fast = spoken_durations(exact, np.full(5, 1.5))
    assert fast.sum() == pytest.approx(exact.sum() / 1.5)
    assert fast[0] == 2.0 and fast[2] < 8.0
    np.testing.assert_allclose(spoken_durations(exact, np.full(5, 0.5)), exact * 2)


def test_stress_marks_go_with_their_vowel():
    symbols = [*"ˈOvəɹ", " ", *"lˈAzi"]
    assert "".join(s for s, is_stressed in zip(symbols, stressed_vowels(symbols), strict=True) if is_stressed) == "ˈOˈA"
