"""The spoken form of a text on the terminal, guesses marked."""

import sys

from synthesis.text.frontend import explain
from synthesis.text.lexicon import Lexicon
from synthesis.timeline.markup import parse_markup
from synthesis.timeline.model import Segment


def explain_segment(marked: str, segment: Segment, lexicon: tuple[tuple[str, str], ...]) -> None:
    annotated = parse_markup(marked, base=segment.base)
    words = explain(parse_markup(segment.text), language=segment.language, lexicon=Lexicon.from_pairs(lexicon))
    for word in words:
        mark = f"  ? {word.reason}" if word.guess else ""
        sys.stdout.write(f"{word.original:<20} {word.spoken:<24} {word.phones}{mark}\n")
    for keyframe in annotated.keyframes:
        place = annotated.plain[int(keyframe.at) :][:12]
        sys.stdout.write(f"[{keyframe.emotion} {keyframe.weight:g}] {keyframe.ease} from {place!r}\n")
    for warning in annotated.warnings:
        sys.stdout.write(f"! {warning}\n")
