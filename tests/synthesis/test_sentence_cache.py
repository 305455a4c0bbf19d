"""Finished sentences come back as they were, and never when anything is wrong with them."""

from pathlib import Path

import numpy as np

from synthesis.marks import TimedMark
from synthesis.sentence_cache import FolderCache, SpokenAudio

AUDIO = SpokenAudio(np.linspace(-1, 1, 1000, dtype=np.float32), (TimedMark("word", "你", 0.1, 0.25, (3, 4), "zh"),))


def test_a_sentence_comes_back_to_the_last_bit(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put("voice", "key", AUDIO)
    again = cache.get("voice", "key")
    assert again is not None
    assert again.samples.tobytes() == AUDIO.samples.tobytes()
    assert again.marks == AUDIO.marks


def test_a_missing_or_damaged_sentence_is_simply_not_there(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    assert cache.get("voice", "key") is None
    cache.put("voice", "key", AUDIO)
    path = next(tmp_path.rglob("*.npz"))
    path.write_bytes(path.read_bytes()[:200])
    assert cache.get("voice", "key") is None


def test_forgetting_a_voice_erases_all_it_said_and_nothing_else(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put("ana", "key", AUDIO)
    cache.put("ben", "key", AUDIO)
    cache.forget_voice("ana")
    assert cache.get("ana", "key") is None
    assert cache.get("ben", "key") is not None


def test_the_oldest_sentences_go_when_the_folder_is_full(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path, max_bytes=20_000)
    for number in range(12):
        cache.put("ana", f"key{number}", AUDIO)
    cache.prune()
    kept = list(tmp_path.rglob("*.npz"))
    assert 0 < sum(p.stat().st_size for p in kept) <= 20_000
    assert cache.get("ana", "key11") is not None


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    FolderCache(tmp_path).put("ana", "key", AUDIO)
    assert not list(tmp_path.rglob("*.part"))
