"""Effort, breath, formants, wavering and loudness on frames; real speech of the English engine."""

from itertools import pairwise

import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.emotions.apply import apply_emotion
from synthesis.emotions.controls import N_CONTROLS, Emotion
from synthesis.emotions.encode import encode_emotion
from synthesis.emotions.measure import measure
from synthesis.emotions.presets import PRESETS
from synthesis.engines.registry import get_engine
from synthesis.errors import ClipError, EmotionError
from synthesis.runtime.weights import ensure_weights
from synthesis.vocoder import vocode
from tests.synthesis.emotion_speech import say
from tests.synthesis.english_words import CALL, FOX, SHELLS, spoken


@pytest.fixture(scope="module")
def english():
    ensure_weights("english")
    return get_engine("english")


@pytest.fixture(scope="module")
def frames(english):
    return english.speak(english.draft(spoken(FOX)))


def everywhere(n, **values):
    return np.tile(Emotion.from_controls(values).values, (n, 1))


def loudness_db(frames_):
    return 20 * np.log10(np.sqrt(np.mean(vocode(frames_, seed=1) ** 2)))


def test_no_spectral_control_gives_the_very_same_frames(frames):
    assert apply_emotion(frames, np.zeros((len(frames), N_CONTROLS))) is frames
    assert apply_emotion(frames, everywhere(len(frames), range=0.3, rate=0.2)) is frames


@pytest.mark.parametrize("name", ["tilt", "high", "breath", "formant"])
def test_colour_keeps_the_loudness(frames, name):
    for value in (-0.04, 0.04) if name == "formant" else (-5.0, 6.0):
        shaped = apply_emotion(frames, everywhere(len(frames), **{name: value}))
        assert abs(loudness_db(shaped) - loudness_db(frames)) < 3.0


def test_energy_is_exact(frames):
    shaped = apply_emotion(frames, everywhere(len(frames), energy=6.0))
    assert loudness_db(shaped) - loudness_db(frames) == pytest.approx(6.0, abs=0.1)


@pytest.mark.parametrize(
    ("control", "feature", "top"),
    [("tilt", "tilt_db", 10.0), ("high", "high_db", 6.0), ("energy", "level_db", 8.0)],
)
def test_what_is_measured_follows_the_control_in_order(frames, control, feature, top):
    heard = []
    for value in np.linspace(0.0, top, 5):
        shaped = apply_emotion(frames, everywhere(len(frames), **{control: value}))
        heard.append(getattr(measure(Clip(vocode(shaped, seed=1))), feature))
    assert all(after > before for before, after in pairwise(heard))


def test_tremor_is_5_to_6_waves_a_second_of_the_depth_asked(frames):
    shaped = apply_emotion(frames, everywhere(len(frames), tremor=0.5))
    voiced = frames.f0_hz > 0
    wave = 12 * np.log2(shaped.f0_hz[voiced] / frames.f0_hz[voiced])
    assert np.abs(wave).max() == pytest.approx(0.5, abs=0.02)
    assert not shaped.f0_hz[~voiced].any()


def test_breath_adds_noise_to_voice_and_none_to_pauses(frames):
    shaped = apply_emotion(frames, everywhere(len(frames), breath=8.0))
    voiced = frames.f0_hz > 0
    middle = voiced & np.roll(voiced, 3) & np.roll(voiced, -3)
    assert (shaped.noise_log - frames.noise_log)[middle, 100:200].mean() > 0.5
    assert loudness_db(shaped) == pytest.approx(loudness_db(frames), abs=1.5)


def test_formants_move_by_their_ratio(frames):
    shaped = apply_emotion(frames, everywhere(len(frames), formant=0.1))
    voiced = np.flatnonzero(frames.f0_hz > 0)
    bins = np.arange(20, 200)  # 400 to 4000 Hz
    before = frames.harmonic_log[voiced].mean(0)
    after = shaped.harmonic_log[voiced].mean(0)

    def misfit(ratio):
        moved = np.interp(bins / ratio, np.arange(len(before)), before)
        return float(np.std(after[bins] - moved))

    ratios = np.exp(np.linspace(-0.15, 0.15, 31))
    assert min(ratios, key=misfit) == pytest.approx(np.exp(0.1), abs=0.011)


