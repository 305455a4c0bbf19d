"""emotion: measure the emotion in a clip."""

import argparse
import sys
from pathlib import Path

from synthesis.decoding import read_clip
from synthesis.emotions.controls import CONTROLS
from synthesis.emotions.encode import encode_emotion
from synthesis.emotions.space import nearest_presets, valence_arousal


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("clip", type=Path, metavar="CLIP")
    parser.add_argument("--neutral", type=Path, metavar="CLIP", help="the same person speaking neutrally")


def run(arguments: argparse.Namespace) -> int:
    neutral = read_clip(arguments.neutral) if arguments.neutral else None
    emotion = encode_emotion(read_clip(arguments.clip), neutral)
    valence, arousal = valence_arousal(emotion)
    near = ", ".join(f"{name} {share:.2f}" for name, share in nearest_presets(emotion)[:3])
    sys.stdout.write(f"sounds like: {near}\nvalence {valence:+.2f}, arousal {arousal:+.2f}\n")
    for control in CONTROLS:
        if value := emotion[control.name]:
            sys.stdout.write(f"{control.name:>9} {value:+7.2f} {control.unit:<6} {control.meaning}\n")
    return 0
