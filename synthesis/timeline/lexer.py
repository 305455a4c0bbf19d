"""Marked-up text into tokens, in one pass. Whatever is no markup is text, so that any string can be read.

[pause 500ms]  [word](/ipa/)  [行](hang2)  [calm]  <break time="1s"/>  &amp;  \\[
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from synthesis.errors import TextError
from synthesis.timeline.emotion_mark import EmotionMark, near_miss, parse_mark
from synthesis.timeline.names import EmotionNames
from synthesis.timeline.ssml import Tag, check_pause, looks_like_pinyin, normal_pinyin, parse_seconds, parse_tag

TokenKind = Literal["text", "phones", "pause", "tag", "mark"]
DEFAULT_PAUSE_S = 0.5

_SPECIAL = re.compile(r"[\[<&\\]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = frozenset("\\[]<>&")
_BRACKET = re.compile(r"\[([^\[\]\n]{1,160})\]")
_IPA = re.compile(r"\(/([^/\n]{1,200})/\)")
_TARGET = re.compile(r"\(([^()\n]{0,400})\)")
_PAUSE = re.compile(r"\s*(?:pause|停顿)(?:\s*[:：]?\s*([0-9]*\.?[0-9]+\s*\S{0,3}))?\s*", re.IGNORECASE)
_TAG_HEAD = re.compile(r"<(/?)(speak|break|prosody|phoneme|sub)(?=[\s/>]|$)", re.IGNORECASE)
_TAG_BODY = re.compile(r"""((?:[^<>"']|"[^"<]*"|'[^'<]*')*+)>""")
_OTHER_TAG = re.compile(r"</?(?:p|s|w|say-as|emphasis|voice|audio|mark|lang|lexicon|desc|media)(?=[\s/>])[^<>]*>")
_PROLOG = re.compile(r"<\?xml[^<>]*\?>")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    start: int
    """Code points [start, end) of the marked-up text."""
    end: int
    text: str = ""
    """What it adds to the plain text."""
    value: str = ""
    """phones: "/ipa/" or pinyin."""
    pause_s: float = 0.0
    tag: Tag | None = None
    mark: EmotionMark | None = None


class Lexer:
    """Reads one text. `warnings` fills while tokens are drawn. Raises TextError for what is no Unicode text."""

    def __init__(self, text: str, names: EmotionNames) -> None:
        if broken := _SURROGATE.search(text):
            raise TextError(
                "surrogate",
                "The character at {offset} is half of a surrogate pair and no text; remove it.",
                offset=broken.start(),
            )
        self._text = text
        self._last_comment_end = text.rfind("-->")
        self._names = names
        self._near: dict[str, str | None] = {}  # Optimization: a script may hold the same bracket a thousand times
        self.warnings: list[str] = []

    def tokens(self) -> Iterator[Token]:
        text, position, plain_from = self._text, 0, 0
        before = ""  # the last character that outlives the removal of emotion marks
        while special := _SPECIAL.search(text, position):
            start = special.start()
            token = self._markup_at(start)
            if token is None:
                position = start + 1
                continue
            if plain_from < start:
                yield Token("text", plain_from, start, text[plain_from:start])
                before = text[start - 1]
            yield token
            position = token.end
            if token.kind != "mark":
                before = text[position - 1]
            elif text[position : position + 1] == " " and (not before or before.isspace()):
                position += 1  # "say [calm] this" and "say this" are the same words
            plain_from = position
        if plain_from < len(text):
            yield Token("text", plain_from, len(text), text[plain_from:])

    def _markup_at(self, start: int) -> Token | None:
        match self._text[start]:
            case "\\":
                escaped = self._text[start + 1 : start + 2]
                return Token("text", start, start + 2, escaped) if escaped in _ESCAPED and escaped else None
            case "&":
                entity = _ENTITY.match(self._text, start)
                return Token("text", start, entity.end(), _unescape(entity[0])) if entity else None
            case "<":
                return self._tag_at(start)
            case _:
                return self._bracket_at(start)

    def _tag_at(self, start: int) -> Token | None:
        head = _TAG_HEAD.match(self._text, start)
        if head is None and (end := self._unspoken_end(start)):
            return Token("text", start, end)
        if head is None:
            if other := _OTHER_TAG.match(self._text, start):
                self.warnings.append(f"{other[0][:60]} at {start} is not supported and read as text.")
            return None
        body = _TAG_BODY.match(self._text, head.end())
        if body is None:
            raise TextError(
                "ssml_open", "The tag <{tag}> at {offset} is not ended by >; end it, or write \\< where text is meant.",
                tag=head[2].lower(), offset=start,
            )  # fmt: skip
        tag = parse_tag(name=head[2].lower(), closing=bool(head[1]), body=body[1], offset=start)
        return Token("tag", start, body.end(), tag=tag)

    def _unspoken_end(self, start: int) -> int:
        """Where the XML prolog or the comment that starts here ends; 0 where none does."""
        if prolog := _PROLOG.match(self._text, start):
            return prolog.end()
        if self._text.startswith("<!--", start) and start + 4 <= self._last_comment_end:
            return self._text.index("-->", start + 4) + 3
        return 0

    def _bracket_at(self, start: int) -> Token | None:
        bracket = _BRACKET.match(self._text, start)
        if bracket is None:
            return None
        label = bracket[1]
        if label.strip() and (ipa := _IPA.match(self._text, bracket.end())):
            return Token("phones", start, ipa.end(), label, value=f"/{ipa[1].strip()}/")
        if target := _TARGET.match(self._text, bracket.end()):
            if label.strip() and (pinyin := normal_pinyin(target[1])):
                return Token("phones", start, target.end(), label, value=pinyin)
            if looks_like_pinyin(target[1]) and not label.isascii():
                self.warnings.append(f"[{label}]({target[1]}) at {start} is no pinyin and read as text.")
            if _is_link(target[1]):
                return None
        if pause := _PAUSE.fullmatch(label):
            return self._pause(bracket, pause[1])
        mark = parse_mark(label, names=self._names, offset=start)
        if mark is not None:
            return Token("mark", start, bracket.end(), mark=mark)
        self._warn_of_near_miss(label, start)
        return None

    def _warn_of_near_miss(self, label: str, start: int) -> None:
        if label not in self._near:
            self._near[label] = near_miss(label, names=self._names)
        if nearest := self._near[label]:
            self.warnings.append(f"[{label}] at {start} is read as text; for the emotion write [{nearest}].")

    def _pause(self, bracket: re.Match[str], length: str | None) -> Token:
        seconds = DEFAULT_PAUSE_S if length is None else parse_seconds(length)
        if seconds is None:
            raise TextError(
                "pause_form", "The pause {mark} at {offset} has no length; write [pause 500ms] or [pause 0.5s].",
                mark=bracket[0], offset=bracket.start(),
            )  # fmt: skip
        return Token("pause", *bracket.span(), pause_s=check_pause(seconds, offset=bracket.start()))


def _unescape(entity: str) -> str:
    return html.unescape(entity) or "\ufffd"  # a number that names no character


def _is_link(target: str) -> bool:
    """The target of a Markdown link, as opposed to words in parentheses that follow a mark."""
    return not re.search(r"\s", target) and re.search(r"[/.:#@?=]", target) is not None
