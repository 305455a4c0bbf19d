"""One planned sentence to sound: draft -> prosody by the curve -> engine -> voice -> emotion -> pauses -> vocoder."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from synthesis.code_switch import language_runs, lay_over, with_placeholders
from synthesis.emotions.apply import apply_emotion
from synthesis.emotions.controls import INDEX, N_CONTROLS
from synthesis.emotions.prosody import (
    energy_gain_db,
    pause_scale,
    phrase_shape,
    shape_f0,
    word_rates,
)
from synthesis.emotions.variation import Variation, draw_variation
from synthesis.engines.protocol import Draft, EngineInfo
from synthesis.engines.registry import engine_for, engine_infos, get_engine
from synthesis.frames import SpeechFrames
from synthesis.marks import TimedMark
from synthesis.pauses import tidy_pauses
from synthesis.planning import SentencePlan
from synthesis.sentence_cache import SpokenAudio
from synthesis.text.spoken import SpokenSentence, SpokenWord
from synthesis.units import FRAME_S, SAMPLE_RATE, Float32, Float64
from synthesis.vocoder import vocode
from synthesis.voices.adopt import adopt_voice


def engines_of(sentence: SpokenSentence) -> tuple[EngineInfo, ...]:
    infos = engine_infos()
    return tuple(infos[key] for key in dict.fromkeys(engine_for(w.language) for w in sentence.words))


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A plan with the drawn variation worked in. Rows of `controls` are the start and the end of each word."""

    plan: SentencePlan
    controls: Float64  # (2 * n_words, N_CONTROLS)
    rates: Float32  # (n_words,) markup, segment speed, and what the take draws
    variation: Variation


def speak(plan: SentencePlan) -> SpokenAudio:
    """Deterministic: the same plan gives the same bytes, in any process and any order."""
    sentence = plan.sentence
    if not sentence.words:
        return SpokenAudio(np.zeros(round(sentence.pause_before_s * SAMPLE_RATE), np.float32), ())
    take = _take(plan)
    frames = sentence_frames(take)
    frames = tidy_pauses(frames, sentence, pause_scale(take.controls[1::2]) * take.variation.pause)
    frames = apply_emotion(frames, at_frames(take.controls, word_spans(frames), np.arange(len(frames)) + 0.5))
    samples = vocode(frames, seed=int(plan.key[:16], 16))
    return SpokenAudio(samples, timed_marks(frames, sentence))


def _take(plan: SentencePlan) -> Take:
    words = plan.sentence.words
    variation = draw_variation(words, seed=plan.seed, amount=plan.variation)
    controls = plan.controls
    if variation.accent.any():
        controls = controls.copy()
        controls[:, INDEX["accent"]] += np.repeat(variation.accent, 2)
    rates = np.array([word.rate * plan.segment.speed for word in words], np.float32) * variation.rate
    return Take(plan, controls, rates, variation)


def sentence_frames(take: Take) -> SpeechFrames:
    """The sentence in the plan's voice, with prosody shaped; foreign runs laid over their places."""
    words, host = take.plan.sentence.words, take.plan.sentence.language
    if len(list(language_runs(words))) == 1:
        return adopted_frames(words, range(len(words)), take)
    if all(word.language != host for word in words):
        host = words[0].language
    host_words, owners, places = with_placeholders(words, host)
    host_frames = adopted_frames(host_words, owners, take)
    spans = word_spans(host_frames)
    laid = []
    for run, first, stop in places:
        guest = words[run.start : run.stop]
        guest = (*guest[:-1], replace(guest[-1], separator=""))
        frames = adopted_frames(guest, range(run.start, run.stop), take, medial=True)
        laid.append((round(spans[first][0]), round(spans[stop - 1][1]), frames))
    return lay_over(host_frames, laid)


