"""A file, or its bytes, into a Clip: any container people send, bounded in bytes, seconds, channels and rate.

libsndfile reads first (it is the stricter of the two), FFmpeg reads what it refuses. Names and extensions are never
trusted: both look at the content. Headers are not trusted either: the same caps hold while decoding, block by block.
"""

import hashlib
import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from synthesis.clip import Clip
from synthesis.decoding.downmix import downmix
from synthesis.decoding.ffmpeg import decode_with_ffmpeg
from synthesis.decoding.libsndfile import decode_with_libsndfile
from synthesis.decoding.stream import BlockReader, ClipLimits, SourceName, Unreadable
from synthesis.errors import ClipError
from synthesis.units import SAMPLE_RATE, Float32

DEFAULT_LIMITS = ClipLimits()


class _Given(NamedTuple):
    data: bytes
    name: str


@dataclass(frozen=True, slots=True)
class DecodedSound:
    """Sound with its channels apart, for callers that choose one themselves."""

    channels: Float32  # (n_channels, n_samples) at 24 kHz
    decoder: str
    """"libsndfile" or "ffmpeg"."""
    source_rate_hz: int
    truncated: bool
    """The file broke off or was damaged; the sound up to there is kept."""


def read_clip(source: Path | str | bytes, *, name: str = "", limits: ClipLimits = DEFAULT_LIMITS) -> Clip:
    """Read a recording as mono float32 at 24 kHz, resampled once (soxr HQ).

    A video gives its sound. A file that breaks off is read as far as it goes. Refuses with a ClipError: `not_found`,
    `too_many_bytes`, `no_bytes`, `unreadable`, `codec`, `no_audio_track`, `no_samples`, `too_long`,
    `too_many_channels`, `rate_out_of_range`.
    """
    given = _take(source, name=name, limits=limits)
    sound = decode_sound(given.data, name=given.name, limits=limits)
    mono, notes = downmix(sound.channels)
    if sound.truncated:
        notes = (*notes, "truncated")
    return Clip(mono, SAMPLE_RATE, hashlib.sha256(given.data).hexdigest(), given.name, notes)


def decode_sound(data: bytes, *, name: str = "", limits: ClipLimits = DEFAULT_LIMITS) -> DecodedSound:
    """Decode bytes and keep the channels apart. Refuses as `read_clip` does."""
    label: SourceName = {"name": name or "the recording"}
    best: tuple[str, BlockReader] | None = None
    refusal: Unreadable | None = None
    for decoder in ("ffmpeg", "libsndfile") if _looks_like_mpeg_audio(data) else ("libsndfile", "ffmpeg"):
        reader = BlockReader(limits, label)
        try:
            (decode_with_ffmpeg if decoder == "ffmpeg" else decode_with_libsndfile)(data, reader)
        except Unreadable as error:
            refusal = error if refusal is None or refusal.code == "unreadable" else refusal
            continue
        if best is None or reader.n_samples > best[1].n_samples:
            best = (decoder, reader)
        if not reader.truncated and reader.n_samples:
            break
    if best is None:
        assert refusal is not None
        raise refusal.as_clip_error(label)
    return _finish(*best, label=label)


def _looks_like_mpeg_audio(data: bytes) -> bool:
    """libsndfile's mp3 reader writes warnings to stderr that cannot be turned off; FFmpeg takes mp3 first."""
    return data[:3] == b"ID3" or (len(data) > 1 and data[0] == 0xFF and data[1] & 0xE0 == 0xE0)


def _finish(decoder: str, reader: BlockReader, *, label: SourceName) -> DecodedSound:
    if not reader.n_samples:
        raise ClipError(
            "no_samples",
            "{name} has a header but no sound in it (0.0 s). Record it or export it again.",
            **label,
        )
    return DecodedSound(reader.channels(), decoder, reader.rate_hz, reader.truncated)


def _take(source: Path | str | bytes, *, name: str, limits: ClipLimits) -> _Given:
    if isinstance(source, bytes):
        given = _Given(source, unicodedata.normalize("NFC", name))
    else:
        given = _read_file(Path(source), name=name, limits=limits)
    label: SourceName = {"name": given.name or "the recording"}
    if len(given.data) > limits.max_bytes:
        raise _too_many_bytes(len(given.data), limits=limits, label=label)
    if not given.data:
        raise ClipError("no_bytes", "{name} is empty (0 bytes). Record it or export it again.", **label)
    return given


def _read_file(path: Path, *, name: str, limits: ClipLimits) -> _Given:
    label: SourceName = {"name": unicodedata.normalize("NFC", name or path.name)}
    try:
        if not path.is_file():
            # A folder, a device or a pipe could block or never end.
            raise ClipError("not_found", "There is no file {path}. Check the path.", path=os.fspath(path))
        size = path.stat().st_size
        if size > limits.max_bytes:
            raise _too_many_bytes(size, limits=limits, label=label)
        with path.open("rb") as file:
            return _Given(file.read(limits.max_bytes + 1), label["name"])
    except (OSError, ValueError) as error:
        raise ClipError(
            "not_readable",
            "{path} cannot be opened ({reason}). Check its permissions.",
            path=os.fspath(path),
            reason=getattr(error, "strerror", None) or str(error),
        ) from error


def _too_many_bytes(size: int, *, limits: ClipLimits, label: SourceName) -> ClipError:
    return ClipError(
        "too_many_bytes",
        "{name} is {size_mb:.1f} MB; at most {limit_mb:.0f} MB are read. Cut out the part with the voice, or export "
        "it as flac or mp3.",
        size_mb=size / 1e6,
        limit_mb=limits.max_bytes / 1e6,
        **label,
    )
