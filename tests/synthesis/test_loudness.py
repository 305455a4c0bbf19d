import numpy as np
import pyloudnorm
import pytest

from synthesis.decoding import read_clip
from synthesis.loudness import SILENCE_LUFS, LoudnessMeter, measure_loudness
from synthesis.loudness_limiter import limit_true_peak
from tests.synthesis.recordings import ANNA, BEN_AGAIN, MEI


@pytest.mark.parametrize("path", [ANNA, BEN_AGAIN, MEI])
def test_pieces_of_any_size_give_what_pyloudnorm_gives_for_the_whole(path):
    samples = read_clip(path).samples
    meter = LoudnessMeter()
    for piece in np.array_split(samples, 37):
        meter.add(piece)
    assert meter.integrated_lufs() == pytest.approx(pyloudnorm.Meter(24_000).integrated_loudness(samples), abs=0.02)
    assert meter.seconds == pytest.approx(len(samples) / 24_000)


def test_a_peak_between_the_samples_is_found():
    tone = (0.5 * np.sin(np.pi / 2 * np.arange(24_000) + np.pi / 4)).astype(np.float32)
    meter = measure_loudness(tone)
    assert meter.sample_peak_db == pytest.approx(-9.03, abs=0.01)
    assert meter.true_peak_db() == pytest.approx(-6.02, abs=0.15)


def test_silence_has_no_loudness():
    assert measure_loudness(np.zeros(48_000, np.float32)).integrated_lufs() == SILENCE_LUFS
    assert LoudnessMeter().integrated_lufs() == SILENCE_LUFS


@pytest.mark.parametrize("gain_db", [6.0, 20.0])
def test_the_limiter_holds_the_true_peak_and_keeps_the_length(gain_db):
    samples = read_clip(ANNA).samples
    pieces = list(np.array_split(samples, 11))
    limited = np.concatenate(list(limit_true_peak(pieces, ceiling_db=-1.0, gain_db=gain_db)))
    assert len(limited) == len(samples)
    assert measure_loudness(limited).true_peak_db() <= -1.0
    whole = np.concatenate(list(limit_true_peak([samples], ceiling_db=-1.0, gain_db=gain_db)))
    assert np.abs(limited - whole).max() < 1e-6


def test_the_limiter_leaves_quiet_sound_alone_and_does_not_click():
    quiet = (0.1 * np.sin(np.arange(48_000) / 20)).astype(np.float32)
    assert np.array_equal(np.concatenate(list(limit_true_peak([quiet]))), quiet)
    loud = (2.0 * np.sin(2 * np.pi * 200 * np.arange(48_000) / 24_000)).astype(np.float32)
    limited = np.concatenate(list(limit_true_peak([loud])))
    assert np.abs(np.diff(limited)).max() < 1.1 * 2 * np.pi * 200 / 24_000
