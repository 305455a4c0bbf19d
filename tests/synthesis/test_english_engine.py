"""The English engine: exact rates, prosody that is followed, the same bytes whatever came before."""

import hashlib
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from synthesis.engines.registry import get_engine
from synthesis.errors import EngineError
from synthesis.runtime.weights import ensure_weights
from synthesis.units import HOP
from synthesis.vocoder import vocode
from tests.synthesis.english_words import AZURE, CALL, EASY, FOX, NO, SENTENCES, SHELLS, spoken


@pytest.fixture(scope="module")
def english():
    ensure_weights("english")
    return get_engine("english")


def rates(words, value):
    return np.full(len(words), value, np.float32)


def semitones(f0_hz):
    return 12 * np.log2(f0_hz[f0_hz > 0])


def level_db(sound):
    return 10 * np.log10(np.mean(sound**2))


@pytest.mark.parametrize("phones", SENTENCES)
def test_a_draft_has_a_point_per_frame_and_durations_that_add_up(english, phones):
    draft = english.draft(spoken(phones))
    assert draft.durations.dtype == np.int64 and (draft.durations >= 0).all()
    assert len(draft.durations) == len(draft.phones) == len(draft.phone_word)
    assert draft.n_frames == len(draft.f0_hz) == len(draft.energy) == len(draft.point_frame)
    np.testing.assert_allclose(draft.point_frame, np.arange(draft.n_frames) + 0.5)
    voiced = draft.f0_hz[draft.f0_hz > 0]
    assert voiced.min() > 75 and voiced.max() < 400
    assert len(english.speak(draft)) == draft.n_frames


def test_length_follows_the_rate_exactly_and_without_a_step_back(english):
    words = spoken(CALL)
    steps = np.geomspace(0.5, 2.0, 41)
    lengths = [english.draft(words, rate=rates(words, r)).n_frames for r in steps]
    assert all(a >= b for a, b in pairwise(lengths))
    plain = english.draft(words)
    edges = int(plain.durations[0] + plain.durations[-1])
    for rate in (0.8, 0.9, 1.1, 1.25):
        inner = english.draft(words, rate=rates(words, rate)).n_frames - edges * min(1.0, 1 / rate)
        assert inner == pytest.approx((plain.n_frames - edges) / rate, rel=0.05)


def test_a_word_alone_can_be_slow(english):
    words = spoken(FOX)
    slow = rates(words, 1.0)
    slow[3] = 0.5
    plain, edited = english.draft(words), english.draft(words, rate=slow)
    assert word_frames(edited, 3) == pytest.approx(2 * word_frames(plain, 3), abs=4)
    assert abs(word_frames(edited, 6) - word_frames(plain, 6)) <= 1


def word_frames(draft, index):
    return int(draft.durations[np.array(draft.phone_word) == index].sum())


def test_stressed_vowels_alone_can_be_long(english):
    words = spoken(FOX)
    longer = np.full(len(words), 0.5, np.float32)
    plain, edited = english.draft(words), english.draft(words, lengthen=longer)
    assert word_frames(edited, 3) >= word_frames(plain, 3) + 3  # fox
    assert abs(word_frames(edited, 6) - word_frames(plain, 6)) <= 1  # the


def test_the_pitch_asked_is_the_pitch_spoken(english):
    import pyworld

    draft = english.draft(spoken(FOX))
    for shift in (-3.0, 4.0):
        edited = draft.with_prosody(f0_hz=draft.f0_hz * np.float32(2 ** (shift / 12)))
        sound = vocode(english.speak(edited), seed=1).astype(np.float64)
        heard, _ = pyworld.harvest(sound, 24_000, frame_period=6.25)
        at_centres = heard[1::2][: draft.n_frames]
        both = (at_centres > 0) & (edited.f0_hz > 0)
        assert both.sum() > 0.8 * (edited.f0_hz > 0).sum()
        assert np.median(np.abs(semitones(at_centres[both]) - semitones(edited.f0_hz[both]))) < 0.3


