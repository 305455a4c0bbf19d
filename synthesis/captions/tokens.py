"""The original text cut where a line may break: words with their punctuation, single Chinese characters with theirs."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from synthesis.marks import SpokenSegment, TimedMark

LINE_WIDTH = 42.0
WIDE = 2.4
"""Width of a Chinese character where a Latin one is 1: 17 to a line."""
_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_OPENING = "(\\[{<「『（《〈【〔“‘«¿¡"
_TOKEN = re.compile(
    rf"[{_OPENING}]*(?:[{_CJK}]|[^\s{_CJK}{_OPENING}]+|[{_OPENING}]+)[^\s\w{_OPENING}]*[\u0300-\u036f\ufe00-\ufe0f\u200d]*"
)
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’」』）)\]]*$")
_CLAUSE_END = re.compile(r"[,;:，；：、—–][\"'”’」』）)\]]*$")


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    start: int
    """Code point in the segment's text."""
    end: int
    spaced: bool
    """White space stands before it."""
    new_line: bool
    """A line break of the original stands before it."""
    start_s: float = 0.0
    end_s: float = 0.0

    @property
    def width(self) -> float:
        return display_width(self.text)

    @property
    def break_cost(self) -> float:
        """How bad a break after this token is: 0 after a sentence, 1 between words."""
        if _SENTENCE_END.search(self.text):
            return 0.0
        return 0.25 if _CLAUSE_END.search(self.text) else 1.0


def display_width(text: str) -> float:
    """Latin characters are 1 wide, Chinese 2.4, combining marks 0."""
    return sum(_character_width(character) for character in text)


def timed_tokens(segment: SpokenSegment) -> list[Token]:
    """The tokens of a segment with times from its word marks; what has no mark of its own stands between neighbours."""
    tokens = [piece for token in _tokens(segment.text) for piece in _pieces(token)]
    words = [mark for mark in segment.marks if mark.kind == "word" and mark.source[1] > mark.source[0]]
    known = [_span(token, words) for token in tokens]
    return _filled(tokens, known, segment)


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    for match in _TOKEN.finditer(text):
        gap = text[at : match.start()]
        yield Token(match.group(), match.start(), match.end(), spaced=bool(gap), new_line="\n" in gap)
        at = match.end()


def _pieces(token: Token) -> Iterator[Token]:
    """A word longer than a line (an address) is cut into lines."""
    if token.width <= LINE_WIDTH:
        yield token
        return
    begin, width = 0, 0.0
    for i, character in enumerate(token.text):
        step = _character_width(character)
        if width + step > LINE_WIDTH:
            yield _piece(token, begin, i)
            begin, width = i, 0.0
        width += step
    yield _piece(token, begin, len(token.text))


def _piece(token: Token, begin: int, end: int) -> Token:
    first = begin == 0
    return Token(
        token.text[begin:end],
        token.start + begin,
        token.start + end,
        spaced=token.spaced and first,
        new_line=token.new_line and first,
    )


def _span(token: Token, words: Sequence[TimedMark]) -> tuple[float, float] | None:
    """From the first word mark that touches the token to the last; a share of it where the token is only a part."""
    touching = [w for w in words if w.source[0] < token.end and w.source[1] > token.start]
    if not touching:
        return None
    first, last = min(touching, key=lambda w: w.start_s), max(touching, key=lambda w: w.end_s)
    return _moment(first, token.start, default=first.start_s), _moment(last, token.end, default=last.end_s)


def _moment(word: TimedMark, offset: int, *, default: float) -> float:
    """When the offset is reached, where it falls inside the word's own span."""
    start, end = word.source
    if not start < offset < end:
        return default
    return word.start_s + (word.end_s - word.start_s) * (offset - start) / (end - start)


def _filled(tokens: list[Token], known: list[tuple[float, float] | None], segment: SpokenSegment) -> list[Token]:
    """Tokens without marks share the time between their neighbours by width; times never run backwards."""
    result: list[Token] = []
    now = segment.start_s
    i = 0
    while i < len(tokens):
        span = known[i]
        if span is not None:
            begin, end = max(now, span[0]), max(now, *span)
            result.append(replace(tokens[i], start_s=begin, end_s=end))
            now, i = end, i + 1
            continue
        j = next((k for k in range(i, len(tokens)) if known[k] is not None), len(tokens))
        following = known[j] if j < len(tokens) else None
        until = max(now, following[0] if following is not None else segment.end_s)
        if i > 0 and any(known):
            until = min(until, now + 0.06 * sum(t.width for t in tokens[i:j]))
        total = sum(t.width for t in tokens[i:j]) or 1.0
        for token in tokens[i:j]:
            step = (until - now) * token.width / total if i < j else 0.0
            result.append(replace(token, start_s=now, end_s=now + step))
            now += step
            total, i = max(total - token.width, 1e-9), i + 1
    return result


def _character_width(character: str) -> float:
    if unicodedata.combining(character) or character in "\u200d\ufe0f":
        return 0.0
    return WIDE if unicodedata.east_asian_width(character) in "WF" else 1.0
