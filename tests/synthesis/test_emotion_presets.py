"""Presets, their names, weights, and the way their numbers came about."""

import math

import numpy as np
import pytest

from synthesis.emotions import derive
from synthesis.emotions.controls import CONTROLS, N_CONTROLS, Emotion
from synthesis.emotions.presets import PRESETS, check_weights, emotion_names, get_emotion, label, resolve
from synthesis.emotions.response import read_data
from synthesis.errors import EmotionError

WANTED = {
    "neutral", "calm", "gentle", "relaxed", "friendly", "happy", "excited", "sad", "melancholic", "angry", "fearful",
    "disgusted", "surprised", "serious", "tender", "soothing", "patient", "cheerful",
}  # fmt: skip


def test_every_preset_is_there_and_within_the_ranges_of_the_controls():
    assert set(PRESETS) >= WANTED
    for name, preset in PRESETS.items():
        for control in CONTROLS:
            assert control.low <= preset[control.name] <= control.high, f"{name}: {control.name}"


def test_neutral_is_zero_and_the_others_are_not_and_no_two_are_alike():
    assert not PRESETS["neutral"].values.any()
    vectors = {tuple(preset.values) for preset in PRESETS.values()}
    assert len(vectors) == len(PRESETS)


def test_the_shipped_numbers_are_those_that_the_script_derives():
    derived = derive.derive_all()
    assert derived == {name: preset.to_controls() for name, preset in PRESETS.items()}


def test_presets_with_a_row_follow_its_signs():
    rows = read_data("measured")["rows"]
    for name in ("happy", "angry", "fearful", "surprised"):
        preset = PRESETS[name]
        assert preset["pitch"] > 2
        assert np.sign(preset["tilt"]) == np.sign(rows[f"ravdess/{name}"]["tilt_db"])
    assert PRESETS["sad"]["rate"] < -0.15
    assert PRESETS["sad"]["tilt"] < 0 < PRESETS["angry"]["tilt"]
    assert PRESETS["angry"]["energy"] > 3 > -3 > PRESETS["sad"]["energy"]


def test_the_derivation_can_be_read():
    text = derive.explain("angry")
    assert "emodb/angry" in text and "asked for" in text and "tilt" in text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Calm", "calm"),
        ("冷静", "calm"),
        ("温和", "gentle"),
        ("轻松", "relaxed"),
        (" 愤怒 ", "angry"),
        ("ＨＡＰＰＹ", "happy"),
        ("安慰", "soothing"),
    ],
)
def test_names_are_understood_in_both_languages(written, meant):
    assert get_emotion(written) is PRESETS[meant]


def test_spellings_are_unique_and_lead_to_presets():
    recipes = read_data("recipes")
    written = [word for recipe in recipes.values() for word in (*recipe["en"], *recipe["zh"])]
    assert len(written) == len(set(written))
    assert set(emotion_names().values()) == set(PRESETS)
    assert label("gentle", language="zh") == "温和"


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(EmotionError, match='no emotion "cheerfull"; did you mean "cheerful"') as refused:
        get_emotion("cheerfull")
    assert refused.value.code == "emotion.unknown"


@pytest.mark.parametrize(
    ("weights", "code"),
    [
        ([("calm", -0.1)], "weight"),
        ([("calm", 1.1)], "weight"),
        ([("calm", math.nan)], "weight"),
        ([("calm", 0.6), ("happy", 0.5)], "sum"),
        ([("calm", 0.2), ("冷静", 0.2)], "twice"),
        ([("calmm", 0.5)], "unknown"),
    ],
)
def test_bad_weights_are_refused_by_name(weights, code):
    with pytest.raises(EmotionError) as refused:
        check_weights(weights)
    assert refused.value.code == f"emotion.{code}"
    assert "calm" in str(refused.value)


def test_a_blend_is_plain_arithmetic():
    blend = resolve({"calm": 0.6, "friendly": 0.4})
    by_hand = 0.6 * PRESETS["calm"] + 0.4 * PRESETS["friendly"]
    assert np.allclose(blend.values, by_hand.values)
    assert not (0.0 * PRESETS["angry"]).values.any()


def test_a_blend_may_hold_emotions_of_ones_own():
    mine = Emotion.from_controls({"pitch": 2.0}, "mine")
    assert resolve({"mine": 0.5}, known={"mine": mine})["pitch"] == 1.0


def test_an_unknown_control_is_refused():
    with pytest.raises(EmotionError, match="no control loud"):
        Emotion.from_controls({"loud": 1.0})
    with pytest.raises(EmotionError, match=f"vector of {N_CONTROLS} numbers"):
        Emotion(np.zeros(3))
