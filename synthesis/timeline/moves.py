"""Keyframes under an edit of the text: each stays on its word, wherever the word went."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from synthesis.timeline.markup import Names, plain_text
from synthesis.timeline.model import Keyframe
from synthesis.timeline.words import word_spans

MAX_COMPARED_WORDS = 1_500
"""Above, what lies between the common start and end is mapped in proportion: a diff is quadratic."""


def move_keyframes(
    old_text: str, new_text: str, keyframes: Sequence[Keyframe], *, emotion_names: Names = None
) -> tuple[Keyframe, ...]:
    """Keyframes of `old_text` (marked up) for `new_text`.

    A keyframe on a word that is still there moves with it; on a word that was replaced it goes to the word at the same
    place of the replacement; on one that was deleted, to the next word. None is dropped.
    """
    old, new = plain_text(old_text, emotion_names=emotion_names), plain_text(new_text, emotion_names=emotion_names)
    if old == new:
        return tuple(keyframes)
    old_spans, new_spans = word_spans(old), word_spans(new)
    word_of = _word_map([old[a:b] for a, b in old_spans], [new[a:b] for a, b in new_spans])
    starts = [start for start, _ in old_spans]
    landing = [start for start, _ in new_spans] + [len(new)]

    def moved(at: float) -> float:
        word = bisect_right(starts, at) - 1
        if at >= len(old):
            return float(len(new))
        if word < 0:
            return min(at, float(landing[0]))
        target, kept = word_of(word)
        after = landing[min(target + 1, len(landing) - 1)]
        return min(landing[target] + (at - starts[word] if kept else 0.0), float(after))

    return tuple(replace(keyframe, at=moved(keyframe.at)) for keyframe in keyframes)


def _word_map(old: list[str], new: list[str]) -> Callable[[int], tuple[int, bool]]:
    """Index of an old word -> (index in `new`, whether it is the same word); the index may be len(new)."""
    blocks = _opcodes(old, new)
    starts = [block[1] for block in blocks]

    def find(word: int) -> tuple[int, bool]:
        tag, old_from, old_to, new_from, new_to = blocks[bisect_right(starts, word) - 1]
        if tag == "equal":
            return new_from + word - old_from, True
        share = (word - old_from) / (old_to - old_from)
        return new_from + int(share * (new_to - new_from)), False

    return find


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """As difflib's, without insertions (no old word lies in one)."""
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(old_middle), len(new_middle)) > MAX_COMPARED_WORDS:
        codes = [("replace", 0, len(old_middle), 0, len(new_middle))]
    else:
        codes = list(SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_opcodes())
    blocks = [
        ("equal", 0, head, 0, head),
        *((tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in codes),
        ("equal", len(old) - tail, len(old), len(new) - tail, len(new)),
    ]
    return [block for block in blocks if block[1] < block[2]]
