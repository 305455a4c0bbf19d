"""Builders of small artifacts, for the tests of the weights."""

import time
from collections.abc import Mapping
from pathlib import Path


def build(sources: Mapping[str, Path], folder: Path) -> None:
    for name, path in sources.items():
        (folder / "copy.bin").write_bytes(name.encode() + path.read_bytes())


def build_slowly(sources: Mapping[str, Path], folder: Path) -> None:
    with (folder.parent / "builds.log").open("a") as log:
        log.write("built\n")
    build(sources, folder)
    time.sleep(0.5)


def break_off(sources: Mapping[str, Path], folder: Path) -> None:
    build(sources, folder)
    raise KeyboardInterrupt
