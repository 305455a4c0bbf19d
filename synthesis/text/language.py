"""Which language a sentence is in, and which of its stretches are in the other one."""

import re
from collections.abc import Iterator

from synthesis.text.characters import HAN
from synthesis.text.fixed import SIGNS, FixedWords
from synthesis.text.spoken import Language
from synthesis.text.word_lists import word_set

_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")
_QUOTED = re.compile(r"“[^”]{0,200}”|\"[^\"]{0,200}\"|[(（][^()（）]{0,200}[)）]|《[^》]{0,100}》")
_GRAMMAR = word_set(
    "the a an is are was were be been am to of and or but in on at for with from by as it its this that these those i "
    "you he she we they me him her us them my your his our their what who which when where why how not no yes do does "
    "did have has had will would can could should may might must if then than so there here about into over after "
    "before because please say says said means called let's don't it's i'm isn't"
)
_RUN = re.compile(f"(?P<zh>[{HAN}]+)|(?P<en>[A-Za-z0-9]+)|(?P<fixed>[{SIGNS}])")
_HAN_WORDS = 0.6
"""Words that one Chinese character counts for."""


def sentence_language(text: str, *, default: Language = "en") -> Language:
    """By the sense of the script: a Chinese sentence full of product names is Chinese, an English sentence that quotes
    or glosses Chinese is English. `default` decides where there are no letters."""
    n_han = len(_HAN.findall(text))
    words = _LATIN_WORD.findall(text)
    if not n_han:
        return "en" if words else default
    if not words:
        return "zh"
    bare = _QUOTED.sub(" ", text)
    bare_words = _LATIN_WORD.findall(bare)
    bare_han = len(_HAN.findall(bare))
    if bare_words or bare_han:
        words, n_han = bare_words, bare_han
    grammar = sum(word.lower() in _GRAMMAR and word not in ("A", "US", "IT") for word in words)
    if not n_han:
        return "en"
    if not grammar:
        return "zh" if n_han > 2 or n_han * 2 >= len(words) else "en"
    return "zh" if n_han * _HAN_WORDS >= len(words) else "en"


def language_stretches(text: str, language: Language, fixed: FixedWords) -> Iterator[tuple[Language, int, int]]:
    """(language, start, end) of consecutive stretches that cover the text; none where it holds no word.

    Stops and spaces belong to the stretch before them; signs of given pronunciation to the language they are given in.
    """
    start = 0
    current: Language | None = None
    for match in _RUN.finditer(text):
        here: Language = fixed.words(match.group())[0].language if match["fixed"] else ("zh" if match["zh"] else "en")
        if current is not None and here != current:
            yield current, start, match.start()
            start = match.start()
        current = here
    if current is not None:
        yield current, start, len(text)
