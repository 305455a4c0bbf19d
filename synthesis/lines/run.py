"""The batch: check everything, speak what changed, fix one gain for all files, write, remember."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from synthesis.errors import BatchError
from synthesis.export import DeliveryPreset
from synthesis.lines.folder_lock import only_batch_in
from synthesis.lines.manifest import Line, Manifest
from synthesis.lines.rows import Job
from synthesis.lines.speaking import PARTS, Spoken, drop_part, read_fault, speak_line, write_line
from synthesis.lines.table import Fault, refuse
from synthesis.lines.workers import in_order_of_completion
from synthesis.loudness import SILENCE_LUFS, gated_lufs

SAVE_EVERY = 200
"""Files between two writes of the manifest."""
BYTES_PER_SECOND = 96_000
SECONDS_PER_LINE = 4.0
Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Outcome:
    made: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    """Files of the manifest whose row is gone; left where they are."""
    gain_db: float | None = None


def run_batch(
    jobs: Sequence[Job],
    folder: Path,
    preset: DeliveryPreset,
    *,
    loudness: str = "batch",
    workers: int = 1,
    relevel: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Make the files whose hash changed. Raises BatchError, with nothing written, where a text cannot be spoken."""
    folder.mkdir(parents=True, exist_ok=True)
    with only_batch_in(folder):
        return _run(jobs, folder, preset, loudness=loudness, workers=workers, relevel=relevel, progress=progress)


def _run(
    jobs: Sequence[Job],
    folder: Path,
    preset: DeliveryPreset,
    *,
    loudness: str,
    workers: int,
    relevel: bool,
    progress: Progress | None,
) -> Outcome:
    manifest = Manifest.read(folder)
    settings = "/".join(map(str, (preset.name, preset.format, preset.subtype, preset.sample_rate, loudness)))
    relevel = relevel or manifest.settings != settings  # a gain fixed for another target or mode is none of ours
    todo = [job for job in jobs if relevel or not _is_made(manifest, job, folder)]
    refuse(text_faults(todo, workers=workers, progress=progress))
    _check_room(folder, len(todo))
    (folder / PARTS).mkdir(exist_ok=True)
    spoken = _speak(todo, folder, workers=workers, progress=progress)
    gain = _gain(manifest, todo, spoken, preset, loudness=loudness, relevel=relevel)
    manifest.settings, manifest.gain_db = settings, gain
    _write(
        todo,
        spoken,
        folder,
        preset,
        manifest,
        gain_db=gain if loudness != "each" else None,
        workers=workers,
        progress=progress,
    )
    shutil.rmtree(folder / PARTS, ignore_errors=True)
    wanted = {job.file for job in jobs}
    made = {job.file for job in todo}
    return Outcome(
        made=[job.file for job in todo],
        kept=[job.file for job in jobs if job.file not in made],
        orphans=[name for name in manifest.lines if name not in wanted],
        gain_db=gain,
    )


def _is_made(manifest: Manifest, job: Job, folder: Path) -> bool:
    line = manifest.lines.get(job.file)
    if line is None or line.hash != job.hash:
        return False
    path = folder / job.file
    return path.exists() and path.stat().st_size == line.bytes


def text_faults(jobs: Sequence[Job], *, workers: int, progress: Progress | None = None) -> list[Fault]:
    """Lines whose text the front end cannot read, by row."""
    faults = []
    for done, (job, reason) in enumerate(in_order_of_completion(read_fault, jobs, jobs=_few(workers, jobs)), start=1):
        if reason is not None:
            faults.append(Fault(job.row, "text", reason))
        if progress:
            progress("checking", done, len(jobs))
    return sorted(faults, key=lambda fault: fault.row)


def _few(workers: int, todo: Sequence[Job]) -> int:
    """A worker costs a second to start: a handful of lines is quicker without."""
    return workers if len(todo) > 24 else 1


def _check_room(folder: Path, n_lines: int) -> None:
    need = n_lines * SECONDS_PER_LINE * BYTES_PER_SECOND
    if shutil.disk_usage(folder).free < need:
        raise BatchError(
            "disk",
            "{folder} has too little room: about {need:.1f} GB are needed. Free some, or choose another disk.",
            folder=str(folder),
            need=need / 1e9,
        )


def _speak(todo: Sequence[Job], folder: Path, *, workers: int, progress: Progress | None) -> dict[str, Spoken]:
    spoken: dict[str, Spoken] = {}
    work = partial(speak_line, folder=folder)
    for job, facts in in_order_of_completion(work, todo, jobs=_few(workers, todo)):
        spoken[job.file] = facts
        if progress:
            progress("speaking", len(spoken), len(todo))
    return spoken


def _gain(
    manifest: Manifest,
    todo: Sequence[Job],
    spoken: dict[str, Spoken],
    preset: DeliveryPreset,
    *,
    loudness: str,
    relevel: bool,
) -> float | None:
    """The shared gain: fixed by the first complete run, so that later lines keep their place beside earlier ones."""
    if loudness == "none":
        return 0.0
    if manifest.gain_db is not None and not relevel:
        return manifest.gain_db
    blocks = [block for job in todo for block in spoken[job.file].blocks]
    level = gated_lufs(blocks)
    target = preset.lufs if preset.lufs is not None else (preset.rms_db or 0.0)
    return round(target - level, 2) if level > SILENCE_LUFS else 0.0


def _write(
    todo: Sequence[Job],
    spoken: dict[str, Spoken],
    folder: Path,
    preset: DeliveryPreset,
    manifest: Manifest,
    *,
    gain_db: float | None,
    workers: int,
    progress: Progress | None,
) -> None:
    for job in todo:  # a kill from here on must not leave a file of the old gain among those that count as made
        manifest.lines.pop(job.file, None)
    manifest.write(folder)
    work = partial(write_line, folder=folder, preset=preset, gain_db=gain_db)
    for done, (job, size) in enumerate(in_order_of_completion(work, todo, jobs=_few(workers, todo)), start=1):
        facts = spoken[job.file]
        manifest.lines[job.file] = Line(
            id=job.id, file=job.file, hash=job.hash, seconds=facts.seconds, loudness_lufs=facts.loudness_lufs,
            peak_db=facts.peak_db, bytes=size, guessed=facts.guessed, licence=facts.licence,
            permitted_use=facts.permitted_use,
        )  # fmt: skip
        if done % SAVE_EVERY == 0:
            manifest.write(folder)
            # Only what the manifest holds may go: a kill in between costs a rewrite, never a line.
        if progress:
            progress("writing", done, len(todo))
    manifest.write(folder)
    for job in todo:
        drop_part(folder, job.hash)
