"""Foreign words take their place in the host sentence: its pitch, its loudness, no silence at the seams."""

import numpy as np

from synthesis.code_switch import frame_level, language_runs, lay_over, with_placeholders, without_silent_edges
from synthesis.frames import Mark, SpeechFrames, concatenate, cut, silence
from synthesis.text.spoken import SpokenWord
from synthesis.units import N_BINS


def word(text: str, language: str, at: int, phones: tuple[str, ...] = ("d", "a1"), separator: str = "#0") -> SpokenWord:
    return SpokenWord(text, (at, at + len(text)), language, phones, separator)  # type: ignore[arg-type]


def tone(n: int, f0_hz: float, level: float, text: str = "w") -> SpeechFrames:
    full = np.full((n, N_BINS), level, np.float32)
    return SpeechFrames(np.full(n, f0_hz, np.float32), full, full - 4, marks=(Mark("word", text, 0, n, (0, 1)),))


MIXED = [
    word("我", "zh", 0),
    word("iPhone", "en", 1, tuple("ˈIfˌOn"), ""),
    word("好", "zh", 7, separator=""),
]


def test_runs_are_found_in_order() -> None:
    assert [(r.language, r.start, r.stop) for r in language_runs(MIXED)] == [("zh", 0, 1), ("en", 1, 2), ("zh", 2, 3)]


def test_a_foreign_word_is_held_by_as_many_syllables_as_it_has() -> None:
    host, owners, places = with_placeholders(MIXED, "zh")
    assert [w.language for w in host] == ["zh"] * 4
    assert owners == [0, 1, 1, 2]
    ((run, first, stop),) = places
    assert (run.language, first, stop) == ("en", 1, 3)


def test_silent_edges_are_cut_to_a_frame() -> None:
    frames = concatenate([silence(20), tone(30, 200, 0.0), silence(20)])
    assert 30 <= len(without_silent_edges(frames)) <= 32


def test_a_guest_takes_the_pitch_and_level_of_its_place() -> None:
    host = concatenate([tone(30, 120, 0.0, "a"), tone(30, 120, 0.0, "place"), tone(30, 120, 0.0, "b")])
    guest = tone(30, 160, 0.8, "guest")
    laid = lay_over(host, [(30, 60, guest)])
    assert len(laid) == 90
    assert abs(12 * np.log2(laid.f0_hz[45] / 120)) < 0.1
    assert abs(float(frame_level(laid)[45] - frame_level(host)[45])) < 0.4
    assert [m.text for m in laid.marks] == ["a", "guest", "b"]


def test_cut_and_concatenate_are_inverse() -> None:
    frames = tone(40, 150, 0.0)
    again = concatenate([cut(frames, 0, 17), cut(frames, 17, 40)])
    assert np.array_equal(again.harmonic_log, frames.harmonic_log)
    assert np.array_equal(again.f0_hz, frames.f0_hz)


def test_a_part_without_phase_beside_one_with_phase_is_zero_phase() -> None:
    full = np.zeros((5, N_BINS), np.float32)
    with_phase = SpeechFrames(np.full(5, 100, np.float32), full.copy(), full.copy(), full + 1, full.copy(), full.copy())
    joined = concatenate([silence(3), with_phase])
    assert joined.harmonic_phase is not None and not joined.harmonic_phase[:3].any()
    assert joined.free_log is not None and (joined.free_log[:3] < -10).all()
