"""Names of emoji and of signs that stand for words, in the language of the sentence."""

import re
import unicodedata
from functools import lru_cache

from synthesis.text.aligned import AlignedText
from synthesis.text.spoken import Language

_SKIN = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")
_SYMBOLS = re.compile(
    "(?:[\u00a6-\u00b6\u2010-\u2bff\u3012-\u303f\U0001f000-\U0001ffff\ufe0f\u200d\U000e0020-\U000e007f]"
    "(?<![–—―‘’“”…‰°²³§±µ€₹₩→√≤≥≠≈∞]))+"
)
_SYMBOLS_ALL = re.compile(r"[^\w\s]+")


def named_symbols(text: AlignedText, language: Language, *, all_of_them: bool = False) -> AlignedText:
    """Emoji by name, one after its like said once. Ornaments (arrows, boxes, stars) are named only where
    `all_of_them` asks, because nothing else stands there to be said; elsewhere they are pauses."""
    if text.text.isascii() and not all_of_them:
        return text
    return text.sub(
        _SYMBOLS_ALL if all_of_them else _SYMBOLS, lambda m: _spoken(m.group(), language, all_of_them=all_of_them)
    )


def _spoken(signs: str, language: Language, *, all_of_them: bool) -> str:
    names: list[str] = []
    for sign in _clusters(signs):
        name = emoji_name(sign, language) or (_sign_name(sign, language) if all_of_them else "")
        if name and (not names or names[-1] != name):
            names.append(name)
    mark = "，" if language == "zh" else ", "
    if not names:
        return f"{mark} " if signs.strip() and not all_of_them else " "
    return f"{mark}{mark.join(names)}{mark}" if language == "zh" else f" {', '.join(names)} "


def _clusters(signs: str) -> list[str]:
    import emoji

    out: list[str] = []
    last = 0
    for found in emoji.emoji_list(signs):
        out.extend(signs[last : found["match_start"]])
        out.append(str(found["emoji"]))
        last = int(found["match_end"])
    return out + list(signs[last:])


@lru_cache(maxsize=1024)
def emoji_name(sign: str, language: Language) -> str:
    """ "pizza", "披萨"; "" for what is no emoji."""
    import emoji

    for form in (_SKIN.sub("", sign), sign, f"{_SKIN.sub('', sign)}\ufe0f"):
        name = emoji.demojize(form, language=language, delimiters=("\n", "\n"))
        if name != form and name.startswith("\n"):
            words = re.sub(r"[\s_:,.&()“”’]+", " ", name).strip()
            return words.replace(" ", "") if language == "zh" else words.replace("-", " ")
    return ""


def _sign_name(sign: str, language: Language) -> str:
    """The Unicode name in words: "black star"."""
    if unicodedata.category(sign[0])[0] != "S":
        return ""
    name = unicodedata.name(sign[0], "").lower().replace("-", " ")
    return f" {name} " if language == "zh" else name
