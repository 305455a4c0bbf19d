"""Spoken form: what the text front end hands to the engines. Plain data, tied to the original text by offsets."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]
GuessReason = Literal["unknown_word", "spelled_out", "polyphone"]


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """One English word or one Chinese syllable, ready to be spoken."""

    text: str
    """Spoken form: "twenty-three" for "23"; one character for Chinese."""
    source: tuple[int, int]
    """Code points [start, end) of the segment's plain text this word stands for. Several words may share a span."""
    language: Language
    phones: tuple[str, ...]
    """Engine symbols. English: Kokoro/misaki characters with stress marks. Mandarin: (initial, final+tone) as in
    Baker's mapper, `^` for no initial."""
    separator: str = ""
    """What the model reads after the word. English: " " or punctuation and space ("", ", ", ". "). Mandarin: the
    prosodic break "#0".."#3" ("" after the last: the engine closes with sil)."""
    guess: GuessReason | None = None
    """Why the pronunciation is a guess; None when it is known."""
    rate: float = 1.0
    """From SSML prosody; above 1 is faster."""
    pitch_semitones: float = 0.0
    volume_db: float = 0.0
    pause_after_s: float = 0.0
    """An explicit pause (markup), on top of the model's own."""


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """The unit of synthesis and of reuse. May mix languages; short enough for one pass of every engine."""

    words: tuple[SpokenWord, ...]
    """Never empty, except for a sentence that is only a pause."""
    language: Language
    """The sentence's own language: the one whose tune, pace and number reading holds."""
    source: tuple[int, int]
    pause_before_s: float = 0.0
    """An explicit pause before the first word."""
    breath_after_s: float = 0.0
    """The natural pause to the next sentence of the segment, before the emotion's pause control (0 after the last)."""
