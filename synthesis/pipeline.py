"""The whole flow on one page: timeline -> sentences -> speech, one finished sentence at a time.

    for piece in render(timeline, voices={"Ana": ana}, cache=cache):
        ...                                     # samples before gain, marks, what was reused, how far it is

Progress is `piece.number` of `piece.total`; a cancel or a deadline is seen between sentences.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from synthesis.engines.protocol import EngineInfo
from synthesis.errors import SynthesisError
from synthesis.marks import TimedMark
from synthesis.planning import Plan, RecordingPlan, plan_timeline
from synthesis.revoicing import revoice
from synthesis.sentence_cache import SentenceCache, SpokenAudio
from synthesis.speaking import engines_of, speak
from synthesis.timeline.model import Timeline
from synthesis.units import SAMPLE_RATE, Float32
from synthesis.voices.voice import Voice


class RenderStopped(SynthesisError):
    """Cancelled, or past its deadline; every sentence finished before is in the cache."""

    area = "render"


@dataclass(frozen=True, slots=True, eq=False)
class RenderedSentence:
    """One finished sentence (or recording) in its segment's voice and emotion."""

    segment_id: str
    text: str
    """The segment's plain text."""
    title: str
    samples: Float32  # (n_samples,) at 24 kHz, before gain
    marks: tuple[TimedMark, ...]
    """Seconds from the start of this sentence; sources in the segment's plain text."""
    gap_after_s: float
    """Silence to the next sentence; negative is a crossfade."""
    number: int
    total: int
    key: str
    """Hash of everything that shaped the sound."""
    reused: bool
    engines: tuple[EngineInfo, ...]
    """Licences and permitted use of what made it; empty for a recording."""
    guessed: tuple[str, ...]
    """Words whose pronunciation was a guess."""

    @property
    def seconds(self) -> float:
        return len(self.samples) / SAMPLE_RATE


def render(
    timeline: Timeline,
    *,
    voices: Mapping[str, Voice] | None = None,
    folder: Path = Path(),
    cache: SentenceCache | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    deadline: float | None = None,
    first_clause: bool = False,
) -> Iterator[RenderedSentence]:
    """Speak a timeline sentence by sentence, in order.

    `voices` are named as in the timeline; recordings are read relative to `folder`; `deadline` is a
    `time.monotonic()` value; `first_clause` cuts the first sentence short so that sound starts earlier.
    The whole timeline is checked and planned before the first sound is made, so a fault costs nothing.
    Raises TimelineError, TextError, EmotionError, ClipError, VoiceError, RenderStopped.
    """
    plans = plan_timeline(timeline, voices=voices or {}, folder=folder, first_clause=first_clause)
    for number, plan in enumerate(plans, start=1):
        if should_stop():
            raise RenderStopped(
                "cancelled",
                "The render was cancelled after {done} of {total} sentences.",
                done=number - 1,
                total=len(plans),
            )
        if deadline is not None and time.monotonic() > deadline:
            raise RenderStopped(
                "deadline",
                "The render ran out of time after {done} of {total} sentences; render it again to go on from there.",
                done=number - 1,
                total=len(plans),
            )
        audio = cache.get(plan.voice_revision, plan.key) if cache else None
        reused = audio is not None
        if audio is None:
            audio = make(plan)
            if cache:
                cache.put(plan.voice_revision, plan.key, audio)
        yield _piece(plan, audio, number=number, total=len(plans), reused=reused)


def make(plan: Plan) -> SpokenAudio:
    """The sound of one planned sentence or recording."""
    return revoice(plan) if isinstance(plan, RecordingPlan) else speak(plan)


def _piece(plan: Plan, audio: SpokenAudio, *, number: int, total: int, reused: bool) -> RenderedSentence:
    spoken = None if isinstance(plan, RecordingPlan) else plan.sentence
    origin = spoken.source[0] if spoken else 0
    marks = tuple(
        TimedMark(m.kind, m.text, m.start_s, m.end_s, (m.source[0] + origin, m.source[1] + origin), m.language)
        for m in audio.marks
    )
    guessed = tuple(plan.plain[w.source[0] : w.source[1]] for w in spoken.words if w.guess) if spoken else ()
    return RenderedSentence(
        segment_id=plan.segment.id,
        text=plan.plain,
        title=plan.segment.title,
        samples=audio.samples,
        marks=marks,
        gap_after_s=plan.gap_after_s,
        number=number,
        total=total,
        key=plan.key,
        reused=reused,
        engines=engines_of(spoken) if spoken else (),
        guessed=tuple(dict.fromkeys(guessed)),
    )
