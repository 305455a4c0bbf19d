"""Cues as SubRip and WebVTT text."""

import html
from collections.abc import Sequence

from synthesis.captions.cues import Cue, make_cues
from synthesis.marks import SpokenSegment


def write_srt(segments: Sequence[SpokenSegment]) -> str:
    """SubRip. The text as it is: the format knows no escapes."""
    blocks = [
        f"{number}\n{_stamp(cue.start_s, ',')} --> {_stamp(cue.end_s, ',')}\n{_plain(cue)}\n"
        for number, cue in enumerate(make_cues(segments), start=1)
    ]
    return "\n".join(blocks)


def write_vtt(segments: Sequence[SpokenSegment]) -> str:
    """WebVTT (W3C); `&`, `<` and `>` escaped."""
    blocks = [
        f"{_stamp(cue.start_s, '.')} --> {_stamp(cue.end_s, '.')}\n{html.escape(_plain(cue), quote=False)}\n"
        for cue in make_cues(segments)
    ]
    return "\n".join(["WEBVTT\n", *blocks])


def _plain(cue: Cue) -> str:
    return "\n".join(cue.lines)


def _stamp(seconds: float, point: str) -> str:
    milliseconds = max(0, round(seconds * 1000))
    hours, rest = divmod(milliseconds, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02d}:{minutes:02d}:{rest // 1000:02d}{point}{rest % 1000:03d}"
