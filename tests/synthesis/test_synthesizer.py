"""The articles' API on real clips."""

from pathlib import Path

import numpy as np
import pytest

from synthesis import Synthesizer, read_clip, similarity
from synthesis.errors import ClipError, EmotionError
from synthesis.voices.embedding import embed_clip

CLIPS = sorted((Path(__file__).parents[2] / "synthesis/demo/clips").glob("*.flac"))


@pytest.fixture(scope="module")
def studio() -> Synthesizer:
    return Synthesizer(quality="quick")


def test_a_cloned_voice_speaks_and_is_recognised(studio: Synthesizer, tmp_path: Path) -> None:
    voice = studio.encode_speaker(*CLIPS)
    mood = 0.6 * studio.get_predefined_emotion("calm") + 0.4 * studio.get_predefined_emotion("friendly")
    samples = studio.tts("Good morning, and thank you for calling today.", speaker_emb=voice, emotion_emb=mood)
    studio.save_wav(samples / np.abs(samples).max(), tmp_path / "a.wav")
    heard = embed_clip(read_clip(tmp_path / "a.wav"))
    assert similarity(heard, voice.embedding) > 0.7


def test_the_same_reference_is_cloned_once(studio: Synthesizer) -> None:
    assert studio.encode_speaker(*CLIPS) is studio.encode_speaker(*CLIPS)


def test_synthesize_takes_a_reference_and_an_emotion_by_name(studio: Synthesizer) -> None:
    plain = studio.synthesize("Hello there.", CLIPS)
    happy = studio.synthesize("Hello there.", CLIPS, emotion="happy")
    assert len(plain) > 0 and plain.tobytes() != happy.tobytes()


def test_speed_changes_the_length(studio: Synthesizer) -> None:
    assert len(studio.tts("Good evening.", speed=0.8)) > len(studio.tts("Good evening.", speed=1.2))


def test_bad_input_is_refused_by_name(studio: Synthesizer, tmp_path: Path) -> None:
    with pytest.raises(EmotionError, match="cheerful"):
        studio.get_predefined_emotion("cheerfull")
    (tmp_path / "x.wav").write_bytes(b"not sound")
    with pytest.raises(ClipError, match=r"x\.wav"):
        studio.encode_speaker(tmp_path / "x.wav")
