"""When each phone, syllable and pause is heard: the model's durations, corrected by the sound.

The model's alignment puts the second half of a vowel under the break after it, lets a syllable start inside a pause,
and gives some initials no time at all although they are heard; marks follow the ear.
"""

from collections.abc import Sequence

import numpy as np

from synthesis.engines.mandarin.symbols import NO_INITIAL
from synthesis.frames import Mark, SpeechFrames
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, db_to_log

SILENT_BELOW_DB = -34.0
"""Under the loudest frame of the sentence."""
SHORTEST_PAUSE_FRAMES = 3
LONGEST_HIDDEN_INITIAL = 8
"""Frames back from a syllable whose initial got no time in which the initial is looked for."""


def mark_speech(
    words: Sequence[SpokenWord], phones: Sequence[str], phone_word: Sequence[int], durations: np.ndarray,
    frames: SpeechFrames, mel: Float32,
) -> tuple[Mark, ...]:
    """Marks of kind phone, word and pause for `frames` (n,), whose mel spectrum is (n, 80)."""
    if not words or not len(frames):
        return ()
    ends = np.cumsum(durations)
    own = [[i for i, owner in enumerate(phone_word) if owner == index] for index in range(len(words))]
    silent = _silent(frames)
    first = [int(ends[o[0]] - durations[o[0]]) for o in own]  # where the model starts each word
    starts = [_heard_start(first[w], durations, own[w], phones, mel) for w in range(len(words))]
    spans = [_trim(a, b, silent) for a, b in zip(starts, [*starts[1:], len(frames)], strict=True)]
    marks = [mark for w, word in enumerate(words) for mark in _phones(word, own[w], phones, ends, durations, spans[w])]
    marks += [Mark("word", word.text, *span, word.source) for word, span in zip(words, spans, strict=True)]
    return (*marks, *_pauses(words, spans, silent))


def frame_levels(frames: SpeechFrames) -> Float32:
    """Natural-log RMS of each frame's sound, from its two parts. (n,)

    Independent noise of amplitude a in all bins comes out at a / 30; a harmonic of level a is a sine of amplitude
    a / 300, and there are 12 kHz / F0 of them.
    """
    noise = np.exp(2 * frames.noise_log).mean(axis=1) / 900
    harmonics = 0.5 * np.exp(2 * frames.harmonic_log).mean(axis=1) / 90_000
    power = noise + np.where(frames.voiced, harmonics * 12_000 / np.maximum(frames.f0_hz, 50), 0)
    return np.asarray(0.5 * np.log(power + 1e-20), np.float32)


def _silent(frames: SpeechFrames) -> np.ndarray:
    level = frame_levels(frames)
    quiet: np.ndarray = level < level.max() + db_to_log(SILENT_BELOW_DB)
    return quiet


def _heard_start(
    start: int, durations: np.ndarray, own: Sequence[int], phones: Sequence[str], mel: Float32
) -> int:
    """Where an initial without time of its own begins: the greatest change of spectrum just before the syllable."""
    if durations[own[0]] > 0 or phones[own[0]] == NO_INITIAL or start < 4:
        return start
    candidates = np.arange(max(2, start - LONGEST_HIDDEN_INITIAL), min(start, len(mel) - 2) + 1)
    if not len(candidates):
        return start
    change = [np.abs(mel[t : t + 2].mean(axis=0) - mel[t - 2 : t].mean(axis=0)).mean() for t in candidates]
    return int(candidates[int(np.argmax(change))])


def _trim(start: int, end: int, silent: np.ndarray) -> tuple[int, int]:
    """The heard part of a span; all of it when nothing in it is."""
    heard = np.flatnonzero(~silent[start:end])
    return (start + int(heard[0]), start + int(heard[-1]) + 1) if len(heard) else (start, end)


def _phones(
    word: SpokenWord, own: Sequence[int], phones: Sequence[str], ends: np.ndarray, durations: np.ndarray,
    span: tuple[int, int],
) -> list[Mark]:
    """Initial and final; the breaks' share of the vowel and the zero initial belong to the final."""
    start, end = span
    spoken = [i for i in own if not phones[i].startswith("#") and phones[i] != NO_INITIAL]
    borders = [start]
    for i in spoken[1:]:
        borders.append(int(np.clip(ends[i] - durations[i], borders[-1], end)))
    borders.append(end)
    return [
        Mark("phone", phones[i], a, b, word.source)
        for i, a, b in zip(spoken, borders[:-1], borders[1:], strict=True) if b > a
    ]


def _pauses(words: Sequence[SpokenWord], spans: Sequence[tuple[int, int]], silent: np.ndarray) -> list[Mark]:
    """The silent stretch before the first word, between words and after the last."""
    edges = [0, *(edge for span in spans for edge in span), len(silent)]
    offsets = [words[0].source[0], *(word.source[1] for word in words)]
    return [
        Mark("pause", "", a, b, (offset, offset))
        for offset, a, b in zip(offsets, edges[::2], edges[1::2], strict=True)
        if b - a >= SHORTEST_PAUSE_FRAMES
    ]
