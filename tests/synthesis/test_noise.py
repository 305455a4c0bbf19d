import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.noise import estimate_snr_db, reduce_noise
from synthesis.voices.embedding import embed_clip, similarity
from tests.synthesis.recordings import ANNA, BEN_AGAIN


def with_noise(clip, snr_db):
    noise = np.random.default_rng(0).standard_normal(len(clip.samples))
    level = np.sqrt(np.mean(clip.samples**2)) * 10 ** (-snr_db / 20)
    return Clip((clip.samples + level * noise).astype(np.float32), name="noisy")


def test_the_estimate_follows_the_noise():
    clip = read_clip(BEN_AGAIN)
    estimates = [estimate_snr_db(with_noise(clip, snr)) for snr in (20, 15, 10, 5)]
    assert np.all(np.diff(estimates) < -2.0)
    assert estimates[2] == pytest.approx(12.0, abs=3.0)
    assert estimate_snr_db(Clip(np.zeros(24_000, np.float32))) == 0.0


@pytest.mark.parametrize("path", [ANNA, BEN_AGAIN])
def test_reduced_noise_brings_the_voice_nearer_to_the_clean_one(path):
    clean = read_clip(path)
    noisy = with_noise(clean, 12)
    reduced = reduce_noise(noisy)
    voice = embed_clip(clean)
    assert similarity(embed_clip(reduced), voice) > similarity(embed_clip(noisy), voice) + 0.05


def test_the_length_stays_and_the_original_is_untouched():
    noisy = with_noise(read_clip(ANNA), 10)
    before = noisy.samples.copy()
    reduced = reduce_noise(noisy)
    assert len(reduced.samples) == len(before)
    assert np.array_equal(noisy.samples, before)
    assert reduced.notes == ("denoised",)


def test_the_rest_of_the_noise_is_even():
    """Musical noise is a peaky rest: bins of steady noise would vary far more over time than they did before."""
    noise = Clip((0.1 * np.random.default_rng(0).standard_normal(72_000)).astype(np.float32))
    reduced = reduce_noise(noise)

    def kurtosis(samples):
        power = np.abs(np.fft.rfft(samples[:71_680].reshape(-1, 1024) * np.hanning(1024), axis=1)) ** 2
        return np.mean(power**2) / np.mean(power) ** 2

    assert kurtosis(reduced.samples) < 2.0 * kurtosis(noise.samples)
    assert np.std(reduced.samples) < 0.25 * np.std(noise.samples)
