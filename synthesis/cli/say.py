"""say: speak a text into a file."""

import argparse
import sys
from pathlib import Path

from synthesis.cli.options import cache, delivery, ranged, report, writable
from synthesis.emotions.describe import parse_blend
from synthesis.emotions.presets import check_weights
from synthesis.timeline.model import Segment, Timeline
from synthesis.timeline.segments import segment_from_marks
from synthesis.voices.store import load_voice


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "text", help="what to say, with marks if you like: [calm] ... [> cheerful 0.8] ... [pause 500ms]"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the audio file (not needed with --explain)")
    parser.add_argument("--voice", type=Path, metavar="V.json", help="a voice made by clone or blend")
    parser.add_argument("--emotion", default="", help='for the whole text: "0.6*calm + 0.4*friendly"')
    parser.add_argument("--language", choices=("auto", "en", "zh"), default="auto")
    parser.add_argument("--speed", type=ranged(0.25, 4.0), default=1.0)
    parser.add_argument("--pitch", type=ranged(-12.0, 12.0), default=0.0, metavar="SEMITONES")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--variation", type=ranged(0.0, 1.0), default=0.0, help="0: only the noise follows the seed")
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="pronunciations (csv, tsv or json)")
    parser.add_argument("--explain", action="store_true", help="show the spoken form and every guessed word")
    delivery(parser)


def run(arguments: argparse.Namespace) -> int:
    from synthesis.cli.explaining import explain_segment

    base = check_weights(parse_blend(arguments.emotion)) if arguments.emotion else ()
    segment = segment_from_marks(
        "s1", arguments.text, base=base, language=arguments.language, speed=arguments.speed,
        pitch_semitones=arguments.pitch,
    )  # fmt: skip
    lexicon = _lexicon(arguments.lexicon)
    if arguments.explain:
        explain_segment(arguments.text, segment, lexicon)
        if arguments.output is None:
            return 0
    if arguments.output is None:
        sys.stderr.write("Where should the audio go? Add -o FILE.\n")
        return 2
    return _speak(arguments, segment, lexicon)


def _speak(arguments: argparse.Namespace, segment: Segment, lexicon: tuple[tuple[str, str], ...]) -> int:
    from synthesis.delivery import deliver

    voices = {"it": load_voice(arguments.voice)} if arguments.voice else {}
    timeline = Timeline(
        (segment,), voice="it" if voices else "", seed=arguments.seed, variation=arguments.variation, lexicon=lexicon
    )
    done = deliver(
        timeline, writable(arguments.output), voices=voices, cache=cache(), format=arguments.format,
        preset=arguments.preset, loudness=arguments.loudness, captions=arguments.captions, marks=arguments.marks,
    )  # fmt: skip
    report(done, arguments.output)
    return 0


def _lexicon(path: Path | None) -> tuple[tuple[str, str], ...]:
    if path is None:
        return ()
    from synthesis.text.lexicon import read_lexicon

    return tuple((entry.word, entry.said) for entry in read_lexicon(path).entries)
