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
from synthesis.units import HOP, Float32
from synthesis.vocoder import vocode

PLACEHOLDER: dict[Language, tuple[str, ...]] = {"zh": ("d", "a5"), "en": ("d", "ə")}
VOWELS = frozenset("AIOQWYaeiouæɐɑɒɔəɚɛɜɪʊʌᵊᵻ")
CLOSURE_FRAMES = 2
"""25 ms of a stop's closure stay at a seam."""
SILENT_BELOW_LOG = 5.2
"""45 dB under the loudest frame."""
REGISTER_REACH_FRAMES = 60
"""How far around the place the host's pitch counts (0.75 s)."""
MAX_REGISTER_ST = 5.0
MAX_LEVEL_LOG = 1.2
SEAM_FRAMES = 10
"""An eighth of a second on either side of a seam is what a listener compares."""
MAX_SEAM_LOG = 0.8


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
    """Guest moved to the register and the loudness that the host has around the place [start, stop), its ends drawn
    towards the level of what they meet."""
    low, high = max(0, start - REGISTER_REACH_FRAMES), min(len(host), stop + REGISTER_REACH_FRAMES)
    shift_st = _median_st(host.f0_hz[low:high]) - _median_st(guest.f0_hz)
    shift_st = float(np.clip(np.nan_to_num(shift_st), -MAX_REGISTER_ST, MAX_REGISTER_ST))
    around, own = frame_level(cut(host, low, high)), frame_level(guest)
    gain = _speech_level(around, host.voiced[low:high]) - _speech_level(own, guest.voiced)
    gain = float(np.clip(gain, -MAX_LEVEL_LOG, MAX_LEVEL_LOG))
    before, after = around[: start - low], around[stop - low :]
    gains = gain + _seam_gain(before[::-1], own + gain) + _seam_gain(after, (own + gain)[::-1])[::-1]
    rows = gains[:, None].astype(np.float32)
    return replace(
        guest,
        f0_hz=guest.f0_hz * np.float32(2.0 ** (shift_st / 12.0)),
        harmonic_log=guest.harmonic_log + rows,
        noise_log=guest.noise_log + rows,
        free_log=None if guest.free_log is None else guest.free_log + rows,
    )


def _seam_gain(outside: Float32, inside: Float32) -> Float32:
    """Gain over the guest's frames, counted from the seam: half of the step there, gone after SEAM_FRAMES.

    `outside` are the host's levels from the seam outwards, `inside` the guest's from the seam inwards; -> (n_guest,)
    """
    gain = np.zeros(len(inside), np.float32)
    if len(outside) == 0 or len(inside) == 0:
        return gain
    step = float(outside[:SEAM_FRAMES].max() - inside[:SEAM_FRAMES].max())
    reach = min(2 * SEAM_FRAMES, len(inside))
    gain[:reach] = np.clip(0.5 * step, -MAX_SEAM_LOG, MAX_SEAM_LOG) * np.linspace(1, 0, reach)
    return gain


def without_silent_edges(frames: SpeechFrames) -> SpeechFrames:
    """Cut to the words as marked, and of a closure at the edge (the silence of a p or t) leave two frames.

    Never by loudness alone: a quiet consonant at the edge is speech.
    """
    words = [m for m in frames.marks if m.kind == "word"]
    level = frame_level(frames)
    heard = np.flatnonzero(level > level.max() - SILENT_BELOW_LOG)
    first = max(0, int(words[0].start), int(heard[0]) - CLOSURE_FRAMES)
    last = min(len(frames), int(np.ceil(words[-1].end)), int(heard[-1]) + 1 + CLOSURE_FRAMES)
    # Never past the middle of the outer words: each word keeps its mark.
    first = min(first, int((words[0].start + words[0].end) / 2))
    return cut(frames, first, max(last, int((words[-1].start + words[-1].end) / 2) + 1))


def frame_level(frames: SpeechFrames) -> Float32:
    """(n,) natural-log RMS of each frame as the vocoder will give it (about 1 ms per second of speech)."""
    sound = vocode(frames, seed=0).reshape(-1, HOP)
    level: Float32 = (0.5 * np.log(np.mean(np.square(sound), axis=1) + 1e-12)).astype(np.float32)
    return level


def _speech_level(level: Float32, voiced: np.ndarray) -> float:
    heard = level[voiced] if voiced.sum() >= 5 else level
    return float(np.percentile(heard, 70)) if len(heard) else 0.0


def _median_st(f0_hz: Float32) -> float:
    voiced = f0_hz[f0_hz > 0]
    return float(np.median(12 * np.log2(voiced))) if len(voiced) >= 3 else float("nan")
