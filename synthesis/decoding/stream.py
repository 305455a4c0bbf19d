"""What both decoders write into: caps that hold while decoding, one streaming resample, samples made finite."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import soxr

from synthesis.errors import ClipError
from synthesis.units import SAMPLE_RATE, Float32

MIN_BYTES_PER_SECOND = 500
"""Below 4 kbit/s no codec carries speech: a header that claims more seconds than this is not believed."""

UNKNOWN_CODEC = "The sound in {name} is coded in a way that cannot be read here. Export it as wav, flac or mp3."
UNKNOWN_FORMAT = "{name} is no sound or video file that can be read here. Export it as wav, flac or mp3 and try again."


@dataclass(frozen=True, slots=True)
class ClipLimits:
    """Caps of `read_clip`; each is checked on the header where the header can be believed, and again while decoding."""

    max_bytes: int = 256 * 1024 * 1024
    max_seconds: float = 600.0
    max_channels: int = 8
    min_rate_hz: int = 1_000
    max_rate_hz: int = 768_000


class SourceName(TypedDict):
    """The name of the source as a message parameter."""

    name: str


class Unreadable(Exception):
    """One decoder could not read the bytes; the other may. `code` becomes the ClipError's if none can."""

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.message, self.params = code, message, params

    def as_clip_error(self, label: SourceName) -> ClipError:
        return ClipError(self.code, self.message, **{**self.params, **label})


class BlockReader:
    """Takes decoded blocks of any rate; holds them at 24 kHz, channels apart, and stops what exceeds the caps."""

    def __init__(self, limits: ClipLimits, label: SourceName) -> None:
        self.limits, self.label = limits, label
        self.rate_hz = 0
        self.truncated = False
        self._resample: Callable[..., Float32] | None = None
        self._blocks: list[Float32] = []  # each (n, n_channels)
        self._n_channels = 0
        self._source_samples = 0
        self._held = 0

    @property
    def n_samples(self) -> int:
        """Samples per channel held so far, at 24 kHz."""
        return self._held

    def begin(self, *, rate_hz: int, n_channels: int, header_seconds: float, n_bytes: int) -> None:
        """Check what the header says; raises ClipError."""
        limits = self.limits
        if not limits.min_rate_hz <= rate_hz <= limits.max_rate_hz:
            raise ClipError(
                "rate_out_of_range",
                "{name} says it has {rate_hz} samples a second; {low} to {high} can be read. Export it at 44100 Hz.",
                rate_hz=rate_hz,
                low=limits.min_rate_hz,
                high=limits.max_rate_hz,
                **self.label,
            )
        if not 1 <= n_channels <= limits.max_channels:
            raise ClipError(
                "too_many_channels",
                "{name} has {channels} channels; at most {limit} are read. Export the voice's channel as mono.",
                channels=n_channels,
                limit=limits.max_channels,
                **self.label,
            )
        if header_seconds > limits.max_seconds and n_bytes >= header_seconds * MIN_BYTES_PER_SECOND:
            raise self._too_long(header_seconds)
        self.rate_hz, self._n_channels = rate_hz, n_channels
        if rate_hz != SAMPLE_RATE:
            stream = soxr.ResampleStream(rate_hz, SAMPLE_RATE, n_channels, dtype="float32", quality="HQ")
            self._resample = stream.resample_chunk

    def add(self, block: Float32) -> None:
        """(n, n_channels) float32 at the source's rate; raises ClipError beyond the cap of seconds."""
        self._source_samples += len(block)
        if self._source_samples > self.limits.max_seconds * self.rate_hz:
            raise self._too_long(self._source_samples / self.rate_hz, at_least=True)
        block = np.nan_to_num(block, nan=0.0, posinf=0.0, neginf=0.0)
        self._hold(block if self._resample is None else self._resample(block))

    def end(self) -> None:
        """Flush the resampler."""
        if self._resample is not None and self._source_samples:
            self._hold(self._resample(np.zeros((0, self._n_channels), np.float32), last=True))

    def channels(self) -> Float32:
        """(n_channels, n_samples) float32 at 24 kHz."""
        return np.ascontiguousarray(np.concatenate(self._blocks).T)

    def _hold(self, block: Float32) -> None:
        if len(block):
            self._blocks.append(block)
            self._held += len(block)

    def _too_long(self, seconds: float, *, at_least: bool = False) -> ClipError:
        return ClipError(
            "too_long",
            "{name} holds {more}{seconds:.0f} s of sound; at most {limit:.0f} s are read. Cut out the voice.",
            seconds=seconds,
            limit=self.limits.max_seconds,
            more="more than " if at_least else "",
            **self.label,
        )
