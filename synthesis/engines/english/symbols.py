"""What the English model reads: a symbol per character of the phones, punctuation between, silence at the edges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from synthesis.errors import EngineError
from synthesis.text.spoken import SpokenWord

MAX_SYMBOLS: Final = 500
"""Longest input of one pass, edges included: about 28 s of speech. (608 symbols were still spoken without an error.)"""
EDGE: Final = ""
EDGE_ID: Final = 0
STRESS: Final = "ˈˌ"
"""Symbols that take time of their own: it belongs to the vowel after them."""
LENGTH: Final = "ː"
"""Belongs to the vowel before it."""
FINAL: Final = frozenset(".!?…")


@dataclass(frozen=True, slots=True)
class Symbols:
    """A sentence as the model reads it."""

    ids: tuple[int, ...]
    symbols: tuple[str, ...]
    word: tuple[int, ...]
    """Index of the word each symbol belongs to; -1 for separators and edges."""
    owner: tuple[int, ...]
    """Index of the word whose rate holds: a separator's is the word before it, the edges' the nearest word."""


def read_symbols(words: Sequence[SpokenWord], vocabulary: Mapping[str, int]) -> Symbols:
    """Raises EngineError for no words, a symbol that the model does not know, and for more than it can read at once."""
    if not words:
        raise EngineError("no_words", "There are no words to speak.")
    ids, symbols, word, owner = [EDGE_ID], [EDGE], [-1], [0]
    for index, spoken in enumerate(words):
        for symbol in "".join(spoken.phones):
            ids.append(_id_of(symbol, spoken, vocabulary))
            symbols.append(symbol)
            word.append(index)
            owner.append(index)
        for symbol in spoken.separator if index < len(words) - 1 else spoken.separator.rstrip():
            ids.append(_id_of(symbol, spoken, vocabulary))
            symbols.append(symbol)
            word.append(-1)
            owner.append(index)
    ids.append(EDGE_ID)
    symbols.append(EDGE)
    word.append(-1)
    owner.append(len(words) - 1)
    _check_length(ids, words)
    return Symbols(tuple(ids), tuple(symbols), tuple(word), tuple(owner))


def _id_of(symbol: str, word: SpokenWord, vocabulary: Mapping[str, int]) -> int:
    if symbol not in vocabulary:
        raise EngineError(
            "symbol",
            "The English engine has no sound {symbol!r} (in {word!r} at offset {offset}).",
            symbol=symbol,
            word=word.text,
            offset=word.source[0],
        )
    return vocabulary[symbol]


def _check_length(ids: Sequence[int], words: Sequence[SpokenWord]) -> None:
    if len(ids) > MAX_SYMBOLS:
        raise EngineError(
            "too_long",
            "{count} phones from offset {offset} are too many for one breath; at most {limit} fit: split the sentence.",
            count=len(ids),
            limit=MAX_SYMBOLS,
            offset=words[0].source[0],
        )
