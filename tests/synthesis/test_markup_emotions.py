"""Emotion marks: how they are written, where they hold, and which names they may use."""

import pytest

from synthesis.errors import EmotionError
from synthesis.timeline.markup import parse_markup, plain_text
from synthesis.timeline.model import Keyframe


@pytest.mark.parametrize(
    ("mark", "weights"),
    [
        ("[calm]", {"calm": 1.0}),
        ("[Cheerful 0.6]", {"cheerful": 0.6}),
        ("[cheerful .6]", {"cheerful": 0.6}),
        ("[cheerful 60%]", {"cheerful": 0.6}),
        ("[60% cheerful]", {"cheerful": 0.6}),
        ("[cheerful*0.6]", {"cheerful": 0.6}),
        ("[0.6*calm + 0.4*friendly]", {"calm": 0.6, "friendly": 0.4}),
        ("[0.6*calm+0.4*friendly]", {"calm": 0.6, "friendly": 0.4}),
        ("[calm 0.5 + sad 0.25]", {"calm": 0.5, "sad": 0.25}),
        ("[0.2*calm + 0.3*calm]", {"calm": 0.5}),
        ("[冷静]", {"calm": 1.0}),
        ("[开心0.8]", {"happy": 0.8}),
        ("[0.5*冷静 ＋ 0.5*友好]", {"calm": 0.5, "friendly": 0.5}),
        ("[> sad 0.3]", {"sad": 0.3}),
    ],
)
def test_emotion_marks(mark: str, weights: dict[str, float]) -> None:
    keyframes = parse_markup(f"{mark} Hello").keyframes
    assert {keyframe.emotion: keyframe.weight for keyframe in keyframes} == pytest.approx(weights)
    assert all(keyframe.at == 0 for keyframe in keyframes)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Hello [calm] there", 6),
        ("Hello [calm], there", 8),
        ("Hello [calm] “there”", 7),
        ("He said [calm] $5", 8),
        ("un[calm]happy days", 8),
        ("你[calm]好", 1),
        ("你[calm]，好", 2),
        ("The end. [calm]", 9),
        ("one [calm][pause 1s] two", 5),
    ],
)
def test_a_mark_holds_on_to_the_next_word(text: str, at: int) -> None:
    (keyframe,) = parse_markup(text).keyframes
    assert keyframe == Keyframe("k1", at, "calm", 1.0)


def test_lanes_that_a_mark_does_not_name_go_to_nothing() -> None:
    keyframes = parse_markup("[calm] one [sad 0.5] two [/] three").keyframes
    assert [(k.at, k.emotion, k.weight) for k in keyframes] == [
        (0, "calm", 1.0), (4, "calm", 0.0), (4, "sad", 0.5), (8, "sad", 0.0),
    ]  # fmt: skip


def test_a_glide_without_a_mark_before_it_starts_at_the_first_word_from_the_base() -> None:
    keyframes = parse_markup("“One two [~> sad 0.5] three", base=(("calm", 0.4),)).keyframes
    assert [(k.at, k.emotion, k.weight, k.ease) for k in keyframes] == [
        (1, "calm", 0.4, "smooth"), (1, "sad", 0.0, "smooth"), (9, "calm", 0.0, "hold"), (9, "sad", 0.5, "hold"),
    ]  # fmt: skip


def test_names_may_be_chosen() -> None:
    """Presets among them bring their other spellings along."""
    names = ["calm", "warm_hug"]
    assert parse_markup("[冷静] a [Warm_Hug 0.4] b", emotion_names=names).keyframes[-1].emotion == "warm_hug"
    with pytest.raises(EmotionError, match="nearest is"):
        parse_markup("[sad 0.5] a", emotion_names=names)
    assert plain_text("[sad] a", emotion_names=names) == "[sad] a"


def test_without_names_every_bracket_is_text() -> None:
    text = "[calm] a [> sad 0.4] b [/] [what 0.5]"
    annotated = parse_markup(text, emotion_names=())
    assert (annotated.plain, annotated.keyframes, annotated.warnings) == (text, (), ())
