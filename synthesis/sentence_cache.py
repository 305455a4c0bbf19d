"""Finished sentences on disk, before any gain, under the hash of all that shapes them (contract: the unit of reuse).

Files are `<folder>/<voice revision>/<key>.npz`, so that erasing a voice erases every sentence it was made to say.
"""

import io
import json
import os
import shutil
import tempfile
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from synthesis.marks import TimedMark
from synthesis.units import Float32


@dataclass(frozen=True, slots=True, eq=False)
class SpokenAudio:
    """One sentence as sound: samples before gain, marks in seconds and source offsets from the sentence's start."""

    samples: Float32  # (n_samples,) at 24 kHz
    marks: tuple[TimedMark, ...]


class SentenceCache(Protocol):
    """Where sentences are kept. `get` answers None for anything missing or damaged and never raises for it."""

    def get(self, voice_revision: str, key: str) -> SpokenAudio | None: ...

    def put(self, voice_revision: str, key: str, audio: SpokenAudio) -> None: ...


class FolderCache:
    """A cache in a folder, bounded in bytes: the least recently used sentences go first."""

    def __init__(self, folder: Path, *, max_bytes: int = 2_000_000_000) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._written = 0

    def get(self, voice_revision: str, key: str) -> SpokenAudio | None:
        path = self._path(voice_revision, key)
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as data:
                marks = tuple(
                    TimedMark(**{**mark, "source": tuple(mark["source"])}) for mark in json.loads(str(data["marks"]))
                )
                audio = SpokenAudio(data["samples"], marks)
            os.utime(path)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
            return None
        return audio

    def put(self, voice_revision: str, key: str, audio: SpokenAudio) -> None:
        """Best effort: a full disk costs the reuse, not the render."""
        path = self._path(voice_revision, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
                marks = json.dumps([asdict(mark) for mark in audio.marks])
                np.savez(file, samples=audio.samples, marks=np.array(marks))
            Path(file.name).replace(path)
        except OSError:
            return
        self._written += audio.samples.nbytes
        if self._written > self._max_bytes // 8:
            self._written = 0
            self.prune()

    def forget_voice(self, voice_revision: str) -> None:
        """Every sentence of a voice, at once."""
        shutil.rmtree(self._folder / voice_revision, ignore_errors=True)

    def prune(self) -> None:
        files = sorted(((p.stat().st_mtime, p.stat().st_size, p) for p in self._folder.rglob("*.npz")), reverse=True)
        total = 0
        for _, size, path in files:
            total += size
            if total > self._max_bytes:
                path.unlink(missing_ok=True)

    def _path(self, voice_revision: str, key: str) -> Path:
        return self._folder / voice_revision / f"{key}.npz"
