"""A curve as a sentence, and a sentence as a curve, in English and Chinese.

    calm, gliding to cheerful 80 % at “solved”, the base from “Goodbye”
    冷静，到“解决”渐变为欢快 80 %，从“再见”起基调

Lossless for keyframes that sit on words: each clause is one emotion mark.
"""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Literal, NoReturn

from synthesis.emotions.presets import PRESETS, label
from synthesis.errors import TimelineError
from synthesis.timeline.curve_phrases import CHINESE, ENGLISH, Phrases, clause_template, ease_of
from synthesis.timeline.curve_places import Places
from synthesis.timeline.emotion_mark import EmotionMark, parse_mark
from synthesis.timeline.lanes import LaneBuilder
from synthesis.timeline.marks_text import curve_marks
from synthesis.timeline.markup import Names
from synthesis.timeline.model import Keyframe, Segment, Weights
from synthesis.timeline.names import as_names
from synthesis.timeline.segments import take_marks

_PHRASES = {"en": ENGLISH, "zh": CHINESE}


def describe_curve(segment: Segment, *, language: Literal["en", "zh"] = "en", emotion_names: Names = None) -> str:
    """Base and curve of a segment, in words. `curve_from_description` reads it back."""
    phrases = _PHRASES[language]
    segment = take_marks(segment, emotion_names=emotion_names)
    places = Places.of(segment, emotion_names=emotion_names)
    clauses = []
    for at, mark in curve_marks(segment, places.text):
        mix = phrases.base if mark.to_base else _write_mix(mark.weights, language)
        opens = at == places.start and mark.ease == "hold" and not mark.partial
        place = places.write(at, phrases)
        clauses.append((phrases.start if opens else clause_template(mark, phrases)).format(mix=mix, place=place))
    head = phrases.base_head.format(mix=_write_mix(segment.base, language)) if segment.base else ""
    return head + phrases.separator.join(clauses or [phrases.base if head else _label("neutral", language)])


def curve_from_description(
    description: str, segment_text: str | None, *, emotion_names: Names = None
) -> tuple[Weights, tuple[Keyframe, ...]]:
    """(base, keyframes) for a segment of that text; None for a recording, where places are seconds.

    The language is the description's own. Raises EmotionError for names and weights, TimelineError for a clause or a
    place that cannot be found.
    """
    own_words = re.sub(r"“[^”]*”|「[^」]*」|\"[^\"]*\"|'[^']*'", "", description)
    phrases = CHINESE if re.search(r"[渐从到起基，：]", own_words) else ENGLISH
    segment = Segment("", text=segment_text or "", recording="" if segment_text is None else None)
    places = Places.of(segment, emotion_names=emotion_names)
    head = phrases.head.match(description)
    base = _read_mix(head["mix"], phrases, emotion_names, head.start("mix")).weights if head else ()
    builder = LaneBuilder(base, places.start)
    position = head.end() if head else 0
    while position < len(description.rstrip()):
        clause = phrases.clause.match(description, position)
        if clause is None or clause.end() == position:
            _refuse(description, position)
        mark = _read_mix(clause["mix"], phrases, emotion_names, clause.start("mix"))
        neutral = mark.weights == (("neutral", 1.0),) and description.strip() == clause["mix"]
        if not neutral:
            mark = replace(mark, ease=ease_of(clause), partial=bool(clause["only"]))
            builder.apply(mark, at=places.read(clause))
        position = clause.end()
    return base, builder.keyframes()


def _refuse(description: str, position: int) -> NoReturn:
    raise TimelineError(
        "description", "The description cannot be read from {offset} on ({rest}); write for example: "
        "calm, gliding to cheerful 80 % at “word”.", offset=position, rest=description[position : position + 40],
    )  # fmt: skip


def _write_mix(weights: Weights, language: str) -> str:
    return " + ".join(
        _label(name, language) if weight == 1.0 else f"{_label(name, language)} {_percent(weight)} %"
        for name, weight in weights
    )


def _label(name: str, language: str) -> str:
    return label(name, language=language) if name in PRESETS else name


def _percent(weight: float) -> str:
    """Exact: what is read back is the same number."""
    text = format(Decimal(repr(weight)) * 100, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _read_mix(text: str, phrases: Phrases, names: Names, offset: int) -> EmotionMark:
    if text.strip().casefold() in (phrases.base, "base"):
        return EmotionMark(to_base=True)
    mark = parse_mark(re.sub(r"\s+and\s+|(?<=%)\s*和", " + ", text.strip()), names=as_names(names), offset=offset)
    if mark is None or mark.to_base or mark.partial or mark.ease != "hold":
        raise TimelineError(
            "description_mix", "{text} (at {offset}) is no mix of emotions; write for example cheerful 80 %.",
            text=text.strip(), offset=offset,
        )  # fmt: skip
    return mark
