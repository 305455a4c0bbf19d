"""Captions (SRT, WebVTT) and timed marks (JSON) on the original text."""

from synthesis.captions.cues import Cue, make_cues
from synthesis.captions.marks import MARKS_SCHEMA, MARKS_VERSION, marks_document, marks_json
from synthesis.captions.subtitles import write_srt, write_vtt

__all__ = [
    "MARKS_SCHEMA",
    "MARKS_VERSION",
    "Cue",
    "make_cues",
    "marks_document",
    "marks_json",
    "write_srt",
    "write_vtt",
]
