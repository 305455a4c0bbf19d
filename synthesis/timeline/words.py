"""Where words begin in plain text: the places that emotion marks and keyframes hold on to.

A Chinese character or kana is a word of its own; letters and digits run together ("don't", "3.14", "1,000"); symbols
that are spoken ("$", "%", emoji) stand alone. Spaces, quotes and other silent punctuation are no words.
"""

import re
import unicodedata
from bisect import bisect_left

_WIDE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_NARROW = rf"[^\W{_WIDE}]"
_TOKEN = re.compile(rf"[{_WIDE}]|(?:(?<!\w)[-−](?=\d))?{_NARROW}+(?:['’]{_NARROW}+|(?<=\d)[.,:]\d+)*|[^\w\s]")
_WIDE_CHAR = re.compile(f"[{_WIDE}]")
_SPOKEN_PUNCTUATION = frozenset("#%&@§¶‰")


def _is_spoken(token: str) -> bool:
    if len(token) > 1 or token.isalnum():
        return True
    return token in _SPOKEN_PUNCTUATION or unicodedata.category(token)[0] == "S"


def is_wide(char: str) -> bool:
    """A Chinese character or kana: written without spaces around."""
    return bool(char) and _WIDE_CHAR.match(char) is not None


def word_spans(plain: str) -> list[tuple[int, int]]:
    """Code points [start, end) of every word, in order. Linear in the length of the text."""
    return [match.span() for match in _TOKEN.finditer(plain) if _is_spoken(match[0])]


def next_anchor(anchors: list[int], at: float) -> int:
    """The first anchor at or after `at`; `anchors` ascend and end with the length of the text."""
    return anchors[min(bisect_left(anchors, at), len(anchors) - 1)]


def nearest_anchor(anchors: list[int], at: float) -> int:
    """The anchor closest to `at`, the earlier of two equally close."""
    after = min(bisect_left(anchors, at), len(anchors) - 1)
    before = max(after - 1, 0)
    return anchors[before] if abs(at - anchors[before]) <= abs(anchors[after] - at) else anchors[after]
