"""The door to the judges (`../shared/judge`, a virtual environment of its own in ~/.cache/studio-judge)."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

SHARED = Path(__file__).parents[2].parent / "shared"
PYTHON = Path.home() / ".cache/studio-judge/bin/python"


def judge(verb: str, *arguments: str | Path) -> list[dict[str, object]]:
    """One JSON object for each file judged. verb: wer, mos, like, emotion."""
    command = [str(PYTHON), str(SHARED / "judge/judge.py"), verb, *map(str, arguments)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]


def plain_words(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9' ]+", " ", text.lower().replace("-", " ")).split()


def errors(reference: Sequence[str], heard: Sequence[str]) -> int:
    """Levenshtein distance in words."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(reference, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1]
