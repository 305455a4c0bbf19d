"""demo: the demonstration passage, in a voice cloned from real clips, with captions."""

import argparse
import sys

from synthesis.cli.options import cache, output, report, writable
from synthesis.cli.progress import bar


def configure(parser: argparse.ArgumentParser) -> None:
    output(parser, what="the audio file; captions go beside it as .srt")


def run(arguments: argparse.Namespace) -> int:
    from synthesis.delivery import deliver
    from synthesis.demo.voices import PASSAGE, demo_voice
    from synthesis.timeline.codec import timeline_from_json

    path = writable(arguments.output)
    with bar("cloning the demo voice", total=1.0) as progress:
        voice = demo_voice(progress=progress)
    timeline = timeline_from_json(PASSAGE.read_bytes())
    with bar("rendering", total=1.0) as progress:
        done = deliver(
            timeline, path, voices={"demo": voice}, cache=cache(), captions=path.with_suffix(".srt"),
            marks=path.with_suffix(".marks.json"), progress=lambda number, total: progress(number / total),
        )  # fmt: skip
    report(done, path)
    for segment in done.segments:
        sys.stdout.write(f"{segment.start_s:6.2f}-{segment.end_s:5.2f} s  {segment.text}\n")
    return 0
