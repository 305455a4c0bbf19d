"""Tone changes of Mandarin in context: 一, 不, and third tones, over the words of one stretch."""

from dataclasses import dataclass

_NUMERALS = frozenset("零一二三四五六七八九十幺点〇")


@dataclass(slots=True)
class Syllable:
    """One character and its pinyin; `word` numbers the words of the stretch, `given` readings are left alone."""

    char: str
    base: str
    tone: int
    word: int
    given: bool = False


def apply_sandhi(syllables: list[Syllable]) -> None:
    """Change the tones in place."""
    for i, syllable in enumerate(syllables):
        if syllable.given:
            continue
        if syllable.char == "不" and syllable.base == "bu":
            syllable.tone = _not(syllables, i)
        elif syllable.char == "一" and syllable.base == "yi":
            syllable.tone = _one(syllables, i)
    _third_tones(syllables)


def _neighbour(syllables: list[Syllable], i: int) -> Syllable | None:
    return syllables[i] if 0 <= i < len(syllables) else None


def _not(syllables: list[Syllable], i: int) -> int:
    before, after = _neighbour(syllables, i - 1), _neighbour(syllables, i + 1)
    if before and after and before.char == after.char:  # 看不看
        return 5
    if syllables[i].tone == 5:
        return 5
    return 2 if after and after.tone == 4 else 4


def _one(syllables: list[Syllable], i: int) -> int:
    here = syllables[i]
    before, after = _neighbour(syllables, i - 1), _neighbour(syllables, i + 1)
    if after is None:
        return 1
    if before and before.char == after.char and before.char not in _NUMERALS:  # 看一看
        return 5
    if (before and before.char in _NUMERALS) or after.char in _NUMERALS - {"点"} or (before and before.char in "第初"):
        return 1
    if after.char == "点" and _neighbour(syllables, i + 2) and syllables[i + 2].char in _NUMERALS:
        return 1
    ends_word = before is not None and before.word == here.word and after.word != here.word
    if ends_word or (after.char in "月号楼" and not (before and before.char in "这那每")):
        return 1
    return 2 if after.tone == 4 or (after.tone == 5 and after.char == "个") else 4


def _third_tones(syllables: list[Syllable]) -> None:
    start = 0
    for i in range(1, len(syllables) + 1):
        if i == len(syllables) or syllables[i].word != syllables[start].word:
            _inside_word(syllables[start:i])
            start = i
    _across_words(syllables)


def _inside_word(word: list[Syllable]) -> None:
    """Two, or the first two of each pair from the right end: 展览|馆 -> 2 2 3, 小|老虎 -> 3 2 3."""
    if len(word) == 3 and all(s.tone == 3 for s in word):
        word[1].tone = 2
        if word[0].char not in "小老好很我你买打":
            word[0].tone = 2
        return
    for i in range(len(word) - 2, -1, -1):
        if word[i].tone == 3 and word[i + 1].tone == 3:
            word[i].tone = 2


def _across_words(syllables: list[Syllable]) -> None:
    """A third tone before another across a word boundary, where the second word is one syllable said in one breath."""
    i = 0
    while i < len(syllables) - 1:
        here, after = syllables[i], syllables[i + 1]
        if here.tone == 3 and after.tone == 3 and here.word != after.word and _one_breath(syllables, i):
            here.tone = 2
            i += 1
        i += 1


def _one_breath(syllables: list[Syllable], i: int) -> bool:
    return _word_length(syllables, i) <= 2 and _word_length(syllables, i + 1) == 1


def _word_length(syllables: list[Syllable], i: int) -> int:
    word = syllables[i].word
    return sum(s.word == word for s in syllables[max(0, i - 5) : i + 6])
