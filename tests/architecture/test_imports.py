"""Arrows point one way: a module of `synthesis` imports only names to its left in this list."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ORDER = [
    "units",
    "errors",
    "clip",
    "loudness",
    "loudness_limiter",
    "frames",
    "marks",
    "decoding",
    "runtime",
    "analysis",
    "vocoder",
    "noise",
    "voices",
    "clip_checks",
    "clip_report",
    "emotions",
    "timeline",
    "text",
    "engines",
    "enrolment",
    "sentence_cache",
    "planning",
    "pauses",
    "code_switch",
    "revoicing",
    "speaking",
    "pipeline",
    "mixing",
    "export",
    "visemes",
    "captions",
    "delivery",
    "demo",
    "lines",
    "bench",
    "synthesizer",
    "cli",
    "__main__",
]
EVERYWHERE = {"synthesis.text.spoken"}
"""Plain types that every layer speaks."""
FORBIDDEN = {"django", "rest_framework", "celery", "channels", "studio"}


def modules() -> list[Path]:
    return sorted((ROOT / "synthesis").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "synthesis" else None


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_to_the_left(path: Path) -> None:
    name = path.relative_to(ROOT / "synthesis").parts[0].removesuffix(".py")
    if name == "__init__":
        return
    assert name in ORDER, f"{name} has no place in the import order"
    for target in imported(path):
        assert target.split(".")[0] not in FORBIDDEN, f"{path} imports {target}"
        other = layer(target)
        if other in ORDER and target not in EVERYWHERE and not any(target.startswith(f"{e}.") for e in EVERYWHERE):
            assert ORDER.index(other) <= ORDER.index(name), f"{path} imports {target}, which stands to its right"
