"""Marks of phones, words and pauses, moved to where the spectrum changes."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from synthesis.engines.english.heard import ordered
from synthesis.engines.english.symbols import LENGTH, STRESS
from synthesis.engines.protocol import Draft
from synthesis.frames import Mark, SpeechFrames
from synthesis.units import Float32, Float64

REACH_FRAMES = 2
"""A boundary moves at most so far to the sharpest change of the spectrum."""
_PRIOR = np.array([0.6, 0.85, 1.0, 0.85, 0.6])
SHORTEST_PAUSE_FRAMES = 3
_BINS = slice(4, 400, 6)


def mark_speech(draft: Draft, frames: SpeechFrames) -> tuple[Mark, ...]:
    """Phones, then words, then pauses; a pause's source is the empty span after the word before it.

    A stress mark's time belongs to the vowel after it, a length mark's to the vowel before.
    """
    ends = _sharpened(draft, frames)
    starts = np.concatenate([[0], ends[:-1]])
    phones: list[Mark] = []
    spans: list[Mark] = []
    pauses: list[Mark] = []
    offset = draft.words[0].source[0]
    for first, last in _runs(draft.phone_word):
        start, end = float(starts[first]), float(ends[last - 1])
        index = draft.phone_word[first]
        if index >= 0:
            word = draft.words[index]
            offset = word.source[1]
            phones.extend(_phones(range(first, last), draft, starts, ends))
            spans.append(Mark("word", word.text, start, end, word.source))
        elif end - start >= SHORTEST_PAUSE_FRAMES:
            pauses.append(Mark("pause", "", start, end, (offset, offset)))
    return (*phones, *spans, *pauses)


def _runs(phone_word: Sequence[int]) -> list[tuple[int, int]]:
    """Runs [first, last) of symbols of the same word, or of none."""
    edges = [0, *(i for i in range(1, len(phone_word)) if phone_word[i] != phone_word[i - 1]), len(phone_word)]
    return list(pairwise(edges))


def _phones(own: Sequence[int], draft: Draft, starts: np.ndarray, ends: np.ndarray) -> list[Mark]:
    source = draft.words[draft.phone_word[own[0]]].source
    marks: list[Mark] = []
    start = float(starts[own[0]])
    for i in own:
        symbol, end = draft.phones[i], float(ends[i])
        if symbol in STRESS:
            continue
        if symbol == LENGTH and marks:
            marks[-1] = Mark("phone", marks[-1].text, marks[-1].start, end, source)
        else:
            marks.append(Mark("phone", symbol, start, end, source))
        start = end
    return [mark for mark in marks if mark.end > mark.start]


def _sharpened(draft: Draft, frames: SpeechFrames) -> np.ndarray:
    """Ends of all symbols in frames, each moved to the sharpest change near it, still in order. (n_symbols,) int"""
    durations = draft.durations
    ends = np.cumsum(durations)
    n = int(ends[-1])
    change = np.zeros(n + 1 + 2 * REACH_FRAMES)
    change[REACH_FRAMES : REACH_FRAMES + n + 1] = spectral_change(frames)
    near = change[ends[:, None] + np.arange(2 * REACH_FRAMES + 1)]  # (n_symbols, 5)
    moved = ends + np.argmax(near * _PRIOR, axis=1) - REACH_FRAMES
    word = np.array(draft.phone_word)
    beside_pause = (word < 0) | (np.append(word[1:], -1) < 0) & (np.append(durations[1:], 0) > 0)
    moved[beside_pause] = ends[beside_pause]
    empty = np.flatnonzero((durations == 0) & (np.arange(len(ends)) > 0))
    for i in empty:
        moved[i] = moved[i - 1]
    moved[-1] = n
    return ordered(moved, draft.phones, draft.phone_word)


def spectral_change(frames: SpeechFrames) -> Float64:
    """How much the spectrum differs between the two frames before and after each boundary. (n + 1,)"""
    n = len(frames)
    change = np.zeros(n + 1)
    if n < 4:
        return change
    spectrum = _spectrum(frames)
    pairs = spectrum[1:] + spectrum[:-1]  # (n - 1, bins)
    change[2 : n - 1] = np.abs(pairs[2:] - pairs[:-2]).mean(axis=1)
    return change


def _spectrum(frames: SpeechFrames) -> Float32:
    """Rough natural-log spectrum of each frame, whichever part is strongest. (n, bins)"""
    heard = frames.noise_log[:, _BINS].copy()
    voiced = frames.voiced
    heard[voiced] = np.maximum(heard[voiced], frames.harmonic_log[voiced, _BINS] - np.float32(1.5))
    if frames.free_log is not None:
        np.maximum(heard, frames.free_log[:, _BINS], out=heard)
    return np.maximum(heard, np.float32(-9.0))
