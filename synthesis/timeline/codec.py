"""Timelines as versioned JSON, both ways. The schema for editors and other programs is `timeline.schema.json`.

A segment's text may hold emotion marks: they become keyframes on loading. Names of emotions may be written in English
or Chinese and are kept in their canonical form.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any, cast

from synthesis.emotions.controls import CONTROLS, Emotion
from synthesis.errors import SynthesisError
from synthesis.timeline.emotion_mark import parse_mark
from synthesis.timeline.model import (
    TIMELINE_VERSION,
    CastMember,
    Ease,
    Keyframe,
    Segment,
    SegmentLanguage,
    Timeline,
    Weights,
)
from synthesis.timeline.names import EmotionNames, is_name, preset_names
from synthesis.timeline.reader import Reader, pointer, refuse, weights_object
from synthesis.timeline.segments import take_marks
from synthesis.timeline.validation import check_timeline, refuse_text


def timeline_from_json(data: str | bytes | Mapping[str, Any], *, voices: Collection[str] | None = None) -> Timeline:
    """Read and check a timeline. `voices` are the names there are; None leaves voices unchecked.

    Raises TimelineError with `path` (JSON pointer) for anything that is not as the schema or the rules say.
    """
    reader = Reader(_decode(data) if isinstance(data, str | bytes) else data, "")
    if reader.integer("version") != TIMELINE_VERSION:
        refuse("version", "only version {known} is understood.", path="/version", known=TIMELINE_VERSION)
    emotions = tuple(
        (name, _emotion(name, value, pointer("/emotions", name))) for name, value in reader.entries("emotions").items()
    )
    names = preset_names().with_names([name for name, _ in emotions])
    cast_members = tuple(
        (name, _cast_member(value, pointer("/cast", name), names)) for name, value in reader.entries("cast").items()
    )
    timeline = Timeline(
        segments=tuple(_segment(item, i, names, dict(cast_members)) for i, item in enumerate(reader.items("segments"))),
        voice=reader.text("voice", ""),
        seed=reader.integer("seed", 0),
        variation=reader.number("variation", 0.0),
        lexicon=tuple(_lexicon(reader.entries("lexicon"))),
        emotions=emotions,
        cast=cast_members,
    )
    reader.close()
    check_timeline(timeline, voices=voices)
    return timeline


def timeline_to_json(timeline: Timeline) -> dict[str, Any]:
    """JSON values; fields at their defaults are left out. `timeline_from_json` gives the same timeline back."""
    plain = {
        "version": timeline.version,
        "voice": timeline.voice,
        "seed": timeline.seed,
        "variation": timeline.variation,
        "lexicon": dict(timeline.lexicon),
        "emotions": {name: emotion.to_controls() for name, emotion in timeline.emotions},
        "cast": {name: _without_defaults({"voice": m.voice, "base": dict(m.base)}) for name, m in timeline.cast},
    }
    defaults = {"voice": "", "seed": 0, "variation": 0.0, "lexicon": {}, "emotions": {}, "cast": {}}
    kept = {key: value for key, value in plain.items() if key not in defaults or value != defaults[key]}
    return {**kept, "segments": [_segment_to_json(segment) for segment in timeline.segments]}


def canonical_json(value: Any) -> bytes:
    """One spelling for equal JSON values, for content keys: sorted names, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _decode(data: str | bytes) -> Any:
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        refuse("json", "this is not valid JSON: {reason}.", path="", reason=str(error))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the field {next(n for n in names if names.count(n) > 1)!r} is written twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _emotion(name: str, value: Any, path: str) -> Emotion:
    if not is_name(name):
        refuse("name", "an emotion's name starts with a letter and holds letters, digits, _ and -.", path=path)
    if preset_names().find(name):
        refuse("name_taken", "{name} is the name of a preset; choose another.", path=path, name=name)
    reader = Reader(value, path)
    controls = {control.name: reader.number(control.name, 0.0) for control in CONTROLS}
    reader.close()
    for control in CONTROLS:
        if not control.low <= controls[control.name] <= control.high:
            refuse("range", "{name} must lie between {low} and {high} {unit}.", path=pointer(path, control.name),
                   name=control.name, low=control.low, high=control.high, unit=control.unit)  # fmt: skip
    return Emotion.from_controls(controls, name)


