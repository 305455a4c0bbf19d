"""Tone-numbered pinyin -> Baker symbols: (initial, final + tone), "^" where a syllable has no initial."""

import functools
import re

from synthesis.text.word_lists import word_set

INITIALS = ("zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "r", "z", "c", "s")
FINALS = word_set(
    "a ai an ang ao e ei en eng er i ia ian iang iao ie ii iii in ing iong iou o ong ou u ua uai uan uang uei uen ueng "
    "uo v van ve vn"
)
_WHOLE = {
    "yi": "i",
    "ya": "ia",
    "yo": "iou",
    "ye": "ie",
    "yao": "iao",
    "you": "iou",
    "yan": "ian",
    "yin": "in",
    "yai": "ai",
    "yang": "iang",
    "ying": "ing",
    "yong": "iong",
    "yu": "v",
    "yue": "ve",
    "yuan": "van",
    "yun": "vn",
    "wu": "u",
    "wa": "ua",
    "wo": "uo",
    "wai": "uai",
    "wei": "uei",
    "wan": "uan",
    "wen": "uen",
    "wang": "uang",
    "weng": "ueng",
    "er": "er",
    "ng": "en",
    "n": "en",
    "m": "u",
    "ê": "ei",
    "hng": "eng",
    "hm": "en",
}
_SHORT = {"ui": "uei", "un": "uen", "iu": "iou", "ue": "ve", "ü": "v", "üe": "ve", "üan": "van", "ün": "vn"}
_AFTER_JQX = {"u": "v", "uan": "van", "un": "vn", "ue": "ve"}
_SYLLABLE = re.compile(r"([a-zêü]+?)([1-5])")
_PINYIN = re.compile(r"\s*(?:[a-zêü]+[1-5][\s'’]*)+")


def is_pinyin(text: str) -> bool:
    """Tone-numbered pinyin: "hang2", "ni3 hao3", "lü4"."""
    return bool(_PINYIN.fullmatch(text.lower())) and all(baker_phones(s) for s in pinyin_syllables(text))


def pinyin_syllables(text: str) -> list[str]:
    return ["".join(m.groups()) for m in _SYLLABLE.finditer(text.lower())]


@functools.lru_cache(maxsize=4096)
def baker_phones(syllable: str) -> tuple[str, ...] | None:
    """ "hang2" -> ("h", "ang2"); a final r is erhua: "huar1" -> ("h", "ua1", "er5"). None for what is no syllable."""
    base, tone = syllable[:-1].replace("u:", "ü"), syllable[-1:]
    if tone not in "12345" or not base:
        return None
    pair = _initial_and_final(base)
    if pair is not None:
        return pair[0], pair[1] + tone
    pair = _initial_and_final(base[:-1]) if base.endswith("r") else None
    return None if pair is None else (pair[0], pair[1] + tone, "er5")


def _initial_and_final(base: str) -> tuple[str, str] | None:
    if base in _WHOLE:
        return "^", _WHOLE[base]
    initial = next((i for i in INITIALS if base.startswith(i)), "^")
    final = base[len(initial) :] if initial != "^" else base
    if initial in ("j", "q", "x"):
        final = _AFTER_JQX.get(final, final)
    elif final == "i" and initial in ("z", "c", "s"):
        final = "ii"
    elif final == "i" and initial in ("zh", "ch", "sh", "r"):
        final = "iii"
    final = _SHORT.get(final, final)
    return (initial, final) if final in FINALS else None
