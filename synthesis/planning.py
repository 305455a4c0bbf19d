"""What will be spoken: a timeline checked, read and cut into sentences, each with its curve slice and its content key.

Planning runs the text front end only; no model is loaded for it, so faults are found before any sound is made.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from synthesis.emotions.controls import Emotion
from synthesis.emotions.presets import PRESETS
from synthesis.emotions.prosody import pause_scale
from synthesis.engines.registry import engine_for, engine_infos
from synthesis.errors import ClipError, TimelineError, VoiceError
from synthesis.runtime.revision import code_revision
from synthesis.text.frontend import read_text
from synthesis.text.lexicon import Lexicon
from synthesis.text.spoken import SpokenSentence
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.curves import evaluate
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Segment, Timeline
from synthesis.timeline.segments import cast_segment, take_marks
from synthesis.timeline.validation import check_timeline
from synthesis.units import Float64
from synthesis.voices.default import default_voice
from synthesis.voices.voice import Voice

RECORDING_GRID_S = 0.05
"""Curves over a recording are sampled at 20 Hz."""


@dataclass(frozen=True, slots=True, eq=False)
class SentencePlan:
    """One sentence to speak: everything that shapes its sound, and where it stands."""

    segment: Segment
    plain: str
    """The segment's plain text."""
    sentence: SpokenSentence
    controls: Float64  # (2 * n_words, N_CONTROLS): the curve at the start and the end of every word
    voice: Voice
    voice_revision: str
    seed: int
    variation: float
    gap_after_s: float
    key: str


@dataclass(frozen=True, slots=True, eq=False)
class RecordingPlan:
    """One recording to give another voice and emotion, on its own timing."""

    segment: Segment
    plain: str
    """The transcript, for captions."""
    path: Path
    controls: Float64  # (n_points, N_CONTROLS) every RECORDING_GRID_S
    voice: Voice
    voice_revision: str
    gap_after_s: float
    key: str


Plan = SentencePlan | RecordingPlan


def plan_timeline(
    timeline: Timeline, *, voices: Mapping[str, Voice], folder: Path = Path(), first_clause: bool = False
) -> tuple[Plan, ...]:
    """Raises TimelineError (path), TextError (offset), VoiceError, ClipError; nothing is made before all is checked."""
    emotions: dict[str, Emotion] = {**PRESETS, **dict(timeline.emotions)}
    lexicon = Lexicon.from_pairs(timeline.lexicon)
    plans: list[Plan] = []
    check_timeline(timeline, voices=voices)
    for i, written in enumerate(timeline.segments):
        segment = take_marks(cast_segment(timeline, written), emotion_names=emotions)
        voice = _voice(segment.voice, voices, path=f"/segments/{i}/voice")
        if segment.recording is not None:
            plans.append(_plan_recording(segment, voice, folder, emotions, path=f"/segments/{i}/recording"))
            continue
        text = parse_markup(segment.text, emotion_names=())
        sentences = read_text(text, language=segment.language, lexicon=lexicon, first_clause=first_clause and not plans)
        plans.extend(_plan_text(timeline, segment, text, sentences, voice, emotions))
    return tuple(plans)


def _plan_text(
    timeline: Timeline,
    segment: Segment,
    text: AnnotatedText,
    sentences: Sequence[SpokenSentence],
    voice: Voice,
    emotions: Mapping[str, Emotion],
) -> list[SentencePlan]:
    plans = []
    seed = timeline.seed if segment.seed is None else segment.seed
    variation = timeline.variation if segment.variation is None else segment.variation
    revision = voice.revision
    for i, sentence in enumerate(sentences):
        ends = np.array([offset for word in sentence.words for offset in word.source], np.float64)
        controls = evaluate(segment, ends, emotions) + 0.0  # + 0.0: no negative zeros in the key
        last = i == len(sentences) - 1
        gap_s = segment.gap_s if last else sentence.breath_after_s * _pause_scale(controls) / segment.speed
        key = _sentence_key(sentence, segment, controls, revision, seed=seed, variation=variation)
        plans.append(
            SentencePlan(segment, text.plain, sentence, controls, voice, revision, seed, variation, gap_s, key)
        )
    return plans


def _pause_scale(controls: Float64) -> float:
    return float(pause_scale(controls[-1:])[0]) if len(controls) else 1.0


def _plan_recording(
    segment: Segment, voice: Voice, folder: Path, emotions: Mapping[str, Emotion], *, path: str
) -> RecordingPlan:
    from synthesis.decoding import read_clip

    file = folder / (segment.recording or "")
    try:
        clip = read_clip(file)
    except ClipError as error:
        raise TimelineError(
            "recording", "At {path}: {reason} (recording {file})", reason=str(error), file=segment.recording, path=path
        ) from error
    points = np.arange(0.0, clip.seconds + RECORDING_GRID_S, RECORDING_GRID_S)
    controls = evaluate(segment, points, emotions) + 0.0
    revision = voice.revision
    shape = [segment.speed, segment.pitch_semitones, clip.sha256, revision, code_revision()]
    key = _hash(json.dumps(shape), controls)
    return RecordingPlan(segment, segment.transcript, file, controls, voice, revision, segment.gap_s, key)


def _voice(name: str, voices: Mapping[str, Voice], *, path: str) -> Voice:
    if not name:
        return default_voice()
    if name not in voices:
        known = ", ".join(sorted(voices)) or "none"
        raise VoiceError(
            "unknown",
            "There is no voice {name} at {path}; the voices given are: {known}.",
            name=name,
            path=path,
            known=known,
        )
    return voices[name]


def _sentence_key(
    sentence: SpokenSentence, segment: Segment, controls: Float64, revision: str, *, seed: int, variation: float
) -> str:
    """Hash of spoken form, curve slice, voice, engines, seed and variation (the contract's unit of reuse).

    Source offsets count from the sentence's start, so a sentence that merely moved is not made again.
    """
    origin = sentence.source[0]
    words = [{**asdict(w), "source": [w.source[0] - origin, w.source[1] - origin]} for w in sentence.words]
    infos = engine_infos()
    engines = sorted({infos[engine_for(word.language)].revision for word in sentence.words})
    shape = [
        words,
        sentence.language,
        sentence.pause_before_s,
        segment.speed,
        segment.pitch_semitones,
        revision,
        engines,
        seed,
        variation,
        code_revision(),
    ]
    return _hash(json.dumps(shape, ensure_ascii=False, sort_keys=True), controls)


def _hash(shape: str, controls: Float64) -> str:
    digest = hashlib.sha256(shape.encode("utf-8", "surrogatepass"))
    digest.update(np.ascontiguousarray(np.round(controls, 6)).tobytes())
    return digest.hexdigest()
