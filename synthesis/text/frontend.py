"""The text front end: annotated plain text -> spoken sentences, every word tied to the original's offsets.

text -> signs for given pronunciations -> plain characters -> paragraphs -> sentences -> words of the sentence's
language -> stretches of one language -> phones -> pieces of speakable length
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from synthesis.errors import TextError
from synthesis.text import annotations as annotation
from synthesis.text.aligned import AlignedText
from synthesis.text.cleaning import cleaned
from synthesis.text.fixed import FixedWords
from synthesis.text.language import sentence_language
from synthesis.text.lengths import split_by_length
from synthesis.text.lexicon import EMPTY, Lexicon
from synthesis.text.sentences import paragraphs, sentences
from synthesis.text.spoken import GuessReason, Language, SpokenSentence, SpokenWord
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.model import SegmentLanguage

BREATH_S = 0.35
CLAUSE_BREATH_S = 0.15
"""Between the pieces of a sentence that was split for its length."""
PARAGRAPH_BREATH_S = 0.7


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """How one word will be said, and whether that is a guess."""

    original: str
    """The stretch of the plain text it stands for."""
    spoken: str
    phones: str
    language: Language
    source: tuple[int, int]
    guess: GuessReason | None
    reason: str
    """The guess in words; "" where nothing is guessed."""


_REASONS: dict[GuessReason, str] = {
    "unknown_word": "not in the dictionary: read by its letters",
    "spelled_out": "capitals that are no known word: spelled out",
    "polyphone": "a character of several readings, without a phrase that settles it",
}


def read_text(
    text: AnnotatedText | str,
    *,
    language: SegmentLanguage = "auto",
    lexicon: Lexicon = EMPTY,
    first_clause: bool = False,
) -> tuple[SpokenSentence, ...]:
    """Sentences ready to be spoken, none empty except for a text that is only a pause.

    `language` fixes the language of every sentence; "auto" takes each sentence's own. With `first_clause` the first
    sentence ends at its first clause mark, so that sound can start early. Costs about 1 ms a sentence once loaded.
    Raises TextError, naming the offset, where there is nothing to speak or a pronunciation is no pronunciation.
    """
    if isinstance(text, str):
        text = AnnotatedText(text)
    found = list(_sentences(text, language, lexicon, first_clause=first_clause, name_signs=False))
    if not found:
        found = list(_sentences(text, language, lexicon, first_clause=first_clause, name_signs=True))
    pauses = [a for a in text.annotations if a.kind == "pause" and a.pause_s > 0]
    if not found:
        if not pauses:
            raise _nothing_to_speak(text.plain)
        whole = (0, len(text.plain))
        default: Language = "en" if language == "auto" else language
        return (SpokenSentence((), default, whole, pause_before_s=sum(p.pause_s for p in pauses)),)
    found[-1] = replace(found[-1], breath_after_s=0.0)
    return tuple(annotation.with_pauses(found, pauses))


def explain(
    text: AnnotatedText | str, *, language: SegmentLanguage = "auto", lexicon: Lexicon = EMPTY
) -> tuple[ExplainedWord, ...]:
    """Every word in the order spoken. Raises TextError as `read_text` does."""
    plain = text if isinstance(text, str) else text.plain
    return tuple(
        ExplainedWord(
            plain[slice(*word.source)],
            word.text,
            "".join(word.phones) if word.language == "en" else " ".join(word.phones),
            word.language,
            word.source,
            word.guess,
            _REASONS[word.guess] if word.guess else "",
        )
        for sentence in read_text(text, language=language, lexicon=lexicon)
        for word in sentence.words
    )


def warm() -> None:
    """Load every dictionary and grammar, so that the next text costs only its own work (2 s; the first time on a
    machine, up to 10 s more to build what is then kept)."""
    from synthesis.text import english, mandarin, mandarin_normal

    english.warm()
    mandarin.warm()
    mandarin_normal.warm()


def _nothing_to_speak(plain: str) -> TextError:
    offset = len(plain) - len(plain.lstrip())
    if offset == len(plain):
        offset = 0
    return TextError(
        "nothing_to_speak",
        "There is nothing to speak at offset {offset}: no letter, digit or sign; write some words.",
        offset=offset,
    )


def _sentences(
    text: AnnotatedText, language: SegmentLanguage, lexicon: Lexicon, *, first_clause: bool, name_signs: bool
) -> Iterator[SpokenSentence]:
    fixed = FixedWords()
    prosody = [a for a in text.annotations if a.kind == "prosody"]
    whole = cleaned(annotation.annotated_text(text, fixed))
    last_language: Language = sentence_language(whole.text[:4000]) if language == "auto" else language
    pending: SpokenSentence | None = None
    is_first = True
    for paragraph in paragraphs(whole):
        if pending is not None:
            pending = replace(pending, breath_after_s=PARAGRAPH_BREATH_S)
        for sentence in sentences(annotation.apply_lexicon(paragraph, lexicon, fixed)):
            own = sentence_language(sentence.text, default=last_language) if language == "auto" else language
            words = _words(sentence, own, fixed, name_signs=name_signs)
            if not words:
                continue
            last_language = own
            words = [annotation.with_prosody(word, prosody) for word in words] if prosody else words
            for piece in _pieces(words, own, first_clause=first_clause and is_first):
                if pending is not None:
                    yield pending
                pending, is_first = piece, False
    if pending is not None:
        yield pending


def _words(sentence: AlignedText, language: Language, fixed: FixedWords, *, name_signs: bool) -> list[SpokenWord]:
    from synthesis.text.reading import sentence_words

    return sentence_words(sentence, language, fixed, name_signs=name_signs)


def _pieces(words: list[SpokenWord], language: Language, *, first_clause: bool) -> Iterator[SpokenSentence]:
    pieces = split_by_length(words, first_clause=first_clause)
    for i, piece in enumerate(pieces):
        is_end = i == len(pieces) - 1
        piece[-1] = replace(piece[-1], separator=_closing(piece[-1], language, is_end=is_end))
        source = (min(w.source[0] for w in piece), max(w.source[1] for w in piece))
        yield SpokenSentence(tuple(piece), language, source, breath_after_s=BREATH_S if is_end else CLAUSE_BREATH_S)


def _closing(word: SpokenWord, language: Language, *, is_end: bool) -> str:
    """What the model reads after the last word: Mandarin closes by itself, English keeps its stop."""
    if word.language == "zh" or language == "zh":
        return ""
    stops = word.separator.strip().rstrip("“(")
    return stops or ("." if is_end else ",")
