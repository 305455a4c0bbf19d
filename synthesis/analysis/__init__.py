"""Sound -> SpeechFrames: any recording or waveform as source and filter, by WORLD's analysis."""

from synthesis.analysis.envelope import analyse
from synthesis.analysis.pitch import F0Method, estimate_f0

__all__ = ["F0Method", "analyse", "estimate_f0"]
