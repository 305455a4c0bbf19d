"""Places of a curve as people name them: words of the text, or seconds of a recording."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from synthesis.errors import TimelineError
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.curve_phrases import Phrases
from synthesis.timeline.emotion_mark import write_decimal
from synthesis.timeline.markup import Names, parse_markup
from synthesis.timeline.model import Segment
from synthesis.timeline.words import is_wide, word_spans


@dataclass(frozen=True, slots=True)
class Places:
    """Of one segment."""

    text: AnnotatedText | None
    """None for a recording."""
    words: Mapping[str, list[int]] = field(default_factory=dict)
    """Quoted form -> where it stands."""

    @classmethod
    def of(cls, segment: Segment, *, emotion_names: Names) -> "Places":
        if segment.recording is not None:
            return cls(None)
        text = parse_markup(segment.text, emotion_names=emotion_names, base=segment.base)
        words: dict[str, list[int]] = {}
        for anchor in text.anchors[:-1]:
            words.setdefault(_word_at(text.plain, anchor), []).append(anchor)
        return cls(text, words)

    @property
    def start(self) -> float:
        """Where the first word begins."""
        return 0.0 if self.text is None else float(self.text.anchors[0])

    def write(self, at: float, phrases: Phrases) -> str:
        if self.text is None:
            return phrases.seconds.format(seconds=write_decimal(at))
        if at >= len(self.text.plain):
            return phrases.end
        word = _word_at(self.text.plain, int(at))
        number = self.words[word].index(int(at)) + 1
        return (phrases.place if number == 1 else phrases.numbered).format(word=word, number=number)

    def read(self, clause: re.Match[str]) -> float:
        """Raises TimelineError where the text holds no such word, and for a word of a recording."""
        if self.text is None:
            if clause["word"] or clause["end"]:
                raise TimelineError("description_time", "A recording has no words; write a time, such as at 1.5 s.")
            return float(clause["seconds"] or 0.0)
        if clause["seconds"]:
            raise TimelineError(
                "description_word", "{seconds} s is a time; quote a word of the text.", seconds=clause["seconds"]
            )
        if clause["end"]:
            return float(len(self.text.plain))
        if clause["word"] is None:
            return self.start
        return float(self._find(self.text, clause["word"], int(clause["number"] or 1)))

    def _find(self, text: AnnotatedText, word: str, number: int) -> int:
        found = self.words.get(word, [])
        if len(found) < number:  # not as we quote it: another case, or more or fewer characters
            sought, size = word.casefold(), 2 * len(word) + 2
            found = [at for at in text.anchors[:-1] if text.plain[at : at + size].casefold().startswith(sought)]
        if not 1 <= number <= len(found):
            raise TimelineError(
                "description_place", "The text has no word “{word}” ({number}); quote one as it stands there.",
                word=word, number=number,
            )  # fmt: skip
        return found[number - 1]


def _word_at(plain: str, at: int) -> str:
    """What is quoted for the word at an anchor: the word, or two Chinese characters."""
    if is_wide(plain[at]):
        return plain[at : at + 1 + is_wide(plain[at + 1 : at + 2])]
    return plain[at : at + word_spans(plain[at : at + 100])[0][1]]
