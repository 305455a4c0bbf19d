"""Standard IPA -> the English model's alphabet (misaki: one letter per diphthong and affricate)."""

import functools
import json
import re
from importlib.util import find_spec
from pathlib import Path

from synthesis.errors import TextError

_PAIRS = (
    ("t͡ʃ", "ʧ"),
    ("d͡ʒ", "ʤ"),
    ("t͜ʃ", "ʧ"),
    ("d͜ʒ", "ʤ"),
    ("tʃ", "ʧ"),
    ("dʒ", "ʤ"),
    ("eɪ", "A"),
    ("aɪ", "I"),
    ("oʊ", "O"),
    ("əʊ", "O"),
    ("aʊ", "W"),
    ("ɔɪ", "Y"),
    ("ej", "A"),
    ("aj", "I"),
    ("ow", "O"),
    ("aw", "W"),
    ("ɔj", "Y"),
    ("ɜːɹ", "ɜɹ"),
    ("ɜːr", "ɜɹ"),
    ("ɜː", "ɜɹ"),
    ("ɝː", "ɜɹ"),
    ("ɝ", "ɜɹ"),
    ("ɚ", "əɹ"),
    ("l̩", "ᵊl"),
    ("n̩", "ᵊn"),
    ("m̩", "ᵊm"),
)
_SINGLES = {
    "r": "ɹ",
    "ʀ": "ɹ",
    "ʁ": "ɹ",
    "ɾ": "T",
    "g": "ɡ",
    "e": "ɛ",
    "a": "ɑ",
    "o": "ɔ",
    "ɒ": "ɑ",
    "ʔ": "t",
    "ɫ": "l",
    "ʍ": "w",
    "x": "k",
    "χ": "h",
    "ɣ": "ɡ",
    "y": "u",
    "ø": "ɜ",
    "œ": "ɜ",
    "ɲ": "nj",
    "ʎ": "lj",
    "β": "v",
    "ɸ": "f",
    "ɨ": "ɪ",
    "ʉ": "u",
    "ɯ": "u",
    "ɤ": "ʌ",
    "ɵ": "ə",
    "ɘ": "ə",
    "ç": "h",
    "ɕ": "ʃ",
    "ʑ": "ʒ",
    "ʂ": "ʃ",
    "ʐ": "ʒ",
    "ɬ": "l",
    "ʋ": "v",
    "'": "ˈ",
    "ʼ": "",
    ",": "ˌ",
    "ː": "",
    "ˑ": "",
    ".": "",
    "͡": "",
    "͜": "",
    "̃": "",
    "ʰ": "",
    "‿": "",
    "-": "",
    "̩": "",
    "̯": "",
    "̥": "",
}
_STRESSED_ONSET = re.compile("([ˈˌ])([^AIOQWYiuæɑɔəɛɜɪʊʌᵻᵊɐˈˌ ]+)(?=[AIOQWYiuæɑɔəɛɜɪʊʌᵻᵊɐ])")
"""IPA marks stress before the syllable, the model's alphabet before its vowel."""
_KNOWN = frozenset("AIOQWYiuæɑɔəɛɜɪʊʌᵻᵊbdfhjklmnpstvwzðŋɡɹɾTʃʒʤʧθˈˌɐ ")


def english_phones(ipa: str, *, offset: int = 0) -> tuple[tuple[str, ...], ...]:
    """Phones of each word of "/ipa/" (slashes optional). Text that is already in the model's alphabet stays as it is.

    Raises TextError, naming the symbol, for what is no IPA or has no sound in it.
    """
    body = ipa.strip().strip("/").strip()
    for pair, letter in _PAIRS:
        body = body.replace(pair, letter)
    out: list[str] = []
    for char in body:
        new = char if char in _KNOWN else _SINGLES.get(char)
        if new is None:
            raise TextError(
                "phones",
                "The pronunciation {ipa} at offset {offset} holds {symbol}, which is not a sound of the "
                "English engine; write it in IPA between slashes, such as /təˈmeɪtoʊ/.",
                ipa=ipa,
                symbol=char,
                offset=offset,
            )
        out.append(new)
    words = tuple(tuple(word) for word in _STRESSED_ONSET.sub(r"\2\1", "".join(out)).split())
    if not words or not any(phone not in "ˈˌ" for word in words for phone in word):
        raise TextError(
            "phones_empty",
            "The pronunciation {ipa} at offset {offset} names no sound; write it in IPA between "
            "slashes, such as /təˈmeɪtoʊ/.",
            ipa=ipa,
            offset=offset,
        )
    return words


@functools.cache
def vocabulary() -> frozenset[str]:
    """Every character that the English model reads."""
    spec = find_spec("hibari")
    assert spec is not None and spec.submodule_search_locations, "the requirements name hibari-tts"
    path = Path(spec.submodule_search_locations[0]) / "assets" / "vocab.json"
    return frozenset(json.loads(path.read_text(encoding="utf-8")))
