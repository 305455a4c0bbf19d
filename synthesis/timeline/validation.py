"""The rules of a timeline, whoever made it: checked before a render and after loading."""

from collections.abc import Collection, Iterable
from typing import Final, NoReturn, get_args

from synthesis.emotions.presets import PRESETS
from synthesis.errors import SynthesisError
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.limits import first_excess
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Ease, Keyframe, Segment, SegmentLanguage, Timeline, Weights
from synthesis.timeline.names import EmotionNames, nearest_of, preset_names
from synthesis.timeline.reader import pointer, refuse
from synthesis.timeline.segments import cast_segment

MAX_SEGMENTS: Final = 10_000
MAX_TEXT: Final = 100_000
MAX_KEYFRAMES: Final = 10_000
MAX_SEED: Final = 2**53
MAX_RECORDING_S: Final = 24 * 3600.0

_RANGES: Final = {
    "intensity": (0.0, 1.0),
    "speed": (0.25, 4.0),
    "pitch_semitones": (-12.0, 12.0),
    "gap_s": (-5.0, 600.0),
    "variation": (0.0, 1.0),
    "seed": (0, MAX_SEED),
}


def check_timeline(timeline: Timeline, *, voices: Collection[str] | None = None) -> None:
    """Raises TimelineError with the JSON pointer of the first fault. `voices`: names there are; None: not checked."""
    if not timeline.segments:
        refuse("empty", "the timeline has no segments; add one with text.", path="/segments")
    _check_size(len(timeline.segments), MAX_SEGMENTS, what="segments", path="/segments")
    _check_ranges(timeline, ("seed", "variation"), path="")
    _check_voice(timeline.voice, voices, path="/voice")
    _check_unique((segment.id for segment in timeline.segments), "/segments")
    names = preset_names().with_names([name for name, _ in timeline.emotions])
    known = {*PRESETS, *(name for name, _ in timeline.emotions)}
    for name, member in timeline.cast:
        path = pointer("/cast", name)
        _check_voice(member.voice, voices, path=pointer(path, "voice"))
        _check_weights(member.base, known, names, path=pointer(path, "base"))
    characters = [name for name, _ in timeline.cast]
    for i, segment in enumerate(timeline.segments):
        path = pointer("/segments", i)
        _check_voice(segment.voice, voices, path=pointer(path, "voice"))
        if segment.character and characters and segment.character not in characters:
            nearest = nearest_of(segment.character, characters)
            refuse("unknown_character", "there is no character {name} in the cast; the nearest is {nearest}.",
                   path=pointer(path, "character"), name=segment.character, nearest=nearest)  # fmt: skip
        check_segment(cast_segment(timeline, segment), known=known, names=names, path=path)


def check_segment(segment: Segment, *, known: Collection[str], names: EmotionNames, path: str) -> None:
    """`known` are canonical names that lanes may use, `names` all spellings (for the nearest one and for marks)."""
    if not segment.id:
        refuse("id", "a segment needs an id that is not empty.", path=pointer(path, "id"))
    if segment.language not in get_args(SegmentLanguage):
        refuse("choice", "{value} is no language; use auto, en or zh.", path=pointer(path, "language"),
               value=segment.language)  # fmt: skip
    _check_ranges(segment, tuple(_RANGES), path=path)
    length = _check_content(segment, names, path=path)
    _check_weights(segment.base, known, names, path=pointer(path, "base"))
    _check_keyframes(segment, known, names, length, path=pointer(path, "keyframes"))


def _check_content(segment: Segment, names: EmotionNames, *, path: str) -> float:
    """What the segment speaks; the largest place a keyframe may have."""
    if segment.recording is not None:
        if segment.text:
            refuse("both", "a segment holds text or a recording, not both; remove one (transcript is for captions).",
                   path=path)  # fmt: skip
        if not segment.recording.strip():
            refuse("recording", "the name of the recording is empty; give its file.", path=pointer(path, "recording"))
        return MAX_RECORDING_S
    _check_size(len(segment.text), MAX_TEXT, what="characters", path=pointer(path, "text"))
    annotated = _annotated(segment, names, path=pointer(path, "text"))
    if not annotated.plain.strip() and not annotated.annotations:
        refuse("nothing", "the segment is empty; give it text or a recording, or remove it.", path=path)
    return float(len(annotated.plain))


