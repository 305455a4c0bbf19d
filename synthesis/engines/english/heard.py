"""When each symbol is *heard*. The model's own clock runs late and gives spaces and stress marks time of their own.

Measured on the model's speech (spectral change around its boundaries, ten sentences): a phone begins 44 ms before its
turn, a word ends 38 ms before the space's turn; the space's time sounds as the consonant that follows it, or as the end
of the word before when a vowel follows; the last phone before punctuation holds a part of the pause.
"""

from collections.abc import Sequence

import numpy as np

from synthesis.engines.english.symbols import EDGE, STRESS, Symbols
from synthesis.engines.english.timing import VOWELS
from synthesis.units import Float32

PHONE_EARLY_FRAMES = 4
WORD_END_EARLY_FRAMES = 3
SILENT_BELOW = -1.0
"""Energy (the model's unit) of a frame that nobody hears: about 40 dB under the loudest."""
SHORTEST_PAUSE_FRAMES = 3
LONGEST_CLOSURE_FRAMES = 8
"""Silence without punctuation counts as a pause from 100 ms; below, it is the closure of a plosive."""
PAUSE_SIGNS = frozenset('.,;:!?…—()"“”')


def heard_durations(symbols: Symbols, model_durations: np.ndarray, energy: Float32) -> np.ndarray:
    """Frames of each symbol as heard; the total is the model's, separators without silence get none. (n_symbols,)"""
    ends = np.cumsum(model_durations)
    total = int(ends[-1])
    heard = np.clip(ends - PHONE_EARLY_FRAMES, 0, total)
    silent = energy < SILENT_BELOW
    for first, last in _separators(symbols.word):
        start, end = _gap(symbols.symbols, ends, silent, first=first, last=last)
        if first > 0:
            heard[first - 1] = start
        heard[first:last] = start + np.linspace(0, end - start, last - first + 1).round().astype(int)[1:]
    heard[-1] = total
    return np.diff(ordered(heard, symbols.symbols, symbols.word), prepend=0).astype(np.int64)


def ordered(ends: np.ndarray, symbols: Sequence[str], symbol_word: Sequence[int]) -> np.ndarray:
    """Ends of all symbols (n_symbols,) put in order, each phone with a frame of its own, the last end kept."""
    least = np.cumsum([w >= 0 and s not in STRESS for s, w in zip(symbols, symbol_word, strict=True)])
    forward = np.maximum.accumulate(np.maximum(ends - least, 0)) + least
    put: np.ndarray = np.minimum(forward, ends[-1] - (least[-1] - least))
    return put


def _separators(symbol_word: Sequence[int]) -> list[tuple[int, int]]:
    """Runs [first, last) of symbols that belong to no word."""
    flags = np.array([False, *(w < 0 for w in symbol_word), False])
    return [(int(a), int(b)) for a, b in np.flatnonzero(np.diff(flags.astype(np.int8))).reshape(-1, 2)]


def _gap(symbols: Sequence[str], ends: np.ndarray, silent: np.ndarray, *, first: int, last: int) -> tuple[int, int]:
    """Where the word before the separators [first, last) is heard to end, and where the next begins.

    Energy fades a frame later than the sound it stands for.
    """
    low = 0 if first == 0 else int(ends[first - 1] - (ends[first - 1] - ends[max(first - 2, 0)]) * 0.9)
    low = max(low - PHONE_EARLY_FRAMES, 0)
    high = int(ends[-1]) if last == len(symbols) else int(ends[last])
    run = _longest_run(silent[low:high])
    at_edge = first == 0 or last == len(symbols)
    punctuated = at_edge or any(s in PAUSE_SIGNS for s in symbols[first:last])
    if run[1] - run[0] >= (SHORTEST_PAUSE_FRAMES if punctuated else LONGEST_CLOSURE_FRAMES):
        return (max(low + run[0] - 1, 0) if first else 0), (low + run[1] if last < len(symbols) else int(ends[-1]))
    if first == 0:
        return 0, max(int(ends[last - 1]) - PHONE_EARLY_FRAMES, 0)
    if last == len(symbols):
        return int(ends[first - 1]) - WORD_END_EARLY_FRAMES, int(ends[-1])
    following = next((s for s in symbols[last:] if s not in "ˈˌ" or s == EDGE), EDGE)
    boundary = int(ends[last - 1] if following in VOWELS else ends[first - 1]) - WORD_END_EARLY_FRAMES
    return max(boundary, 0), max(boundary, 0)


def _longest_run(flags: np.ndarray) -> tuple[int, int]:
    flips = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8))).reshape(-1, 2)
    if not len(flips):
        return 0, 0
    longest = int(np.argmax(flips[:, 1] - flips[:, 0]))
    return int(flips[longest, 0]), int(flips[longest, 1])
