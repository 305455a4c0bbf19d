"""Text that remembers where it came from: every character knows its span of the original, through any rewriting."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Replacement = Callable[[re.Match[str]], str | None]
"""New text for a match; None leaves it as it stands."""


@dataclass(frozen=True, slots=True)
class AlignedText:
    """`starts[i]`, `ends[i]`: code points [start, end) of the original that `text[i]` stands for; both never fall."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, place: slice) -> "AlignedText":
        return AlignedText(self.text[place], self.starts[place], self.ends[place])

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Original span of text[start:end], which is not empty."""
        return self.starts[start], max(self.starts[start], self.ends[end - 1])

    def sub(self, pattern: re.Pattern[str], replace: Replacement | str) -> "AlignedText":
        """As `pattern.sub`. New characters stand for the whole match, less the words it has in common at both ends."""
        builder = AlignedBuilder()
        last = 0
        for match in pattern.finditer(self.text):
            new = match.expand(replace) if isinstance(replace, str) else replace(match)
            if new is None or new == match.group():
                continue
            builder.keep(self, last, match.start())
            _put_trimmed(builder, self, match, new)
            last = match.end()
        if not last and not builder.parts:
            return self
        builder.keep(self, last, len(self.text))
        return builder.build()

    def strip(self) -> "AlignedText":
        left = len(self.text) - len(self.text.lstrip())
        return self[left : len(self.text.rstrip())] if self.text.strip() else self[0:0]


class AlignedBuilder:
    """Collects pieces of aligned text."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []

    def keep(self, aligned: AlignedText, start: int, end: int) -> None:
        self.parts.append(aligned.text[start:end])
        self._starts.extend(aligned.starts[start:end])
        self._ends.extend(aligned.ends[start:end])

    def put(self, text: str, source: tuple[int, int]) -> None:
        """Text of which every character stands for the whole of `source`."""
        self.parts.append(text)
        self._starts.extend([source[0]] * len(text))
        self._ends.extend([source[1]] * len(text))

    def build(self) -> AlignedText:
        return AlignedText("".join(self.parts), tuple(self._starts), tuple(self._ends))


def aligned(text: str) -> AlignedText:
    """Text as it stands: every character is its own source."""
    return AlignedText(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))


def joined(parts: Iterable[AlignedText]) -> AlignedText:
    builder = AlignedBuilder()
    for part in parts:
        builder.keep(part, 0, len(part))
    return builder.build()


def _put_trimmed(builder: AlignedBuilder, old: AlignedText, match: re.Match[str], new: str) -> None:
    """The match's new text; whole words that begin or end both old and new keep their own sources."""
    start, end = match.span()
    before = match.group()
    head = _common_words(before, new)
    tail = _common_words(before[head:][::-1], new[head:][::-1])
    builder.keep(old, start, start + head)
    middle = new[head : len(new) - tail]
    if middle:
        inner = (start + head, end - tail)
        source = old.source(*inner) if inner[0] < inner[1] else old.source(max(0, start), end)
        builder.put(middle, source)
    builder.keep(old, end - tail, end)


def _common_words(a: str, b: str) -> int:
    """Length of the longest common beginning that ends with a space."""
    n = 0
    for i, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            break
        if x == " ":
            n = i + 1
    return n
