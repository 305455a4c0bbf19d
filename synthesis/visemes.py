"""Phones into mouth shapes, for lip-sync.

The set is the fifteen visemes of Oculus LipSync (sil, PP, FF, TH, DD, kk, CH, SS, nn, RR, aa, E, ih, oh, ou), the names
that Unity, Unreal and Ready Player Me avatars use; they go back to the MPEG-4 face animation visemes (ISO/IEC 14496-2).
English phones are misaki's IPA characters (Kokoro); Mandarin ones are Baker initials and finals in pinyin.
"""

from typing import Literal, get_args

Viseme = Literal["sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "ih", "oh", "ou"]
VISEMES: tuple[str, ...] = get_args(Viseme)
VISEME_SET = "oculus-15"
SILENCE: Viseme = "sil"

_ENGLISH: dict[str, tuple[Viseme, ...]] = {
    **dict.fromkeys("pbm", ("PP",)),
    **dict.fromkeys("fv", ("FF",)),
    **dict.fromkeys("θð", ("TH",)),
    **dict.fromkeys("tdɾTʔ", ("DD",)),
    **dict.fromkeys("kɡgŋhx", ("kk",)),
    **dict.fromkeys("ʃʒʧʤ", ("CH",)),
    **dict.fromkeys("sz", ("SS",)),
    **dict.fromkeys("nl", ("nn",)),
    **dict.fromkeys("ɹrɝɚɜ", ("RR",)),
    **dict.fromkeys("aɑæʌɐäɒ", ("aa",)),
    **dict.fromkeys("ɛeəᵊ", ("E",)),
    **dict.fromkeys("iɪj", ("ih",)),
    **dict.fromkeys("ɔo", ("oh",)),
    **dict.fromkeys("uʊw", ("ou",)),
    "ᵻ": ("ih",),
    "A": ("E", "ih"),
    "I": ("aa", "ih"),
    "W": ("aa", "ou"),
    "Y": ("oh", "ih"),
    "O": ("oh", "ou"),
    "Q": ("E", "ou"),
}
_INITIALS: dict[str, Viseme] = {
    **dict.fromkeys(("b", "p", "m"), "PP"),
    "f": "FF",
    **dict.fromkeys(("d", "t"), "DD"),
    **dict.fromkeys(("n", "l"), "nn"),
    **dict.fromkeys(("g", "k", "h"), "kk"),
    **dict.fromkeys(("j", "q", "x", "zh", "ch", "sh"), "CH"),
    "r": "RR",
    **dict.fromkeys(("z", "c", "s"), "SS"),
}
_FINAL_LETTERS: dict[str, Viseme] = {"a": "aa", "o": "oh", "e": "E", "i": "ih", "u": "ou", "v": "ou", "ü": "ou"}
_WHOLE_FINALS: dict[str, tuple[Viseme, ...]] = {
    "ii": ("SS",),
    "iii": ("CH",),
    "er": ("E", "RR"),
    "rr": ("E", "RR"),
    "ong": ("ou", "kk"),
    "iong": ("ih", "ou", "kk"),
    "iou": ("ih", "oh", "ou"),
    "uei": ("ou", "E", "ih"),
}


def visemes_of(phone: str, *, language: str) -> tuple[Viseme, ...]:
    """Mouth shapes of one engine symbol, in order; empty for stress, length and tone marks; `sil` for pauses."""
    if not phone.strip() or phone.startswith("#") or phone in ("sil", "sp", "pau", "_"):
        return (SILENCE,)
    return _mandarin(phone) if language == "zh" else _english(phone)


def _english(phone: str) -> tuple[Viseme, ...]:
    if all(character in ",.;:!?…—-–\"'()“”" for character in phone):
        return (SILENCE,)
    shapes: list[Viseme] = []
    for character in phone:
        shapes.extend(_ENGLISH.get(character, ()))
    return tuple(shapes)


def _mandarin(phone: str) -> tuple[Viseme, ...]:
    symbol = phone.rstrip("012345")
    if symbol == "^":
        return ()
    if symbol in _INITIALS:
        return (_INITIALS[symbol],)
    if symbol in _WHOLE_FINALS:
        return _WHOLE_FINALS[symbol]
    shapes: list[Viseme] = [_FINAL_LETTERS[letter] for letter in symbol if letter in _FINAL_LETTERS]
    if symbol.endswith("ng"):
        shapes.append("kk")
    elif symbol.endswith("n"):
        shapes.append("nn")
    elif symbol.endswith("r") and shapes:
        shapes.append("RR")
    return tuple(shapes)
