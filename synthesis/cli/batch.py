"""batch: a table of lines into a folder of files."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from synthesis.cli.progress import bar
from synthesis.errors import BatchError
from synthesis.lines.cast import read_cast
from synthesis.lines.manifest import NAME
from synthesis.lines.rows import Job, plan_rows
from synthesis.lines.table import Fault, parse_columns, read_table, refuse

if TYPE_CHECKING:
    from synthesis.export import DeliveryPreset


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "table",
        type=Path,
        metavar="LINES.csv|jsonl",
        help="columns id, speaker, text, emotion, speed, pitch, language, file; only text is needed",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--cast", type=Path, metavar="CAST.json", help="speaker -> voice file, emotion, speed, pitch")
    parser.add_argument("--columns", default="", metavar="text=Line,speaker=NPC", help="names of the table's columns")
    parser.add_argument("--check", action="store_true", help="check the whole table and make nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: cores)")
    parser.add_argument("--variants", type=int, default=1, metavar="N", help="takes of every line (_v1, _v2 ...)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--format", help="wav, flac, ogg ... (default: wav, or the preset's)")
    parser.add_argument("--preset", choices=("audiobook", "podcast", "game", "phone"))
    parser.add_argument(
        "--loudness",
        choices=("batch", "each", "none"),
        default="batch",
        help="batch: one gain for all files, fixed by the first complete run",
    )
    parser.add_argument("--relevel", action="store_true", help="make all files again and fix the shared gain anew")


def run(arguments: argparse.Namespace) -> int:
    from synthesis.delivery import delivery_preset
    from synthesis.export import format_of

    if arguments.jobs < 1 or arguments.variants < 1:
        raise BatchError("count", "--jobs and --variants start at 1.")
    preset = delivery_preset(arguments.output / "x.wav", arguments.format, arguments.preset)
    suffix = format_of(preset.format).suffix
    rows = read_table(arguments.table, columns=parse_columns(arguments.columns))
    jobs, faults = plan_rows(
        rows, read_cast(arguments.cast), suffix=suffix, variants=arguments.variants, seed=arguments.seed
    )
    if arguments.check:
        return _check(arguments, jobs, faults)
    refuse(faults)
    return _make(arguments, jobs, preset)


def _check(arguments: argparse.Namespace, jobs: Sequence[Job], faults: Sequence[Fault]) -> int:
    from synthesis.lines.run import text_faults

    refuse(sorted([*faults, *text_faults(jobs, workers=arguments.jobs)], key=lambda fault: fault.row))
    sys.stdout.write(f"{len(jobs)} lines, no faults\n")
    return 0


def _make(arguments: argparse.Namespace, jobs: Sequence[Job], preset: "DeliveryPreset") -> int:
    from synthesis.lines.run import run_batch

    with ExitStack() as stack:
        bars: dict[str, Callable[[float], None]] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in bars:
                bars[stage] = stack.enter_context(bar(stage, total=total))
            bars[stage](done)

        outcome = run_batch(
            jobs, arguments.output, preset, loudness=arguments.loudness, workers=arguments.jobs,
            relevel=arguments.relevel, progress=progress,
        )  # fmt: skip
    sys.stdout.write(f"{len(outcome.made)} made, {len(outcome.kept)} unchanged; {arguments.output / NAME}\n")
    if outcome.orphans:
        sys.stdout.write(f"{len(outcome.orphans)} files have no row any more: {', '.join(outcome.orphans[:5])}\n")
    return 0
