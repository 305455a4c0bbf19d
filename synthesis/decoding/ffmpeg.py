"""FFmpeg by PyAV: m4a, aac, webm, mp4, amr, wma, speex, ogg-flac and the sound of videos."""

import io
from collections.abc import Iterator
from typing import Any

import av
import numpy as np
from av.audio.resampler import AudioResampler

from synthesis.decoding.stream import UNKNOWN_CODEC, UNKNOWN_FORMAT, BlockReader, Unreadable

MAX_PACKETS_WITHOUT_SOUND = 200_000
"""A damaged or hostile file may offer packets without end that never decode; an hour of video has about as many."""
_NO_INDEX = "{name} breaks off before its index, so nothing of it can be played. Copy or upload the whole file again."


def decode_with_ffmpeg(data: bytes, reader: BlockReader) -> None:
    """Fill the reader. Raises Unreadable where FFmpeg refuses, ClipError where a cap is exceeded."""
    try:
        container = av.open(io.BytesIO(data), mode="r", metadata_errors="replace")
    except (av.FFmpegError, ValueError, OSError) as error:
        if data[4:8] == b"ftyp":
            raise Unreadable("incomplete", _NO_INDEX) from error
        raise Unreadable("unreadable", UNKNOWN_FORMAT) from error
    with container:
        _decode(container, _sound_stream(container), reader, n_bytes=len(data))
    reader.end()


def _sound_stream(container: Any) -> Any:
    streams = container.streams
    if streams.audio:
        stream = streams.best("audio") or streams.audio[0]
        if stream.codec_context is None:
            raise Unreadable("codec", UNKNOWN_CODEC)
        return stream
    if streams.video:
        raise Unreadable("no_audio_track", "{name} holds pictures but no sound. Choose a file with the voice in it.")
    raise Unreadable("no_audio_track", "{name} holds no sound track. Choose a file with the voice in it.")


def _decode(container: Any, stream: Any, reader: BlockReader, *, n_bytes: int) -> None:
    first: Any = None
    previous: Any = None
    idle_packets = 0
    for frame in _frames(container, stream, reader):
        idle_packets = 0 if frame is not None else idle_packets + 1
        if idle_packets > MAX_PACKETS_WITHOUT_SOUND:
            reader.truncated = True
            return
        if frame is None:
            continue
        if first is None:
            first = frame
            seconds = _header_seconds(container, stream)
            n_channels = frame.layout.nb_channels
            reader.begin(rate_hz=frame.sample_rate, n_channels=n_channels, header_seconds=seconds, n_bytes=n_bytes)
        if previous is None or _differs(frame, previous):
            # A stream may change its rate or layout on the way (HE-AAC, spliced radio): the first one's is kept.
            resampler = AudioResampler(format="fltp", layout=first.layout, rate=first.sample_rate)
        previous = frame
        for converted in resampler.resample(frame):
            reader.add(np.ascontiguousarray(converted.to_ndarray().T))


def _frames(container: Any, stream: Any, reader: BlockReader) -> Iterator[Any]:
    """Frames as they come; None for a packet that gave none. Ends at the first error that cannot be passed over."""
    try:
        for packet in container.demux(stream):
            try:
                frames = packet.decode()
            except (av.FFmpegError, ValueError):
                reader.truncated = True
                frames = []
            if not frames:
                yield None
            yield from frames
    except (av.FFmpegError, ValueError):
        reader.truncated = True


def _header_seconds(container: Any, stream: Any) -> float:
    if stream.duration and stream.time_base:
        return max(0.0, float(stream.duration * stream.time_base))
    return max(0.0, float(container.duration or 0) / av.time_base)


def _differs(frame: Any, other: Any) -> bool:
    return bool(
        frame.sample_rate != other.sample_rate
        or frame.layout.name != other.layout.name
        or frame.format.name != other.format.name
    )
