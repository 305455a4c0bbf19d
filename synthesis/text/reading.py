"""One sentence of plain characters -> spoken words: normalised in its own language, then each stretch to phones."""

import re

from synthesis.text.aligned import AlignedText, joined
from synthesis.text.characters import HAN
from synthesis.text.english import speak_english
from synthesis.text.english_normal import english_words
from synthesis.text.fixed import FixedWords
from synthesis.text.language import language_stretches
from synthesis.text.mandarin import speak_mandarin
from synthesis.text.mandarin_normal import mandarin_words
from synthesis.text.spoken import Language, SpokenWord
from synthesis.text.symbols import named_symbols

_SPACES = re.compile(r"\s+")
_HAN_WITH_DIGITS = re.compile(rf"[\d.:%¥-]*[{HAN}](?:[{HAN}\d.:%℃-]*[{HAN}\d%℃])?")
_ASCII_STOPS = str.maketrans(
    {
        "，": ",",
        "。": ".",
        "！": "!",
        "？": "?",
        "；": ";",
        "：": ":",
        "、": ",",
        "（": "(",
        "）": ")",
        "《": " ",
        "》": " ",
        "·": " ",
        "~": " ",
    }
)


def sentence_words(
    sentence: AlignedText, language: Language, fixed: FixedWords, *, name_signs: bool
) -> list[SpokenWord]:
    """Words of the sentence in both languages; empty where it holds nothing to say. `name_signs` says the names of
    signs that are otherwise ornament."""
    text = named_symbols(sentence, language, all_of_them=name_signs).sub(_SPACES, " ").strip()
    text = mandarin_words(text) if language == "zh" else english_words(_han_with_its_digits(text))
    stretches = list(language_stretches(text.text, language, fixed))
    out: list[SpokenWord] = []
    for i, (own, start, end) in enumerate(stretches):
        is_last = i == len(stretches) - 1
        stretch = text[start:end]
        if own == "zh":
            out.extend(speak_mandarin(stretch, fixed))
        else:
            stretch = AlignedText(stretch.text.translate(_ASCII_STOPS), stretch.starts, stretch.ends)
            out.extend(speak_english(stretch, fixed, is_guest=language == "zh", is_last=is_last))
    return out


def _han_with_its_digits(text: AlignedText) -> AlignedText:
    """In an English sentence, digits that touch Chinese characters are read in Chinese."""
    parts: list[AlignedText] = []
    last = 0
    for match in _HAN_WITH_DIGITS.finditer(text.text):
        parts += [text[last : match.start()], mandarin_words(text[match.start() : match.end()])]
        last = match.end()
    return joined([*parts, text[last:]]) if parts else text
