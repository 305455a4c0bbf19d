"""Tokens into plain text and annotations: SSML elements are opened, closed and turned into spans."""

from dataclasses import dataclass, field, replace

from synthesis.errors import TextError
from synthesis.timeline.annotated import Annotation
from synthesis.timeline.emotion_mark import EmotionMark
from synthesis.timeline.lexer import Token
from synthesis.timeline.ssml import Tag, break_seconds, combine_prosody, prosody, replacement

_NEUTRAL = (1.0, 0.0, 0.0)
MAX_DEPTH = 32


@dataclass(slots=True)
class _Open:
    tag: Tag
    start: int
    prosody: tuple[float, float, float]
    """Product of all prosody around and of this element: rate factor, semitones, dB."""


@dataclass(slots=True)
class Assembly:
    """What the tokens add up to. Feed with `add`, then `finish`."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    annotations: list[Annotation] = field(default_factory=list)
    marks: list[tuple[int, int, EmotionMark]] = field(default_factory=list)
    """(plain offset, offset in the marked-up text, mark)."""
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    """(plain start, token start in the marked-up text, 1 where characters map one to one, else 0)."""
    labels: list[tuple[int, int]] = field(default_factory=list)
    """Plain spans of `[label](sound)`, inside which no mark can stand."""
    _open: list[_Open] = field(default_factory=list)
    _flat_from: int = 0
    _last_prosody: int = -1
    _words_end: int = 0

    def add(self, token: Token) -> None:
        if token.kind == "mark" and token.mark is not None:
            self.marks.append((self.length, token.start, token.mark))
        elif token.kind == "pause":
            self._refuse_inside_replacement(token.start, "[pause]")
            self.annotations.append(Annotation("pause", self.length, self.length, pause_s=token.pause_s))
        elif token.kind == "tag" and token.tag is not None:
            self._close(token.tag) if token.tag.closing else self._enter(token.tag)
        else:
            self._add_text(token)

    def finish(self) -> str:
        """The plain text. Raises TextError where an element was left open."""
        if self._open:
            tag = self._open[-1].tag
            raise TextError(
                "ssml_unclosed", "<{tag}> at {offset} is never closed; add </{tag}>.", tag=tag.name, offset=tag.offset
            )
        # Stable, so that of things that start at one place the pause, written first, stays first.
        self.annotations.sort(key=lambda annotation: (annotation.start, annotation.kind != "pause"))
        return "".join(self.pieces)

    def _add_text(self, token: Token) -> None:
        literal = token.kind == "text" and token.end - token.start == len(token.text)
        self.runs.append((self.length, token.start, int(literal)))
        start, self.length = self.length, self.length + len(token.text)
        self.pieces.append(token.text)
        if token.text.strip():
            self._words_end = self.length
        if token.kind == "phones":
            self._refuse_inside_replacement(token.start, "[...](...)")
            self.labels.append((start, self.length))
            self.annotations.append(Annotation("phones", start, self.length, value=token.value))

    def _enter(self, tag: Tag) -> None:
        self._refuse_inside_replacement(tag.offset, f"<{tag.name}>")
        if tag.name == "break":
            self.annotations.append(Annotation("pause", self.length, self.length, pause_s=break_seconds(tag)))
        if len(self._open) >= MAX_DEPTH:
            raise TextError(
                "ssml_deep", "<{tag}> at {offset} is nested more than {most} deep; close some.",
                tag=tag.name, offset=tag.offset, most=MAX_DEPTH,
            )  # fmt: skip
        around = self._open[-1].prosody if self._open else _NEUTRAL
        own = prosody(tag) if tag.name == "prosody" else _NEUTRAL
        self._flush_prosody()
        opened = _Open(tag, self.length, combine_prosody(around, own))
        if tag.empty:
            self._check_content(opened)
        else:
            self._open.append(opened)

    def _close(self, tag: Tag) -> None:
        if not self._open or self._open[-1].tag.name != tag.name:
            expected = self._open[-1].tag if self._open else None
            remedy = f"close <{expected.name}> first" if expected else "nothing is open there"
            raise TextError(
                "ssml_crossed", "</{tag}> at {offset} does not fit: {remedy}.",
                tag=tag.name, offset=tag.offset, remedy=remedy,
            )  # fmt: skip
        self._flush_prosody()
        opened = self._open.pop()
        self._check_content(opened)
        if opened.tag.name in ("phoneme", "sub"):
            self.annotations.append(replacement(opened.tag, start=opened.start, end=self.length))

    def _check_content(self, opened: _Open) -> None:
        if opened.tag.name in ("phoneme", "sub") and self._words_end <= opened.start:
            raise TextError(
                "ssml_empty", "<{tag}> at {offset} holds no words; put the words to replace inside.",
                tag=opened.tag.name, offset=opened.tag.offset,
            )  # fmt: skip

    def _flush_prosody(self) -> None:
        """Hand over the stretch since the last change of prosody; one that goes on unchanged is one stretch."""
        rate, semitones, db = self._open[-1].prosody if self._open else _NEUTRAL
        start, self._flat_from = self._flat_from, self.length
        if (rate, semitones, db) == _NEUTRAL or start >= self.length:
            return
        stretch = Annotation("prosody", start, self.length, rate=rate, pitch_semitones=semitones, volume_db=db)
        last = self.annotations[self._last_prosody] if self._last_prosody >= 0 else None
        if last is not None and last.end == start and replace(last, start=start, end=self.length) == stretch:
            self.annotations[self._last_prosody] = replace(stretch, start=last.start)
            return
        self._last_prosody = len(self.annotations)
        self.annotations.append(stretch)

    def _refuse_inside_replacement(self, offset: int, what: str) -> None:
        if self._open and self._open[-1].tag.name in ("phoneme", "sub"):
            raise TextError(
                "ssml_nested", "{what} at {offset} stands inside <{tag}>, which takes only words.",
                what=what, offset=offset, tag=self._open[-1].tag.name,
            )  # fmt: skip
