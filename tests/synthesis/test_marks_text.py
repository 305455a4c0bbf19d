"""Emotion marks and keyframes convert both ways without loss."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.errors import EmotionError
from synthesis.timeline.curves import weights_at
from synthesis.timeline.marks_text import marks_to_timeline, snapped_keyframes, timeline_to_marks
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Keyframe, Segment
from synthesis.timeline.segments import segment_from_marks, take_marks

NAMES = ("calm", "cheerful", "friendly", "sad")
TEXTS = (
    "Thank you for waiting. I have looked into it, and it is solved.",
    "我们可以先冷静分析，问题 solved 了。",
    "“Hello,” said [Anna](/ˈænə/). It costs $5 [pause 300ms] or 3.14 &amp; more",
    "  <prosody rate='slow'>Slowly now</prosody> we [wait here](/weɪt/) \\[calm] C:\\files\\x [sic] ",
)


@st.composite
def mixes(draw: st.DrawFn, names: tuple[str, ...] = NAMES) -> list[tuple[str, float]]:
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
    return [(name, draw(st.integers(0, 100 // len(chosen))) / 100) for name in chosen]


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    """Any keyframes on words: lanes with eases and places of their own, several at one place, jumps after glides."""
    text = draw(st.sampled_from(TEXTS))
    anchors = parse_markup(text).anchors
    keyframes = []
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=4, unique=True)):
        for _ in range(draw(st.integers(1, 5))):
            at = float(draw(st.sampled_from(anchors)))
            weight = draw(st.sampled_from([0.0, 0.05, 0.1, 0.125, 0.25]))
            ease = draw(st.sampled_from(["hold", "linear", "smooth"]))
            keyframes.append(Keyframe(f"k{len(keyframes)}", at, name, weight, ease))
    base = tuple((name, 0.2) for name in draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True)))
    return Segment("s", text=text, base=base, keyframes=tuple(keyframes))


def assert_same_curves(one: Segment, other: Segment) -> None:
    annotated = parse_markup(one.text)
    at = np.linspace(annotated.anchors[0], annotated.anchors[-1], 331)
    at = np.union1d(at, annotated.anchors)
    ours, theirs = weights_at(one, at), weights_at(other, at)
    silent = np.zeros(len(at))
    for name in {*ours, *theirs}:
        np.testing.assert_allclose(ours.get(name, silent), theirs.get(name, silent), atol=1e-12)


@settings(max_examples=400, deadline=None)
@given(segments())
def test_any_curve_on_words_survives_as_marks(segment: Segment) -> None:
    marked = timeline_to_marks(segment)
    again = segment_from_marks("s", marked, base=segment.base)
    assert_same_curves(segment, again)
    assert parse_markup(again.text).plain == parse_markup(segment.text).plain
    assert not snapped_keyframes(segment)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_marked_text_survives_as_keyframes(data: st.DataObject) -> None:
    pieces = []
    for word in ["Thank", "you, ", "for", " ", "waiting", "，", "我", "们", " “", "wait", "”"]:
        if data.draw(st.booleans()):
            mix = " + ".join(f"{weight}*{name}" for name, weight in data.draw(mixes()))
            pieces.append(data.draw(st.sampled_from(["[{}]", "[> {}]", "[~> {}]", "[/]", "[> /]"])).format(mix) + " ")
        pieces.append(word)
    first = segment_from_marks("s", "".join(pieces), base=(("sad", 0.25),))
    second = segment_from_marks("s", timeline_to_marks(first), base=first.base)
    assert second.text == first.text
    assert_same_curves(first, second)
    assert timeline_to_marks(second) == timeline_to_marks(first)


def test_marks_read_as_people_write_them() -> None:
    text, keyframes, base = marks_to_timeline("[calm] I have looked into it, [> cheerful 0.8] and it is solved [/] ok")
    assert text == "I have looked into it, and it is solved ok"
    assert base == ()
    assert [(k.at, k.emotion, k.weight, k.ease) for k in keyframes] == [
        (0.0, "calm", 1.0, "linear"),
        (0.0, "cheerful", 0.0, "linear"),
        (23.0, "calm", 0.0, "hold"),
        (23.0, "cheerful", 0.8, "hold"),
        (40.0, "cheerful", 0.0, "hold"),
    ]


@pytest.mark.parametrize(
    "marked",
    [
        "[calm] I have looked into it, [> cheerful 0.8] and it is solved. [/] Bye",
        "[0.6*calm + 0.4*friendly] Hello [~> sad] there [> /] again",
        "[calm 0.6]你好[> cheerful 0.3]世界[/]",
        "Plain words, no marks",
        "Hello [calm] “there” [/]",
    ],
)
def test_canonical_marks_come_back_letter_for_letter(marked: str) -> None:
    assert timeline_to_marks(segment_from_marks("s", marked)) == marked


def test_a_lane_that_glides_past_another_mark_keeps_its_shape() -> None:
    keyframes = (
        Keyframe("a", 0.0, "calm", 0.0, "smooth"),
        Keyframe("b", 12.0, "calm", 0.5),
        Keyframe("c", 6.0, "sad", 0.3),
    )
    segment = Segment("s", text="Three small words", keyframes=keyframes)
    marked = timeline_to_marks(segment)
    assert marked == "Three [+ sad 0.3] small [+~> calm 0.5] words"
    assert_same_curves(segment, segment_from_marks("s", marked))


def test_the_base_is_where_a_curve_returns() -> None:
    segment = segment_from_marks("s", "Hello [sad] dark [/] day", base=(("calm", 0.4),))
    weights = weights_at(segment, [0.0, 6.0, 11.0])
    assert weights["calm"].tolist() == [0.4, 0.0, 0.4]
    assert weights["sad"].tolist() == [0.0, 1.0, 0.0]


def test_a_keyframe_inside_a_word_is_snapped_and_reported() -> None:
    segment = Segment("s", text="Hello wonderful world", keyframes=(Keyframe("a", 8.4, "calm", 0.5),))
    (snapped,) = snapped_keyframes(segment)
    assert (snapped.id, snapped.at, snapped.written_at) == ("a", 8.4, 6.0)
    assert timeline_to_marks(segment) == "Hello [calm 0.5] wonderful world"


def test_a_mark_next_to_a_backslash_is_not_swallowed() -> None:
    segment = Segment("s", text="C:\\x", keyframes=(Keyframe("a", 3.0, "calm", 1.0),))
    again = segment_from_marks("s", timeline_to_marks(segment))
    assert again.keyframes == (Keyframe("k1", 3.0, "calm", 1.0),)
    assert parse_markup(again.text).plain == "C:\\x"


def test_weights_keep_every_digit() -> None:
    weight = 1 / 3 * 1e-5
    segment = Segment("s", text="word", keyframes=(Keyframe("a", 0.0, "calm", weight),))
    assert segment_from_marks("s", timeline_to_marks(segment)).keyframes[0].weight == weight


def test_marks_join_the_keyframes_a_segment_has() -> None:
    segment = Segment("s", text="Hello [calm] there", keyframes=(Keyframe("k1", 0.0, "sad", 0.2),))
    taken = take_marks(segment)
    assert taken.text == "Hello there"
    assert [keyframe.id for keyframe in taken.keyframes] == ["k1", "k2"]
    assert take_marks(taken) is taken


def test_partial_marks_that_add_up_to_too_much_are_refused() -> None:
    with pytest.raises(EmotionError, match=r"sum to 1\.2"):
        segment_from_marks("s", "[calm 0.6] one [+ sad 0.6] two")


def test_other_names_may_be_given() -> None:
    segment = segment_from_marks("s", "[warm_hug 0.5] Hello", emotion_names=["warm_hug"])
    assert segment.keyframes == (Keyframe("k1", 0.0, "warm_hug", 0.5),)
    assert timeline_to_marks(replace(segment), emotion_names=["warm_hug"]) == "[warm_hug 0.5] Hello"
