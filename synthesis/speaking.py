"""One planned sentence to sound: draft -> prosody by the curve -> engine -> voice -> emotion -> pauses -> vocoder."""

from dataclasses import replace

import numpy as np

from synthesis.code_switch import lay_over, language_runs, with_placeholders
from synthesis.emotions.apply import apply_emotion
from synthesis.emotions.controls import N_CONTROLS
from synthesis.emotions.prosody import (
    energy_gain_db,
    phrase_shape,
    shape_f0,
    word_rates,
)
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


def speak(plan: SentencePlan) -> SpokenAudio:
    """Deterministic: the same plan gives the same bytes, in any process and any order."""
    sentence = plan.sentence
    if not sentence.words:
        return SpokenAudio(np.zeros(round(sentence.pause_before_s * SAMPLE_RATE), np.float32), ())
    frames = sentence_frames(plan)
    frames = tidy_pauses(frames, sentence, plan.controls)
    frames = apply_emotion(frames, at_frames(plan.controls, word_spans(frames), np.arange(len(frames)) + 0.5))
    samples = vocode(frames, seed=int(plan.key[:16], 16))
    return SpokenAudio(samples, timed_marks(frames, sentence))


def sentence_frames(plan: SentencePlan) -> SpeechFrames:
    """The sentence in the plan's voice, with prosody shaped; foreign runs laid over their places."""
    words, host = plan.sentence.words, plan.sentence.language
    own = [i for i, word in enumerate(words) if word.language == host]
    runs = list(language_runs(words))
    if len(runs) == 1:
        return adopted_frames(words, plan.controls, plan)
    if not own:  # two foreign languages would need a host; the first run's language takes the part
        host = words[0].language
    host_words, places = with_placeholders(words, host)
    host_frames = adopted_frames(host_words, _controls_of(host_words, words, plan.controls), plan)
    spans = word_spans(host_frames)
    laid = []
    for run, first, stop in places:
        guest = words[run.start : run.stop]
        guest = (*guest[:-1], replace(guest[-1], separator=""))
        controls = plan.controls[2 * run.start : 2 * run.stop]
        frames = adopted_frames(guest, controls, plan, medial=True)
        laid.append((int(round(spans[first][0])), int(round(spans[stop - 1][1])), frames))
    return lay_over(host_frames, laid)


def adopted_frames(
    words: tuple[SpokenWord, ...] | list[SpokenWord], controls: Float64, plan: SentencePlan, *, medial: bool = False
) -> SpeechFrames:
    """Words of one language as frames in the plan's voice, rate, F0 and energy shaped by the curve."""
    engine = get_engine(engine_for(words[0].language))
    middle = (controls[::2] + controls[1::2]) / 2  # (n_words, N_CONTROLS)
    rates = word_rates(words, middle, base_rate=_base_rates(words, plan))
    draft = engine.draft(words, rate=rates, medial=medial)
    spans = draft_word_spans(draft)
    at_points = at_frames(controls, spans, draft.point_frame)
    phrase = phrase_shape(words, spans)
    f0 = shape_f0(draft.f0_hz, draft.point_frame, at_points, phrase) * _pitch_ratio(words, spans, draft, plan)
    gain = energy_gain_db(draft.point_frame, at_points, phrase)
    gain = gain + at_points_of([w.volume_db for w in words], spans, draft.point_frame)
    edited = draft.with_prosody(f0_hz=f0, energy=engine.edit_energy(draft.energy, gain))
    return adopt_voice(engine.speak(edited), plan.voice, engine=engine.info.key)


def _base_rates(words: list[SpokenWord] | tuple[SpokenWord, ...], plan: SentencePlan) -> Float32:
    return np.array([word.rate * plan.segment.speed for word in words], np.float32)


def _pitch_ratio(
    words: list[SpokenWord] | tuple[SpokenWord, ...], spans: Float64, draft: Draft, plan: SentencePlan
) -> Float32:
    semitones = [word.pitch_semitones + plan.segment.pitch_semitones for word in words]
    ratio: Float32 = np.exp2(at_points_of(semitones, spans, draft.point_frame) / 12).astype(np.float32)
    return ratio


def _controls_of(host_words: list[SpokenWord], words: tuple[SpokenWord, ...], controls: Float64) -> Float64:
    """The curve at the host's words: a placeholder takes the controls of the word it stands for."""
    by_source = {word.source: i for i, word in enumerate(words)}
    rows = [by_source[word.source] for word in host_words]
    return np.stack([controls[2 * row + side] for row in rows for side in (0, 1)])


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


def at_points_of(values: list[float], spans: Float64, frames: Float32) -> Float64:
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
