"""Rows to timelines: every row checked, every fault named by row and column, nothing spoken."""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from synthesis.emotions.describe import parse_blend
from synthesis.emotions.presets import check_weights
from synthesis.errors import SynthesisError
from synthesis.export.formats import FORMATS
from synthesis.lines.cast import Cast, Role
from synthesis.lines.table import Fault, Row
from synthesis.runtime.revision import code_revision
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Segment, SegmentLanguage, Timeline, Weights
from synthesis.voices.voice import Voice

SPEED = (0.5, 2.0)
PITCH_ST = (-12.0, 12.0)
VARIANT_VARIATION = 0.5
MAX_NAME = 200
"""Bytes of a name: file systems hold 255, and an ending, a take and `.part` follow."""
LANGUAGES: dict[str, SegmentLanguage] = {"": "auto", "auto": "auto", "en": "en", "zh": "zh"}


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One file to be: what to say, in whose voice, and the hash that tells whether it is made already."""

    row: int
    id: str
    file: str
    timeline: Timeline
    voice: Voice
    hash: str


def plan_rows(
    rows: Iterable[Row], cast: Cast, *, suffix: str, variants: int = 1, seed: int = 0
) -> tuple[list[Job], list[Fault]]:
    """Jobs of all rows in order, and all faults. Text itself is read later, by `check_text` (it costs more)."""
    jobs: list[Job] = []
    faults: list[Fault] = []
    ids: dict[str, int] = {}
    files: dict[str, int] = {}
    for row in rows:
        before = len(faults)
        note = _noter(row, faults)
        if row.id in ids:
            note("id", f"{row.id!r} is also the id of row {ids[row.id]}; give each line its own")
        ids.setdefault(row.id, row.number)
        role = cast.role(row.speaker)
        if role is None:
            note("speaker", f"there is no {row.speaker!r} in the cast ({', '.join(cast.roles)})")
        file = _file(row, suffix, files, note)
        if role is None:
            continue
        segment = _segment(row, role, note)
        if segment is None or len(faults) > before:
            continue
        jobs.extend(_variants(row, file, segment, role.voice, variants=variants, seed=seed))
    return jobs, faults


def _noter(row: Row, faults: list[Fault]) -> Callable[[str, str], None]:
    return lambda column, reason: faults.append(Fault(row.number, column, reason))


def _variants(row: Row, file: str, segment: Segment, voice: Voice, *, variants: int, seed: int) -> Iterable[Job]:
    for take in range(variants):
        name = file if variants == 1 else str(PurePosixPath(file).with_stem(f"{PurePosixPath(file).stem}_v{take + 1}"))
        variation = VARIANT_VARIATION if take else 0.0
        timeline = Timeline((segment,), voice="it", seed=seed + take, variation=variation)
        shape = repr((segment, timeline.seed, variation, voice.revision, code_revision()))
        yield Job(
            row.number, row.id, name, timeline, voice, hashlib.sha256(shape.encode("utf-8", "replace")).hexdigest()
        )


def _segment(row: Row, role: Role, note: Callable[[str, str], None]) -> Segment | None:
    if not row.text:
        note("text", "there is nothing to say; write the line or remove the row")
        return None
    base: Weights = ()
    try:
        column = "emotion"
        base = parse_blend(row.emotion or role.emotion) if row.emotion or role.emotion else ()
        check_weights(base)
        column = "text"
        marked = parse_markup(row.text, base=base)
    except SynthesisError as error:
        note(column, str(error))
        return None
    language = row.language.lower() or role.language
    if language not in LANGUAGES:
        note("language", f"{language!r} is not spoken here; use auto, en or zh")
        return None
    return Segment(
        id=row.id,
        text=marked.stripped,
        base=base,
        keyframes=marked.keyframes,
        language=LANGUAGES[language],
        speed=_number(row.speed, role.speed, SPEED, "speed", note),
        pitch_semitones=_number(row.pitch, role.pitch, PITCH_ST, "pitch", note),
    )


def _number(
    text: str, default: float, limits: tuple[float, float], column: str, note: Callable[[str, str], None]
) -> float:
    try:
        value = float(text) if text else float(default)
    except ValueError:
        note(column, f"{text!r} is not a number")
        return default
    if not limits[0] <= value <= limits[1]:
        note(column, f"{value:g} is out of range; use {limits[0]:g} to {limits[1]:g}")
    return value


def _file(row: Row, suffix: str, files: dict[str, int], note: Callable[[str, str], None]) -> str:
    """The path below the output folder; never outside it, and never two rows in one file."""
    given = row.file or re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", row.id).strip(". ") or f"line-{row.number:05d}"
    path = PurePosixPath(given.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or Path(given).drive:
        note("file", f"{given!r} leads out of the output folder; give a name inside it")
    if (
        not path.name
        or "\0" in given
        or any(part.startswith(".") or len(part.encode()) > MAX_NAME for part in path.parts)
    ):
        note(
            "file" if row.file else "id",
            f"{given[:40]!r} is no file name; use up to {MAX_NAME} bytes and no dot in front",
        )
        return given
    if path.suffix.lower() != suffix:
        is_audio = path.suffix.lower() in {row.suffix for row in FORMATS.values()}  # "v1.2" has no ending to replace
        path = path.with_suffix(suffix) if is_audio else path.with_name(path.name + suffix)
    key = str(path).casefold()
    if key in files:
        note("file" if row.file else "id", f"{path} is also the file of row {files[key]}")
    files.setdefault(key, row.number)
    return str(path)
