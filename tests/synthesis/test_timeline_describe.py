"""Curves in words: what is written reads back as the same curve, in English and Chinese."""

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.errors import EmotionError, TimelineError
from synthesis.timeline.describe import curve_from_description, describe_curve
from synthesis.timeline.model import Keyframe, Segment
from synthesis.timeline.segments import segment_from_marks
from tests.synthesis.test_marks_text import assert_same_curves, segments


@settings(max_examples=300, deadline=None)
@given(segments(), st.sampled_from(["en", "zh"]))
def test_any_curve_on_words_survives_as_a_sentence(segment: Segment, language: str) -> None:
    described = describe_curve(segment, language="zh" if language == "zh" else "en")
    base, keyframes = curve_from_description(described, segment.text)
    assert base == segment.base
    assert_same_curves(segment, Segment("s", text=segment.text, base=base, keyframes=keyframes))


def test_a_curve_reads_as_a_sentence() -> None:
    segment = segment_from_marks("s", "[calm] I looked into it and it is [> cheerful 0.8] solved. It [/] works")
    assert describe_curve(segment) == "calm, gliding to cheerful 80 % at “solved”, the base from “works”"
    chinese = segment_from_marks("s", "[冷静]我们查过了，问题已经[> 欢快 0.8]解决了")
    assert describe_curve(chinese, language="zh") == "冷静，到“解决”渐变为欢快 80 %"


def test_the_quoted_words_do_not_decide_the_language() -> None:
    segment = segment_from_marks("s", "[calm]从北京[sad]到上海")
    described = describe_curve(segment)
    assert described == "calm, sad from “到上”"
    assert curve_from_description(described, segment.text) == ((), segment.keyframes)


def test_a_word_that_comes_twice_is_numbered() -> None:
    segment = segment_from_marks("s", "the cat and [sad] the dog")
    assert describe_curve(segment) == "sad from “the” (2)"


@pytest.mark.parametrize(
    "written",
    [
        "calm, gliding to cheerful 80% at 'solved'",
        'Calm; then gliding to cheerful 0.8 at "solved".',
        "冷静，到「solved」处渐变为愉快 80%",
    ],
)
def test_people_may_write_it_freely(written: str) -> None:
    text = "It is solved"
    _, keyframes = curve_from_description(written, text)
    assert keyframes == segment_from_marks("s", "[calm] It is [> cheerful 0.8] solved").keyframes


def test_nothing_to_say_is_neutral() -> None:
    assert describe_curve(Segment("s", text="Hello")) == "neutral"
    assert curve_from_description("neutral", "Hello") == ((), ())
    assert describe_curve(Segment("s", text="Hello", base=(("calm", 0.4),))) == "on a base of calm 40 %: the base"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_recording_is_described_in_seconds(language: Literal["en", "zh"]) -> None:
    keyframes = (
        Keyframe("k1", 0.0, "sad", 0.3, "smooth"),
        Keyframe("k2", 1.25, "calm", 0.5),
        Keyframe("k3", 2.5, "sad", 0.0),
    )
    segment = Segment("r", recording="take.wav", keyframes=keyframes)
    described = describe_curve(segment, language=language)
    assert ("1.25 s" if language == "en" else "1.25 秒") in described
    assert curve_from_description(described, None) == ((), keyframes)


def test_words_belong_to_text_and_seconds_to_recordings() -> None:
    with pytest.raises(TimelineError, match="write a time"):
        curve_from_description("calm, sad from “it”", None)
    with pytest.raises(TimelineError, match="quote a word"):
        curve_from_description("calm, sad from 2 s", "Is it")


def test_a_description_that_does_not_fit_is_refused() -> None:
    with pytest.raises(EmotionError, match="nearest is cheerful"):
        curve_from_description("calm, gliding to chearful 80 % at “it”", "Is it")
    with pytest.raises(TimelineError, match="no word “never”"):
        curve_from_description("calm, gliding to sad at “never”", "Is it")
    with pytest.raises(TimelineError, match="no mix of emotions"):
        curve_from_description("calm, whatever you like", "Is it")
