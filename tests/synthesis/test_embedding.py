"""d-vectors: the same person is near, another is far, and the graph equals the network it was made from."""

from pathlib import Path

import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.errors import VoiceError
from synthesis.runtime.weights import ensure_weights
from synthesis.voices.embedding import embed_clip, embed_clips, embed_mel, embed_windows, similarity
from synthesis.voices.mel_bands import hz_to_mel, knot_weights, mel_filterbank, mel_to_hz

SHARED = Path(__file__).parents[2].parent / "shared"
LIBRI = SHARED / "clips" / "en" / "librispeech_test-other"


@pytest.fixture(scope="module", autouse=True)
def _weights() -> None:
    ensure_weights("speaker")


def clip(speaker: str, number: int) -> Clip:
    return read_clip(sorted((LIBRI / speaker).iterdir())[number])


needs_clips = pytest.mark.skipif(not LIBRI.exists(), reason="no real clips beside the project")


@needs_clips
def test_the_same_person_is_nearer_than_another() -> None:
    woman, again, man = (embed_clip(clip(*c)) for c in (("1998", 1), ("1998", 3), ("1688", 3)))
    assert similarity(woman, again) > 0.8
    assert similarity(woman, man) < 0.75


@needs_clips
def test_windows_are_unit_vectors_of_one_and_a_half_seconds_each() -> None:
    windows = embed_windows(clip("3331", 5))
    assert windows.shape[1] == 256
    assert 5 <= len(windows) <= 12
    np.testing.assert_allclose(np.linalg.norm(windows, axis=1), 1.0, atol=1e-5)


@needs_clips
def test_level_and_rate_do_not_matter() -> None:
    import soxr

    original = clip("2033", 4)
    other = Clip(soxr.resample(original.samples, original.sample_rate, 44_100) * 0.1, 44_100)
    assert similarity(embed_clip(original), embed_clip(other)) > 0.995


@needs_clips
def test_several_clips_give_their_mean_direction() -> None:
    clips = [clip("1998", 1), clip("1998", 3)]
    mean = np.mean([embed_clip(c) for c in clips], axis=0)
    np.testing.assert_allclose(embed_clips(clips), mean / np.linalg.norm(mean), atol=1e-6)


def test_silence_has_no_voice() -> None:
    with pytest.raises(VoiceError) as caught:
        embed_clip(Clip(np.zeros(48_000, np.float32), name="quiet.wav"))
    assert caught.value.code == "voice.silent"
    assert "quiet.wav" in str(caught.value)


def test_no_clip_is_refused() -> None:
    with pytest.raises(VoiceError):
        embed_clips([])


def test_the_graph_equals_the_network_in_torch() -> None:
    import torch

    from synthesis.voices.torch_encoder import torch_encoder

    mel = np.random.default_rng(0).random((3, 160, 40), np.float32) * 0.01
    with torch.no_grad():
        expected = torch_encoder()(torch.from_numpy(mel)).numpy()
    got = np.concatenate([embed_mel(m) for m in mel])
    np.testing.assert_allclose(got, expected, atol=2e-6)


def test_filterbank_rows_have_unit_area() -> None:
    bank = mel_filterbank(sample_rate=16_000, n_fft=400, n_bands=40)
    assert bank.shape == (40, 201)
    # Triangles narrower than a few bins are sampled too coarsely to hold their area.
    np.testing.assert_allclose(bank[20:].sum(axis=1) * 40.0, 1.0, atol=0.1)


def test_mel_is_its_own_inverse() -> None:
    hz = np.array([0.0, 440.0, 1_000.0, 5_000.0, 12_000.0])
    np.testing.assert_allclose(mel_to_hz(hz_to_mel(hz)), hz, atol=1e-6)


def test_knots_interpolate() -> None:
    weights = knot_weights(n_knots=8, n_bins=601, highest_hz=12_000.0)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-6)
    assert weights[0, 0] == 1.0
    assert weights[-1, -1] == 1.0
