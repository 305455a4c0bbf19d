"""PhraseShape: where the phrases of a sentence lie, and which stretches of them carry stress or end them."""

from collections.abc import Sequence
from dataclasses import dataclass

from synthesis.text.spoken import SpokenWord
from synthesis.units import Float64

ENGLISH_BREAKS = frozenset(",;:.!?—…()")
MANDARIN_BREAKS = frozenset({"#3"})
ENGLISH_VOWELS = frozenset("AIOQWYaeiouæɐɑɒɔəɚɛɜɪʊʌᵊᵻ")
MANDARIN_FUNCTION = frozenset("的地得了着过们吗呢吧啊呀嘛么在和与跟把被给对从到向往是就也都还又才很个只")
PRIMARY, SECONDARY = 1.0, 0.5

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PhraseShape:
    """All times in frames from the start of the sentence."""

    phrases: tuple[Span, ...]
    """Stretches between breaks; in order, never empty, not overlapping."""
    stresses: tuple[tuple[float, float, float], ...]
    """Start, end and strength (1 primary, 0.5 secondary) of every stressed syllable."""
    finals: tuple[Span, ...]
    """For each phrase, from its last stressed syllable to its end: where a tune closes."""
    tonal: bool = False
    """Lexical tones must survive: F0 is only scaled, and only gently moved, within a syllable."""


def phrase_shape(words: Sequence[SpokenWord], spans: Float64) -> PhraseShape:
    """The shape of one sentence of one language. `spans` (n_words, 2): start and end frame of each word."""
    tonal = bool(words) and words[0].language == "zh"
    phrases: list[Span] = []
    finals: list[Span] = []
    stresses: list[tuple[float, float, float]] = []
    first = 0
    for i, word in enumerate(words):
        if i + 1 < len(words) and not _breaks_after(word):
            continue
        start, end = float(spans[first][0]), float(spans[i][1])
        mine = [s for k in range(first, i + 1) for s in _stresses(words, k, spans)]
        if end > start:
            phrases.append((start, end))
            finals.append((_tune_start(words, i, spans, mine, tonal=tonal), end))
            stresses.extend(mine)
        first = i + 1
    return PhraseShape(tuple(phrases), tuple(stresses), tuple(finals), tonal)


def is_stressed(words: Sequence[SpokenWord], i: int) -> bool:
    """English: the word bears primary stress. Mandarin: a content syllable that opens a prosodic word."""
    word = words[i]
    if word.language == "en":
        return any("ˈ" in phone for phone in word.phones)
    light = word.text in MANDARIN_FUNCTION or (bool(word.phones) and word.phones[-1].endswith("5"))
    return not light and (
        i == 0 or words[i - 1].separator in ("#1", "#2", "#3") or words[i - 1].text in MANDARIN_FUNCTION
    )


def _breaks_after(word: SpokenWord) -> bool:
    if word.pause_after_s > 0:
        return True
    if word.language == "zh":
        return word.separator in MANDARIN_BREAKS
    return any(mark in word.separator for mark in ENGLISH_BREAKS)


def _stresses(words: Sequence[SpokenWord], i: int, spans: Float64) -> list[tuple[float, float, float]]:
    start, end = float(spans[i][0]), float(spans[i][1])
    if words[i].language == "zh":
        return [(start, end, PRIMARY)] if is_stressed(words, i) and end > start else []
    return _english_stresses("".join(words[i].phones), start, end)


def _english_stresses(phones: str, start: float, end: float) -> list[tuple[float, float, float]]:
    """Stressed syllables by their share of the word's symbols (a mark stands right before its vowel)."""
    sounds = [c for c in phones if c not in "ˈˌː"]
    if not sounds or end <= start:
        return []
    step = (end - start) / len(sounds)
    found = []
    at = 0
    for symbol in phones:
        if symbol in "ˈˌ":
            stop = at + 1
            while stop < len(sounds) and sounds[stop] not in ENGLISH_VOWELS:
                stop += 1
            opens = max(0, at - 1)
            found.append(
                (start + opens * step, start + min(stop, len(sounds)) * step, PRIMARY if symbol == "ˈ" else SECONDARY)
            )
        elif symbol != "ː":
            at += 1
    return found


def _tune_start(
    words: Sequence[SpokenWord], last: int, spans: Float64, stresses: list[tuple[float, float, float]], *, tonal: bool
) -> float:
    """Where the closing movement begins: the last primary stress (English) or the last syllable (Mandarin)."""
    if tonal or not stresses:
        return float(spans[last][0])
    primary = [s for s in stresses if s[2] == PRIMARY] or stresses
    return primary[-1][0]