@pytest.mark.parametrize("gain_db", [-9.0, -4.0, 3.0, 6.0])
@pytest.mark.parametrize("phones", [FOX, EASY])
def test_energy_is_asked_for_in_decibels(english, phones, gain_db):
    draft = english.draft(spoken(phones))
    louder = draft.with_prosody(energy=english.edit_energy(draft.energy, np.full(draft.n_frames, gain_db, np.float32)))
    plain, edited = (vocode(english.speak(d), seed=1) for d in (draft, louder))
    assert level_db(edited) - level_db(plain) == pytest.approx(gain_db, abs=1.0)


def test_no_gain_changes_nothing(english):
    draft = english.draft(spoken(NO))
    np.testing.assert_array_equal(english.edit_energy(draft.energy, np.zeros(draft.n_frames)), draft.energy)


def fingerprint(frames):
    parts = (frames.f0_hz, frames.harmonic_log, frames.harmonic_phase, frames.noise_log, frames.free_log)
    return b"".join(part.tobytes() for part in parts)


def test_order_and_company_do_not_change_a_byte(english):
    alone = fingerprint(english.speak(english.draft(spoken(SHELLS))))
    drafts = english.draft_batch([spoken(p) for p in SENTENCES], [None] * len(SENTENCES))
    spoken_together = english.speak_batch(drafts[::-1])[::-1]
    assert fingerprint(spoken_together[SENTENCES.index(SHELLS)]) == alone


def test_another_process_makes_the_same_bytes(english):
    code = (
        "import hashlib; from tests.synthesis.test_english_engine import *; e = get_engine('english'); "
        "print(hashlib.sha256(vocode(e.speak(e.draft(spoken(EASY))), seed=5).tobytes()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    there = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
    here = hashlib.sha256(vocode(english.speak(english.draft(spoken(EASY))), seed=5).tobytes()).hexdigest()
    assert there.strip() == here


def test_words_inside_another_sentence_do_not_fall_nor_end(english):
    words = spoken(AZURE)
    alone, inside = english.draft(words), english.draft(words, medial=True)
    frames = english.speak(inside)
    assert len(frames) == inside.n_frames == len(inside.f0_hz)
    assert [m.kind for m in frames.marks if m.kind != "phone"] == ["word", "word"]
    assert frames.marks[0].start == 0 and max(m.end for m in frames.marks) == len(frames)
    last = [english_last_fall(d) for d in (alone, inside)]
    assert last[1] > last[0] + 2, "semitones of the last syllable against the words' median"
    assert word_frames(inside, 1) < word_frames(alone, 1)
    sound = vocode(frames, seed=1)
    edges = [sound[HOP : 4 * HOP], sound[-4 * HOP : -HOP]]
    assert all(level_db(edge) > level_db(sound) - 25 for edge in edges), "no silence at the edges"


def english_last_fall(draft):
    pitch = semitones(draft.f0_hz)
    return np.median(pitch[-8:]) - np.median(pitch)


def test_a_pitch_edit_inside_another_sentence_is_kept(english):
    draft = english.draft(spoken(AZURE), medial=True)
    raised = draft.with_prosody(f0_hz=draft.f0_hz * np.float32(1.2))
    np.testing.assert_array_equal(english.speak(raised).f0_hz, raised.f0_hz)


def test_what_cannot_be_spoken_is_refused_by_name(english):
    with pytest.raises(EngineError) as refusal:
        english.draft([])
    assert refusal.value.code == "engine.no_words"
    strange = replace(spoken(NO)[0], phones=("n", "Я"), source=(7, 9))
    with pytest.raises(EngineError, match=r"no sound 'Я' .*offset 7"):
        english.draft([strange])
    with pytest.raises(EngineError, match="at most 500 fit") as refusal:
        english.draft(spoken("tˈu " * 200))
    assert refusal.value.params["limit"] == 500


def test_the_longest_sentence_is_spoken(english):
    words = spoken("tˈu " * 124)
    assert len(english.speak(english.draft(words))) > 124 * 8


def test_a_draft_of_another_engine_is_refused(english):
    with pytest.raises(EngineError, match="another engine"):
        english.speak(replace(english.draft(spoken(NO)), state="mandarin"))
