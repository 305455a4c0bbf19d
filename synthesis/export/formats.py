"""The literal table of file formats."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from synthesis.errors import ExportError
from synthesis.units import SAMPLE_RATE

Sink = Literal["libsndfile", "ffmpeg", "pcm"]


@dataclass(frozen=True, slots=True)
class AudioFormat:
    key: str
    suffix: str
    sink: Sink
    container: str
    """Name of the container for its library."""
    subtypes: tuple[str, ...]
    """First is the default: PCM_16, PCM_24, FLOAT, ALAW, ULAW, or the codec's name."""
    sample_rate: int = SAMPLE_RATE
    """Default rate of the file."""
    sample_rates: tuple[int, ...] = ()
    """Rates the codec can hold; empty = any."""
    bit_rate: int = 0
    """Default bits a second; 0 = not a lossy format."""
    mime: str = ""


MP3_RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
OPUS_RATES = (8_000, 12_000, 16_000, 24_000, 48_000)
AAC_RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
FORMATS: dict[str, AudioFormat] = {
    row.key: row
    for row in (
        AudioFormat(
            "wav", ".wav", "libsndfile", "WAV", ("PCM_16", "PCM_24", "FLOAT", "ALAW", "ULAW"), mime="audio/wav"
        ),
        AudioFormat("flac", ".flac", "libsndfile", "FLAC", ("PCM_16", "PCM_24"), mime="audio/flac"),
        AudioFormat("ogg", ".ogg", "libsndfile", "OGG", ("VORBIS",), bit_rate=80_000, mime="audio/ogg"),
        AudioFormat(
            "opus", ".opus", "libsndfile", "OGG", ("OPUS",), 48_000, OPUS_RATES, bit_rate=64_000, mime="audio/ogg"
        ),
        AudioFormat("mp3", ".mp3", "ffmpeg", "mp3", ("libmp3lame",), 24_000, MP3_RATES, 96_000, "audio/mpeg"),
        AudioFormat("m4b", ".m4b", "ffmpeg", "ipod", ("aac",), 44_100, AAC_RATES, 128_000, "audio/mp4"),
        AudioFormat("m4a", ".m4a", "ffmpeg", "ipod", ("aac",), 44_100, AAC_RATES, 128_000, "audio/mp4"),
        AudioFormat("pcm", ".pcm", "pcm", "raw", ("PCM_16", "FLOAT"), mime="application/octet-stream"),
    )
}


def format_of(format_or_path: str | Path) -> AudioFormat:
    """The row for a format's key or a file's extension. Raises ExportError `unknown_format`."""
    given = str(format_or_path)
    suffix = Path(given).suffix.lower().removeprefix(".")
    key = suffix if suffix or isinstance(format_or_path, Path) else given.lower()
    if key in FORMATS:
        return FORMATS[key]
    near = get_close_matches(key, FORMATS, n=1)
    raise ExportError(
        "unknown_format",
        "There is no output format {format!r}{hint}. Use one of {formats}.",
        format=key or given,
        hint=f"; the nearest is {near[0]!r}" if near else "",
        formats=", ".join(FORMATS),
    )


def check_subtype(row: AudioFormat, subtype: str | None) -> str:
    """The subtype to write; raises ExportError `unknown_subtype`."""
    chosen = (subtype or row.subtypes[0]).upper() if row.sink != "ffmpeg" else (subtype or row.subtypes[0])
    if chosen not in row.subtypes:
        raise ExportError(
            "unknown_subtype",
            "{format} cannot hold {subtype}. Use one of {subtypes}.",
            format=row.key,
            subtype=chosen,
            subtypes=", ".join(row.subtypes),
        )
    return chosen


def check_rate(row: AudioFormat, sample_rate: int | None) -> int:
    """The rate to write; raises ExportError `rate`."""
    rate = sample_rate or row.sample_rate
    if not 4_000 <= rate <= 192_000 or (row.sample_rates and rate not in row.sample_rates):
        raise ExportError(
            "rate",
            "{format} cannot hold {rate} samples a second. Use {rates}.",
            format=row.key,
            rate=rate,
            rates=", ".join(map(str, row.sample_rates)) or "4000 to 192000",
        )
    return rate
