"""A programme into the shape a delivery preset asks for: edges, band, level, peaks. Streams; never holds it whole."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.signal import butter, sosfilt, sosfiltfilt

from synthesis.export.presets import DeliveryPreset
from synthesis.loudness import SILENCE_LUFS, LoudnessMeter
from synthesis.loudness_limiter import limit_true_peak
from synthesis.units import SAMPLE_RATE, Float32, Float64, db_to_amplitude

ReadBlocks = Callable[[], Iterator[Float32]]
"""Gives the programme's blocks (24 kHz) from the start, each time it is called."""
EDGE_DB = -50.0
"""A 10 ms window this far below the loudest is an edge's silence."""
EDGE_KEPT_S = 0.01
FADE_S = 0.005
_WINDOW = SAMPLE_RATE // 100
_LEVEL_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Shaping:
    """What was done to the programme; times of marks move by `shift_s`."""

    gain_db: float
    shift_s: float
    """Seconds by which every sound starts later than in the programme (negative where the head was cut)."""
    seconds: float


def shape_for_delivery(
    read_blocks: ReadBlocks, preset: DeliveryPreset, *, gain_db: float | None = None, seed: int = 0
) -> tuple[Shaping, Iterator[Float32]]:
    """Measure the programme (two or three passes), then give its shaped blocks at 24 kHz.

    `gain_db` replaces the preset's own level (one gain for all files of a batch). Deterministic by seed.
    """
    first, last, total = _find_edges(read_blocks)
    if preset.head_s is None and preset.tail_s is None:
        first, last = 0, total
    head = round((preset.head_s or 0.0) * SAMPLE_RATE)
    tail = round((preset.tail_s or 0.0) * SAMPLE_RATE)

    def voice() -> Iterator[Float32]:
        return _banded(_faded(_cut(read_blocks(), first, last), last - first), preset)

    gain = _gain_for(voice, preset) if gain_db is None else gain_db
    shaping = Shaping(gain, (head - first) / SAMPLE_RATE, (head + last - first + tail) / SAMPLE_RATE)
    return shaping, _assemble(voice, preset, gain=gain, head=head, tail=tail, seed=seed)


def _assemble(
    voice: ReadBlocks, preset: DeliveryPreset, *, gain: float, head: int, tail: int, seed: int
) -> Iterator[Float32]:
    room = _RoomTone(preset.room_tone_db, seed=seed)
    yield from room(head)
    for block in limit_true_peak(voice(), ceiling_db=preset.ceiling_db, gain_db=gain):
        yield room.under(block)
    yield from room(tail)


def _gain_for(voice: ReadBlocks, preset: DeliveryPreset) -> float:
    """The gain that meets the preset's level after the limiter, which takes a little away."""
    target = preset.rms_db if preset.rms_db is not None else preset.lufs
    if target is None:
        return 0.0
    gain, level = 0.0, _level(voice(), preset)
    if level <= SILENCE_LUFS:
        return 0.0
    gain = target - level
    for _ in range(_LEVEL_ROUNDS - 1):
        level = _level(limit_true_peak(voice(), ceiling_db=preset.ceiling_db, gain_db=gain), preset)
        if abs(target - level) < 0.1:
            break
        gain += min(3.0, target - level)
    return gain


def _level(blocks: Iterator[Float32], preset: DeliveryPreset) -> float:
    meter = LoudnessMeter()
    for block in blocks:
        meter.add(block)
    return meter.rms_db if preset.rms_db is not None else meter.integrated_lufs()


def _find_edges(read_blocks: ReadBlocks) -> tuple[int, int, int]:
    """First and last sample with sound (a little kept around), and the programme's length."""
    levels: list[Float64] = []
    rest, total = np.zeros(0, np.float32), 0
    for block in read_blocks():
        total += len(block)
        rest = np.concatenate([rest, block])
        whole = len(rest) // _WINDOW * _WINDOW
        levels.append(np.mean(np.square(rest[:whole].reshape(-1, _WINDOW), dtype=np.float64), axis=1))
        rest = rest[whole:]
    level = np.concatenate([*levels, [np.mean(np.square(rest, dtype=np.float64))] if len(rest) else []])
    loud = np.flatnonzero(level > level.max(initial=0.0) * 10.0 ** (EDGE_DB / 10.0))
    if not len(loud):
        return 0, total, total
    kept = round(EDGE_KEPT_S * SAMPLE_RATE)
    return max(0, int(loud[0]) * _WINDOW - kept), min(total, (int(loud[-1]) + 1) * _WINDOW + kept), total


def _cut(blocks: Iterator[Float32], first: int, last: int) -> Iterator[Float32]:
    at = 0
    for block in blocks:
        part = block[max(0, first - at) : max(0, last - at)]
        at += len(block)
        if len(part):
            yield np.asarray(part, np.float32)


def _faded(blocks: Iterator[Float32], n_samples: int) -> Iterator[Float32]:
    """Short ramps at both ends, so that a cut edge does not click."""
    length = min(round(FADE_S * SAMPLE_RATE), n_samples // 2)
    at = 0
    for block in blocks:
        place = np.arange(at, at + len(block))
        ramp = np.minimum(1.0, np.minimum(place + 0.5, n_samples - place - 0.5) / max(length, 1))
        at += len(block)
        yield (block * np.maximum(ramp, 0.0)).astype(np.float32)


def _banded(blocks: Iterator[Float32], preset: DeliveryPreset) -> Iterator[Float32]:
    if preset.band_hz is None:
        yield from blocks
        return
    sections = butter(4, preset.band_hz, btype="bandpass", fs=SAMPLE_RATE, output="sos")
    state = np.zeros((len(sections), 2))
    for block in blocks:
        out, state = sosfilt(sections, block, zi=state)
        yield out.astype(np.float32)


class _RoomTone:
    """Quiet low-passed noise, the same for the same seed; continuous through head, voice and tail."""

    def __init__(self, level_db: float, *, seed: int) -> None:
        self._amplitude = db_to_amplitude(level_db) if level_db > -150.0 else 0.0
        self._loop = np.zeros(1, np.float32)
        self._at = 0
        if self._amplitude:
            sections = butter(1, 1_000.0, fs=SAMPLE_RATE, output="sos")
            loop = sosfiltfilt(sections, np.random.default_rng(seed).standard_normal(4 * SAMPLE_RATE))
            self._loop = (loop / np.sqrt(np.mean(loop**2)) * self._amplitude).astype(np.float32)

    def __call__(self, n: int) -> Iterator[Float32]:
        for start in range(0, n, SAMPLE_RATE):
            yield self.under(np.zeros(min(SAMPLE_RATE, n - start), np.float32))

    def under(self, block: Float32) -> Float32:
        if not self._amplitude:
            return block
        place = (self._at + np.arange(len(block))) % len(self._loop)
        self._at += len(block)
        return np.asarray(block + self._loop[place], np.float32)
