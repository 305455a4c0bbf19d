"""render: a timeline (JSON) into a file."""

import argparse
from pathlib import Path

from synthesis.cli.options import cache, delivery, output, report, writable
from synthesis.cli.progress import bar
from synthesis.errors import TimelineError
from synthesis.timeline.codec import timeline_from_json
from synthesis.timeline.model import Timeline
from synthesis.voices.store import load_voice
from synthesis.voices.voice import Voice


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("timeline", type=Path, metavar="TIMELINE.json")
    output(parser, what="the audio file")
    parser.add_argument(
        "--voice",
        action="append",
        default=[],
        metavar="NAME=V.json",
        help="a voice the timeline names (default: NAME.json beside the timeline)",
    )
    delivery(parser)


def run(arguments: argparse.Namespace) -> int:
    from synthesis.delivery import deliver

    folder = arguments.timeline.parent
    timeline = timeline_from_json(arguments.timeline.read_bytes())
    voices = load_voices(timeline, folder, arguments.voice)
    with bar("rendering", total=1.0) as progress:
        done = deliver(
            timeline, writable(arguments.output), voices=voices, folder=folder, cache=cache(),
            format=arguments.format, preset=arguments.preset, loudness=arguments.loudness,
            captions=arguments.captions, marks=arguments.marks,
            progress=lambda number, total: progress(number / total),
        )  # fmt: skip
    report(done, arguments.output)
    return 0


def load_voices(timeline: Timeline, folder: Path, given: list[str]) -> dict[str, Voice]:
    """The voices a timeline names: from NAME=FILE, else NAME.json (or NAME as a file) beside the timeline."""
    paths: dict[str, Path] = {}
    for pair in given:
        name, _, path = pair.partition("=")
        if not path:
            raise TimelineError(
                "voice_option", "{pair} names no file; write --voice NAME=V.json.", pair=repr(pair), path="/voice"
            )
        paths[name] = Path(path)
    names = {timeline.voice, *(s.voice for s in timeline.segments), *(m.voice for _, m in timeline.cast)} - {""}
    for name in sorted(names - set(paths)):
        beside = [folder / name, folder / f"{name}.json"]
        found = next((path for path in beside if path.is_file()), None)
        if found is None:
            raise TimelineError(
                "voice_file",
                "There is no file for the voice {name}; give --voice {name}=V.json or put {file} beside the timeline.",
                name=name,
                file=f"{name}.json",
                path="/voice",
            )
        paths[name] = found
    return {name: load_voice(path) for name, path in paths.items()}
