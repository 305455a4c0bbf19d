"""A timeline to a finished file: render, mix, one loudness pass, file, captions and marks. Nothing is held whole."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal, get_args

import numpy as np

from synthesis.captions.sidecars import check_sidecars, write_sidecars
from synthesis.engines.protocol import EngineInfo
from synthesis.errors import ExportError
from synthesis.export import AudioWriter, Chapter, DeliveryPreset, ReadBlocks, format_of, get_preset, shape_for_delivery
from synthesis.loudness import SILENCE_LUFS, LoudnessMeter
from synthesis.marks import SpokenSegment, TimedMark
from synthesis.mixing import Mixer
from synthesis.pipeline import RenderedSentence, render
from synthesis.sentence_cache import SentenceCache
from synthesis.timeline.model import Timeline
from synthesis.units import SAMPLE_RATE, Float32, db_to_amplitude
from synthesis.voices.voice import Voice

Loudness = Literal["programme", "each", "none"]
PLAIN_LUFS = -20.0
"""Of files without a delivery preset: room for a shout, loud enough for a laptop."""
PLAIN_CEILING_DB = -1.0
NAMED_FORMATS: Mapping[str, tuple[str, str | None, int | None]] = {
    "wav16": ("wav", "PCM_16", None),
    "wav24": ("wav", "PCM_24", None),
    "wavfloat": ("wav", "FLOAT", None),
    "flac24": ("flac", "PCM_24", None),
    "alaw": ("wav", "ALAW", 8_000),
    "mulaw": ("wav", "ULAW", 8_000),
}
"""Short names: format, subtype, sample rate."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What was written."""

    seconds: float
    gain_db: float
    reused_seconds: float
    made_seconds: float
    segments: tuple[SpokenSegment, ...]
    """With times in the file."""
    engines: tuple[EngineInfo, ...]
    guessed: tuple[str, ...]


