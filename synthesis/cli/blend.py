"""blend: mix voices into a new one."""

import argparse
import re
import sys
from pathlib import Path

from synthesis.cli.options import output, writable
from synthesis.errors import VoiceError
from synthesis.voices.blend import blend_voices
from synthesis.voices.store import load_voice, save_voice
from synthesis.voices.voice import Voice


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("voices", nargs="+", metavar="VOICE.json=WEIGHT", help="for example A.json=0.7 B.json=0.3")
    output(parser, what="the new voice (JSON)")
    parser.add_argument("--name", help="name of the new voice (default: the file's name)")


def run(arguments: argparse.Namespace) -> int:
    parts = [_part(text) for text in arguments.voices]
    voice = blend_voices(parts, name=arguments.name or arguments.output.stem)
    save_voice(voice, writable(arguments.output))
    sys.stdout.write(f"{arguments.output}: {voice.name}\n")
    return 0


def _part(text: str) -> tuple[Voice, float]:
    match = re.fullmatch(r"(.+)=([0-9]*\.?[0-9]+)", text)
    if match is None:
        raise VoiceError("weight", "{text} is no voice and weight; write VOICE.json=0.7.", text=repr(text))
    return load_voice(Path(match[1])), float(match[2])
