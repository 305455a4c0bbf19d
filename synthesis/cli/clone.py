"""clone: make a voice from clips of a person."""

import argparse
import sys
from pathlib import Path

from synthesis.cli.options import output, writable
from synthesis.cli.progress import bar
from synthesis.decoding import read_clip
from synthesis.enrolment import enrol
from synthesis.voices.store import save_voice


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clips", nargs="+", type=Path, metavar="CLIP", help="recordings of one person, 3-60 s in all")
    output(parser, what="the voice (JSON)")
    parser.add_argument("--name", required=True, help="name of the voice")
    parser.add_argument("--quick", action="store_true", help="usable in seconds, less alike; refine it later")


def run(arguments: argparse.Namespace) -> int:
    target = writable(arguments.output)
    clips = [read_clip(path) for path in arguments.clips]
    with bar("cloning", total=1.0) as progress:
        voice, reports = enrol(
            clips, name=arguments.name, quality="quick" if arguments.quick else "refined", progress=progress
        )
    for report in reports:
        for problem in report.problems:
            sys.stderr.write(f"{report.name}: {problem.message}\n")
    save_voice(voice, target)
    for key, timbre in voice.timbres.items():
        sys.stdout.write(f"{key}: likeness {timbre.likeness:.2f}{'' if timbre.refined else ' (quick)'}\n")
    sys.stdout.write(f"{arguments.output}: {voice.name}, revision {voice.revision[:12]}\n")
    return 0
