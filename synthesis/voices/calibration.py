"""What a fit is given of an engine: sentences in its own voice, and where they came from."""

from dataclasses import dataclass

import numpy as np

from synthesis.errors import VoiceError
from synthesis.frames import SpeechFrames
from synthesis.voices.adopt import pitch_statistics
from synthesis.voices.voice import PitchStatistics

_SHORTEST_FRAMES = 80


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Fixed sentences as one engine speaks them (or a recording's own frames, where that is the source)."""

    frames: tuple[SpeechFrames, ...]
    revision: str
    """Of the engine and the sentences."""
    firm: bool = False
    """Its frames bear little change before they sound broken; see `penalties`."""

    def __post_init__(self) -> None:
        if sum(len(f) for f in self.frames) < _SHORTEST_FRAMES:
            raise VoiceError("calibration_short", "The speech to fit is under 1 s long; give at least 1 s, better 6 s.")

    def pitch(self) -> PitchStatistics:
        return pitch_statistics(np.concatenate([f.f0_hz for f in self.frames]))
