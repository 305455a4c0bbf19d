"""Words -> the symbols that the Mandarin model reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from synthesis.errors import EngineError
from synthesis.text.spoken import SpokenWord

SILENCE = "sil"
END = "eos"
NO_INITIAL = "^"
BREAKS = ("#0", "#1", "#2", "#3")
PAUSING = ("#3", SILENCE)
"""Symbols whose time is partly silent. The others carry the second half of the vowel before them."""
VOICELESS = frozenset(["b", "c", "ch", "d", "f", "g", "h", "j", "k", "p", "q", "s", "sh", "t", "x", "z", "zh"])
LONGEST = 2_000
"""Symbols at once: the model knows 2048 positions."""
_COMPANION = ("#0", "d", "e5")
# Read after words that stand inside a foreign sentence, so that they do not close; it gets no time.


@dataclass(frozen=True, slots=True)
class Symbols:
    phones: tuple[str, ...]
    """With edge silence and breaks."""
    word: tuple[int, ...]
    """Index into the words of each; -1 for pausing breaks, silence and what is read but not heard."""
    rated_as: tuple[int, ...]
    """The word whose rate holds: breaks take that of the word before them, silence that of its neighbour."""
    unheard: tuple[bool, ...]
    """Read for the sake of the tune; takes no time."""
    ids: np.ndarray  # (n,) int64


def read_symbols(words: Sequence[SpokenWord], table: Mapping[str, int], *, medial: bool) -> Symbols:
    """Raises EngineError with the offset for a symbol that the model does not have, or for too many words."""
    rows: list[tuple[str, int, int, bool]] = [(SILENCE, -1, 0, False)]
    last = len(words) - 1
    for index, word in enumerate(words):
        rows += [(phone, index, index, False) for phone in word.phones]
        if index < last:
            mark = _break_of(word)
            rows.append((mark, -1 if mark in PAUSING else index, index, False))
    if medial:
        rows += [(phone, -1, last, True) for phone in _COMPANION]
    rows += [(SILENCE, -1, max(last, 0), False), (END, -1, max(last, 0), False)]
    _check(rows, words, table)
    phones, word_of, rated_as, unheard = zip(*rows, strict=True)
    return Symbols(phones, word_of, rated_as, unheard, np.array([table[p] for p in phones], np.int64))


def _break_of(word: SpokenWord) -> str:
    return word.separator if word.separator in BREAKS else BREAKS[0]


def _check(rows: Sequence[tuple[str, int, int, bool]], words: Sequence[SpokenWord], table: Mapping[str, int]) -> None:
    if len(rows) > LONGEST:
        raise EngineError(
            "too_long",
            "A sentence of {n} symbols is too long for the Mandarin model; split it below {limit}.",
            n=len(rows),
            limit=LONGEST,
        )
    for phone, index, _, _ in rows:
        if phone not in table:
            raise EngineError(
                "symbol",
                "The Mandarin model has no symbol {symbol} (word {word} at offset {offset}).",
                symbol=phone,
                word=words[index].text,
                offset=words[index].source[0],
            )
