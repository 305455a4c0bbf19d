"""A calibration as numbers on the speaker encoder's grid, so that a trial timbre costs no vocoder.

The power of frame t and bin k is written E_h(t, k) e^(2 h(t, k)) + E_n(t, k) e^(2 n(t, k)), h and n the warped and
weighted envelopes. `measure` takes E from one true rendering, so the sketch is exact at that timbre and good near it.
"""

from dataclasses import dataclass, replace

import numpy as np

from synthesis.frames import SILENT_LOG, SpeechFrames
from synthesis.units import HOP, N_BINS, SAMPLE_RATE, Float32
from synthesis.vocoder import vocode
from synthesis.voices.adopt import adopt_timbre
from synthesis.voices.calibration import Calibration
from synthesis.voices.embedding import ENCODER_RATE, encoder_power
from synthesis.voices.sound_classes import class_shares
from synthesis.voices.timbre_map import timbre_map
from synthesis.voices.voice import PitchStatistics, Timbre

ENCODER_BINS = np.arange(0, 401, 2)
"""Bins of the frame grid (20 Hz) on which the encoder's 201 bins (40 Hz) lie."""
_STEP_FRAMES = 0.01 * SAMPLE_RATE / HOP
_MOST_CROSS = 4.0
_SEED = 7


@dataclass(frozen=True, slots=True, eq=False)
class Envelopes:
    """The source's own log envelopes at the encoder's steps of 10 ms."""

    harmonic_log: Float32  # (t, 601)
    noise_log: Float32  # (t, 601) noise and free part together
    shares: Float32  # (t, n_classes) of each kind of sound


@dataclass(frozen=True, slots=True, eq=False)
class Excitation:
    """Power per unit of envelope, and the true power of the rendering it was measured on."""

    harmonic: Float32  # (t, 201)
    noise: Float32  # (t, 201)
    power: Float32  # (t, 201)
    samples: Float32  # (n,) the rendering, at 24 kHz


def envelopes(calibration: Calibration, timbre: Timbre) -> Envelopes:
    """`timbre` tells the kinds of sound."""
    parts = [_at_encoder_steps(frames, timbre) for frames in calibration.frames]
    harmonic, noise, shares = (np.concatenate([p[i] for p in parts]) for i in range(3))
    return Envelopes(harmonic, noise, shares)


def measure(calibration: Calibration, source: Envelopes, timbre: Timbre, target: PitchStatistics) -> Excitation:
    """Render all sentences with `timbre` at the target's pitch; about 15 ms per second of speech."""
    pieces = [_render(frames, timbre, target) for frames in calibration.frames]
    harmonic, noise, power = (np.concatenate([p[i] for p in pieces]) for i in range(3))
    place = timbre_map(timbre)
    bins = ENCODER_BINS

    assert place.class_gain_log is not None
    by_class = source.shares @ place.class_gain_log[:, bins]

    def envelope_power(log: Float32, gain_log: Float32) -> Float32:
        low, high = log[:, place.below[bins]], log[:, place.above[bins]]
        power: Float32 = np.exp(2 * (low + (high - low) * place.share[bins] + gain_log[bins] + by_class))
        return power

    cross = np.clip(power / (harmonic + noise + 1e-12), 1 / _MOST_CROSS, _MOST_CROSS)
    return Excitation(
        harmonic=harmonic * cross / envelope_power(source.harmonic_log, place.harmonic_gain_log),
        noise=noise * cross / envelope_power(source.noise_log, place.noise_gain_log),
        power=power,
        samples=np.concatenate([p[3] for p in pieces]),
    )


def _render(frames: SpeechFrames, timbre: Timbre, target: PitchStatistics) -> tuple[Float32, Float32, Float32, Float32]:
    """Power (t, 201) of the harmonic part, of the rest, of all, and the sound of all."""
    adopted = adopt_timbre(frames, timbre, pitch=target)
    silent = np.full((len(frames), N_BINS), SILENT_LOG, np.float32)
    harmonic = vocode(replace(adopted, noise_log=silent, free_log=None, free_phase=None), seed=_SEED)
    rest = vocode(replace(adopted, f0_hz=np.zeros(len(frames), np.float32)), seed=_SEED)
    whole = harmonic + rest  # the vocoder is linear in its parts
    n = _step_count(len(frames))
    first, second, both = (_power(part)[:n] for part in (harmonic, rest, whole))
    return first, second, both, whole


def _power(samples: Float32) -> Float32:
    import soxr

    return encoder_power(np.asarray(soxr.resample(samples, SAMPLE_RATE, ENCODER_RATE), np.float32))


def _step_count(n_frames: int) -> int:
    return int(n_frames / _STEP_FRAMES)


def _at_encoder_steps(frames: SpeechFrames, timbre: Timbre) -> tuple[Float32, Float32, Float32]:
    assert timbre.class_centres is not None
    place = np.minimum(np.arange(_step_count(len(frames))) * _STEP_FRAMES, len(frames) - 1)
    below = place.astype(int)
    above = np.minimum(below + 1, len(frames) - 1)
    share = (place - below).astype(np.float32)[:, None]
    rest = frames.noise_log
    if frames.free_log is not None:
        rest = np.asarray(np.logaddexp(2 * rest, 2 * frames.free_log) / 2, np.float32)
    classes = class_shares(frames, timbre.class_centres, timbre.class_width)
    parts = [part[below] * (1 - share) + part[above] * share for part in (frames.harmonic_log, rest, classes)]
    return parts[0], parts[1], parts[2]
