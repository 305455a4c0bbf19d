"""What single characters become before anything is read: one plain alphabet of letters, digits, signs and pauses."""

import unicodedata
from functools import lru_cache

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U000323af〇"
"""For character classes of regular expressions."""
_HAN_RANGES = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FA1F), (0x30000, 0x323AF))

_KEPT = "–《》，；：！？（）。、…—“”·°²³¢‰×÷±µΩπ√≤≥≠≈∞→§〇々"
"""Stops and signs that later stages read."""
_BECOMES = {
    "\t": " ",
    "\r\x0b\x0c\x85\u2028": "\n",
    "\u2029": "\n\n",
    "‐‑‒−﹣－": "-",
    "―─━⸺": "—",
    "„‟«‹「『": "“",
    "»›」』": "”",
    "【〔［〖｛": "（",
    "】〕］〗｝": "）",
    "‚‛‘’ʼ´｀′＇": "'",
    "″＂": '"',
    "〈": "《",
    "〉": "》",
    "｡": "。",
    "､": "、",
    "‥⋯": "…",
    "～〜∼": "~",
    "・•‧∙": "·",
    "\xbf\xa1\u2122\xae\xa9\xad\xb6\u2020\u2021": "",
    "№": "No.",
    "℃": "°C",
    "℉": "°F",
    "º": "°",
    "㎡": "m²",
    "㎥": "m³",
    "￠": "¢",
    "￡": "£",
    "￥": "¥",
    "⁄∕／": "/",
    "％": "%",
    "μ": "µ",
    "¦": "|",
}
"""Characters that become the same thing."""
_TABLE = {**{c: c for c in _KEPT}, **{c: new for chars, new in _BECOMES.items() for c in chars}}
_SUPERSCRIPT = "<super>"
_LATIN_STOPS = frozenset(",.!?;:'\"()-/&@#%")


def is_han(char: str) -> bool:
    code = ord(char)
    return char in "〇々" or any(low <= code <= high for low, high in _HAN_RANGES)


def is_letter_of_other_script(char: str) -> bool:
    """A letter, sign or mark that only transliteration can read."""
    return unicodedata.category(char)[0] in "LMN" and not is_han(char)


@lru_cache(maxsize=4096)
def plain_character(char: str) -> str | None:
    """What a character outside ASCII and the common Han becomes; None: a letter to transliterate.

    Symbols are kept as they are: their names depend on the language of the sentence.
    """
    if char in _TABLE:
        return _TABLE[char]
    category = unicodedata.category(char)
    if category[0] == "C":
        return ""
    if category[0] == "Z":
        return " "
    if is_han(char):
        folded = unicodedata.normalize("NFKC", char)
        return folded if len(folded) == 1 else char
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    compatible = _folded(char)
    if compatible is not None:
        return compatible
    if category[0] == "S":
        return char
    return _plain_mark(char) if category[0] == "P" else None


def _folded(char: str) -> str | None:
    """Compatibility forms (full width, circled, fractions, ligatures, accented Latin) that end as ASCII."""
    decomposition = unicodedata.decomposition(char)
    folded = unicodedata.normalize("NFKC", char).replace("⁄", "/")
    if decomposition.startswith("<fraction>"):
        return f" {folded}"
    if decomposition.startswith(_SUPERSCRIPT) and folded.isdigit():
        return f"^{folded}"
    if decomposition.startswith("<circle>") and folded.isascii():
        return f" {folded} "
    if folded.isascii():
        return folded
    if all(is_han(c) or c.isascii() for c in folded):
        return folded
    base = unicodedata.normalize("NFKD", char)
    letters = "".join(c for c in base if not unicodedata.combining(c))
    return letters if letters.isascii() and letters else None


def _plain_mark(char: str) -> str:
    from anyascii import anyascii

    mark = anyascii(char)
    return mark if mark and all(c in _LATIN_STOPS for c in mark) else " "


def transliterated(letters: str) -> str:
    """ASCII reading of letters of any script (ISO-like romanisation); the characters' names where there is none."""
    from anyascii import anyascii

    latin = anyascii(letters)
    if any(c.isalnum() for c in latin):
        return latin if letters.isascii() or latin.islower() else latin.lower().capitalize()
    names = [unicodedata.name(c, "letter") for c in letters if unicodedata.category(c)[0] in "LN"]
    return " ".join(name.split(" WITH ")[0].lower().replace("-", " ") for name in names[:4])
