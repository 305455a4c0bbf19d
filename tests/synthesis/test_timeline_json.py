"""Timelines as JSON: read back the same, published as a schema, and refused by path where they break a rule."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from synthesis.errors import TimelineError
from synthesis.timeline.codec import canonical_json, timeline_from_json, timeline_to_json
from synthesis.timeline.curves import weights_at
from synthesis.timeline.model import Keyframe, Segment, Timeline
from synthesis.timeline.schema import control_properties, read_schema
from synthesis.timeline.segments import cast_segment
from synthesis.timeline.validation import check_timeline

SCHEMA = read_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
FULL: dict[str, Any] = {
    "version": 1,
    "voice": "ana",
    "seed": 7,
    "variation": 0.5,
    "lexicon": {"Qwen": "/kwɛn/", "行": "hang2"},
    "emotions": {"warm_hug": {"pitch": 1.5, "tilt": -0.5}},
    "cast": {"Guard": {"voice": "ben", "base": {"serious": 0.4}}},
    "segments": [
        {
            "id": "one",
            "text": "Thank you [pause 300ms] for waiting.",
            "base": {"calm": 0.4, "friendly": 0.2},
            "keyframes": [
                {"id": "a", "at": 0.0, "emotion": "calm", "weight": 0.4, "ease": "smooth"},
                {"id": "b", "at": 10.5, "emotion": "calm", "weight": 0.0, "ease": "hold"},
                {"id": "c", "at": 10.5, "emotion": "warm_hug", "weight": 0.8, "ease": "linear"},
            ],
            "intensity": 0.9,
            "speed": 1.1,
            "pitch_semitones": -1.0,
            "gap_s": -0.1,
            "seed": 3,
            "variation": 0.0,
            "language": "en",
            "title": "Opening",
        },
        {"id": "two", "recording": "take.wav", "transcript": "你好", "character": "Guard", "notes": "again, warmer"},
    ],
}


def broken(path: str, value: Any) -> dict[str, Any]:
    """FULL with the place `path` set to `value`."""
    data = json.loads(json.dumps(FULL))
    at: Any = data
    *parents, last = [int(part) if part.isdigit() else part for part in path.strip("/").split("/")]
    for part in parents:
        at = at[part]
    at[last] = value
    return data


def test_a_full_timeline_reads_back_the_same() -> None:
    timeline = timeline_from_json(json.dumps(FULL))
    assert timeline_to_json(timeline) == FULL
    assert json.loads(canonical_json(timeline_to_json(timeline))) == FULL


def test_every_field_of_the_types_is_in_the_schema_and_nothing_else() -> None:
    assert set(SCHEMA["properties"]) == set(Timeline.__dataclass_fields__)
    assert set(SCHEMA["$defs"]["segment"]["properties"]) == set(Segment.__dataclass_fields__)
    assert set(SCHEMA["$defs"]["keyframe"]["properties"]) == set(Keyframe.__dataclass_fields__)


def test_the_schema_knows_today_s_controls() -> None:
    """After a change of CONTROLS run `python -m synthesis.timeline.schema`."""
    assert SCHEMA["$defs"]["controls"]["properties"] == control_properties()


def test_the_schema_is_sound_and_accepts_what_the_codec_writes() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    VALIDATOR.validate(FULL)
    VALIDATOR.validate(timeline_to_json(timeline_from_json(FULL)))


def test_emotion_marks_in_text_become_keyframes() -> None:
    timeline = timeline_from_json({"version": 1, "segments": [{"text": "[冷静] Hello [> 开心 0.8] there"}]})
    (segment,) = timeline.segments
    assert (segment.id, segment.text) == ("s1", "Hello there")
    assert {keyframe.emotion for keyframe in segment.keyframes} == {"calm", "happy"}
    again = timeline_from_json(timeline_to_json(timeline))
    assert again.segments == timeline.segments


def test_a_base_may_be_written_as_a_blend() -> None:
    data = {"version": 1, "segments": [{"text": "Hello", "base": "0.6*calm + 0.4*友好"}]}
    VALIDATOR.validate(data)
    assert timeline_from_json(data).segments[0].base == (("calm", 0.6), ("friendly", 0.4))


def test_a_character_lends_voice_and_base_to_its_segments() -> None:
    timeline = timeline_from_json(FULL)
    segment = cast_segment(timeline, timeline.segments[1])
    assert (segment.voice, segment.base) == ("ben", (("serious", 0.4),))
    assert cast_segment(timeline, timeline.segments[0]).voice == "ana"


def test_marks_of_a_character_return_to_the_character_s_base() -> None:
    data = {
        "version": 1,
        "cast": {"Guard": {"base": {"serious": 0.4}}},
        "segments": [{"character": "Guard", "text": "Halt [angry 0.8] there [/] friend"}],
    }
    timeline = timeline_from_json(data)
    segment = cast_segment(timeline, timeline.segments[0])
    weights = weights_at(segment, [0.0, 5.0, 11.0])
    assert weights["serious"].tolist() == [0.4, 0.0, 0.4]
    assert weights["angry"].tolist() == [0.0, 0.8, 0.0]


REFUSED = [
    ("/version", 2, "version", "/version"),
    ("/extra", 1, "unknown_field", "/extra"),
    ("/segments", [], "empty", "/segments"),
    ("/segments", {}, "type", "/segments"),
    ("/seed", 1.5, "type", "/seed"),
    ("/seed", True, "type", "/seed"),
    ("/seed", -1, "range", "/seed"),
    ("/variation", 1.2, "range", "/variation"),
    ("/voice", None, "type", "/voice"),
    ("/lexicon/Qwen", 4, "type", "/lexicon/Qwen"),
    ("/emotions/calm", {"pitch": 1.0}, "name_taken", "/emotions/calm"),
    ("/emotions/3d", {}, "name", "/emotions/3d"),
    ("/emotions/warm_hug/pitch", 30, "range", "/emotions/warm_hug/pitch"),
    ("/emotions/warm_hug/volume", 1, "unknown_field", "/emotions/warm_hug/volume"),
    ("/cast/Guard/base/serious", 2, "weight", "/cast/Guard/base/serious"),
    ("/cast/Guard/mood", "x", "unknown_field", "/cast/Guard/mood"),
    ("/segments/0/spede", 1, "unknown_field", "/segments/0/spede"),
    ("/segments/0/a~b/c".replace("/c", ""), 1, "unknown_field", "/segments/0/a~0b"),
    ("/segments/0/id", "two", "duplicate", "/segments/1"),
    ("/segments/0/id", "", "id", "/segments/0/id"),
    ("/segments/0/text", "  ", "nothing", "/segments/0"),
    ("/segments/0/text", "[calmm 0.5] x", "text", "/segments/0/text"),
    ("/segments/0/text", "<sub alias='a'>x", "text", "/segments/0/text"),
    ("/segments/0/text", "a\ud800", "surrogate", "/segments/0/text"),
    ("/segments/0/base", None, "type", "/segments/0/base"),
    ("/segments/0/text", "x" * 100_001, "size", "/segments/0/text"),
    ("/segments/0/recording", "a.wav", "both", "/segments/0"),
    ("/segments/1/recording", " ", "recording", "/segments/1/recording"),
    ("/segments/0/language", "fr", "choice", "/segments/0/language"),
    ("/segments/0/speed", 0, "range", "/segments/0/speed"),
    ("/segments/0/speed", "fast", "type", "/segments/0/speed"),
    ("/segments/0/gap_s", 1e9, "range", "/segments/0/gap_s"),
    ("/segments/0/base", {"calm": 0.8, "sad": 0.3}, "weights_sum", "/segments/0/base"),
    ("/segments/0/base", {"clam": 0.8}, "unknown_emotion", "/segments/0/base/clam"),
    ("/segments/0/base", "0.5*clam", "base", "/segments/0/base"),
    ("/segments/0/base", "very nice", "base", "/segments/0/base"),
    ("/segments/0/base", 3, "type", "/segments/0/base"),
    ("/segments/0/keyframes/0/at", 99, "at", "/segments/0/keyframes/0/at"),
    ("/segments/0/keyframes/0/at", -1, "at", "/segments/0/keyframes/0/at"),
    ("/segments/0/keyframes/0/weight", 1.01, "weight", "/segments/0/keyframes/0/weight"),
    ("/segments/0/keyframes/0/weight", -0.01, "weight", "/segments/0/keyframes/0/weight"),
    ("/segments/0/keyframes/0/emotion", "clam", "unknown_emotion", "/segments/0/keyframes/0/emotion"),
    ("/segments/0/keyframes/0/ease", "bounce", "choice", "/segments/0/keyframes/0/ease"),
    ("/segments/0/keyframes/0/id", "b", "duplicate", "/segments/0/keyframes/1"),
    ("/segments/0/keyframes/0/wieght", 1, "unknown_field", "/segments/0/keyframes/0/wieght"),
    ("/segments/0/keyframes/0", {"at": 1, "emotion": "calm"}, "missing", "/segments/0/keyframes/0"),
    ("/segments/0/keyframes/1/weight", 0.9, "weights_sum", "/segments/0/keyframes"),
    ("/segments/1/character", "Gaurd", "unknown_character", "/segments/1/character"),
]


@pytest.mark.parametrize(("place", "value", "code", "path"), REFUSED)
def test_what_breaks_a_rule_is_refused_by_path(place: str, value: Any, code: str, path: str) -> None:
    with pytest.raises(TimelineError) as refusal:
        timeline_from_json(broken(place, value))
    assert refusal.value.code == f"timeline.{code}"
    assert refusal.value.params["path"] == path
    assert path in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_a_near_name_is_offered() -> None:
    with pytest.raises(TimelineError, match="nearest is calm"):
        timeline_from_json(broken("/segments/0/keyframes/0/emotion", "clam"))
    with pytest.raises(TimelineError, match="nearest is speed"):
        timeline_from_json(broken("/segments/0/spede", 1))


def test_voices_are_checked_where_their_names_are_known() -> None:
    timeline_from_json(FULL, voices=["ana", "ben"])
    with pytest.raises(TimelineError, match="no voice ben") as refusal:
        timeline_from_json(FULL, voices=["ana"])
    assert refusal.value.params["path"] == "/cast/Guard/voice"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "valid JSON"),
        ('{"version": 1, "version": 1, "segments": []}', "written twice"),
        ('{"version": 1, "seed": NaN, "segments": []}', "NaN"),
        ("[" * 100_000, "valid JSON"),
        (b"\xff\xfe\xfd", "valid JSON"),
        ("[]", "must be an object"),
        ('{"segments": []}', "version is missing"),
        ('{"version": 1, "segments": [{"text": "a", "speed": 1e999}]}', "must be a number"),
    ],
)
def test_text_that_is_no_timeline_is_refused(text: str | bytes, reason: str) -> None:
    with pytest.raises(TimelineError, match=reason):
        timeline_from_json(text)


def test_glides_that_cross_above_1_in_between_are_refused_with_the_moment() -> None:
    """0 -> 1 with soft ends against 1 -> 0 evenly: valid at both ends, 1.096 in the middle."""
    segment = Segment(
        "s",
        text="Hello over there",
        keyframes=(
            Keyframe("a", 0.0, "calm", 0.0, "smooth"),
            Keyframe("b", 10.0, "calm", 1.0),
            Keyframe("c", 0.0, "sad", 1.0, "linear"),
            Keyframe("d", 10.0, "sad", 0.0),
        ),
    )
    with pytest.raises(TimelineError) as refusal:
        check_timeline(Timeline((segment,)))
    assert refusal.value.params["total"] == pytest.approx(1.096225, abs=1e-6)
    assert refusal.value.params["at"] == pytest.approx(7.887, abs=1e-3)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
PLACES = sorted({place for place, *_ in REFUSED} | {"/segments/1/transcript", "/segments/0/keyframes", "/cast/Guard"})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), JSON)
def test_the_codec_never_accepts_what_the_schema_refuses_and_never_crashes(place: str, value: Any) -> None:
    data = broken(place, value)
    try:
        timeline_from_json(data)
    except TimelineError as refusal:
        assert re.search(r"At /", str(refusal))
        return
    assert VALIDATOR.is_valid(data), f"{place}: {value!r}"
