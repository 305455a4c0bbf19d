"""The vocoder: frames to exactly as many samples, the same for the same seed, by the equation of SpeechFrames."""

import numpy as np
import pytest

from synthesis.frames import SpeechFrames
from synthesis.units import HOP, N_BINS, N_FFT, SAMPLE_RATE
from synthesis.vocoder import pulse_spectrum, pulse_train, vocode

SILENT = -40.0
MIDDLE = slice(2 * HOP, -2 * HOP)


def vowel(n=40, f0_hz=200.0, level=-3.0, noise=SILENT, **more):
    return SpeechFrames(
        f0_hz=np.full(n, f0_hz, np.float32),
        harmonic_log=np.full((n, N_BINS), level, np.float32),
        noise_log=np.full((n, N_BINS), noise, np.float32),
        **more,
    )


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 47, 48, 49, 97, 131])
def test_n_frames_give_n_hops_of_finite_sound(n):
    sound = vocode(vowel(n, noise=-4.0), seed=3)
    assert sound.shape == (n * HOP,)
    assert sound.dtype == np.float32
    assert np.isfinite(sound).all()


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_noise():
    frames = vowel(noise=-4.0)
    assert vocode(frames, seed=7).tobytes() == vocode(frames, seed=7).tobytes()
    assert not np.array_equal(vocode(frames, seed=7), vocode(frames, seed=8))


def test_the_seed_moves_only_the_noise():
    frames = vowel()
    np.testing.assert_allclose(vocode(frames, seed=1), vocode(frames, seed=2), atol=1e-7)


def test_frames_that_hold_nothing_are_silent():
    assert np.abs(vocode(vowel(f0_hz=0.0), seed=1)).max() < 1e-8


@pytest.mark.parametrize("f0_hz", [90.0, 200.0, 431.0])
def test_the_pitch_heard_is_the_pitch_asked(f0_hz):
    sound = vocode(vowel(80, f0_hz), seed=1)[MIDDLE]
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 17))
    hz = np.arange(len(spectrum)) * SAMPLE_RATE / (1 << 17)
    first = (hz > f0_hz * 0.6) & (hz < f0_hz * 1.4)
    assert hz[first][np.argmax(spectrum[first])] == pytest.approx(f0_hz, abs=0.5)


def test_a_level_of_minus_one_more_is_a_factor_e_less():
    loud, soft = vocode(vowel(level=-3.0), seed=1)[MIDDLE], vocode(vowel(level=-4.0), seed=1)[MIDDLE]
    np.testing.assert_allclose(soft * np.e, loud, rtol=1e-3, atol=1e-5)


def test_levels_beyond_speech_are_cut():
    np.testing.assert_array_equal(vocode(vowel(level=7.0), seed=1), vocode(vowel(level=60.0), seed=1))


def test_noise_of_a_level_has_the_power_of_the_equation():
    sound = vocode(vowel(400, f0_hz=0.0, noise=0.0), seed=1)[MIDDLE]
    window = np.hanning(N_FFT + 1)[:-1]
    total = (window**2).reshape(4, HOP).sum(0)  # what the overlap-add is divided by
    per_frame = 2.0 / N_FFT  # variance of irfft(Z): two components of unit variance a bin, 601 bins
    expected = np.mean((window**2).reshape(4, HOP).sum(0) / total**2) * per_frame
    assert np.var(sound) == pytest.approx(expected, rel=0.05)


def test_noise_never_repeats_itself():
    sound = vocode(vowel(800, f0_hz=0.0, noise=0.0), seed=1)[MIDDLE].astype(np.float64)
    correlation = np.fft.irfft(np.abs(np.fft.rfft(sound, 2 * len(sound))) ** 2)[: len(sound) // 2]
    assert np.abs(correlation[N_FFT:]).max() < 0.02 * correlation[0]


def test_sound_starts_and_ends_without_a_click():
    sound = vocode(vowel(noise=-2.0), seed=1)
    step = np.abs(np.diff(sound)).max()
    assert abs(sound[0]) < 1e-6 and abs(sound[-1]) < 1e-6
    assert np.abs(np.diff(sound[:60])).max() <= step


def test_the_free_part_and_the_phase_follow_the_equation():
    rng = np.random.default_rng(0)
    n = 24
    part = {name: rng.normal(size=(n, N_BINS)).astype(np.float32) for name in ("h", "p", "r", "q")}
    frames = vowel(n, level=0.0, harmonic_phase=part["p"], free_log=part["r"] - 5, free_phase=part["q"])
    spectrum = pulse_spectrum(frames.f0_hz).astype(np.complex128) * np.exp(1j * part["p"])
    spectrum += np.exp(part["r"] - 5.0) * np.exp(1j * part["q"])
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(N_FFT) / N_FFT)
    sound, total = np.zeros((n + 3) * HOP), np.zeros((n + 3) * HOP)
    for k, row in enumerate(spectrum):
        sound[k * HOP : k * HOP + N_FFT] += np.fft.irfft(row, N_FFT) * window
        total[k * HOP : k * HOP + N_FFT] += window**2
    expected = (sound / np.maximum(total, 1e-11))[N_FFT // 2 : N_FFT // 2 + n * HOP]
    np.testing.assert_allclose(vocode(frames, seed=1)[100:-100], expected[100:-100], atol=2e-4)


def test_unvoiced_frames_carry_no_pulses():
    f0 = np.array([0] * 10 + [150] * 10 + [0] * 10, np.float32)
    pulses = pulse_train(f0).reshape(30, HOP)
    assert not pulses[:9].any() and not pulses[21:].any()
    assert np.abs(pulses[11:19]).max() > 30
