"""One sentence, two languages, one voice: foreign words take their place in the host sentence's tune.

The host engine drafts the whole sentence with *placeholder* syllables where the foreign words stand, so that the tune,
the pace and the breath of the sentence run on underneath. The foreign words are then spoken by their own engine, put
on the place's pitch and loudness, stripped of silence, and laid over the placeholders. Both sides are in the same
cloned voice before they meet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from synthesis.frames import SpeechFrames, concatenate, cut
from synthesis.text.spoken import Language, SpokenWord
from synthesis.units import Float32

PLACEHOLDER: dict[Language, tuple[str, ...]] = {"zh": ("d", "a5"), "en": ("d", "ə")}
VOWELS = frozenset("AIOQWYaeiouæɐɑɒɔəɚɛɜɪʊʌᵊᵻ")
EDGE_SILENCE_FRAMES = 1
"""12.5 ms of silence may stay at each side of a seam."""
REGISTER_REACH_FRAMES = 60
"""How far around the place the host's pitch counts (0.75 s)."""
MAX_REGISTER_ST = 5.0
MAX_LEVEL_LOG = 1.2


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive words of one language: words[start:stop]."""

    language: Language
    start: int
    stop: int


def language_runs(words: Sequence[SpokenWord]) -> Iterator[Run]:
    start = 0
    for i in range(1, len(words) + 1):
        if i == len(words) or words[i].language != words[start].language:
            yield Run(words[start].language, start, i)
            start = i


def syllables(word: SpokenWord) -> int:
    """Syllables of a word: one per Mandarin syllable, one per vowel for English."""
    if word.language == "zh":
        return 1
    return max(1, sum(phone in VOWELS for phone in "".join(word.phones)))


def with_placeholders(
    words: Sequence[SpokenWord], host: Language
) -> tuple[list[SpokenWord], list[int], list[tuple[Run, int, int]]]:
    """The host's reading of the sentence, which word each of its words stands for, and for every foreign run the
    placeholder words [start, stop) that hold its place."""
    out: list[SpokenWord] = []
    owners: list[int] = []
    places: list[tuple[Run, int, int]] = []
    for run in language_runs(words):
        first = len(out)
        for i in range(run.start, run.stop):
            spoken = [words[i]] if run.language == host else _placeholders(words[i], host)
            out.extend(spoken)
            owners.extend([i] * len(spoken))
        if run.language != host:
            last = words[run.stop - 1].separator
            out[-1] = replace(out[-1], separator=_host_separator(last, host, is_last=run.stop == len(words)))
            places.append((run, first, len(out)))
    return out, owners, places


def _placeholders(word: SpokenWord, host: Language) -> list[SpokenWord]:
    joint = "#0" if host == "zh" else ""
    filler = replace(word, language=host, phones=PLACEHOLDER[host], separator=joint, guess=None, pause_after_s=0.0)
    fillers = [filler] * syllables(word)
    return [*fillers[:-1], replace(filler, separator="#0" if host == "zh" else " ")]


def _host_separator(separator: str, host: Language, *, is_last: bool) -> str:
    """What the host model should read after the place: its own kind of break for the guest's punctuation."""
    pauses = any(mark in separator for mark in ",;:.!?—…") or separator in ("#2", "#3")
    if host == "zh":
        return "" if is_last else ("#3" if pauses else "#0")
    if is_last:
        return separator if any(mark in separator for mark in ".!?") else "."
    return separator if any(mark in separator for mark in ".!?") else (", " if pauses else " ")


def lay_over(host: SpeechFrames, places: Sequence[tuple[int, int, SpeechFrames]]) -> SpeechFrames:
    """Host frames with guests laid over the frame spans [start, stop), each put on the place's pitch and level."""
    parts: list[SpeechFrames] = []
    at = 0
    for start, stop, guest in places:
        parts.append(cut(host, at, start))
        parts.append(on_place(without_silent_edges(guest), host, start, stop))
        at = stop
    parts.append(cut(host, at, len(host)))
    return concatenate([part for part in parts if len(part)])


def on_place(guest: SpeechFrames, host: SpeechFrames, start: int, stop: int) -> SpeechFrames:
    """Guest moved to the register and the loudness that the host has around the place [start, stop)."""
    low, high = max(0, start - REGISTER_REACH_FRAMES), min(len(host), stop + REGISTER_REACH_FRAMES)
    shift_st = _median_st(host.f0_hz[low:high]) - _median_st(guest.f0_hz)
    shift_st = float(np.clip(np.nan_to_num(shift_st), -MAX_REGISTER_ST, MAX_REGISTER_ST))
    gain = _speech_level(cut(host, low, high)) - _speech_level(guest)
    gain = float(np.clip(gain, -MAX_LEVEL_LOG, MAX_LEVEL_LOG))
    return replace(
        guest,
        f0_hz=guest.f0_hz * np.float32(2.0 ** (shift_st / 12.0)),
        harmonic_log=guest.harmonic_log + np.float32(gain),
        noise_log=guest.noise_log + np.float32(gain),
        free_log=None if guest.free_log is None else guest.free_log + np.float32(gain),
    )


def without_silent_edges(frames: SpeechFrames) -> SpeechFrames:
    """Cut to the first and last audible frame, less a frame of margin."""
    spans = [m for m in frames.marks if m.kind == "word"]
    level = frame_level(frames)
    heard = np.flatnonzero(level > level.max() - 3.7)  # 32 dB under the loudest frame
    first, last = int(heard[0]), int(heard[-1]) + 1
    if spans:
        # Never past the middle of the outer words: a whispered one must not lose its mark.
        first = min(max(first, int(spans[0].start)), int((spans[0].start + spans[0].end) / 2))
        last = max(min(last, int(np.ceil(spans[-1].end)) + 1), int((spans[-1].start + spans[-1].end) / 2) + 1)
    return cut(frames, max(0, first - EDGE_SILENCE_FRAMES), min(len(frames), last + EDGE_SILENCE_FRAMES))


def frame_level(frames: SpeechFrames) -> Float32:
    """(n,) natural-log RMS amplitude of each frame (harmonics count once per F0, noise per bin)."""
    f0 = np.maximum(frames.f0_hz, 60.0)
    harmonic = np.exp(2 * frames.harmonic_log[:, ::2]).sum(1) * np.where(frames.f0_hz > 0, 40.0 / f0, 0.0)
    noise = np.exp(2 * frames.noise_log[:, ::2]).sum(1) * np.float32(4.0 / 1200.0)
    level: Float32 = (0.5 * np.log(harmonic + noise + 1e-12)).astype(np.float32)
    return level


def _speech_level(frames: SpeechFrames) -> float:
    level = frame_level(frames)
    voiced = level[frames.voiced]
    return float(np.percentile(voiced if len(voiced) >= 5 else level, 70)) if len(level) else 0.0


def _median_st(f0_hz: Float32) -> float:
    voiced = f0_hz[f0_hz > 0]
    return float(np.median(12 * np.log2(voiced))) if len(voiced) >= 3 else float("nan")
