"""Chinese words -> Baker symbols: segmentation by jieba, readings by pypinyin and rules, tone sandhi, breaks."""

import functools
import logging
import re
import warnings
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from synthesis.runtime.weights import weights_folder
from synthesis.text import polyphones
from synthesis.text.aligned import AlignedText
from synthesis.text.characters import HAN
from synthesis.text.fixed import SIGNS, FixedWords, is_sign
from synthesis.text.pinyin import baker_phones
from synthesis.text.spoken import GuessReason, SpokenWord
from synthesis.text.tone_sandhi import Syllable, apply_sandhi
from synthesis.text.word_lists import word_set

_PIECE = re.compile(f"[{HAN}]+|[{SIGNS}]")
_STRONG = frozenset("，。！？；：,.!?;:…—（）()")
_WEAK = frozenset('、“”"《》')
_UNREADABLE = "zi4"
"""字, "a character": said for one that no dictionary reads."""
_REAL_ER = word_set(
    "女儿 婴儿 幼儿 胎儿 孤儿 男儿 健儿 宠儿 少儿 新生儿 育儿 托儿 小儿 生儿 孩儿 侄儿 混血儿 妻儿 患儿 产儿 早产儿"
)
"""Words in which 儿 is a syllable of its own."""


@dataclass(slots=True)
class _Char:
    start: int
    syllable: Syllable
    guess: GuessReason | None
    erhua: bool = False


@functools.cache
def _segmenter() -> Any:
    """jieba with its dictionary's tags. The first call on a machine parses the dictionary (0.8 s) and keeps it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
        import jieba.posseg

    jieba.setLogLevel(logging.ERROR)
    folder = weights_folder()
    folder.mkdir(parents=True, exist_ok=True)
    jieba.dt.tmp_dir = str(folder)
    jieba.initialize()
    jieba.posseg.dt.makesure_userdict_loaded()
    return jieba.posseg.dt


def warm() -> None:
    _segmenter()
    _readings("你好")


@functools.cache
def _simplified() -> dict[int, str]:
    """Traditional -> simplified, one character for one: WeTextProcessing's table."""
    spec = find_spec("tn")
    assert spec is not None and spec.submodule_search_locations, "the requirements name WeTextProcessing"
    path = Path(spec.submodule_search_locations[0]) / "chinese" / "data" / "char" / "traditional_to_simple.tsv"
    pairs = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {ord(old): new for old, new in pairs if len(old) == len(new) == 1}


def _unknown(chars: str) -> Any:
    """pypinyin asks with a run of characters it does not know."""
    return ["" for _ in chars]


@functools.lru_cache(maxsize=65536)
def _readings(word: str) -> tuple[str, ...]:
    """pypinyin's reading of each character of a word, "" where it knows none."""
    if word in polyphones.WORDS:
        return tuple(polyphones.WORDS[word].split())
    from pypinyin import Style, pinyin

    found = pinyin(word, style=Style.TONE3, neutral_tone_with_five=True, errors=_unknown)
    flat = [reading[0] for reading in found]
    return tuple(flat) if len(flat) == len(word) else tuple("" for _ in word)


def speak_mandarin(text: AlignedText, fixed: FixedWords) -> list[SpokenWord]:
    """Words of a stretch of Han and stops: one syllable each, erhua joined to the syllable before it. Every word ends
    in a break: #0 within a breath, #2 at 、 and quotes, #3 at the other stops."""
    out: list[SpokenWord] = []
    last = 0
    for match in _PIECE.finditer(text.text):
        if out:
            out[-1] = _with_break(out[-1], text.text[last : match.start()])
        last = match.end()
        if is_sign(match.group()[0]):
            out.extend(SpokenWord(w.text, w.source, w.language, w.phones, "#0") for w in fixed.words(match.group()))
        else:
            out.extend(_spoken(text, match.start(), match.group()))
    if out:
        out[-1] = _with_break(out[-1], text.text[last:])
    return out


