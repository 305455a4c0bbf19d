"""Splitting by speech length: no sentence longer than the engines say well in one breath or pass."""

from collections.abc import Sequence

from synthesis.text.spoken import SpokenWord

MAX_ENGLISH_SYMBOLS = 240
"""Phones and separators, about 15 s. The model takes 400; its tune is at its best well below."""
MAX_SYLLABLES = 40
"""Mandarin syllables, about 9 s."""
FIRST_CLAUSE_LOAD = 0.08
"""Least part of a full sentence that the first clause may be, so that it still has a tune of its own."""
_RANKS = {"…": 3, ";": 3, ":": 3, "—": 3, "#3": 3, ",": 2, "(": 2, ")": 2, "”": 2, "#2": 1}


def load(word: SpokenWord) -> float:
    """The word's part of the longest sentence (1.0)."""
    if word.language == "zh":
        return 1.0 / MAX_SYLLABLES
    return (len(word.phones) + len(word.separator or " ")) / MAX_ENGLISH_SYMBOLS


def split_by_length(words: Sequence[SpokenWord], *, first_clause: bool = False) -> list[list[SpokenWord]]:
    """Pieces of at most one full load each, cut at the strongest stop that leaves both sides a fair length, else
    between words, and inside what one number or quotation stands for only where nothing else is left."""
    pieces: list[list[SpokenWord]] = []
    rest = list(words)
    if first_clause:
        at = _first_clause(rest)
        if at:
            pieces.append(rest[:at])
            rest = rest[at:]
    total = sum(load(word) for word in rest)
    while total > 1.0:
        at = _cut(rest, total)
        pieces.append(rest[:at])
        total -= sum(load(word) for word in rest[:at])
        rest = rest[at:]
    return [*pieces, rest] if rest else pieces


def _first_clause(words: list[SpokenWord]) -> int:
    total, at = 0.0, 0
    for i, word in enumerate(words[:-1]):
        total += load(word)
        if total >= FIRST_CLAUSE_LOAD and rank(words, i) >= 2:
            at = i + 1
            break
    remaining = sum(load(word) for word in words[at:])
    return at if at and remaining >= FIRST_CLAUSE_LOAD else 0


def _cut(words: list[SpokenWord], total: float) -> int:
    """How many words the next piece takes: near an even share of what is left, at the best stop around it."""
    n_pieces = max(2, int(total) + 1)
    target = total / n_pieces
    best, best_score, run = 1, float("-inf"), 0.0
    for i, word in enumerate(words[:-1]):
        run += load(word)
        if run > 1.0 and i:
            break
        score = rank(words, i) - 4.0 * abs(run - target) / target
        if score > best_score:
            best, best_score = i + 1, score
    return best


def rank(words: Sequence[SpokenWord], i: int) -> int:
    """How good a place to break the gap after words[i] is: 3 a colon, 2 a comma, 0 none, -2 inside a number."""
    here, after = words[i], words[i + 1]
    if here.source == after.source and here.source[1] - here.source[0] > 1:
        return -2
    if here.separator.startswith("#"):
        return _RANKS.get(here.separator, 0)
    stops = here.separator.strip()
    return max((_RANKS.get(mark, 0) for mark in stops), default=0)
