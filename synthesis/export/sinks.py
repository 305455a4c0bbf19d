"""Where samples go: libsndfile, FFmpeg, or bare PCM. A sink writes one file by its path and closes it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import soundfile

from synthesis.export.dither import Dither
from synthesis.export.fixed_bytes import fix_ogg_serial, fix_wav_peak_time
from synthesis.export.formats import AudioFormat
from synthesis.units import Float32

VORBIS_QUALITY = 0.5
OPUS_LOW, OPUS_HIGH = 6_000, 256_000
_TAGS = ("title", "artist", "album", "comment", "copyright", "date", "genre", "tracknumber")


class Sink(Protocol):
    def write(self, samples: Float32) -> None:
        """(n,) float32 within -1..1."""

    def close(self) -> None:
        """Finish the file."""

    def abandon(self) -> None:
        """Let go of the file, finished or not; never raises."""


class LibsndfileSink:
    """wav, flac, ogg vorbis, opus."""

    def __init__(
        self,
        path: Path,
        row: AudioFormat,
        *,
        subtype: str,
        rate: int,
        bit_rate: int,
        tags: Mapping[str, str],
        seed: int,
    ) -> None:
        self._path, self._subtype = path, subtype
        self._dither = Dither(seed) if subtype == "PCM_16" else None
        level = {"VORBIS": 1.0 - VORBIS_QUALITY, "OPUS": _opus_level(bit_rate)}.get(subtype)
        self._file = soundfile.SoundFile(
            str(path), "w", rate, 1, subtype=subtype, format=row.container, compression_level=level
        )
        for tag in _TAGS:
            if tag in tags and subtype not in ("ALAW", "ULAW"):
                setattr(self._file, tag, tags[tag])

    def write(self, samples: Float32) -> None:
        self._file.write(samples if self._dither is None else self._dither(samples))

    def close(self) -> None:
        self._file.close()
        if self._subtype == "FLOAT":
            fix_wav_peak_time(self._path)
        elif self._subtype in ("VORBIS", "OPUS"):
            fix_ogg_serial(self._path)

    def abandon(self) -> None:
        if not self._file.closed:
            self._file.close()


def _opus_level(bit_rate: int) -> float:
    """libsndfile's compression level for a bit rate of one channel."""
    return min(1.0, max(0.0, 1.0 - (bit_rate - OPUS_LOW) / (OPUS_HIGH - OPUS_LOW)))


class PcmSink:
    """Little-endian samples without a header."""

    def __init__(self, path: Path, *, subtype: str, seed: int) -> None:
        self._file = path.open("wb")
        self._encode = PcmEncoder(subtype=subtype, seed=seed)

    def write(self, samples: Float32) -> None:
        self._file.write(self._encode(samples))

    def close(self) -> None:
        self._file.close()

    def abandon(self) -> None:
        self._file.close()


class PcmEncoder:
    """Samples into bytes, for files and streams."""

    def __init__(self, *, subtype: str, seed: int) -> None:
        self._dither = Dither(seed) if subtype == "PCM_16" else None

    def __call__(self, samples: Float32) -> bytes:
        if self._dither is None:
            return np.asarray(samples, "<f4").tobytes()
        return self._dither(samples).astype("<i2").tobytes()