def _with_break(word: SpokenWord, between: str) -> SpokenWord:
    if any(c in _STRONG for c in between):
        return replace(word, separator="#3")
    return replace(word, separator="#2") if any(c in _WEAK for c in between) else word


def _spoken(text: AlignedText, offset: int, run: str) -> list[SpokenWord]:
    chars = _chars(run)
    apply_sandhi([c.syllable for c in chars])
    out: list[SpokenWord] = []
    for char in chars:
        syllable = char.syllable
        phones = baker_phones(f"{syllable.base}{syllable.tone}") or baker_phones(_UNREADABLE)
        assert phones is not None
        width = 2 if char.erhua else 1
        place = offset + char.start
        written = text.text[place : place + width]
        out.append(
            SpokenWord(
                written,
                text.source(place, place + width),
                "zh",
                (*phones, "er5") if char.erhua else phones,
                "#0",
                char.guess,
            )
        )
    return out


def _chars(run: str) -> list[_Char]:
    words = _words(run.translate(_simplified()))
    out: list[_Char] = []
    at = 0
    for number, (word, _) in enumerate(words):
        erhua = len(word) > 1 and word.endswith("儿") and word not in _REAL_ER
        readings = _word_readings(words, number)
        for i, (reading, guess) in enumerate(readings[:-1] if erhua else readings):
            out.append(_Char(at + i, Syllable(word[i], reading[:-1], int(reading[-1]), number), guess))
        if erhua:
            out[-1].erhua = True
        at += len(word)
    return out


def _words(run: str) -> list[tuple[str, str]]:
    """(word, tag): the dictionary's most frequent tag of each word."""
    segmenter = _segmenter()
    import jieba

    return [(word, segmenter.word_tag_tab.get(word, "x")) for word in jieba.lcut(run)]


def _word_readings(words: list[tuple[str, str]], number: int) -> list[tuple[str, GuessReason | None]]:
    """(reading, guess) of each character of words[number]."""
    word, _ = words[number]
    out: list[tuple[str, GuessReason | None]] = []
    for i, (char, reading) in enumerate(zip(word, _readings(word), strict=True)):
        if char == "一" and reading.startswith("yi"):  # some phrases carry tones after sandhi
            reading = "yi1"
        elif char == "不" and reading in ("bu2", "bu4"):
            reading = "bu4"
        if baker_phones(reading) is None:
            out.append((_UNREADABLE, "unknown_word"))
        elif len(word) > 1 and (not polyphones.is_ambiguous(char) or _in_phrase(word, i)):
            out.append((reading, None))
        else:
            sure = polyphones.single_reading(char, _neighbours(words, number, i))
            out.append((sure or reading, "polyphone" if sure is None and polyphones.is_ambiguous(char) else None))
    return out


def _neighbours(words: list[tuple[str, str]], number: int, i: int) -> polyphones.Neighbours:
    """What stands around character i of words[number]: the rest of its word, else the next words."""
    word, _ = words[number]
    tags = _segmenter().word_tag_tab
    before = (word[:i], tags.get(word[:i], "")) if i else (words[number - 1] if number else ("", ""))
    rest = [(word[i + 1 :], tags.get(word[i + 1 :], ""))] if i + 1 < len(word) else []
    after = [*rest, *words[number + 1 : number + 3], ("", ""), ("", "")]
    return polyphones.Neighbours(before[0], before[1], after[0][0], after[0][1], after[1][0])


@functools.lru_cache(maxsize=65536)
def _in_phrase(word: str, i: int) -> bool:
    """Whether character i of the word is read by a dictionary: pypinyin lists a phrase only where it is not read as its
    characters are alone, so a word that jieba's dictionary has is known too."""
    import jieba
    from pypinyin.constants import PHRASES_DICT

    if polyphones.is_compound(word):
        return False
    if word in polyphones.WORDS or word in PHRASES_DICT:
        return True
    pairs = [pair for pair in (word[max(0, i - 1) : i + 1], word[i : i + 2]) if len(pair) == 2]
    return any(w in PHRASES_DICT or jieba.dt.FREQ.get(w, 0) > 0 for w in (word, *pairs))
