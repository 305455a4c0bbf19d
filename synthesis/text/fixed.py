"""Stretches whose pronunciation is given (markup, lexicon): they travel through normalisation as one opaque sign."""

from dataclasses import dataclass

from synthesis.text.spoken import Language

FIRST_SIGN = 0xF0000
"""Supplementary private use: cleaning removes such characters from the text given, so that none is taken for a sign."""
N_SIGNS = 0xFFFE
SIGNS = f"{chr(FIRST_SIGN)}-{chr(FIRST_SIGN + N_SIGNS - 1)}"
"""For character classes of regular expressions."""


@dataclass(frozen=True, slots=True)
class FixedWord:
    """One spoken word of a given pronunciation."""

    text: str
    phones: tuple[str, ...]
    language: Language
    source: tuple[int, int]


class FixedWords:
    """The given pronunciations of one paragraph."""

    def __init__(self) -> None:
        self._stretches: list[tuple[FixedWord, ...]] = []

    def sign(self, words: tuple[FixedWord, ...]) -> str:
        """The sign that stands for these words; "" once all signs are taken (the words are then read as text)."""
        if not words or len(self._stretches) >= N_SIGNS:
            return ""
        self._stretches.append(words)
        return chr(FIRST_SIGN + len(self._stretches) - 1)

    def words(self, sign: str) -> tuple[FixedWord, ...]:
        return self._stretches[ord(sign) - FIRST_SIGN]


def is_sign(char: str) -> bool:
    return FIRST_SIGN <= ord(char) < FIRST_SIGN + N_SIGNS