def deliver(
    timeline: Timeline,
    target: Path | BinaryIO,
    *,
    voices: Mapping[str, Voice] | None = None,
    folder: Path = Path(),
    cache: SentenceCache | None = None,
    format: str | None = None,
    preset: str | None = None,
    loudness: Loudness = "programme",
    captions: Path | None = None,
    marks: Path | None = None,
    metadata: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Delivered:
    """Render `timeline` into a file in one loudness-true pass; all of it or nothing is written.

    `format`: a key of the format table or of NAMED_FORMATS (default: the target's extension, else the preset's);
    `progress(done, total)` counts sentences. Raises what `render` raises, and ExportError.
    """
    if loudness not in get_args(Loudness):
        raise ExportError(
            "loudness",
            "There is no loudness mode {mode}; use {known}.",
            mode=repr(loudness),
            known=", ".join(get_args(Loudness)),
        )
    chosen = delivery_preset(target, format, preset, level=loudness == "programme")
    check_sidecars(target, captions, marks)
    mixer = Mixer()
    pieces: list[RenderedSentence] = []
    with tempfile.TemporaryFile() as scratch:
        for piece in render(timeline, voices=voices, folder=folder, cache=cache, should_stop=should_stop):
            scratch.write(mixer.add(piece).tobytes())
            pieces.append(replace(piece, samples=np.zeros(0, np.float32)))
            if progress:
                progress(piece.number, piece.total)
        scratch.write(mixer.finish().tobytes())
        read_blocks = _reader(scratch, mixer.spoken if loudness == "each" else [])
        gain = None if loudness == "programme" else 0.0
        shaping, blocks = shape_for_delivery(read_blocks, chosen, gain_db=gain)
        spoken = tuple(shifted(segment, shaping.shift_s) for segment in mixer.spoken)
        with AudioWriter(
            target,
            chosen.format,
            sample_rate=chosen.sample_rate or None,
            subtype=chosen.subtype,
            bit_rate=chosen.bit_rate,
            chapters=chapters(spoken, shaping.seconds),
            metadata=metadata,
        ) as writer:
            for block in blocks:
                writer.write(block)
    write_sidecars(spoken, captions, marks)
    return _report(pieces, spoken, seconds=shaping.seconds, gain_db=shaping.gain_db, lengths=mixer.lengths_s)


def delivery_preset(
    target: Path | BinaryIO, format: str | None, preset: str | None, *, level: bool = True
) -> DeliveryPreset:
    """The delivery asked for; without a preset, the format's own rate and a plain level."""
    base = (
        get_preset(preset)
        if preset
        else DeliveryPreset("plain", "wav", 0, lufs=PLAIN_LUFS, ceiling_db=PLAIN_CEILING_DB)
    )
    if format is None and not preset and isinstance(target, Path) and target.suffix:
        format = format_of(target).key
    if format is not None:
        key, subtype, rate = NAMED_FORMATS.get(format, (format, None, None))
        row = format_of(key)
        same = row.key == base.format
        base = replace(
            base,
            format=row.key,
            subtype=subtype or (base.subtype if same else None),
            sample_rate=rate or (base.sample_rate if preset else 0),
            bit_rate=base.bit_rate if same else None,
        )
    return base if level else replace(base, lufs=None, rms_db=None)


def _reader(scratch: BinaryIO, levelled: Sequence[SpokenSegment]) -> ReadBlocks:
    """Blocks of one second from the scratch file; `levelled` segments each at the plain level."""
    scratch.flush()
    gains: list[tuple[int, np.float32]] = []

    def raw() -> Iterator[Float32]:
        scratch.seek(0)
        while data := scratch.read(4 * SAMPLE_RATE):
            yield np.frombuffer(data, np.float32)

    def with_gains() -> Iterator[Float32]:
        at = 0
        for block in raw():
            edges = np.array([edge for edge, _ in gains])
            rows = np.clip(np.searchsorted(edges, at + np.arange(len(block)), side="right") - 1, 0, len(gains) - 1)
            yield block * np.array([gain for _, gain in gains], np.float32)[rows]
            at += len(block)

    if not levelled:
        return raw
    for i, segment in enumerate(levelled):
        # The gain changes in the middle of the gap, where there is nothing to hear.
        edge = 0.0 if i == 0 else (levelled[i - 1].end_s + segment.start_s) / 2
        gains.append((round(edge * SAMPLE_RATE), _segment_gain(scratch, segment)))
    return with_gains


def _segment_gain(scratch: BinaryIO, segment: SpokenSegment) -> np.float32:
    meter = LoudnessMeter()
    scratch.seek(4 * round(segment.start_s * SAMPLE_RATE))
    meter.add(np.frombuffer(scratch.read(4 * round((segment.end_s - segment.start_s) * SAMPLE_RATE)), np.float32))
    level = meter.integrated_lufs()
    return np.float32(db_to_amplitude(PLAIN_LUFS - level) if level > SILENCE_LUFS else 1.0)


def shifted(segment: SpokenSegment, seconds: float) -> SpokenSegment:
    """The segment `seconds` later."""
    if not seconds:
        return segment

    def moved(mark: TimedMark) -> TimedMark:
        return replace(mark, start_s=max(0.0, mark.start_s + seconds), end_s=max(0.0, mark.end_s + seconds))

    return replace(
        segment,
        start_s=max(0.0, segment.start_s + seconds),
        end_s=segment.end_s + seconds,
        marks=tuple(map(moved, segment.marks)),
    )


def chapters(spoken: Sequence[SpokenSegment], seconds: float) -> list[Chapter]:
    """A chapter from each titled segment to the next; sound before the first title belongs to the first chapter."""
    starts = [(segment.start_s, segment.title) for segment in spoken if segment.title]
    if not starts:
        return []
    starts[0] = (0.0, starts[0][1])
    ends = [start for start, _ in starts[1:]] + [seconds]
    return [Chapter(title, start, end) for (start, title), end in zip(starts, ends, strict=True)]


def _report(
    pieces: Sequence[RenderedSentence],
    spoken: tuple[SpokenSegment, ...],
    *,
    seconds: float,
    gain_db: float,
    lengths: Sequence[float],
) -> Delivered:
    reused = sum(length for piece, length in zip(pieces, lengths, strict=True) if piece.reused)
    return Delivered(
        seconds=seconds,
        gain_db=gain_db,
        reused_seconds=reused,
        made_seconds=sum(lengths) - reused,
        segments=spoken,
        engines=tuple({info.key: info for piece in pieces for info in piece.engines}.values()),
        guessed=tuple(dict.fromkeys(word for piece in pieces for word in piece.guessed)),
    )