def _annotated(segment: Segment, names: EmotionNames, *, path: str) -> AnnotatedText:
    try:
        return parse_markup(segment.text, emotion_names=names, base=segment.base)
    except SynthesisError as error:
        refuse_text(error, path=path)


def refuse_text(error: SynthesisError, *, path: str) -> NoReturn:
    """A fault of markup, as a fault of the timeline; keeps the reason's code and the offset into the text."""
    offset = error.params.get("offset")
    refuse("text", "{reason}", path=path, reason=str(error), code_of_reason=error.code, offset=offset)


def _check_keyframes(
    segment: Segment, known: Collection[str], names: EmotionNames, length: float, *, path: str
) -> None:
    _check_size(len(segment.keyframes), MAX_KEYFRAMES, what="keyframes", path=path)
    _check_unique((keyframe.id for keyframe in segment.keyframes), path)
    for i, keyframe in enumerate(segment.keyframes):
        _check_keyframe(keyframe, known, names, length, path=pointer(path, i))
    if excess := first_excess(segment.base, segment.keyframes):
        at, total = excess
        refuse("weights_sum", "the weights at {at} sum to {total}; lower them to 1 or less in all.",
               path=path, at=round(at, 3), total=round(total, 6))  # fmt: skip


def _check_keyframe(
    keyframe: Keyframe, known: Collection[str], names: EmotionNames, length: float, *, path: str
) -> None:
    if not keyframe.id:
        refuse("id", "a keyframe needs an id that is not empty.", path=pointer(path, "id"))
    if not 0.0 <= keyframe.at <= length:
        refuse("at", "{at} is outside the segment; use 0 to {length}.", path=pointer(path, "at"), at=keyframe.at,
               length=length)  # fmt: skip
    if keyframe.ease not in get_args(Ease):
        refuse("choice", "{value} is no ease; use hold, linear or smooth.", path=pointer(path, "ease"),
               value=keyframe.ease)  # fmt: skip
    _check_emotion(keyframe.emotion, known, names, path=pointer(path, "emotion"))
    _check_weight(keyframe.weight, path=pointer(path, "weight"))


def _check_weights(weights: Weights, known: Collection[str], names: EmotionNames, *, path: str) -> None:
    _check_unique((name for name, _ in weights), path)
    for name, weight in weights:
        _check_emotion(name, known, names, path=pointer(path, name))
        _check_weight(weight, path=pointer(path, name))
    if first_excess(weights, ()):
        total = round(sum(weight for _, weight in weights), 6)
        refuse("weights_sum", "the weights sum to {total}; lower them to 1 or less in all.", path=path, total=total)


def _check_emotion(name: str, known: Collection[str], names: EmotionNames, *, path: str) -> None:
    if name not in known:
        refuse("unknown_emotion", "there is no emotion {name}; the nearest is {nearest}.", path=path, name=name,
               nearest=names.find(name) or names.nearest(name))  # fmt: skip


def _check_weight(weight: float, *, path: str) -> None:
    if not 0.0 <= weight <= 1.0:
        refuse("weight", "the weight {weight} must lie between 0 and 1.", path=path, weight=weight)


def _check_voice(name: str, voices: Collection[str] | None, *, path: str) -> None:
    if name and voices is not None and name not in voices:
        refuse("unknown_voice", "there is no voice {name}; there are: {known}.", path=path, name=name,
               known=", ".join(sorted(voices)) or "none")  # fmt: skip


def _check_ranges(item: Segment | Timeline, fields: tuple[str, ...], *, path: str) -> None:
    for field in fields:
        value = getattr(item, field)
        low, high = _RANGES[field]
        if value is not None and not low <= value <= high:
            refuse("range", "{value} must lie between {low} and {high}.", path=pointer(path, field), value=value,
                   low=low, high=high)  # fmt: skip


def _check_size(size: int, most: int, *, what: str, path: str) -> None:
    if size > most:
        refuse("size", "{size} {what} are more than the {most} allowed; split it.", path=path, size=size, what=what,
               most=most)  # fmt: skip


def _check_unique(ids: Iterable[str], path: str) -> None:
    seen: set[str] = set()
    for i, one in enumerate(ids):
        if one in seen:
            refuse("duplicate", "{id} is used twice; give each its own.", path=pointer(path, i), id=one)
        seen.add(one)
