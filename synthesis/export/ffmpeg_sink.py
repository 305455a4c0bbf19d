"""mp3, and AAC in MP4 with named chapters, by PyAV."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
from av.codec.context import Flags as CodecFlags
from av.container import Flags as ContainerFlags

from synthesis.export.formats import AudioFormat
from synthesis.units import Float32

LAME_SCALES = ((256_000, 1.0), (224_000, 0.98), (192_000, 0.97), (0, 0.95))
"""LAME makes sound quieter by this factor from these bit rates on (measured: 0.950 at 32-160 kbit/s, 0.970 at 192)."""
CHAPTER_TIME_BASE = Fraction(1, 1000)


class Chapter(NamedTuple):
    """A named stretch of the file, in seconds of the written sound."""

    title: str
    start_s: float
    end_s: float


class FfmpegSink:
    """Constant bit rate, one channel. `bitexact`: no time of day and no random number gets into the file."""

    def __init__(self, path: Path, row: AudioFormat, *, rate: int, bit_rate: int, tags: Mapping[str, str]) -> None:
        self._path, self._row, self._tags = path, row, dict(tags)
        self._container = _open_for_writing(path, row, self._tags)
        self._stream: Any = self._container.add_stream(row.subtypes[0], rate=rate)
        context = self._stream.codec_context
        context.layout, context.format, context.bit_rate = "mono", "fltp", bit_rate
        context.flags |= CodecFlags.bitexact
        self._rate, self._written = rate, 0
        is_lame = row.subtypes[0] == "libmp3lame"
        lame_scale = next(scale for lowest, scale in LAME_SCALES if bit_rate >= lowest)
        self._scale = np.float32(1.0 / lame_scale if is_lame else 1.0)
        self.chapters: Sequence[Chapter] = ()
        """May be set until `close`: where chapters start is often known only at the end."""

    def write(self, samples: Float32) -> None:
        """(n,) float32 within -1..1."""
        planes = np.ascontiguousarray(samples[None, :] * self._scale)
        frame = av.AudioFrame.from_ndarray(planes, format="fltp", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = self._rate, self._written, Fraction(1, self._rate)
        self._written += len(samples)
        self._container.mux(self._stream.encode(frame))

    def close(self) -> None:
        self._container.mux(self._stream.encode(None))
        self._container.close()
        if self.chapters:
            self._add_chapters()

    def abandon(self) -> None:
        try:
            self._container.close()
        except (av.FFmpegError, OSError):
            return

    def _add_chapters(self) -> None:
        """Copy the coded sound into a file that has its chapters in the header (MP4 wants them before the sound)."""
        plain = self._path.with_name(self._path.name + ".plain")
        self._path.rename(plain)
        try:
            with av.open(str(plain)) as source, _open_for_writing(self._path, self._row, self._tags) as target:
                target.set_chapters([_chapter_record(i, chapter) for i, chapter in enumerate(self.chapters)])
                stream = target.add_stream_from_template(source.streams.audio[0])
                for packet in source.demux(source.streams.audio[0]):
                    if packet.dts is not None:
                        packet.stream = stream
                        target.mux(packet)
        finally:
            plain.unlink(missing_ok=True)


def _open_for_writing(path: Path, row: AudioFormat, tags: Mapping[str, str]) -> Any:
    options = {"movflags": "+faststart"} if row.container == "ipod" else {"id3v2_version": "3"}
    container: Any = av.open(str(path), "w", format=row.container, options=options)
    container.flags |= ContainerFlags.bitexact.value
    container.metadata.update(tags)
    return container


def _chapter_record(number: int, chapter: Chapter) -> dict[str, Any]:
    return {
        "id": number,
        "start": round(chapter.start_s / CHAPTER_TIME_BASE),
        "end": round(chapter.end_s / CHAPTER_TIME_BASE),
        "time_base": CHAPTER_TIME_BASE,
        "metadata": {"title": chapter.title},
    }
