"""Fitting: clips and an engine's frames to a voice that is heard as the person, the same for the same seed."""

from pathlib import Path

import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.enrolment import calibrations
from synthesis.errors import VoiceError
from synthesis.runtime.weights import ensure_weights
from synthesis.vocoder import vocode
from synthesis.voices.adopt import adopt_voice
from synthesis.voices.calibration import Calibration
from synthesis.voices.embedding import embed_clip, embed_clips, similarity
from synthesis.voices.fit import fit_timbre, fit_voice
from synthesis.voices.reference import hear
from synthesis.voices.voice import Voice

LIBRI = Path(__file__).parents[2].parent / "shared" / "clips" / "en" / "librispeech_test-other"
pytestmark = pytest.mark.skipif(not LIBRI.exists(), reason="no real clips beside the project")


def clips(speaker: str) -> list[Clip]:
    return [read_clip(path) for path in sorted((LIBRI / speaker).iterdir())]


@pytest.fixture(scope="module")
def english() -> Calibration:
    for name in ("speaker", "english", "mandarin"):
        ensure_weights(name)
    return calibrations()["english"]


@pytest.fixture(scope="module")
def man(english: Calibration) -> Voice:
    return fit_voice(clips("2033")[1:3], calibration={"english": english}, quality="quick", name="Ben")


def spoken(voice: Voice, source: Calibration) -> Clip:
    return Clip(np.concatenate([vocode(adopt_voice(f, voice, engine="english"), seed=3) for f in source.frames[:3]]))


def test_the_fitted_voice_is_heard_as_the_person_and_as_nobody_else(man: Voice, english: Calibration) -> None:
    heard = embed_clip(spoken(man, english))
    assert similarity(heard, embed_clips(clips("2033")[3:7])) > 0.78
    assert similarity(heard, embed_clips(clips("1688")[3:7])) < 0.75


def test_its_pitch_is_the_persons(man: Voice) -> None:
    assert man.pitch.median_hz == pytest.approx(hear(clips("2033")[1:3]).pitch.median_hz)
    assert 100 < man.pitch.median_hz < 180


def test_it_says_what_it_was_made_of(man: Voice, english: Calibration) -> None:
    revisions = man.provenance["revisions"]
    assert revisions["engines"] == {"english": english.revision}
    assert revisions["encoder"] and revisions["fit"]
    assert [c["name"] for c in man.provenance["clips"]] == [c.name for c in clips("2033")[1:3]]
    assert man.timbres["english"].likeness > 0.8
    assert not man.timbres["english"].refined


def test_the_same_seed_gives_the_same_voice(man: Voice, english: Calibration) -> None:
    again = fit_voice(clips("2033")[1:3], calibration={"english": english}, quality="quick", name="x")
    assert again.revision == man.revision


def test_a_recording_is_fitted_as_a_source_without_the_clips(man: Voice) -> None:
    from synthesis.analysis import analyse

    recording = clips("1998")[7]
    import soxr

    frames = analyse(soxr.resample(recording.samples, recording.sample_rate, 24_000).astype(np.float32))
    shares: list[float] = []
    timbre = fit_timbre(man, Calibration((frames,), "r"), engine="recording", quality="quick", progress=shares.append)
    assert timbre.likeness > similarity(embed_clip(recording), man.embedding) + 0.1
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_faults_are_refused_by_name(english: Calibration) -> None:
    source = {"english": english}
    with pytest.raises(VoiceError):
        fit_voice([], calibration=source)
    with pytest.raises(VoiceError):
        fit_voice([Clip(np.zeros(72_000, np.float32))], calibration=source)
    with pytest.raises(VoiceError):
        fit_voice(clips("2033")[:1], calibration={})
    with pytest.raises(VoiceError):
        Calibration((), "none")
