"""A recording in another voice and emotion: the new person is heard, the old timing stays."""

from pathlib import Path

import numpy as np
import pytest

from synthesis import Clip, Segment, Timeline, read_clip, render, similarity
from synthesis.analysis import estimate_f0
from synthesis.pipeline import RenderedSentence
from synthesis.timeline.model import Keyframe
from synthesis.units import SAMPLE_RATE
from synthesis.voices.default import default_voice
from synthesis.voices.embedding import embed_clip

CLIP = Path(__file__).parents[2] / "synthesis/demo/clips/3331-159605-0003.flac"


def revoiced(**fields: object) -> RenderedSentence:
    segment = Segment("r", recording=CLIP.name, transcript="Just suppose it is true.", **fields)  # type: ignore[arg-type]
    (piece,) = render(Timeline((segment,)), folder=CLIP.parent)
    return piece


@pytest.fixture(scope="module")
def plain() -> RenderedSentence:
    return revoiced()


def envelope(samples: np.ndarray) -> np.ndarray:
    size = SAMPLE_RATE // 100
    blocks = samples[: len(samples) // size * size].reshape(-1, size)
    return np.asarray(10 * np.log10(np.mean(blocks**2, axis=1) + 1e-7))


def test_the_new_voice_is_heard(plain: RenderedSentence) -> None:
    heard, target = embed_clip(Clip(plain.samples)), default_voice().embedding
    assert similarity(heard, target) > 0.75 > similarity(embed_clip(read_clip(CLIP)), target)


def test_the_timing_is_the_speakers(plain: RenderedSentence) -> None:
    before, after = envelope(read_clip(CLIP).samples), envelope(plain.samples)
    n = min(len(before), len(after))
    lags = range(-10, 11)
    scores = [np.corrcoef(before[20 : n - 20], after[20 + lag : n - 20 + lag])[0, 1] for lag in lags]
    assert abs(lags[int(np.argmax(scores))]) <= 2  # 20 ms
    assert max(scores) > 0.8


def test_an_emotion_moves_its_tune_and_zero_moves_nothing(plain: RenderedSentence) -> None:
    def pitch(piece: RenderedSentence) -> float:
        f0 = estimate_f0(piece.samples, SAMPLE_RATE)
        return float(np.median(12 * np.log2(f0[f0 > 0])))

    happy = revoiced(keyframes=(Keyframe("k", 0.0, "happy", 0.8),))
    assert pitch(happy) > pitch(plain) + 1.0
    assert len(happy.samples) == len(plain.samples)
    zero = revoiced(keyframes=(Keyframe("k", 0.0, "happy", 0.0),))
    assert zero.samples.tobytes() == plain.samples.tobytes()
