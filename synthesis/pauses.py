"""Silence inside and around a sentence: the markup's pauses, the emotion's, and tidy edges."""

import numpy as np

from synthesis.frames import Mark, SpeechFrames, concatenate, cut, silence
from synthesis.text.spoken import SpokenSentence
from synthesis.units import Float64, seconds_to_frames

EDGE_FRAMES = 3
"""37 ms of the engine's own silence stay at each edge; the rest of a gap belongs to the timeline."""
LONGEST_PAUSE_RATIO = 4.0


def tidy_pauses(frames: SpeechFrames, sentence: SpokenSentence, ratios: Float64) -> SpeechFrames:
    """Trim the edges, scale the model's pauses, put explicit pauses after their words.

    `ratios` (n_words,) multiply the pause after each word.
    """
    words = [m for m in frames.marks if m.kind == "word"]
    parts = [silence(round(seconds_to_frames(sentence.pause_before_s)))] if sentence.pause_before_s else []
    at = max(0, int(words[0].start) - EDGE_FRAMES)
    for i, word in enumerate(words):
        last = i == len(words) - 1
        end = min(len(frames), int(np.ceil(word.end)) + EDGE_FRAMES) if last else round(words[i + 1].start)
        pause = None if last else _pause_between(frames, word, words[i + 1])
        extra = sentence.words[i].pause_after_s if i < len(sentence.words) else 0.0
        if not extra and (pause is None or ratios[i] == 1.0):
            continue
        parts.append(cut(frames, at, end if pause is None else pause[0]))
        if pause is not None:
            parts.append(scale_pause(cut(frames, *pause), float(ratios[i])))
        if extra:
            parts.append(silence(round(seconds_to_frames(extra))))
        at = end if pause is None else pause[1]
    last_frame = min(len(frames), int(np.ceil(words[-1].end)) + EDGE_FRAMES)
    if at < last_frame:
        parts.append(cut(frames, at, last_frame))
    return concatenate([part for part in parts if len(part)])


def _pause_between(frames: SpeechFrames, word: Mark, following: Mark) -> tuple[int, int] | None:
    for mark in frames.marks:
        if mark.kind == "pause" and word.end - 0.5 <= mark.start and mark.end <= following.start + 0.5:
            start, end = round(mark.start), round(mark.end)
            return (start, end) if end > start else None
    return None


def scale_pause(pause: SpeechFrames, ratio: float) -> SpeechFrames:
    """A silent stretch made `ratio` times as long, by silence put into its middle or frames taken out of it."""
    n = len(pause)
    target = max(1, round(n * min(ratio, LONGEST_PAUSE_RATIO)))
    half = min(n, target) // 2
    parts = [cut(pause, 0, half), silence(max(0, target - n)), cut(pause, n - (min(n, target) - half), n)]
    return concatenate([part for part in parts if len(part)])
