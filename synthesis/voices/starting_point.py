"""Where a fit starts: closed forms that go most of the way before the first step."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from synthesis.clip import Clip
from synthesis.units import SAMPLE_RATE
from synthesis.voices.calibration import Calibration
from synthesis.voices.embedding import encoder_mel, speech_16k
from synthesis.voices.excitation import Excitation
from synthesis.voices.mel_bands import hz_to_mel, mel_to_hz
from synthesis.voices.reference import Reference
from synthesis.voices.sound_classes import find_classes
from synthesis.voices.spectrum import spectrum_statistics
from synthesis.voices.voice import Timbre

N_WARP_KNOTS = 12
N_GAIN_KNOTS = 40
N_CLASS_KNOTS = 24
_MATCH_SHARE = 0.6
"""All of the way cost 0.3 of DNSMOS P.808 in the second language and won no likeness."""
_FORMANTS_PER_OCTAVE = 0.27
"""Log formant ratio per log F0 ratio between people: where the warp starts."""


def identity_timbre(source: Calibration, *, engine: str) -> Timbre:
    """The engine's own voice, left as it is."""
    flat = np.zeros(N_GAIN_KNOTS, np.float32)
    return Timbre(
        engine=engine,
        engine_revision=source.revision,
        warp_log=np.zeros(N_WARP_KNOTS, np.float32),
        harmonic_gain_log=flat,
        noise_gain_log=flat,
        refined=True,
        likeness=1.0,
        source_pitch=source.pitch(),
    )


def starting_point(source: Calibration, target: Reference, *, engine: str) -> Timbre:
    """No gains yet, a warp guessed from the pitch, and the source's kinds of sound."""
    own = source.pitch()
    ratio = float(np.log(target.pitch.median_hz / own.median_hz))
    warp = np.full(N_WARP_KNOTS, np.clip(_FORMANTS_PER_OCTAVE * ratio, -0.2, 0.2), np.float32)
    centres, width = find_classes(source.frames)
    return replace(
        identity_timbre(source, engine=engine),
        warp_log=warp,
        refined=False,
        likeness=0.0,
        class_centres=centres,
        class_width=width,
        class_gain_log=np.zeros((len(centres), N_CLASS_KNOTS), np.float32),
    )


def match_spectrum(base: Timbre, target: Reference, remeasure: Callable[[Timbre], Excitation]) -> Timbre:
    """Gains that bring the long-term spectrum to the target's, in closed form: most of the way for no cost."""
    sound = remeasure(base).samples
    own = spectrum_statistics([encoder_mel(speech_16k(Clip(sound)))])
    off = (target.spectrum.band_log - own.band_log) / 2  # power -> amplitude
    top = float(hz_to_mel(8_000.0))
    centres_hz = mel_to_hz(np.linspace(0, top, len(off) + 2)[1:-1])
    knots_hz = mel_to_hz(np.linspace(0, float(hz_to_mel(SAMPLE_RATE / 2)), N_GAIN_KNOTS))
    gain = _MATCH_SHARE * np.clip(np.interp(knots_hz, centres_hz, off), -3.0, 3.0).astype(np.float32)
    return replace(base, harmonic_gain_log=base.harmonic_gain_log + gain, noise_gain_log=base.noise_gain_log + gain)