def test_a_curve_that_moves_gives_finite_frames_of_the_same_length(frames):
    curve = np.linspace(0, 1, len(frames))[:, None] * PRESETS["fearful"].values
    shaped = apply_emotion(frames, curve)
    assert len(shaped) == len(frames) and shaped.marks == frames.marks
    assert np.allclose(shaped.harmonic_log[0], frames.harmonic_log[0], atol=0.3)


@pytest.mark.parametrize("name", ["happy", "angry", "sad", "fearful", "surprised", "calm"])
def test_weight_from_none_to_full_moves_speech_in_order(english, name):
    takes = [
        [say(english, spoken(phones), weight * PRESETS[name]) for phones in (CALL, SHELLS)]
        for weight in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    heard = [[measure(take) for take in pair] for pair in takes]

    def in_order(values):
        """Up to a twelfth of the whole way back is the noise of measuring."""
        steps = np.diff(np.mean(values, axis=1))
        way = np.mean(values[-1]) - np.mean(values[0])
        return bool((steps * np.sign(way) > -abs(way) / 12).all())

    assert in_order([[h.f0_mean_st for h in pair] for pair in heard])
    assert in_order([[h.tilt_db for h in pair] for pair in heard])
    assert in_order([[take.seconds for take in pair] for pair in takes])


def test_weight_nought_is_neutral_byte_for_byte(english):
    words = spoken(FOX)
    neutral = say(english, words, PRESETS["neutral"])
    for name in ("angry", "sad"):
        assert say(english, words, 0.0 * PRESETS[name]).samples.tobytes() == neutral.samples.tobytes()


@pytest.mark.parametrize("name", ["happy", "angry", "sad", "fearful"])
def test_an_emotion_heard_in_a_clip_and_applied_again_goes_the_same_way(english, name):
    words = spoken(CALL)
    neutral = say(english, words, PRESETS["neutral"])
    heard = encode_emotion(say(english, words, PRESETS[name]), neutral)
    again = measure(say(english, words, heard)).minus(measure(neutral))
    heard_change = measure(say(english, words, PRESETS[name])).minus(measure(neutral))
    for control, feature in (("pitch", "f0_mean_st"), ("range", "f0_range_st"), ("tilt", "tilt_db")):
        if abs(heard_change[feature]) > 1.5:
            assert np.sign(heard[control]) == np.sign(heard_change[feature])
            assert np.sign(again[feature]) == np.sign(heard_change[feature])


def test_one_second_of_speech_is_enough(english):
    words = spoken(FOX)
    take = say(english, words, PRESETS["angry"])
    short = Clip(take.samples[8_000:32_000])
    neutral = say(english, words, PRESETS["neutral"])
    assert encode_emotion(short, neutral)["tilt"] > 3.0
    assert encode_emotion(short)["tilt"] > 0.0


def test_silence_and_a_blip_are_refused():
    with pytest.raises(ClipError, match="no sound"):
        encode_emotion(Clip(np.zeros(48_000, np.float32), name="quiet.wav"))
    blip = np.zeros(24_000, np.float32)
    blip[5_000:8_000] = np.sin(np.arange(3_000) / 20)
    with pytest.raises(ClipError):
        encode_emotion(Clip(blip))
    with pytest.raises(ClipError):
        encode_emotion(Clip(np.zeros(0, np.float32)))


def test_a_silent_neutral_is_refused_as_such(english):
    take = say(english, spoken(FOX), PRESETS["neutral"])
    with pytest.raises(EmotionError, match="neutral clip"):
        encode_emotion(take, Clip(np.zeros(48_000, np.float32)))
