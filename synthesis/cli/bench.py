"""bench: speed, latency and memory."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="store the figures with machine and commit")
    parser.add_argument("--voice", type=Path, metavar="V.json", help="the cloned voice to use (default: the demo's)")


def run(arguments: argparse.Namespace) -> int:
    from synthesis.bench.machine import describe_machine, peak_memory_mb
    from synthesis.bench.speed import measure_language
    from synthesis.cli.options import writable
    from synthesis.demo.voices import demo_voice
    from synthesis.voices.store import load_voice

    voice = load_voice(arguments.voice) if arguments.voice else demo_voice()
    figures: dict[str, Any] = {"machine": describe_machine()}
    figures["english"] = measure_language("en", voice)
    figures["mandarin"] = measure_language("zh", voice)
    figures["peak_memory_mb"] = round(peak_memory_mb())
    for key in ("english", "mandarin"):
        for name, value in figures[key].items():
            sys.stdout.write(f"{key:<9} {name:<24} {value}\n")
    sys.stdout.write(f"peak memory {figures['peak_memory_mb']} MB\n")
    if arguments.json:
        writable(arguments.json).write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return 0
