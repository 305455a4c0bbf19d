"""Word lists and tables of the front end, from strings and from `data/`."""

import json
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parent / "data"


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def table(name: str) -> dict[str, str]:
    """Two tab-separated columns."""
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


def document(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_DATA / name).read_text(encoding="utf-8"))
    return content
