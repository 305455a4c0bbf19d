"""When each phone, word and pause is heard, from the durations and from the sound's own level."""

from collections.abc import Sequence

import numpy as np

from synthesis.engines.english.symbols import LENGTH, STRESS
from synthesis.frames import Mark, SpeechFrames
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32, db_to_log

SILENT_BELOW_DB = -45.0
"""Level under the loudest frame below which a frame counts as silent."""
SHORTEST_PAUSE_FRAMES = 3


def frame_levels(frames: SpeechFrames) -> Float32:
    """Natural-log amplitude of each frame in the speech band (60 Hz-8 kHz): harmonics where voiced, and noise. (n,)"""
    band = slice(3, 400)
    power = np.exp(2 * frames.noise_log[:, band]).mean(axis=1)
    power += np.exp(2 * frames.harmonic_log[:, band]).mean(axis=1) * frames.voiced * 0.1
    if frames.free_log is not None:
        power += 0.5 * np.exp(2 * frames.free_log[:, band]).mean(axis=1)
    level: Float32 = (0.5 * np.log(power + 1e-20)).astype(np.float32)
    return level


def mark_speech(
    words: Sequence[SpokenWord], symbols: Sequence[str], symbol_word: Sequence[int], durations: np.ndarray,
    silent: np.ndarray,
) -> tuple[Mark, ...]:
    """Marks of kind phone, word and pause. `silent` (n_frames,) bool.

    A stress mark's time belongs to the vowel after it, a length mark's to the vowel before. Silence inside the
    outermost phones of a word is a pause, not the word.
    """
    ends = np.cumsum(durations)
    starts = ends - durations
    phones, spans = [], []
    for index, word in enumerate(words):
        own = [i for i, w in enumerate(symbol_word) if w == index]
        if not own:
            continue
        start, end = _audible(int(starts[own[0]]), int(ends[own[-1]]), silent)
        phones.extend(_phones(own, symbols, starts, ends, word, start=start, end=end))
        spans.append(Mark("word", word.text, start, end, word.source))
    return (*phones, *spans, *_pauses(spans, silent))


def _audible(start: int, end: int, silent: np.ndarray) -> tuple[int, int]:
    heard = np.flatnonzero(~silent[start:end])
    return (start, end) if not len(heard) else (start + int(heard[0]), start + int(heard[-1]) + 1)


def _phones(
    own: Sequence[int], symbols: Sequence[str], starts: np.ndarray, ends: np.ndarray, word: SpokenWord, *,
    start: int, end: int,
) -> list[Mark]:
    marks: list[Mark] = []
    pending: int | None = None
    for i in own:
        if symbols[i] in STRESS:
            pending = int(starts[i]) if pending is None else pending
            continue
        if symbols[i] == LENGTH and marks:
            marks[-1] = Mark("phone", marks[-1].text, marks[-1].start, min(int(ends[i]), end), word.source)
            continue
        first = int(starts[i]) if pending is None else pending
        pending = None
        marks.append(Mark("phone", symbols[i], max(first, start), max(min(int(ends[i]), end), start), word.source))
    return [m for m in marks if m.end > m.start]


def _pauses(spans: Sequence[Mark], silent: np.ndarray) -> list[Mark]:
    """The silent stretch before the first word, between words and after the last, where there is one."""
    edges = [0, *(int(v) for m in spans for v in (m.start, m.end)), len(silent)]
    offsets = [spans[0].source[0], *(m.source[1] for m in spans)] if spans else [0]
    pauses = []
    for offset, start, end in zip(offsets, edges[::2], edges[1::2], strict=True):
        first, last = _longest_silence(silent[start:end])
        if last - first >= SHORTEST_PAUSE_FRAMES:
            pauses.append(Mark("pause", "", start + first, start + last, (offset, offset)))
    return pauses


def _longest_silence(silent: np.ndarray) -> tuple[int, int]:
    flips = np.flatnonzero(np.diff(np.concatenate([[False], silent, [False]]).astype(np.int8)))
    if not len(flips):
        return 0, 0
    runs = flips.reshape(-1, 2)
    longest = int(np.argmax(runs[:, 1] - runs[:, 0]))
    return int(runs[longest, 0]), int(runs[longest, 1])


def silent_frames(frames: SpeechFrames) -> np.ndarray:
    """(n,) bool."""
    if not len(frames):
        return np.zeros(0, bool)
    level = frame_levels(frames)
    quiet: np.ndarray = level < level.max() + db_to_log(SILENT_BELOW_DB)
    return quiet
