"""Sentences join without clicks, with the gaps asked for, and every segment knows when it is heard."""

import numpy as np
import pytest

from synthesis.marks import TimedMark
from synthesis.mixing import Mixer, crossfade, fade_edges, mix
from synthesis.pipeline import RenderedSentence
from synthesis.units import SAMPLE_RATE


def piece(segment: str, seconds: float, *, gap_s: float = 0.0, level: float = 0.5, title: str = "") -> RenderedSentence:
    samples = np.full(round(seconds * SAMPLE_RATE), level, np.float32)
    mark = TimedMark("word", "x", 0.1, 0.2, (0, 1), "en")
    return RenderedSentence(segment, "x", title, samples, (mark,), gap_s, 1, 1, "k", False, (), ())


def test_a_gap_is_as_long_as_asked() -> None:
    mixer = Mixer()
    programme = np.concatenate(list(mix([piece("a", 1.0, gap_s=0.5), piece("b", 1.0, gap_s=9.0)], mixer)))
    assert len(programme) == round(2.5 * SAMPLE_RATE)
    assert not programme[SAMPLE_RATE : round(1.5 * SAMPLE_RATE)].any()
    assert [(s.start_s, s.end_s) for s in mixer.spoken] == [(0.0, 1.0), (1.5, 2.5)]


def test_sentences_of_one_segment_become_one_segment_with_all_marks() -> None:
    mixer = Mixer()
    list(mix([piece("a", 1.0, gap_s=0.25), piece("a", 1.0)], mixer))
    (segment,) = mixer.spoken
    assert segment.end_s == pytest.approx(2.25)
    assert [m.start_s for m in segment.marks] == pytest.approx([0.1, 1.35])


def test_a_crossfade_overlaps_and_keeps_the_power_of_unrelated_sound() -> None:
    noise = np.random.default_rng(0).standard_normal((2, SAMPLE_RATE)).astype(np.float32)
    mixed = crossfade(noise[0, -4800:], noise[1], 4800)
    assert len(mixed) == SAMPLE_RATE
    assert np.std(mixed[:4800]) == pytest.approx(1.0, abs=0.05)


def test_a_crossfade_shortens_the_programme_by_the_overlap() -> None:
    mixer = Mixer()
    programme = np.concatenate(list(mix([piece("a", 1.0, gap_s=-0.2), piece("b", 1.0)], mixer)))
    assert len(programme) == round(1.8 * SAMPLE_RATE)
    assert mixer.spoken[1].start_s == pytest.approx(0.8)


def test_a_crossfade_longer_than_the_sentence_is_cut_to_it() -> None:
    programme = np.concatenate(list(mix([piece("a", 0.1, gap_s=-3.0), piece("b", 1.0)], Mixer())))
    assert len(programme) == SAMPLE_RATE


def test_no_join_clicks() -> None:
    programme = np.concatenate(list(mix([piece("a", 0.5, gap_s=0.1), piece("b", 0.5)], Mixer())))
    assert np.abs(np.diff(programme)).max() < 0.02


def test_edges_of_tiny_pieces_are_faded_too() -> None:
    assert len(fade_edges(np.ones(1, np.float32))) == 1
    assert abs(fade_edges(np.ones(400, np.float32))[0]) < 0.01
