"""Small files. Prints the five largest; the cap is soft for data tables but hard at twice the house limit."""

from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]


def test_files_stay_small() -> None:
    sizes = sorted(
        (
            (len(p.read_text(encoding="utf-8").splitlines()), str(p.relative_to(ROOT)))
            for folder in ("synthesis", "tests")
            for p in (ROOT / folder).rglob("*.py")
        ),
        reverse=True,
    )
    print("largest:", *(f"{n} {name}" for n, name in sizes[:5]), sep="\n  ")
    source = [n for n, name in sizes if name.startswith("synthesis") and n > 0]
    assert median(source) <= 150
    assert not [(n, name) for n, name in sizes if n > (250 if name.startswith("synthesis") else 300)]
