"""Enrolment: clips are checked before they are fitted, and the voice speaks with every engine."""

from pathlib import Path

import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.enrolment import calibrations, enrol, refine
from synthesis.errors import SynthesisError, VoiceError
from synthesis.runtime.weights import ensure_weights

LIBRI = Path(__file__).parents[2].parent / "shared" / "clips" / "en" / "librispeech_test-other"
needs_clips = pytest.mark.skipif(not LIBRI.exists(), reason="no real clips beside the project")


@pytest.fixture(scope="module", autouse=True)
def _weights() -> None:
    ensure_weights()


def clip(speaker: str, number: int) -> Clip:
    return read_clip(sorted((LIBRI / speaker).iterdir())[number])


@needs_clips
@pytest.mark.slow
def test_a_person_is_enrolled_for_every_engine_and_refined_later_without_the_clips() -> None:
    shares: list[float] = []
    voice, reports = enrol([clip("1998", 6)], name="Ana", quality="quick", progress=shares.append)
    assert set(voice.timbres) == {"english", "mandarin"}
    assert [r.name for r in reports] == [clip("1998", 6).name]
    assert all(t.likeness > 0.75 for t in voice.timbres.values())
    assert -40 < voice.gain_db < 40
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)
    better = refine(voice)
    assert all(t.refined for t in better.timbres.values())
    assert better.revision != voice.revision
    assert (better.embedding == voice.embedding).all()


@needs_clips
def test_clips_of_two_people_are_refused() -> None:
    with pytest.raises(VoiceError) as caught:
        enrol([clip("1998", 6), clip("2033", 4)], name="x")
    assert caught.value.code == "voice.different_people"


@pytest.mark.parametrize("seconds", [0.5, 3.0])
def test_silence_is_refused(seconds: float) -> None:
    with pytest.raises(SynthesisError):
        enrol([Clip(np.zeros(int(24_000 * seconds), np.float32), name="quiet.wav")], name="x")


@needs_clips
def test_under_two_seconds_of_speech_are_refused() -> None:
    whole = clip("2033", 4)
    with pytest.raises(SynthesisError):
        enrol([Clip(whole.samples[: int(1.3 * whole.sample_rate)], whole.sample_rate)], name="x")


def test_no_clip_is_refused() -> None:
    with pytest.raises(VoiceError):
        enrol([], name="x")


def test_calibrations_are_kept_and_equal_when_read_back() -> None:
    first, second = calibrations(), calibrations()
    assert set(first) == {"english", "mandarin"}
    for key, source in first.items():
        assert source.revision == second[key].revision
        assert all(
            a.harmonic_log.tobytes() == b.harmonic_log.tobytes()
            for a, b in zip(source.frames, second[key].frames, strict=True)
        )
