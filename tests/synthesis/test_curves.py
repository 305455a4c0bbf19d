"""Curves: eases, the base, intensity, exact zeros, and what an edit or a cut of the text does to them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.emotions.controls import INDEX, N_CONTROLS, Emotion
from synthesis.emotions.presets import PRESETS
from synthesis.errors import EmotionError, TimelineError
from synthesis.timeline.curves import evaluate, weights_at
from synthesis.timeline.limits import first_excess
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Ease, Keyframe, Segment
from synthesis.timeline.moves import move_keyframes
from synthesis.timeline.parts import segment_part
from synthesis.timeline.segments import segment_from_marks
from tests.synthesis.test_marks_text import segments


def rising(ease: Ease) -> Segment:
    keyframes = (Keyframe("a", 2.0, "calm", 0.2, ease), Keyframe("b", 6.0, "calm", 1.0))
    return Segment("s", text="0123456789", keyframes=keyframes)


@pytest.mark.parametrize(
    ("ease", "expected"),
    [
        ("hold", [0.0, 0.2, 0.2, 0.2, 1.0, 1.0]),
        ("linear", [0.0, 0.2, 0.4, 0.6, 1.0, 1.0]),
        ("smooth", [0.0, 0.2, 0.2 + 0.8 * 0.15625, 0.6, 1.0, 1.0]),
    ],
)
def test_eases(ease: Ease, expected: list[float]) -> None:
    assert weights_at(rising(ease), [1.99, 2.0, 3.0, 4.0, 6.0, 99.0])["calm"] == pytest.approx(expected)


def test_the_base_holds_until_a_lane_begins_and_for_lanes_that_never_do() -> None:
    base = (("calm", 0.5), ("sad", 0.2))
    segment = Segment("s", text="abcdef", base=base, keyframes=(Keyframe("a", 3.0, "calm", 0.1),))
    weights = weights_at(segment, [0.0, 2.9, 3.0])
    assert weights["calm"].tolist() == [0.5, 0.5, 0.1]
    assert weights["sad"].tolist() == [0.2, 0.2, 0.2]


def test_two_keyframes_at_one_place_are_a_jump_after_a_glide() -> None:
    glide = (Keyframe("a", 0.0, "calm", 0.0, "linear"), Keyframe("b", 4.0, "calm", 0.8))
    keyframes = (*glide, Keyframe("c", 4.0, "calm", 0.1))
    weights = weights_at(Segment("s", text="abcdef", keyframes=keyframes), [2.0, 3.999, 4.0, 5.0])["calm"]
    assert weights == pytest.approx([0.4, 0.7998, 0.1, 0.1])


def test_intensity_scales_every_weight() -> None:
    segment = segment_from_marks("s", "[0.6*calm + 0.4*sad] a", intensity=0.5)
    weights = weights_at(segment, [0.0])
    assert (weights["calm"][0], weights["sad"][0]) == (0.3, 0.2)


def test_controls_are_the_weighted_sum_of_emotions() -> None:
    segment = segment_from_marks("s", "[0.6*calm + 0.4*friendly] one [> angry 0.5] two")
    controls = evaluate(segment, [0.0, 2.0, 4.0])
    assert controls.shape == (3, N_CONTROLS)
    calm, friendly, angry = (PRESETS[name].values for name in ("calm", "friendly", "angry"))
    np.testing.assert_allclose(controls[0], 0.6 * calm + 0.4 * friendly)
    np.testing.assert_allclose(controls[1], 0.3 * calm + 0.2 * friendly + 0.25 * angry)
    np.testing.assert_allclose(controls[2], 0.5 * angry)


def test_weight_nothing_is_neutral_byte_for_byte() -> None:
    silent = Segment("s", text="abc", base=(("sad", 0.0),), keyframes=(Keyframe("a", 1.0, "angry", 0.0, "smooth"),))
    at = np.linspace(0, 3, 7)
    assert evaluate(silent, at).tobytes() == np.zeros((7, N_CONTROLS)).tobytes()
    muted = segment_from_marks("s", "[angry] abc", intensity=0.0)
    assert evaluate(muted, at).tobytes() == np.zeros((7, N_CONTROLS)).tobytes()


def test_a_row_is_the_same_bytes_whatever_it_is_asked_with() -> None:
    segment = segment_from_marks("s", "[0.3*calm + 0.3*sad] one two [~> 0.2*angry + 0.5*happy] three four [> /] five")
    at = np.linspace(-1, 30, 1_001)
    whole = evaluate(segment, at)
    for part in (slice(0, 1), slice(17, 23), slice(500, 1_001)):
        assert evaluate(segment, at[part]).tobytes() == whole[part].tobytes()
    assert evaluate(segment, at[::-1]).tobytes() == whole[::-1].tobytes()


def test_an_emotion_of_ones_own_may_be_a_lane() -> None:
    own = Emotion.from_controls({"pitch": 2.0})
    segment = segment_from_marks("s", "[mine 0.5] a", emotion_names=["mine"])
    assert evaluate(segment, [0.0], {"mine": own})[0, INDEX["pitch"]] == 1.0
    with pytest.raises(EmotionError, match="mine"):
        evaluate(segment, [0.0])


def test_nothing_asked_nothing_given() -> None:
    assert evaluate(rising("linear"), []).shape == (0, N_CONTROLS)


@settings(max_examples=200, deadline=None)
@given(segments())
def test_the_peak_of_the_sum_is_found_exactly(segment: Segment) -> None:
    """Against a fine grid: scaled so that the grid's peak is just above 1, it is refused; just below, it is not."""
    at = np.linspace(-1, len(segment.text) + 1, 8_001)
    at = np.union1d(at, [keyframe.at for keyframe in segment.keyframes])
    peak = float(np.max(sum(weights_at(segment, at).values(), np.zeros(len(at)))))
    if peak < 0.01:
        assert first_excess(segment.base, segment.keyframes) is None
        return
    for scale, refused in ((1.001 / peak, True), (0.998 / peak, False)):
        base = tuple((name, weight * scale) for name, weight in segment.base)
        keyframes = [Keyframe(k.id, k.at, k.emotion, k.weight * scale, k.ease) for k in segment.keyframes]
        assert (first_excess(base, keyframes) is not None) == refused


