"""Frames to sound."""

from synthesis.vocoder.pulses import pulse_train
from synthesis.vocoder.sound import pulse_spectrum, vocode

__all__ = ["pulse_spectrum", "pulse_train", "vocode"]
