"""Markup and lexicon put into effect on the text: given pronunciations, words said instead, pauses, prosody."""

import re
from collections.abc import Sequence
from dataclasses import replace

from synthesis.errors import TextError
from synthesis.text.aligned import AlignedBuilder, AlignedText, aligned
from synthesis.text.characters import is_han
from synthesis.text.fixed import FixedWord, FixedWords
from synthesis.text.ipa import english_phones
from synthesis.text.lexicon import Lexicon
from synthesis.text.pinyin import baker_phones, is_pinyin, pinyin_syllables
from synthesis.text.spoken import SpokenSentence, SpokenWord
from synthesis.timeline.annotated import AnnotatedText, Annotation

_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff\ud800-\udfff]")


def annotated_text(text: AnnotatedText, fixed: FixedWords) -> AlignedText:
    """The plain text with given pronunciations as signs and substitutes in place. Characters of private use, which
    could be taken for signs, are gone."""
    plain = aligned(text.plain)
    spans = sorted(
        (a for a in text.annotations if a.kind in ("phones", "sub") and a.start < a.end),
        key=lambda a: (a.start, -a.end),
    )
    if not spans:
        return _public(plain)
    builder = AlignedBuilder()
    last = 0
    for span in spans:
        if span.start < last or span.end > len(plain):
            continue  # inside another one: the outer says how it is spoken
        before = _public(plain[last : span.start])
        builder.keep(before, 0, len(before))
        _put(builder, text.plain, span, fixed)
        last = span.end
    rest = _public(plain[last:])
    builder.keep(rest, 0, len(rest))
    return builder.build()


def _public(text: AlignedText) -> AlignedText:
    return text.sub(_PRIVATE, "")


def _put(builder: AlignedBuilder, plain: str, span: Annotation, fixed: FixedWords) -> None:
    source = (span.start, span.end)
    if span.kind == "sub":
        builder.put(_PRIVATE.sub("", span.value) or plain[span.start : span.end], source)
        return
    words = given_words(plain[span.start : span.end], span.value, source)
    builder.put(fixed.sign(words) or plain[span.start : span.end], source)


def given_words(text: str, said: str, source: tuple[int, int]) -> tuple[FixedWord, ...]:
    """Words of a given pronunciation: "/ipa/" is English, "hang2" Mandarin, one syllable for each Chinese character
    where their numbers agree. Raises TextError with the offset for what is neither."""
    said = said.strip()
    if is_pinyin(said):
        syllables = [baker_phones(s) or () for s in pinyin_syllables(said)]
        han = [i for i, char in enumerate(text) if is_han(char)]
        places = [(source[0] + i, source[0] + i + 1) for i in han] if source[1] - source[0] == len(text) else []
        if len(places) != len(syllables):
            return tuple(FixedWord(text.strip() or said, phones, "zh", source) for phones in syllables)
        return tuple(
            FixedWord(text[i], phones, "zh", place) for i, phones, place in zip(han, syllables, places, strict=True)
        )
    if not (said.startswith("/") and said.endswith("/") and len(said) > 2):
        raise TextError(
            "phones",
            "The pronunciation {said} at offset {offset} is neither IPA between slashes (/təˈmeɪtoʊ/) nor "
            "tone-numbered pinyin (hang2); write one of the two.",
            said=said,
            offset=source[0],
        )
    words = english_phones(said, offset=source[0])
    names = text.split() if len(text.split()) == len(words) else [text.strip() or said] * len(words)
    return tuple(FixedWord(name, phones, "en", source) for name, phones in zip(names, words, strict=True))


def apply_lexicon(text: AlignedText, lexicon: Lexicon, fixed: FixedWords) -> AlignedText:
    """Entries of the lexicon as signs, or as their respelling."""
    builder = AlignedBuilder()
    last = 0
    for start, end, entry in lexicon.matches(text.text):
        source = text.source(start, end)
        written = text.text[start:end]
        new = entry.said if entry.kind == "respelling" else fixed.sign(given_words(written, entry.said, source))
        builder.keep(text, last, start)
        builder.put(new or written, source)
        last = end
    if not last:
        return text
    builder.keep(text, last, len(text))
    return builder.build()


def with_prosody(word: SpokenWord, spans: Sequence[Annotation]) -> SpokenWord:
    """Rates multiply, pitch and volume add, over every span that the word begins in."""
    for span in spans:
        if span.start <= word.source[0] < span.end:
            word = replace(
                word,
                rate=word.rate * span.rate,
                pitch_semitones=word.pitch_semitones + span.pitch_semitones,
                volume_db=word.volume_db + span.volume_db,
            )
    return word


def with_pauses(sentences: list[SpokenSentence], pauses: Sequence[Annotation]) -> list[SpokenSentence]:
    """Each pause goes after the last word that begins before it; one before all words, before the first sentence."""
    for pause in sorted(pauses, key=lambda p: p.start):
        place = _last_word_before(sentences, pause.start)
        if place is None:
            sentences[0] = replace(sentences[0], pause_before_s=sentences[0].pause_before_s + pause.pause_s)
            continue
        s, w = place
        words = list(sentences[s].words)
        words[w] = replace(words[w], pause_after_s=words[w].pause_after_s + pause.pause_s)
        sentences[s] = replace(sentences[s], words=tuple(words))
    return sentences


def _last_word_before(sentences: list[SpokenSentence], offset: int) -> tuple[int, int] | None:
    for s in range(len(sentences) - 1, -1, -1):
        if not sentences[s].words or sentences[s].words[0].source[0] >= offset:
            continue
        for w in range(len(sentences[s].words) - 1, -1, -1):
            if sentences[s].words[w].source[0] < offset:
                return s, w
    return None
