"""Timed marks as JSON: words (or characters), phones and visemes, in seconds from the start of the audio."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from synthesis.marks import SpokenSegment, TimedMark
from synthesis.visemes import SILENCE, VISEME_SET, VISEMES, visemes_of

MARKS_VERSION = 1
_DIGITS = 4
_TIME = {"type": "number", "minimum": 0}
_SPAN = {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}


def _list_of(name: str, rule: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    properties = {name: rule, "start": _TIME, "end": _TIME, **more}
    item = {"type": "object", "required": list(properties), "additionalProperties": False, "properties": properties}
    return {"type": "array", "items": item}


_TEXT = {"type": "string"}
_SEGMENT_PROPERTIES: dict[str, Any] = {
    "id": _TEXT,
    "title": _TEXT,
    "text": _TEXT,
    "start": _TIME,
    "end": _TIME,
    "words": _list_of("text", _TEXT, source=_SPAN, language=_TEXT),
    "phones": _list_of("phone", _TEXT, source=_SPAN, language=_TEXT),
    "visemes": _list_of("viseme", {"enum": list(VISEMES)}),
}
MARKS_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Timed marks",
    "type": "object",
    "required": ["version", "unit", "viseme_set", "segments"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": MARKS_VERSION},
        "unit": {"const": "seconds"},
        "viseme_set": {"const": VISEME_SET},
        "segments": {
            "type": "array",
            "items": {
                "type": "object",
                "required": list(_SEGMENT_PROPERTIES),
                "additionalProperties": False,
                "properties": _SEGMENT_PROPERTIES,
            },
        },
    },
}
"""JSON Schema of the document; `source` counts code points of the segment's `text`."""


def marks_document(segments: Sequence[SpokenSegment]) -> dict[str, Any]:
    """Plain JSON values after MARKS_SCHEMA. Visemes cover each segment without holes, pauses being `sil`."""
    return {
        "version": MARKS_VERSION,
        "unit": "seconds",
        "viseme_set": VISEME_SET,
        "segments": [_segment(segment) for segment in segments],
    }


def marks_json(segments: Sequence[SpokenSegment]) -> str:
    """The document as JSON text."""
    return json.dumps(marks_document(segments), ensure_ascii=False, indent=1) + "\n"


def _segment(segment: SpokenSegment) -> dict[str, Any]:
    words = [mark for mark in segment.marks if mark.kind == "word"]
    phones = [mark for mark in segment.marks if mark.kind == "phone"]
    return {
        "id": segment.id,
        "title": segment.title,
        "text": segment.text,
        **_times(segment.start_s, segment.end_s),
        "words": [_mark("text", mark, segment) for mark in words],
        "phones": [_mark("phone", mark, segment) for mark in phones],
        "visemes": _visemes(phones, segment),
    }


def _mark(name: str, mark: TimedMark, segment: SpokenSegment) -> dict[str, Any]:
    return {
        name: mark.text,
        **_times(mark.start_s, mark.end_s),
        "source": list(mark.source),
        "language": _language(mark, segment),
    }


def _visemes(phones: Sequence[TimedMark], segment: SpokenSegment) -> list[dict[str, Any]]:
    shapes: list[tuple[str, float, float]] = []
    now = segment.start_s
    for mark in sorted(phones, key=lambda m: m.start_s):
        start, end = max(now, mark.start_s), max(now, mark.end_s)
        names = visemes_of(mark.text, language=_language(mark, segment))
        if end <= start or not names:
            continue
        if start > now:
            shapes.append((SILENCE, now, start))
        step = (end - start) / len(names)
        shapes.extend((name, start + i * step, start + (i + 1) * step) for i, name in enumerate(names))
        now = end
    if segment.end_s > now:
        shapes.append((SILENCE, now, segment.end_s))
    return [{"viseme": name, **_times(start, end)} for name, start, end in _merged(shapes)]


def _merged(shapes: Sequence[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Neighbours of the same shape become one."""
    edges = [0, *(i for i, (a, b) in enumerate(pairwise(shapes), start=1) if a[0] != b[0]), len(shapes)]
    return [(shapes[a][0], shapes[a][1], shapes[b - 1][2]) for a, b in pairwise(edges) if b > a]


def _language(mark: TimedMark, segment: SpokenSegment) -> str:
    if mark.language:
        return mark.language
    spoken = segment.text[slice(*mark.source)]
    return "zh" if any("\u3400" <= character <= "\u9fff" for character in spoken) else "en"


def _times(start_s: float, end_s: float) -> dict[str, float]:
    return {"start": round(max(0.0, start_s), _DIGITS), "end": round(max(0.0, end_s), _DIGITS)}
