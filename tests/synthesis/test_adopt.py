"""adopt_voice: F0 and spectra move as the timbre says, all parts together, the same bytes each time."""

from dataclasses import replace

import numpy as np
import pytest

from synthesis.errors import VoiceError
from synthesis.frames import Mark, SpeechFrames
from synthesis.units import BIN_HZ, N_BINS, Float32
from synthesis.voices.adopt import adopt_voice, move_f0, pitch_statistics
from synthesis.voices.sound_classes import N_FEATURES, class_shares, find_classes
from synthesis.voices.voice import PitchStatistics, Timbre, Voice

N = 60


def vowel(*, formant_hz: float = 1_000.0) -> SpeechFrames:
    bins = np.arange(N_BINS) * BIN_HZ
    shape = (-2.0 - ((bins - formant_hz) / 300.0) ** 2).clip(-8, 0).astype(np.float32)
    phase = np.linspace(-3, 3, N_BINS, dtype=np.float32)
    f0 = (200.0 * 2.0 ** (np.linspace(-0.25, 0.25, N))).astype(np.float32)
    f0[:5] = 0
    rows = np.tile(shape, (N, 1))
    return SpeechFrames(
        f0, rows, rows - 4, np.tile(phase, (N, 1)), rows - 3, np.tile(phase, (N, 1)), (Mark("word", "ah", 0, N),)
    )


def voice_of(**changes: object) -> Voice:
    flat = np.zeros(24, np.float32)
    timbre = Timbre("english", "r", np.zeros(8, np.float32), flat, flat, source_pitch=PitchStatistics(200.0, 6.0))
    timbre = replace(timbre, **changes)  # type: ignore[arg-type]
    return Voice("Ana", np.ones(256, np.float32), PitchStatistics(100.0, 6.0), {"english": timbre})


def peak_hz(rows: Float32) -> float:
    return float(rows.mean(axis=0).argmax() * BIN_HZ)


def test_f0_moves_to_the_target_and_stays_unvoiced() -> None:
    out = adopt_voice(vowel(), voice_of(), engine="english")
    assert (out.f0_hz[:5] == 0).all()
    np.testing.assert_allclose(out.f0_hz[5:], vowel().f0_hz[5:] / 2, rtol=1e-5)


def test_range_is_scaled_in_semitones() -> None:
    f0 = np.array([0, 100, 200, 400], np.float32)
    out = move_f0(f0, source=PitchStatistics(200, 6), target=PitchStatistics(200, 3))
    np.testing.assert_allclose(out, [0, 200 / 2**0.5, 200, 200 * 2**0.5], rtol=1e-5)


def test_a_flat_timbre_leaves_spectra_alone() -> None:
    out = adopt_voice(vowel(), voice_of(), engine="english")
    np.testing.assert_array_equal(out.harmonic_log, vowel().harmonic_log)
    assert out.marks == vowel().marks


def test_warp_moves_formants_of_every_part_and_their_phase_with_them() -> None:
    up = voice_of(warp_log=np.full(8, np.log(1.2), np.float32))
    out = adopt_voice(vowel(), up, engine="english")
    for rows in (out.harmonic_log, out.noise_log, out.free_log):
        assert rows is not None
        assert peak_hz(rows) == pytest.approx(1_200, abs=2 * BIN_HZ)
    assert out.free_phase is not None
    before = vowel().free_phase
    assert before is not None
    assert out.free_phase[0, 60] == pytest.approx(before[0, 50], abs=0.02)


def test_gains_act_on_their_own_part() -> None:
    louder = voice_of(noise_gain_log=np.full(24, 0.5, np.float32), warp_log=np.full(8, 1e-6, np.float32))
    out = adopt_voice(vowel(), louder, engine="english")
    np.testing.assert_allclose(out.harmonic_log, vowel().harmonic_log, atol=1e-3)
    np.testing.assert_allclose(out.noise_log, vowel().noise_log + 0.5, atol=1e-3)
    assert out.free_log is not None and vowel().free_log is not None
    np.testing.assert_allclose(out.free_log, vowel().free_log + 0.5, atol=1e-3)


def test_a_kind_of_sound_gets_its_own_gain() -> None:
    low, high = vowel(formant_hz=500), vowel(formant_hz=3_000)
    centres, width = find_classes((low, high))
    shares = class_shares(low, centres, width)
    others = class_shares(high, centres, width)
    gains = np.zeros((len(centres), 24), np.float32)
    gains[shares.mean(axis=0) > others.mean(axis=0)] = 1.0
    voice = voice_of(class_centres=centres, class_width=width, class_gain_log=gains)
    raised = adopt_voice(low, voice, engine="english").harmonic_log - low.harmonic_log
    left = adopt_voice(high, voice, engine="english").harmonic_log - high.harmonic_log
    assert raised[10:-10].mean() > 0.9
    assert left[10:-10].mean() < 0.1


def test_kinds_of_sound_do_not_depend_on_level() -> None:
    frames = vowel()
    centres, width = find_classes((frames, vowel(formant_hz=3_000)))
    assert centres.shape[1] == N_FEATURES
    assert frames.free_log is not None
    louder = replace(
        frames, harmonic_log=frames.harmonic_log + 1, noise_log=frames.noise_log + 1, free_log=frames.free_log + 1
    )
    np.testing.assert_allclose(
        class_shares(frames, centres, width)[5:], class_shares(louder, centres, width)[5:], atol=1e-3
    )


def test_the_same_bytes_each_time() -> None:
    voice = voice_of(warp_log=np.linspace(-0.1, 0.1, 8).astype(np.float32))
    first, second = (adopt_voice(vowel(), voice, engine="english") for _ in range(2))
    assert first.harmonic_log.tobytes() == second.harmonic_log.tobytes()
    assert first.f0_hz.tobytes() == second.f0_hz.tobytes()


def test_an_engine_without_a_timbre_is_named() -> None:
    with pytest.raises(VoiceError) as caught:
        adopt_voice(vowel(), voice_of(), engine="mandarin")
    assert caught.value.code == "voice.no_timbre"
    assert "Ana" in str(caught.value) and "mandarin" in str(caught.value)


def test_pitch_statistics_need_voice() -> None:
    with pytest.raises(VoiceError):
        pitch_statistics(np.zeros(50, np.float32))
