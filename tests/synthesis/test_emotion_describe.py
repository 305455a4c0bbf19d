"""Words to weights and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.emotions.describe import describe_instruction, parse_blend, print_blend
from synthesis.emotions.presets import PRESETS
from synthesis.emotions.space import from_valence_arousal, nearest_presets, valence_arousal
from synthesis.errors import EmotionError


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("calm", {"calm": 1.0}), ("cheerful 0.6", {"cheerful": 0.6}), ("80 % happy", {"happy": 0.8}),
        ("happy 80%", {"happy": 0.8}), ("0.6*calm + 0.4*friendly", {"calm": 0.6, "friendly": 0.4}),
        ("0.6×冷静＋0.4×亲切", {"calm": 0.6, "friendly": 0.4}), ("calm*0.5", {"calm": 0.5}),
        ("温柔 0.3", {"tender": 0.3}),
    ],
)  # fmt: skip
def test_blends_are_read(text, weights):
    assert dict(parse_blend(text)) == pytest.approx(weights)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("0.6 *", "form"),
        ("calm +", "form"),
        ("calm 1.5", "weight"),
        ("clam", "unknown"),
        ("0.7*calm + 0.7*sad", "sum"),
        ("0.5*calm*0.5", "form"),
        ("calm -0.2", "weight"),
        ("; drop table", "form"),
    ],
)
def test_what_is_no_blend_is_refused(text, code):
    with pytest.raises(EmotionError) as refused:
        parse_blend(text)
    assert refused.value.code == f"emotion.{code}"


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(set(PRESETS) - {"neutral"})), unique=True, min_size=1, max_size=4),
    st.lists(st.floats(0.0, 0.25), min_size=4, max_size=4),
    st.sampled_from(["en", "zh"]),
)
def test_what_is_printed_reads_back_the_same(names, weights, language):
    blend = tuple(zip(names, weights, strict=False))
    assert parse_blend(print_blend(blend, language=language)) == blend


def test_instructions_are_understood_in_english():
    described = describe_instruction("Speak in a cheerful and warm tone")
    assert dict(described.weights) == {"cheerful": 0.5, "friendly": 0.5}
    assert described.not_understood == ()


def test_instructions_are_understood_in_chinese():
    assert dict(describe_instruction("用温柔的语气说").weights) == {"tender": 0.8}
    two = dict(describe_instruction("用非常高兴又有点惊讶的语气说这句话").weights)
    assert set(two) == {"happy", "surprised"} and two["happy"] > two["surprised"]


def test_degrees_count_and_denied_moods_are_named_not_used():
    described = describe_instruction("slightly sad but not angry, like a wizard")
    assert dict(described.weights) == {"sad": 0.35}
    assert described.not_understood == ("not angry", "wizard")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_instruction_gives_weights_that_sum_to_at_most_one(text):
    assert sum(weight for _, weight in describe_instruction(text).weights) <= 1.0 + 1e-9


def test_valence_and_arousal_tell_the_corners_apart():
    assert valence_arousal(PRESETS["neutral"]) == (0.0, 0.0)
    happy, sad, angry, calm = (valence_arousal(PRESETS[n]) for n in ("happy", "sad", "angry", "calm"))
    assert happy[0] > 0.4 and happy[1] > 0.2
    assert sad[0] < -0.3 and sad[1] < -0.2
    assert angry[0] < -0.3 and angry[1] > 0.4
    assert calm[0] > 0.1 and calm[1] < -0.2


def test_a_point_of_the_pad_becomes_a_blend_that_lies_there():
    assert from_valence_arousal(0.0, 0.0) == ()
    for name in ("happy", "sad", "angry", "surprised"):
        blend = from_valence_arousal(*valence_arousal(PRESETS[name]))
        assert blend[0][0] == name
        assert sum(weight for _, weight in blend) <= 1.0
    weak = sum(weight for _, weight in from_valence_arousal(0.2, 0.1))
    assert 0.0 < weak < 0.6


def test_the_nearest_preset_of_a_preset_is_itself():
    for name in ("happy", "sad", "angry", "fearful", "serious"):
        assert nearest_presets(0.5 * PRESETS[name])[0] == (name, pytest.approx(0.5, abs=1e-6))
