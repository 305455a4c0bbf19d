"""inspect: check a clip."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from synthesis.clip_report import inspect_clip
from synthesis.decoding import read_clip


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clip", type=Path, metavar="CLIP")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    report = inspect_clip(read_clip(arguments.clip))
    if arguments.json:
        sys.stdout.write(json.dumps(asdict(report), ensure_ascii=False, indent=1, default=str) + "\n")
    else:
        sys.stdout.write(f"{report}\n")
    return 0
