"""The articles' vocabulary in one object: encode a speaker, pick or measure an emotion, speak, save."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.emotions.controls import Emotion
from synthesis.emotions.describe import parse_blend
from synthesis.emotions.encode import encode_emotion
from synthesis.emotions.presets import get_emotion
from synthesis.enrolment import enrol
from synthesis.export import AudioWriter
from synthesis.mixing import Mixer, mix
from synthesis.pipeline import render
from synthesis.timeline.model import Segment, Timeline
from synthesis.timeline.segments import segment_from_marks
from synthesis.units import SAMPLE_RATE, Float32
from synthesis.voices.fit import Quality
from synthesis.voices.voice import Voice

Source = Path | str | bytes | Clip


class Synthesizer:
    """Speaks text in a cloned voice and an emotion.

    Holds the last voice made of a given set of clips, so that `synthesize` with the same reference clones once.
    Not thread-safe: one object, one call at a time.
    """

    sample_rate = SAMPLE_RATE

    def __init__(self, *, quality: Quality = "refined") -> None:
        """`quality`: "quick" (about 8 s a voice) or "refined"."""
        self._quality = quality
        self._known: dict[tuple[str, ...], Voice] = {}

    def encode_speaker(self, *references: Source, name: str = "voice") -> Voice:
        """A voice from one or more clips (3-60 s in all). Raises ClipError with the problem and its remedy."""
        clips = [_clip(reference) for reference in references]
        key = tuple(clip.sha256 for clip in clips)
        if not all(key) or key not in self._known:
            voice, _ = enrol(clips, name=name, quality=self._quality)
            self._known = {key: voice}
        return self._known[key]

    def encode_emotion(self, reference: Source, neutral: Source | None = None) -> Emotion:
        """The emotion of a clip, against the speaker's neutral reading where one is given."""
        return encode_emotion(_clip(reference), None if neutral is None else _clip(neutral))

    def get_predefined_emotion(self, name: str) -> Emotion:
        """A preset by its English or Chinese name; presets add and scale: `0.6 * calm + 0.4 * friendly`."""
        return get_emotion(name)

    def tts(
        self,
        text: str,
        speaker_emb: Voice | None = None,
        emotion_emb: Emotion | None = None,
        speed: float = 1.0,
        *,
        seed: int = 0,
    ) -> Float32:
        """Text (with marks, if you like) to samples (n,) at 24 kHz, before loudness gain."""
        segment = segment_from_marks("tts", text)
        custom: tuple[tuple[str, Emotion], ...] = ()
        if emotion_emb is not None and emotion_emb.values.any():
            custom = (("given", emotion_emb),)
            segment = _with_base(segment, (("given", 1.0),))
        timeline = Timeline(
            (_at_speed(segment, speed),), voice="given" if speaker_emb else "", seed=seed, emotions=custom
        )
        return self._samples(timeline, {"given": speaker_emb} if speaker_emb else {})

    def synthesize(
        self,
        text: str,
        reference_audio: Source | Sequence[Source] | None = None,
        emotion: str | Emotion | None = None,
        *,
        speed: float = 1.0,
        seed: int = 0,
    ) -> Float32:
        """As `tts`, from a reference clip and an emotion by name or blend ("0.6*calm + 0.4*friendly")."""
        references = (
            []
            if reference_audio is None
            else (
                list(reference_audio)
                if isinstance(reference_audio, Sequence) and not isinstance(reference_audio, str | bytes)
                else [reference_audio]
            )
        )
        voice = self.encode_speaker(*references) if references else None
        mood = _blend(emotion) if isinstance(emotion, str) else emotion
        return self.tts(text, voice, mood, speed, seed=seed)

    def save_wav(self, samples: Float32, path: Path | str) -> None:
        """16-bit mono WAV at 24 kHz."""
        with AudioWriter(Path(path), "wav") as writer:
            writer.write(samples)

    def _samples(self, timeline: Timeline, voices: dict[str, Voice]) -> Float32:
        blocks = list(mix(render(timeline, voices=voices), Mixer()))
        return np.concatenate(blocks) if blocks else np.zeros(0, np.float32)


def _clip(source: Source) -> Clip:
    if isinstance(source, Clip):
        return source
    return read_clip(source if isinstance(source, bytes) else Path(source))


def _blend(text: str) -> Emotion:
    total = get_emotion("neutral")
    for name, weight in parse_blend(text):
        total = total + weight * get_emotion(name)
    return total


def _with_base(segment: Segment, base: tuple[tuple[str, float], ...]) -> Segment:
    from dataclasses import replace

    return replace(segment, base=base)


def _at_speed(segment: Segment, speed: float) -> Segment:
    from dataclasses import replace

    return replace(segment, speed=speed)
