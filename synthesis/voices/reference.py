"""What is heard in a person's clips: the target of a fit."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from synthesis.analysis import estimate_f0
from synthesis.clip import Clip
from synthesis.errors import VoiceError
from synthesis.units import Float32
from synthesis.voices.adopt import pitch_statistics
from synthesis.voices.embedding import ENCODER_RATE, embed_mel, encoder_mel, speech_16k
from synthesis.voices.spectrum import spectrum_statistics
from synthesis.voices.voice import PitchStatistics, SpectrumStatistics

_SHORTEST_S = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """All that a fit needs to know of a person; kept in the Voice, so that the clips are needed once."""

    embedding: Float32  # (256,)
    pitch: PitchStatistics
    spectrum: SpectrumStatistics


def hear(clips: Sequence[Clip]) -> Reference:
    """Measure a person's clips, 5 s cost about 0.3 s. Raises VoiceError for none, silence or no pitch."""
    if not clips:
        raise VoiceError("no_clips", "No clip was given; a voice needs at least one.")
    sounds = [speech_16k(clip) for clip in clips]
    if sum(len(s) for s in sounds) < _SHORTEST_S * ENCODER_RATE:
        raise VoiceError("too_short", "The clips hold under 1 s of speech; give at least 2 s, better 6 s or more.")
    mels = [encoder_mel(s) for s in sounds]
    directions = np.stack([embed_mel(mel).mean(axis=0) for mel in mels])
    mean = (directions / np.linalg.norm(directions, axis=1, keepdims=True)).mean(axis=0)
    return Reference(
        embedding=np.asarray(mean / np.linalg.norm(mean), np.float32),
        pitch=pitch_statistics(np.concatenate([_steady_f0(s) for s in sounds])),
        spectrum=spectrum_statistics(mels),
    )


def _steady_f0(samples: Float32) -> Float32:
    """F0 without the outermost octave jumps: values over an octave from the median are tracking errors."""
    f0 = estimate_f0(samples, ENCODER_RATE)
    if not (f0 > 0).any():
        return f0
    median = np.median(f0[f0 > 0])
    return np.asarray(np.where((f0 > median / 2) & (f0 < median * 2), f0, 0), np.float32)
