"""AudioWriter: samples in as they come, one whole file out. Nothing is left behind where writing fails."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import av
import numpy as np
import soxr

from synthesis.clip import Clip
from synthesis.errors import ExportError
from synthesis.export.ffmpeg_sink import Chapter, FfmpegSink
from synthesis.export.formats import check_rate, check_subtype, format_of
from synthesis.export.sinks import LibsndfileSink, PcmSink, Sink
from synthesis.units import SAMPLE_RATE, Float32, db_to_amplitude

WAV_LIMIT_BYTES = 2**32 - 2**16
BLOCK_SAMPLES = 16_384
_FAILURES = (OSError, RuntimeError, ValueError, AssertionError, av.FFmpegError)
"""What the libraries raise where a file cannot be written; soundfile asserts that all samples were taken."""
_BYTES_PER_SAMPLE = {"PCM_16": 2, "PCM_24": 3, "FLOAT": 4, "ALAW": 1, "ULAW": 1}


class AudioWriter:
    """Context manager. Writes `name.part` beside the target, then replaces the target in one step.

    Samples given to `write` have `input_rate`; the file has `sample_rate` (None: the format's own), resampled on the
    way. A file object in place of a path gets the finished bytes at the end. The same samples, tags and seed give the
    same bytes. Raises ExportError: `unknown_format`, `unknown_subtype`, `rate`, `no_folder`, `not_written`,
    `disk_full`, `too_long`.
    """

    def __init__(
        self,
        target: Path | str | BinaryIO,
        format: str | None = None,
        *,
        sample_rate: int | None = None,
        subtype: str | None = None,
        bit_rate: int | None = None,
        gain_db: float = 0.0,
        chapters: Sequence[Chapter] = (),
        metadata: Mapping[str, str] | None = None,
        seed: int = 0,
        input_rate: int = SAMPLE_RATE,
    ) -> None:
        self._path = Path(target) if isinstance(target, str | Path) else None
        self._file = None if isinstance(target, str | Path) else target
        self.format = format_of(format if format is not None else self._path or "wav")
        self.subtype = check_subtype(self.format, subtype)
        self.sample_rate = check_rate(self.format, sample_rate)
        self.bit_rate = bit_rate or self.format.bit_rate
        self.chapters = tuple(chapters)
        """Named stretches (m4b, m4a); may be set until the file is closed."""
        self.clipped = 0
        """Samples beyond full scale that were cut; 0 after a limiter."""
        self._gain = np.float32(db_to_amplitude(gain_db))
        self._tags = {key: value for key, value in (metadata or {}).items() if value}
        self._seed, self._input_rate = seed, input_rate
        self._resampler: soxr.ResampleStream | None = None
        self._sink: Sink | None = None
        self._part = Path()
        self._written = 0
        self._waiting: list[Float32] = []
        self._n_waiting = 0

    @property
    def seconds(self) -> float:
        """Of sound written so far."""
        return self._written / self.sample_rate

    def __enter__(self) -> "AudioWriter":
        self._part = self._part_path()
        if self._input_rate != self.sample_rate:
            self._resampler = soxr.ResampleStream(self._input_rate, self.sample_rate, 1, dtype="float32", quality="HQ")
        try:
            self._sink = self._open_sink()
        except _FAILURES as error:
            self._discard()
            raise self._failure(error) from error
        return self

    def write(self, samples: Float32) -> None:
        """(n,) float32, any length."""
        self._waiting.append(np.asarray(samples, np.float32) * self._gain)
        self._n_waiting += len(samples)
        if self._n_waiting >= BLOCK_SAMPLES:
            self._encode_waiting(all_of_it=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._discard()
            return
        try:
            self._finish()
        except _FAILURES as failure:
            raise self._failure(failure) from failure
        finally:
            self._discard()

    def _encode_waiting(self, *, all_of_it: bool) -> None:
        """Encoders see blocks of one size, so that the bytes do not depend on how the sound was handed over."""
        waiting = np.concatenate([*self._waiting, np.zeros(0, np.float32)])
        whole = len(waiting) if all_of_it else len(waiting) // BLOCK_SAMPLES * BLOCK_SAMPLES
        for start in range(0, whole, BLOCK_SAMPLES):
            block = waiting[start : min(start + BLOCK_SAMPLES, whole)]
            self._put(block if self._resampler is None else self._resampler.resample_chunk(block))
        self._waiting, self._n_waiting = [waiting[whole:]], len(waiting) - whole

    def _put(self, block: Float32) -> None:
        if not len(block):
            return
        assert self._sink is not None, "use AudioWriter in a with statement"
        loud = int(np.count_nonzero(np.abs(block) > 1.0))
        if loud and self.subtype != "FLOAT":
            self.clipped += loud
            block = np.clip(block, -1.0, 1.0)
        self._written += len(block)
        if self.format.key == "wav" and self._written * _BYTES_PER_SAMPLE[self.subtype] > WAV_LIMIT_BYTES:
            raise ExportError(
                "too_long", "A wav file ends at 4 GB ({seconds:.0f} s here). Use flac.", seconds=self.seconds
            )
        try:
            self._sink.write(block)
        except _FAILURES as error:
            raise self._failure(error) from error

    def _finish(self) -> None:
        self._encode_waiting(all_of_it=True)
        if self._resampler is not None and self._written:
            self._put(self._resampler.resample_chunk(np.zeros(0, np.float32), last=True))
        assert self._sink is not None
        if isinstance(self._sink, FfmpegSink):
            self._sink.chapters = self.chapters
        sink, self._sink = self._sink, None
        sink.close()
        _sync(self._part)
        if self._path is not None:
            self._part.replace(self._path)
            _sync_folder(self._path.parent)
        elif self._file is not None:
            with self._part.open("rb") as finished:
                shutil.copyfileobj(finished, self._file)

    def _discard(self) -> None:
        if self._sink is not None:
            with suppress(Exception):
                self._sink.abandon()
            self._sink = None
        with suppress(OSError):
            self._part.unlink(missing_ok=True)

    def _part_path(self) -> Path:
        if self._path is None:
            handle, name = tempfile.mkstemp(suffix=self.format.suffix + ".part")
            os.close(handle)
            return Path(name)
        if not self._path.parent.is_dir():
            raise ExportError(
                "no_folder", "There is no folder {path} to write to. Make it first.", path=str(self._path.parent)
            )
        if self._path.exists() and not self._path.is_file():  # replacing a device such as /dev/null would destroy it
            raise ExportError("not_a_file", "{path} is no file to replace; choose another name.", path=str(self._path))
        return self._path.with_name(self._path.name + ".part")

    def _open_sink(self) -> Sink:
        row = self.format
        if row.sink == "ffmpeg":
            return FfmpegSink(self._part, row, rate=self.sample_rate, bit_rate=self.bit_rate, tags=self._tags)
        if row.sink == "pcm":
            return PcmSink(self._part, subtype=self.subtype, seed=self._seed)
        return LibsndfileSink(
            self._part,
            row,
            subtype=self.subtype,
            rate=self.sample_rate,
            bit_rate=self.bit_rate,
            tags=self._tags,
            seed=self._seed,
        )

    def _failure(self, error: Exception) -> ExportError:
        where = str(self._path or "the file")
        number = getattr(error, "errno", None)
        if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or _is_full(self._part.parent):
            return ExportError(
                "disk_full", "There is no room left on the disk for {path}. Free some and try again.", path=where
            )
        return ExportError(
            "not_written",
            "{path} could not be written ({reason}). Check the folder's permissions and space.",
            path=where,
            reason=str(error) or type(error).__name__,
        )


def write_audio(
    target: Path | str | BinaryIO,
    sound: Clip | Iterable[Float32],
    format: str | None = None,
    *,
    sample_rate: int | None = None,
    subtype: str | None = None,
    seed: int = 0,
) -> float:
    """Write a clip, or blocks at 24 kHz, in one call; answers the seconds written."""
    blocks: Iterable[Float32] = [sound.samples] if isinstance(sound, Clip) else sound
    input_rate = sound.sample_rate if isinstance(sound, Clip) else SAMPLE_RATE
    with AudioWriter(
        target, format, sample_rate=sample_rate, subtype=subtype, seed=seed, input_rate=input_rate
    ) as writer:
        for block in blocks:
            writer.write(block)
    return writer.seconds


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < 1_000_000
    except OSError:
        return False
