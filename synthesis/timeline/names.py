"""Emotion names as people write them: any case, English or Chinese, and the nearest one to a slip of the keyboard."""

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from synthesis.emotions.presets import emotion_names, fold

NAME_PATTERN = r"[^\W\d_][\w'-]*"
"""What a name may look like, so that it can stand in a mark: a letter, then letters, digits, _ - and '."""
_NAME = re.compile(NAME_PATTERN)


def is_name(text: str) -> bool:
    return len(text) <= 60 and _NAME.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, eq=False)
class EmotionNames:
    """All names that may be written, each with the canonical name it stands for."""

    canonical: Mapping[str, str]
    """Folded spelling -> canonical name."""

    @classmethod
    def of(cls, names: Collection[str]) -> "EmotionNames":
        """Those names only, each as it is."""
        return cls({fold(name): name for name in names})

    def with_names(self, names: Collection[str]) -> "EmotionNames":
        return EmotionNames({**self.canonical, **{fold(name): name for name in names}}) if names else self

    def find(self, name: str) -> str | None:
        """The canonical name, or None where there is none."""
        return self.canonical.get(fold(name))

    def nearest(self, name: str) -> str:
        """The most similar name there is, "" without any."""
        return nearest_of(name, self.canonical)

    def near_miss(self, name: str) -> str | None:
        """A name that `name` was probably meant to be: one slip of the keyboard away, two in a long name."""
        given = fold(name)
        if not 2 <= len(given) <= 30 or (given.isascii() and len(given) < 3):
            return None
        slips = 1 if len(given) < 6 else 2
        near = (known for known in self.canonical if abs(len(known) - len(given)) <= slips)
        best = min(((slip_distance(given, known), known) for known in near), default=None)
        return best[1] if best is not None and best[0] <= slips else None


def nearest_of(name: str, known: Iterable[str]) -> str:
    """The most similar of `known`, "" where there is none."""
    close = difflib.get_close_matches(fold(name)[:60], list(known), n=1, cutoff=0.0)
    return close[0] if close else ""


def slip_distance(one: str, other: str) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]


@lru_cache(maxsize=1)
def preset_names() -> EmotionNames:
    """The names and synonyms of the presets."""
    return EmotionNames({fold(written): name for written, name in emotion_names().items()})


def as_names(names: "EmotionNames | Collection[str] | None") -> EmotionNames:
    """What callers may give for names: canonical names (presets among them bring all their spellings along), ready
    EmotionNames, or None for the presets. No names at all switch emotion marks off: every bracket is then text."""
    if names is None:
        return preset_names()
    if isinstance(names, EmotionNames):
        return names
    chosen = set(names)
    spellings = {written: name for written, name in preset_names().canonical.items() if name in chosen}
    return EmotionNames({**spellings, **EmotionNames.of(names).canonical})