def _cast_member(value: Any, path: str, names: EmotionNames) -> CastMember:
    reader = Reader(value, path)
    member = CastMember(reader.text("voice", ""), _base(reader, names))
    reader.close()
    return member


def _lexicon(entries: dict[str, Any]) -> list[tuple[str, str]]:
    reader = Reader(entries, "/lexicon")
    return [(word, reader.text(word)) for word in entries]


def _base(reader: Reader, names: EmotionNames) -> Weights:
    """{"calm": 0.6} or "0.6*calm + 0.4*friendly"."""
    given, path = reader.raw("base"), pointer(reader.path, "base")
    if not reader.has("base"):
        return ()
    if isinstance(given, str):
        return _blend(given, path, names)
    weights = weights_object(given, path)
    return tuple((names.find(name) or name, weight) for name, weight in weights)


def _blend(text: str, path: str, names: EmotionNames) -> Weights:
    try:
        mark = parse_mark(text, names=names, offset=0)
    except SynthesisError as error:
        refuse("base", "{reason}", path=path, reason=str(error), code_of_reason=error.code)
    if mark is None or mark.to_base or mark.partial or mark.ease != "hold":
        refuse("base", "write a blend such as 0.6*calm + 0.4*friendly; {text} is none.", path=path, text=text[:60])
    return mark.weights


def _segment(value: Any, index: int, names: EmotionNames, cast_members: Mapping[str, CastMember]) -> Segment:
    reader = Reader(value, pointer("/segments", index))
    segment = Segment(
        id=reader.text("id", f"s{index + 1}"),
        text=reader.text("text", ""),
        recording=None if reader.raw("recording") is None else reader.text("recording"),
        transcript=reader.text("transcript", ""),
        voice=reader.text("voice", ""),
        language=cast(SegmentLanguage, reader.text("language", "auto")),
        base=_base(reader, names),
        keyframes=_keyframes(reader.items("keyframes"), pointer(reader.path, "keyframes"), names),
        intensity=reader.number("intensity", 1.0),
        speed=reader.number("speed", 1.0),
        pitch_semitones=reader.number("pitch_semitones", 0.0),
        gap_s=reader.number("gap_s", 0.35),
        seed=reader.integer("seed") if reader.raw("seed") is not None else None,
        variation=reader.number("variation") if reader.raw("variation") is not None else None,
        title=reader.text("title", ""),
        character=reader.text("character", ""),
        notes=reader.text("notes", ""),
    )
    reader.close()
    member = cast_members.get(segment.character, CastMember())
    try:
        return take_marks(segment, emotion_names=names, base=segment.base or member.base)
    except SynthesisError as error:
        refuse_text(error, path=pointer(reader.path, "text"))


def _keyframes(items: list[Any], path: str, names: EmotionNames) -> tuple[Keyframe, ...]:
    return tuple(_keyframe(item, i, path, names) for i, item in enumerate(items))


def _keyframe(value: Any, index: int, path: str, names: EmotionNames) -> Keyframe:
    reader = Reader(value, pointer(path, index))
    emotion = reader.text("emotion")
    keyframe = Keyframe(
        id=reader.text("id", f"k{index + 1}"),
        at=reader.number("at"),
        emotion=names.find(emotion) or emotion,
        weight=reader.number("weight"),
        ease=cast(Ease, reader.text("ease", "hold")),
    )
    reader.close()
    return keyframe


def _segment_to_json(segment: Segment) -> dict[str, Any]:
    defaults = Segment(segment.id)
    plain: dict[str, Any] = {"id": segment.id}
    for name in Segment.__dataclass_fields__:
        value = getattr(segment, name)
        if name != "id" and value != getattr(defaults, name):
            plain[name] = value
    if segment.base:
        plain["base"] = dict(segment.base)
    if segment.keyframes:
        plain["keyframes"] = [
            {"id": k.id, "at": k.at, "emotion": k.emotion, "weight": k.weight, "ease": k.ease}
            for k in segment.keyframes
        ]
    return plain


def _without_defaults(value: dict[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if item}
