"""Tokens into cues: two lines at most, 1 to 7 s, broken at the ends of sentences and clauses, readable in their time.

The breaks are the cheapest way through the segment (dynamic programming, as in paragraph breaking by Knuth and Plass);
widths and reading speeds follow the timed-text guides of broadcasters (42 characters a line, 17 a second; Chinese about
17 a line, 9 a second).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from synthesis.captions.tokens import LINE_WIDTH, WIDE, Token, timed_tokens
from synthesis.marks import SpokenSegment

MIN_S = 1.0
MAX_S = 7.0
WIDTH_PER_S = 20.0
"""Reading speed: 20 Latin or 8.3 Chinese characters a second."""
LINGER_S = 0.25
PAUSE_S = 0.35
"""A pause of this length is as good a place for a break as a comma."""


@dataclass(frozen=True, slots=True)
class Cue:
    start_s: float
    end_s: float
    lines: tuple[str, ...]
    segment_id: str = ""


def make_cues(segments: Sequence[SpokenSegment]) -> list[Cue]:
    """Cues in order of time, none over another. Every character of the texts but white space stands in exactly one."""
    cues: list[Cue] = []
    for segment in segments:
        tokens = timed_tokens(segment)
        for first, last in _breaks(tokens):
            group = tokens[first:last]
            lines = _lines(group)
            cues.append(Cue(group[0].start_s, group[-1].end_s, lines, segment.id))
    return _timed(sorted(cues, key=lambda cue: cue.start_s), end_s=max((s.end_s for s in segments), default=0.0))


def _breaks(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Cheapest division into cues, as index ranges."""
    n = len(tokens)
    best = [0.0] + [float("inf")] * n
    came_from = [0] * (n + 1)
    for last in range(1, n + 1):
        for first in range(last - 1, -1, -1):
            group = tokens[first:last]
            if first < last - 1 and not _fits(group):
                break
            cost = best[first] + _cost(group, following=tokens[last] if last < n else None)
            if cost < best[last]:
                best[last], came_from[last] = cost, first
    ranges: list[tuple[int, int]] = []
    while n:
        ranges.append((came_from[n], n))
        n = came_from[n]
    return ranges[::-1]


def _fits(group: Sequence[Token]) -> bool:
    if any(token.new_line for token in group[1:]) and _joined_width(group) > LINE_WIDTH:
        return False
    if group[-1].end_s - group[0].start_s > MAX_S:
        return False
    return _joined_width(group) <= LINE_WIDTH or _best_split(group) is not None


def _cost(group: Sequence[Token], *, following: Token | None) -> float:
    """One for each cue, more for a bad break, a short time, an unreadable speed, a line with little in it."""
    width = _joined_width(group)
    available = (following.start_s if following else group[-1].end_s + MIN_S) - group[0].start_s
    cost = 1.0
    if following is not None and not following.new_line:
        pause = following.start_s - group[-1].end_s
        cost += 3.0 * (min(group[-1].break_cost, 0.25) if pause >= PAUSE_S else group[-1].break_cost)
    cost += 4.0 * max(0.0, MIN_S - available)
    cost += 0.1 * max(0.0, width / max(available, 0.1) - WIDTH_PER_S)
    return cost + max(0.0, 1.0 - width / 12.0)


def _lines(group: Sequence[Token]) -> tuple[str, ...]:
    """One line where it fits, else two."""
    hard = next((i for i in range(1, len(group)) if group[i].new_line), None)
    split = hard if hard is not None and _joined_width(group) > LINE_WIDTH else None
    if _joined_width(group) > LINE_WIDTH and len(group) > 1:
        split = split if split is not None else _best_split(group)
    if split is None:
        return (_joined(group),)
    return _joined(group[:split]), _joined(group[split:])


def _best_split(group: Sequence[Token]) -> int | None:
    """Where two lines are both short enough, at a good place and of like length."""
    best: tuple[float, int] | None = None
    for i in range(1, len(group)):
        upper, lower = _joined_width(group[:i]), _joined_width(group[i:])
        if upper > LINE_WIDTH or lower > LINE_WIDTH:
            continue
        cost = 1.5 * group[i - 1].break_cost + abs(upper - lower) / LINE_WIDTH
        if best is None or cost < best[0]:
            best = cost, i
    return None if best is None else best[1]


def _joined(group: Sequence[Token]) -> str:
    return "".join((" " if token.spaced and i else "") + token.text for i, token in enumerate(group))


def _joined_width(group: Sequence[Token]) -> float:
    return sum(token.width + (1.0 if token.spaced and i else 0.0) for i, token in enumerate(group))


def _timed(cues: list[Cue], *, end_s: float) -> list[Cue]:
    """Let each cue stand long enough to read, never into the next one."""
    result: list[Cue] = []
    for i, cue in enumerate(cues):
        width = sum(WIDE if ord(c) > 0x2E7F else 1.0 for line in cue.lines for c in line)
        wanted = max(cue.end_s + LINGER_S, cue.start_s + MIN_S, cue.start_s + width / WIDTH_PER_S)
        wanted = min(wanted, max(cue.start_s + MAX_S, cue.end_s))
        limit = cues[i + 1].start_s if i + 1 < len(cues) else max(end_s, cue.end_s)  # never past the sound
        result.append(replace(cue, end_s=max(cue.start_s + 0.001, min(wanted, limit))))
    return result