def adopted_frames(
    words: Sequence[SpokenWord], owners: Sequence[int], take: Take, *, medial: bool = False
) -> SpeechFrames:
    """Words of one language as frames in the plan's voice, rate, F0 and energy shaped by the curve.

    `owners` are the words' places in the sentence (a placeholder has the place of the word it stands for).
    """
    engine = get_engine(engine_for(words[0].language))
    rows = np.asarray(owners)
    controls = np.stack([take.controls[2 * rows], take.controls[2 * rows + 1]], 1).reshape(-1, N_CONTROLS)
    rates = word_rates(words, (controls[::2] + controls[1::2]) / 2, base_rate=take.rates[rows])
    draft = engine.draft(words, rate=rates, medial=medial)
    spans = draft_word_spans(draft)
    at_points = at_frames(controls, spans, draft.point_frame)
    phrase = phrase_shape(words, spans)
    f0 = shape_f0(draft.f0_hz, draft.point_frame, at_points, phrase)
    f0 = f0 * np.exp2(_semitones(words, spans, draft, take) / 12).astype(np.float32)
    gain = energy_gain_db(draft.point_frame, at_points, phrase)
    gain = gain + of_words([w.volume_db for w in words], spans, draft.point_frame)
    energy = engine.edit_energy(draft.energy, gain.astype(np.float32)) if gain.any() else draft.energy
    frames = engine.speak(draft.with_prosody(f0_hz=f0, energy=energy))
    moved = _moved_st(words, controls, frames, take)
    return adopt_voice(frames, take.plan.voice, engine=engine.info.key, moved_st=moved)


def _moved_st(words: Sequence[SpokenWord], controls: Float64, frames: SpeechFrames, take: Take) -> Float64:
    """Semitones by which the curve, the markup and the take moved each frame. (n_frames,)"""
    at = (np.arange(len(frames)) + 0.5).astype(np.float32)
    spans = word_spans(frames)
    drawn = take.variation.semitones(at, n_frames=len(frames))
    asked = of_words(_asked_st(words, take), spans, at)
    return at_frames(controls, spans, at)[:, INDEX["pitch"]] + asked + drawn


def _semitones(words: Sequence[SpokenWord], spans: Float64, draft: Draft, take: Take) -> Float64:
    """Pitch from markup and segment, and the take's own tune. (n_points,)"""
    drawn = take.variation.semitones(draft.point_frame, n_frames=draft.n_frames)
    return of_words(_asked_st(words, take), spans, draft.point_frame) + drawn


def _asked_st(words: Sequence[SpokenWord], take: Take) -> list[float]:
    return [word.pitch_semitones + take.plan.segment.pitch_semitones for word in words]


def draft_word_spans(draft: Draft) -> Float64:
    """(n_words, 2) start and end frame of each word."""
    ends = np.cumsum(draft.durations)
    starts = ends - draft.durations
    owner = np.array(draft.phone_word)
    spans = np.zeros((len(draft.words), 2))
    for i in range(len(draft.words)):
        mine = np.flatnonzero(owner == i)
        spans[i] = (starts[mine[0]], ends[mine[-1]]) if len(mine) else (spans[i - 1][1] if i else 0.0)
    return spans


def word_spans(frames: SpeechFrames) -> Float64:
    """(n_words, 2) from the word marks, in order."""
    return np.array([(m.start, m.end) for m in frames.marks if m.kind == "word"], np.float64).reshape(-1, 2)


def at_frames(controls: Float64, spans: Float64, frames: Float32 | Float64) -> Float64:
    """The curve at points in time: linear between the starts and ends of words.

    controls (2 * n_words, N_CONTROLS), spans (n_words, 2), frames (n,) -> (n, N_CONTROLS)
    """
    if not controls.any():
        return np.zeros((len(frames), N_CONTROLS))
    times = np.maximum.accumulate(spans.reshape(-1))
    out = np.zeros((len(frames), N_CONTROLS))
    for column in np.flatnonzero(controls.any(axis=0)):
        out[:, column] = np.interp(frames, times, controls[:, column])
    return out


def of_words(values: list[float], spans: Float64, frames: Float32) -> Float64:
    """(n_words,) values -> (n_points,): each point takes the value of the word it lies in or follows."""
    if not any(values):
        return np.zeros(len(frames))
    return np.array(values)[np.clip(np.searchsorted(spans[:, 0], frames, side="right") - 1, 0, len(values) - 1)]


def timed_marks(frames: SpeechFrames, sentence: SpokenSentence) -> tuple[TimedMark, ...]:
    """Marks in seconds, sources counted from the sentence's start."""
    origin = sentence.source[0]
    languages = {word.source: word.language for word in sentence.words}
    return tuple(
        TimedMark(
            m.kind,
            m.text,
            m.start * FRAME_S,
            m.end * FRAME_S,
            (m.source[0] - origin, m.source[1] - origin),
            languages.get(m.source, sentence.language),
        )
        for m in frames.marks
    )
