"""The voice that speaks when nobody chose one: the English engine's own speaker, in every language."""

from functools import lru_cache
from pathlib import Path

from synthesis.voices.store import load_voice
from synthesis.voices.voice import Voice

DEFAULT_VOICE_FILE = Path(__file__).parent / "data" / "default_voice.json"
"""Made by `python -m synthesis.enrolment`."""


@lru_cache(maxsize=1)
def default_voice() -> Voice:
    return load_voice(DEFAULT_VOICE_FILE)
