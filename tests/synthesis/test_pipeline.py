"""The whole flow on real models: what is asked for is heard, the same again is the same bytes, faults cost nothing."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from synthesis import Segment, Timeline, render
from synthesis.analysis import estimate_f0
from synthesis.errors import SynthesisError, TextError, TimelineError
from synthesis.pipeline import RenderedSentence, RenderStopped
from synthesis.sentence_cache import FolderCache
from synthesis.timeline.segments import segment_from_marks
from synthesis.units import SAMPLE_RATE

TEXT = "The parcel arrives on Monday. Please sign for it."


def spoken(*segments: Segment, **fields: object) -> list[RenderedSentence]:
    return list(render(replace(Timeline(segments), **fields)))  # type: ignore[arg-type]


def sound(pieces: list[RenderedSentence]) -> np.ndarray:
    return np.concatenate([piece.samples for piece in pieces])


def pitch_st(samples: np.ndarray) -> float:
    f0 = estimate_f0(samples, SAMPLE_RATE)
    return float(np.median(12 * np.log2(f0[f0 > 0])))


def test_every_sentence_is_spoken_with_marks_on_the_original_text() -> None:
    pieces = spoken(Segment("s", TEXT))
    assert [piece.number for piece in pieces] == [1, 2]
    for piece in pieces:
        words = [m for m in piece.marks if m.kind == "word"]
        assert all(0 <= a.start_s < a.end_s <= piece.seconds + 0.02 for a in words)
        assert [m.start_s for m in words] == sorted(m.start_s for m in words)
    heard = [TEXT[slice(*m.source)] for piece in pieces for m in piece.marks if m.kind == "word"]
    assert heard == ["The", "parcel", "arrives", "on", "Monday", "Please", "sign", "for", "it"]
    assert np.abs(sound(pieces)).max() > 0.05


def test_the_same_timeline_gives_the_same_bytes_and_another_seed_only_other_noise() -> None:
    first, again = spoken(Segment("s", TEXT)), spoken(Segment("s", TEXT))
    assert sound(first).tobytes() == sound(again).tobytes()
    other = spoken(Segment("s", TEXT), seed=7)
    assert len(sound(other)) == len(sound(first))
    assert sound(other).tobytes() != sound(first).tobytes()
    assert [m.start_s for m in other[0].marks] == [m.start_s for m in first[0].marks]


def test_weight_zero_is_neutral_byte_for_byte() -> None:
    neutral = spoken(Segment("s", TEXT))
    zero = spoken(segment_from_marks("s", f"[angry 0] {TEXT}"))
    assert sound(zero).tobytes() == sound(neutral).tobytes()


def test_a_stronger_emotion_is_heard_more() -> None:
    pitches = [pitch_st(sound(spoken(Segment("s", TEXT, base=(("happy", w),))))) for w in (0.0, 0.5, 1.0)]
    assert pitches[0] < pitches[1] < pitches[2]


def test_a_glide_changes_the_end_and_not_the_beginning() -> None:
    text = "I have looked into your request and now I can tell you that it is solved."
    plain = sound(spoken(Segment("s", text)))
    glided = sound(spoken(segment_from_marks("s", f"[happy 0] {text[:40]}[> happy] {text[40:]}")))
    quarters = [(len(samples) * 3) // 4 for samples in (plain, glided)]
    start = pitch_st(glided[: len(glided) // 4]) - pitch_st(plain[: len(plain) // 4])
    end = pitch_st(glided[quarters[1] :]) - pitch_st(plain[quarters[0] :])
    assert end > start + 1.5


def test_speed_and_pitch_do_what_they_say() -> None:
    plain = sound(spoken(Segment("s", TEXT)))
    fast = sound(spoken(Segment("s", TEXT, speed=1.25)))
    high = sound(spoken(Segment("s", TEXT, pitch_semitones=4.0)))
    assert len(fast) / len(plain) == pytest.approx(0.8, abs=0.05)
    assert pitch_st(high) - pitch_st(plain) == pytest.approx(4.0, abs=0.6)


def test_a_pause_is_as_long_as_asked() -> None:
    plain = sound(spoken(Segment("s", "Wait here please.")))
    paused = sound(spoken(Segment("s", "Wait [pause 700ms] here please.")))
    assert (len(paused) - len(plain)) / SAMPLE_RATE == pytest.approx(0.7, abs=0.15)


def test_two_takes_with_variation_sound_different() -> None:
    takes = [spoken(Segment("s", TEXT, seed=seed, variation=0.5)) for seed in (1, 2)]
    assert len(sound(takes[0])) != len(sound(takes[1]))
    assert sound(spoken(Segment("s", TEXT, seed=1, variation=0.5))).tobytes() == sound(takes[0]).tobytes()


def test_mandarin_and_mixed_sentences_speak() -> None:
    pieces = spoken(Segment("a", "我们可以先冷静分析。"), Segment("b", "您的 iPhone 15 到了。"))
    assert {m.language for m in pieces[1].marks if m.kind == "word"} == {"en", "zh"}
    assert pieces[0].engines[0].permitted_use == "non-commercial"
    assert {info.key for info in pieces[1].engines} == {"english", "mandarin"}
    words = [m for m in pieces[1].marks if m.kind == "word"]
    assert [m.source for m in words] == sorted(m.source for m in words)


def test_an_unchanged_sentence_is_reused_and_a_changed_one_costs_only_itself(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    segments = (Segment("a", "First line here."), Segment("b", "Second line here."))
    first = list(render(Timeline(segments), cache=cache))
    changed = (Segment("new", "A line before."), segments[0], Segment("b", "Second line, changed."))
    again = list(render(Timeline(changed), cache=cache))
    assert [piece.reused for piece in again] == [False, True, False]
    assert again[1].samples.tobytes() == first[0].samples.tobytes()
    assert again[1].marks == first[0].marks


def test_a_render_stops_between_sentences_and_keeps_what_is_done(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    seen: list[RenderedSentence] = []
    with pytest.raises(RenderStopped, match="after 1 of 2"):
        for piece in render(Timeline((Segment("s", TEXT),)), cache=cache, should_stop=lambda: bool(seen)):
            seen.append(piece)
    assert next(iter(render(Timeline((Segment("s", TEXT),)), cache=cache))).reused
    with pytest.raises(RenderStopped, match="ran out of time"):
        list(render(Timeline((Segment("s", TEXT),)), deadline=time.monotonic() - 1))


@pytest.mark.parametrize(
    ("segment", "error", "match"),
    [
        (Segment("s", "  \n "), SynthesisError, "nothing|empty|text"),
        (Segment("s", TEXT, voice="Zoe"), TimelineError, "Zoe"),
        (Segment("s", TEXT, base=(("clam", 1.0),)), SynthesisError, "calm"),
        (Segment("s", TEXT, base=(("calm", 1.4),)), SynthesisError, "calm"),
        (Segment("s", recording="missing.wav"), TimelineError, "missing.wav"),
        (Segment("s", "[word](/§§/) there."), TextError, "offset"),
    ],
)
def test_a_fault_is_named_before_any_sound_is_made(segment: Segment, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        next(iter(render(Timeline((Segment("ok", "Fine."), segment)))))
