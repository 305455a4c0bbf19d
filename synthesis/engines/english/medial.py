"""Words as they sound inside a sentence: spoken within a carrier phrase and cut out of it.

Alone, the model reads a name as a whole utterance: a fifth longer on the last word, falling to the floor, silence
around. The carrier's words next to the cut end and begin with a plosive: its closure keeps the carrier's sounds out of
the cut. Measured on fifteen product names, heard by Whisper tiny.en: no word error (carriers that meet the name with
vowels: 17-78 %; the names alone: 22 %), the tune falls by 1.4 st (alone 3.4).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32


def _carrier(*phones: str, end: str) -> tuple[SpokenWord, ...]:
    last = len(phones) - 1
    return tuple(
        SpokenWord(text="", source=(0, 0), language="en", phones=tuple(p), separator=end if i == last else " ")
        for i, p in enumerate(phones)
    )


BEFORE: Final = _carrier("ɪn", "fɹˈʌnt", "ʌv", "ɪt", end=" ")
AFTER: Final = _carrier("tədˈA", "ænd", "əɡˈɛn", "təmˈɑɹO", end=".")


def in_carrier(words: Sequence[SpokenWord]) -> list[SpokenWord]:
    """The carrier phrase with `words` inside; nothing but a space joins them to what follows."""
    return [*BEFORE, *words[:-1], replace(words[-1], separator=" "), *AFTER]


def carried(values: Float32 | None, *, fill: float | None = None) -> Float32 | None:
    """Values per word (n_words,) -> per word of the carrier phrase; the carrier takes `fill`, else its neighbour's."""
    if values is None:
        return None
    given = np.asarray(values, np.float32)
    first, last = (given[0], given[-1]) if fill is None else (np.float32(fill), np.float32(fill))
    return np.concatenate([np.full(len(BEFORE), first), given, np.full(len(AFTER), last)]).astype(np.float32)


def inner_symbols(symbol_word: Sequence[int], n_words: int) -> slice:
    """The symbols of the carried words, without the space after them."""
    inside = [i for i, w in enumerate(symbol_word) if len(BEFORE) <= w < len(BEFORE) + n_words]
    return slice(inside[0], inside[-1] + 1)
