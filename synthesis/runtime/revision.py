"""Revision of the code that shapes sound: part of every content key, so that an upgrade reuses nothing by mistake."""

import hashlib
from functools import lru_cache
from pathlib import Path

SILENT = {
    "cli",
    "bench",
    "lines",
    "__main__.py",
    "captions",
    "synthesizer.py",
    "demo",
    "visemes.py",
    "export",
    "delivery.py",
}
"""Parts that never change the sound of a sentence."""


@lru_cache(maxsize=1)
def code_revision() -> str:
    """16 hex digits over all sources and data files of the package that shape a sentence (about 10 ms, once)."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.suffix in (".py", ".json", ".npz", ".csv", ".txt") and name.parts[0] not in SILENT:
            digest.update(str(name).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
