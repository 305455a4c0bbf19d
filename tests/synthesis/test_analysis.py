"""Sound into frames and back: the grid, the pitch and the levels."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from synthesis.analysis import analyse, estimate_f0
from synthesis.units import HOP, SAMPLE_RATE, Float32
from synthesis.vocoder import vocode

SHARED = Path(__file__).parents[2].parent / "shared"


def vowel(hz: float, seconds: float) -> Float32:
    """A saw through one formant at 700 Hz."""
    t = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    harmonics = np.arange(1, int(10_000 / hz))
    gains = 1 / harmonics / (1 + ((harmonics * hz - 700) / 400) ** 2)
    return (0.3 * (gains[:, None] * np.sin(2 * np.pi * hz * harmonics[:, None] * t)).sum(axis=0)).astype(np.float32)


def level_db(samples: Float32) -> float:
    return float(20 * np.log10(np.sqrt(np.mean(samples[2_400:-2_400] ** 2))))


@pytest.mark.parametrize("n_samples", [1, 299, 300, 301, 24_000, 24_001])
def test_there_is_one_frame_per_started_hop(n_samples: int) -> None:
    assert len(analyse(vowel(150, 2)[:n_samples])) == -(-n_samples // HOP)


@pytest.mark.parametrize("hz", [90.0, 150.0, 240.0, 400.0])
def test_the_pitch_of_a_vowel_is_found(hz: float) -> None:
    frames = analyse(vowel(hz, 1))
    inner = frames.f0_hz[10:-10]
    assert (inner > 0).mean() > 0.95
    assert np.median(inner[inner > 0]) == pytest.approx(hz, rel=0.01)


@pytest.mark.parametrize("method", ["dio", "harvest"])
def test_pitch_is_found_at_any_sample_rate(method: str) -> None:
    f0 = estimate_f0(vowel(200, 1)[::2], SAMPLE_RATE // 2, f0_method=method)  # type: ignore[arg-type]
    assert len(f0) == 80
    assert np.median(f0[f0 > 0]) == pytest.approx(200, rel=0.01)


def test_a_vowel_keeps_its_level_through_the_vocoder() -> None:
    sound = vowel(180, 1)
    assert level_db(vocode(analyse(sound), seed=1)) == pytest.approx(level_db(sound), abs=1.5)


def test_noise_keeps_its_level_and_stays_unvoiced() -> None:
    sound = (0.1 * np.random.default_rng(3).standard_normal(SAMPLE_RATE)).astype(np.float32)
    frames = analyse(sound)
    assert frames.voiced.mean() < 0.1
    assert level_db(vocode(frames, seed=1)) == pytest.approx(level_db(sound), abs=1.5)


def test_silence_is_unvoiced_and_stays_silent() -> None:
    frames = analyse(np.zeros(SAMPLE_RATE, np.float32))
    assert not frames.voiced.any()
    assert np.abs(vocode(frames, seed=1)).max() < 1e-4


def test_the_same_sound_gives_the_same_frames() -> None:
    sound = vowel(150, 0.5) + (0.01 * np.random.default_rng(5).standard_normal(12_000)).astype(np.float32)
    first, second = analyse(sound), analyse(sound)
    assert np.array_equal(first.harmonic_log, second.harmonic_log)
    assert np.array_equal(first.noise_log, second.noise_log)


def test_real_speech_keeps_its_spectrum_through_the_vocoder() -> None:
    paths = sorted((SHARED / "clips" / "zh").glob("**/*.*"))
    if not paths:
        pytest.skip("the shared clips are not beside the project")
    import soundfile
    import soxr

    samples, rate = soundfile.read(paths[0], dtype="float32", frames=16_000 * 4)
    sound = soxr.resample(samples, rate, SAMPLE_RATE).astype(np.float32)
    again = vocode(analyse(sound), seed=1)
    assert np.abs(_band_levels(again) - _band_levels(sound)).max() < 4.0


def _band_levels(sound: Float32) -> np.ndarray:
    """dB of 100-300-1000-3000-6000 Hz."""
    spectrum = np.abs(np.fft.rfft(sound)) ** 2
    hz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    bands = pairwise([100, 300, 1_000, 3_000, 6_000])
    return np.array([10 * np.log10(spectrum[(hz >= a) & (hz < b)].mean()) for a, b in bands])


def test_analysis_runs_where_warnings_are_errors() -> None:
    code = "import numpy as np; from synthesis.analysis import analyse; analyse(np.zeros(3000, np.float32))"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)
