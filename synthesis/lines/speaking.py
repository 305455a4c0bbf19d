"""One line in a worker process: spoken once, kept before gain, then written with the gain that all files share."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from synthesis.errors import BatchError, SynthesisError
from synthesis.export import AudioWriter, DeliveryPreset, shape_for_delivery
from synthesis.lines.rows import Job
from synthesis.loudness import SILENCE_LUFS, LoudnessMeter
from synthesis.mixing import Mixer, mix
from synthesis.pipeline import RenderedSentence, render
from synthesis.units import SAMPLE_RATE, Float32

PARTS = ".parts"
"""Below the output folder: lines spoken but not yet written, so that a killed run goes on where it stopped."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was measured of a line before gain."""

    hash: str
    seconds: float
    loudness_lufs: float | None
    peak_db: float
    blocks: tuple[float, ...]
    """K-weighted mean squares of its loudness blocks, for the gain of all."""
    guessed: tuple[str, ...]
    licence: str
    permitted_use: str


def speak_line(job: Job, folder: Path) -> Spoken:
    """Speak into the parts folder, unless an earlier run did. Raises SynthesisError."""
    sound, facts = part_paths(folder, job.hash)
    if sound.exists() and facts.exists():
        data = json.loads(facts.read_text(encoding="utf-8"))
        return Spoken(**{**data, "blocks": tuple(data["blocks"]), "guessed": tuple(data["guessed"])})
    pieces: list[RenderedSentence] = []
    blocks = [block for block in mix(_kept(job, pieces), Mixer()) if len(block)]
    samples = np.concatenate(blocks)
    spoken = _measured(job, samples, pieces)
    _replace(sound, samples.tobytes())
    _replace(facts, json.dumps(asdict(spoken), ensure_ascii=False).encode())
    return spoken


def _kept(job: Job, pieces: list[RenderedSentence]):  # type: ignore[no-untyped-def]
    for piece in render(job.timeline, voices={"it": job.voice}):
        pieces.append(piece)
        yield piece


def _measured(job: Job, samples: Float32, pieces: list[RenderedSentence]) -> Spoken:
    meter = LoudnessMeter()
    meter.add(samples)
    level = meter.integrated_lufs()
    engines = {info.key: info for piece in pieces for info in piece.engines}.values()
    strict = any(info.permitted_use == "non-commercial" for info in engines)
    return Spoken(
        hash=job.hash,
        seconds=round(len(samples) / SAMPLE_RATE, 4),
        loudness_lufs=round(level, 2) if level > SILENCE_LUFS else None,
        peak_db=round(meter.true_peak_db(), 2),
        blocks=tuple(meter.blocks()),
        guessed=tuple(dict.fromkeys(word for piece in pieces for word in piece.guessed)),
        licence="; ".join(info.licence for info in engines),
        permitted_use="non-commercial" if strict else "any",
    )


def write_line(job: Job, folder: Path, preset: DeliveryPreset, *, gain_db: float | None) -> int:
    """The finished file from its part, which is removed; answers the file's size. `gain_db` None: its own level."""
    sound, _ = part_paths(folder, job.hash)
    samples = np.frombuffer(sound.read_bytes(), np.float32)
    target = folder / job.file
    target.parent.mkdir(parents=True, exist_ok=True)
    _, blocks = shape_for_delivery(lambda: iter([samples]), preset, gain_db=gain_db)
    with AudioWriter(
        target, preset.format, sample_rate=preset.sample_rate or None, subtype=preset.subtype, bit_rate=preset.bit_rate
    ) as writer:
        for block in blocks:
            writer.write(block)
    return target.stat().st_size


def drop_part(folder: Path, hash: str) -> None:
    for path in part_paths(folder, hash):
        path.unlink(missing_ok=True)


def part_paths(folder: Path, hash: str) -> tuple[Path, Path]:
    return folder / PARTS / f"{hash}.f32", folder / PARTS / f"{hash}.json"


def _replace(path: Path, data: bytes) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BatchError(
            "not_written",
            "{path} could not be written ({reason}); free some room and run again: finished lines are kept.",
            path=str(path),
            reason=error.strerror or str(error),
        ) from error


def read_fault(job: Job) -> str | None:
    """Why the job's text cannot be spoken, or None; runs the front end only."""
    from synthesis.planning import plan_timeline

    try:
        plan_timeline(job.timeline, voices={"it": job.voice})
    except SynthesisError as error:
        return str(error)
    return None
