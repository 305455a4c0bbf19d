"""When each phone, syllable and pause is heard: the model's durations, corrected by the sound.

The model's alignment puts the second half of a vowel under the break after it, lets a syllable start inside a pause,
and gives some initials no time at all although they are heard; marks follow the ear.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from synthesis.engines.mandarin.symbols import END, NO_INITIAL, SILENCE
from synthesis.frames import Mark, SpeechFrames
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, db_to_log

SILENT_BELOW_DB = -34.0
"""Under the loudest frame of the sentence."""
SHORTEST_PAUSE_FRAMES = 3
LONGEST_HIDDEN_INITIAL = 8
"""Frames back from a syllable whose initial got no time in which the initial is looked for."""
INITIAL_REACH, VOWEL_REACH = (3, 1), (2, 5)
"""Frames back and on from the model's border of an initial and of the vowel after it, within which the greatest change
of the spectrum is the border. The model lets vowels begin inside long fricatives."""
HALF_FRAME = 0.5
"""Frame k is centred on k hops: it stands for the time from k - 1/2 to k + 1/2."""
EARLIER = 0.25
"""Frames from the change of spectrum back to the border: with it 95 of 100 fricatives begin and end within 20 ms of
their mark (37 fricatives of 12 sentences, by the balance of sound above and below 3.5 kHz)."""


def mark_speech(
    words: Sequence[SpokenWord],
    phones: Sequence[str],
    phone_word: Sequence[int],
    durations: np.ndarray,
    frames: SpeechFrames,
    mel: Float32,
) -> tuple[Mark, ...]:
    """Marks of kind phone, word and pause for `frames` (n,), whose mel spectrum is (n, 80)."""
    if not words or not len(frames):
        return ()
    begins = _heard_begins(phones, durations, mel)
    own = [[i for i, owner in enumerate(phone_word) if owner == index] for index in range(len(words))]
    silent = _silent(frames)
    starts = [begins[o[0]] for o in own]
    spans = [_trim(a, b, silent) for a, b in zip(starts, [*starts[1:], float(len(frames))], strict=True)]
    marks: list[Mark] = []
    for word, symbols, span in zip(words, own, spans, strict=True):
        marks += _phones(word, symbols, phones, begins, span)
    marks += [Mark("word", word.text, *span, word.source) for word, span in zip(words, spans, strict=True)]
    return (*marks, *_pauses(words, spans, silent))


def _heard_begins(phones: Sequence[str], durations: np.ndarray, mel: Float32) -> list[float]:
    """Where each symbol begins, in frames: the model's alignment, moved to the change of spectrum next to it."""
    labelled = np.cumsum(durations) - durations
    change = _spectral_change(mel)
    begins: list[float] = []
    for i, at in enumerate(labelled):
        back, on = _reach(phones, durations, i)
        near = np.arange(max(int(at) - back, 1), min(int(at) + on, len(mel) - 1) + 1)
        heard = int(near[np.argmax(change[near])]) if back and len(near) else int(at)
        begins.append(max(heard - EARLIER, begins[-1] if begins else 0.0))
    return begins


def _reach(phones: Sequence[str], durations: np.ndarray, i: int) -> tuple[int, int]:
    """How many frames back and on from the model's border the symbol may begin."""
    if _is_consonant(phones[i]):
        return (LONGEST_HIDDEN_INITIAL if durations[i] == 0 else INITIAL_REACH[0]), INITIAL_REACH[1]
    return VOWEL_REACH if i > 0 and _is_consonant(phones[i - 1]) else (0, 0)


def _is_consonant(phone: str) -> bool:
    return phone != NO_INITIAL and phone.isalpha() and phone not in (SILENCE, END)


def _spectral_change(mel: Float32) -> Float32:
    """Difference between the two frames from t on and the two before. (n, 80) -> (n,)"""
    padded = np.pad(mel, ((2, 1), (0, 0)), mode="edge")
    pairs = padded[:-1] + padded[1:]  # pair k holds frames k - 2 and k - 1
    return np.asarray(np.abs(pairs[2:] - pairs[:-2]).mean(axis=1) / 2, np.float32)


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


def _trim(start: float, end: float, silent: np.ndarray) -> tuple[float, float]:
    """The heard part of a span; all of it when nothing in it is."""
    first, stop = round(start + HALF_FRAME), round(end + HALF_FRAME)
    heard = np.flatnonzero(~silent[first:stop])
    if not len(heard):
        return start, end
    begin = start if heard[0] == 0 else first + int(heard[0]) - HALF_FRAME
    return begin, end if heard[-1] == stop - first - 1 else first + int(heard[-1]) + HALF_FRAME


def _phones(
    word: SpokenWord, own: Sequence[int], phones: Sequence[str], begins: Sequence[float], span: tuple[float, float]
) -> list[Mark]:
    """Initial and final; the breaks' share of the vowel and the zero initial belong to the final."""
    start, end = span
    spoken = [i for i in own if not phones[i].startswith("#") and phones[i] != NO_INITIAL]
    borders = [start, *(float(np.clip(begins[i], start, end)) for i in spoken[1:]), end]
    return [
        Mark("phone", phones[i], a, b, word.source)
        for i, (a, b) in zip(spoken, pairwise(borders), strict=True)
        if b > a
    ]


def _pauses(words: Sequence[SpokenWord], spans: Sequence[tuple[float, float]], silent: np.ndarray) -> list[Mark]:
    """The silent stretch before the first word, between words and after the last."""
    edges = [0.0, *(edge for span in spans for edge in span), float(len(silent))]
    offsets = [words[0].source[0], *(word.source[1] for word in words)]
    return [
        Mark("pause", "", a, b, (offset, offset))
        for offset, a, b in zip(offsets, edges[::2], edges[1::2], strict=True)
        if b - a >= SHORTEST_PAUSE_FRAMES
    ]
