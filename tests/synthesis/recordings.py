"""The recordings that tests share."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
SHARED = Path(__file__).parents[2].parent / "shared"
ANNA = DATA / "1998-15444-0003.flac"
ANNA_AGAIN = DATA / "1998-15444-0004.flac"
BEN = DATA / "1688-142285-0003.flac"
BEN_AGAIN = DATA / "1688-142285-0006.flac"
MEI = DATA / "BAC009S0150W0011.wav"