def on(text: str, *words: str) -> list[Keyframe]:
    plain = parse_markup(text).plain
    return [Keyframe(word, float(plain.index(word)), "calm", 0.5) for word in words]


@pytest.mark.parametrize(
    ("old", "new", "word", "lands_on"),
    [
        ("one two three", "zero one two three", "three", "three"),
        ("one two three", "one three", "three", "three"),
        ("one two three", "one three", "two", "three"),
        ("one two three", "one big three", "two", "big"),
        ("one two three", "three", "one", "three"),
        ("one [two](/tuː/) three", "one [pause 1s] two three", "three", "three"),
        ("我们先分析问题", "我们可以先冷静分析问题", "分", "分"),
        ("It is solved.", "“It is now solved!”", "solved", "solved"),
    ],
)
def test_a_keyframe_stays_on_its_word(old: str, new: str, word: str, lands_on: str) -> None:
    (moved,) = move_keyframes(old, new, on(old, word))
    assert moved.at == parse_markup(new).plain.index(lands_on)


def test_a_keyframe_inside_a_word_keeps_its_distance_and_the_end_stays_the_end() -> None:
    keyframes = [Keyframe("a", 5.5, "calm", 0.5), Keyframe("b", 7.0, "calm", 0.2), Keyframe("c", 0.0, "sad", 0.1)]
    moved = move_keyframes("one two", "and one two more", keyframes)
    assert [keyframe.at for keyframe in moved] == [9.5, 16.0, 4.0]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab 好行,.", max_size=30), st.text(alphabet="ab 好行,.", max_size=30), st.floats(0, 30))
def test_any_edit_keeps_keyframes_inside_the_text(old: str, new: str, at: float) -> None:
    (moved,) = move_keyframes(old, new, [Keyframe("a", min(at, len(old)), "calm", 0.5)])
    assert 0 <= moved.at <= len(new)
    (same,) = move_keyframes(old, old, [Keyframe("a", min(at, len(old)), "calm", 0.5)])
    assert same.at == min(at, len(old))


def test_a_long_text_that_changed_all_over_is_mapped_in_proportion() -> None:
    old, new = " ".join(f"a{i}" for i in range(4_000)), " ".join(f"b{i}" for i in range(8_000))
    (moved,) = move_keyframes(old, new, [Keyframe("a", float(old.index("a2000")), "calm", 0.5)])
    assert new[int(moved.at) :].startswith("b4000 ")


@settings(max_examples=200, deadline=None)
@given(segments(), st.data())
def test_a_part_of_a_segment_has_the_same_words_and_the_same_curve(segment: Segment, data: st.DataObject) -> None:
    whole = parse_markup(segment.text)
    start = data.draw(st.integers(0, len(whole.plain) - 1))
    end = data.draw(st.integers(start + 1, len(whole.plain)))
    part, begins = segment_part(segment, start=start, end=end)
    annotated = parse_markup(part.text)
    assert begins <= start
    assert annotated.plain == whole.plain[begins : begins + len(annotated.plain)]
    assert len(annotated.plain) >= end - begins
    at = np.arange(len(annotated.plain), dtype=float)
    assert evaluate(part, at).tobytes() == evaluate(segment, at + begins).tobytes()


def test_a_part_keeps_pauses_and_pronunciations() -> None:
    segment = Segment("s", text="<prosody rate='slow'>one [two words](/tuː/) [pause 1s] three</prosody> four [pause]")
    part, begins = segment_part(segment, start=8, end=20)
    assert begins == 4
    annotated = parse_markup(part.text)
    assert annotated.plain == "two words  three"
    assert {a.kind for a in annotated.annotations} == {"prosody", "phones", "pause"}
    with pytest.raises(TimelineError, match="no text from"):
        segment_part(segment, start=5, end=5)
    with pytest.raises(TimelineError, match="recording"):
        segment_part(Segment("r", recording="a.wav"), start=0, end=1)
