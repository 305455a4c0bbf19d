"""Controls to the spectrum, frame by frame: effort, breath, formants, wavering, loudness.

Every gain is smooth over frequency and time. Changes of colour keep the loudness, which `energy` alone sets. Arrays are
float32 and controls at zero cost nothing: with all of them at zero the very same object comes back.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from synthesis.emotions.controls import INDEX
from synthesis.emotions.loudness_keeping import ThinLevel, smoothed
from synthesis.emotions.prosody import column
from synthesis.frames import SpeechFrames
from synthesis.units import BIN_HZ, FRAME_S, N_BINS, Float32, Float64, db_to_log

SPECTRAL = ("pitch", "energy", "dynamics", "tilt", "high", "breath", "tremor", "formant")
EFFORT_HZ = (0.0, 250.0, 450.0, 650.0, 850.0, 1_100.0, 2_200.0, 3_200.0, 4_200.0, 5_200.0, 12_000.0)
EFFORT_SHARE = (0.0, 0.0, 0.2, 0.65, 1.1, 1.05, 1.0, 0.8, 0.55, 0.35, 0.3)
"""Where effort acts: not a straight slope but a step around 600 Hz and a plateau up to 4 kHz. Medians of EMO-DB over
voiced frames, angry against neutral; sad is the same curve upside down."""
UNVOICED_TILT_SHARE = 0.75
"""Hiss made at the lips follows effort less than the voice does; more makes every s sting."""
BRIGHTER_WITH_PITCH = np.float32(0.14)
"""Decibels of effort per squared semitone upwards. A spectrum predicted for a high F0 comes out duller (3 dB at +5 st),
while a person who speaks higher also speaks brighter."""
HIGH_FROM_HZ, HIGH_FULL_HZ = 3_500.0, 5_200.0
WARP_STEP = 0.002
"""Of the logarithm of frequency: 5 Hz at 2.5 kHz. A gliding formant moves in such steps, finer than is heard."""
BREATH_FROM_HZ, BREATH_FULL_HZ = 400.0, 1_800.0
ASPIRATION_DB = 12.0
"""How far aspiration lies under the harmonics where `breath` begins to add it."""
PULSES_TO_NOISE_LOG = 2.05
"""Noise with the power of a harmonic spectrum of amplitude 1 at 1 Hz spacing, see `analysis.envelope`."""
GIVING_WAY = 3.3
"""Decibels that the harmonics lose per decibel of breath where the voice is weak: at its ends a sad voice is air."""
TREMOR_HZ = 5.6
TREMOR_DB_PER_ST = 1.5
"""A wavering voice wavers in loudness, too."""
DYNAMICS_LIMIT_DB = 8.0
DYNAMICS_FLOOR_DB = 35.0
"""Frames this far under the phrase's level are pauses, and stay as they are."""


def apply_emotion(frames: SpeechFrames, controls: Float64) -> SpeechFrames:
    """Frames under the controls of each frame. controls (n_frames, N_CONTROLS); timing and marks stay.

    About 1.5 ms per second of speech on one core; `controls` without a spectral part return `frames` itself.
    """
    if not len(frames) or not any(controls[:, INDEX[name]].any() for name in SPECTRAL):
        return frames
    values = {name: column(controls, name).astype(np.float32) for name in SPECTRAL}
    values["tilt"] = values["tilt"] + BRIGHTER_WITH_PITCH * column(controls, "pitch").clip(0).astype(np.float32) ** 2
    before = ThinLevel(frames)
    changed = _coloured(frames, values, weakness=before.weakness())
    voicing = _voicing(frames)
    gain = before.compensation(ThinLevel(changed)) + _loudness(before, values, voicing)
    tremor = values["tremor"]
    f0_hz = _trembling(frames.f0_hz, tremor) if tremor.any() else frames.f0_hz
    return replace(_plus(changed, gain[:, None]), f0_hz=f0_hz)


def _coloured(frames: SpeechFrames, values: dict[str, Float32], *, weakness: Float32) -> SpeechFrames:
    """Formants, effort and breath, before the loudness is put right. values and weakness (n,)"""
    formant, breath = values["formant"], values["breath"]
    if formant.any():
        free = None if frames.free_log is None else warp(frames.free_log, formant)
        frames = replace(
            frames,
            harmonic_log=warp(frames.harmonic_log, formant),
            noise_log=warp(frames.noise_log, formant),
            free_log=free,
        )
    voicing = _voicing(frames)
    effort = _effort(values, voicing)
    if effort is not None:
        frames = _plus(frames, effort)
    if not breath.any():
        return frames
    giving_way = _log(np.asarray(breath.clip(0) * weakness * np.float32(GIVING_WAY), np.float32))
    firm = firmer(frames.noise_log, frames.harmonic_log, frames.f0_hz, breath * voicing)
    return replace(
        frames,
        harmonic_log=firm - giving_way[:, None],
        noise_log=breathy(frames.noise_log, frames.harmonic_log, frames.f0_hz, breath * voicing),
    )


def _plus(frames: SpeechFrames, gain_log: Float32) -> SpeechFrames:
    """All parts louder by `gain_log` (n, N_BINS) or (n, 1)."""
    return replace(
        frames,
        harmonic_log=frames.harmonic_log + gain_log,
        noise_log=frames.noise_log + gain_log,
        free_log=None if frames.free_log is None else frames.free_log + gain_log,
    )


def _voicing(frames: SpeechFrames) -> Float32:
    """(n,) 0-1, soft at the edges."""
    return smoothed((frames.f0_hz > 0).astype(np.float32), frames=3)


def warp(log_amplitude: Float32, formant: Float32) -> Float32:
    """The envelope with all its features moved by exp(formant) in frequency. (n, N_BINS), (n,) -> (n, N_BINS)

    Above 5 kHz the warp fades out, so that the band edge stays where it is.
    """
    if not formant.any():
        return log_amplitude
    first = float(formant[0])
    if (formant == formant[0]).all():
        return _warped(log_amplitude, first)
    level = np.rint(formant / np.float32(WARP_STEP)).astype(np.intp)
    out = np.empty_like(log_amplitude)
    for one in np.unique(level):  # Optimization: one index row serves all frames of a level
        rows = np.flatnonzero(level == one)
        out[rows] = _warped(log_amplitude[rows], float(one) * WARP_STEP)
    return out


def _warped(log_amplitude: Float32, formant: float) -> Float32:
    """All frames moved alike. (n, N_BINS) -> (n, N_BINS)"""
    if not formant:
        return log_amplitude
    low, part = _places(formant)
    below = np.take(log_amplitude, low, axis=1)
    return np.asarray(below + (np.take(log_amplitude, low + 1, axis=1) - below) * part, np.float32)


@lru_cache(maxsize=128)
def _places(formant: float) -> tuple[np.ndarray, Float32]:
    """Bin below and share of the bin above that every bin is read from. (N_BINS,), (N_BINS,)"""
    bins = np.arange(N_BINS, dtype=np.float32)
    fade = np.clip((8_000.0 - bins * BIN_HZ) / 3_000.0, 0.0, 1.0)
    place = np.clip(bins * np.exp(-formant * fade), 0, N_BINS - 1.001)
    low = place.astype(np.intp)
    return low, np.asarray(place - low, np.float32)


def breathy(noise: Float32, harmonic: Float32, f0_hz: Float32, breath_db: Float32) -> Float32:
    """Noise of voiced frames with aspiration added (or, below 0, taken out). (n, N_BINS) -> (n, N_BINS)

    What is added follows the harmonics' envelope at ASPIRATION_DB under it, so that a voice modelled without any noise
    can be breathy, too. breath_db (n,)
    """
    out = noise.copy()
    more, less = np.flatnonzero(breath_db > 0), np.flatnonzero(breath_db < 0)
    if len(more):
        depth = np.maximum(breath_db[more, None] * _breath_shape(), np.float32(1e-6))  # (n_more, N_BINS) dB
        under = _under_pulses(f0_hz[more]) + np.float32(db_to_log(ASPIRATION_DB))
        floor = np.maximum(noise[more], harmonic[more] - under[:, None])
        out[more] = noise[more] + 0.5 * np.log1p(np.exp(2 * (floor - noise[more])) * np.expm1(_log(depth) * 2))
    if len(less):
        out[less] += _log(breath_db[less, None] * _air_shape())
    return out


def firmer(noise: Float32, harmonic: Float32, f0_hz: Float32, breath_db: Float32) -> Float32:
    """Harmonics of voiced frames with the power that `breathy` takes out of the noise, where breath is below 0.

    A voice modelled with much noise would else turn dull as its breath goes. (n, N_BINS) -> (n, N_BINS)
    """
    less = np.flatnonzero((breath_db < 0) & (f0_hz > 0))
    if not len(less):
        return harmonic
    taken = -np.expm1(2 * _log(breath_db[less, None] * _air_shape()))  # share of the noise's power
    as_pulses = noise[less] + _under_pulses(f0_hz[less])[:, None] - harmonic[less]
    out = harmonic.copy()
    out[less] += 0.5 * np.log1p(np.exp(2 * np.minimum(as_pulses, 20.0)) * taken)
    return out


def _under_pulses(f0_hz: Float32) -> Float32:
    """How far noise lies under harmonics of the same power, natural log. (n,)"""
    return np.asarray(0.5 * np.log(np.maximum(f0_hz, 60.0)) - PULSES_TO_NOISE_LOG, np.float32)


def _effort(values: dict[str, Float32], voicing: Float32) -> Float32 | None:
    """Gain of tilt and high together. (n, N_BINS) natural log"""
    tilt, high = values["tilt"], values["high"]
    if not (tilt.any() or high.any()):
        return None
    share = UNVOICED_TILT_SHARE + (1 - UNVOICED_TILT_SHARE) * voicing
    gain = np.zeros((len(tilt), N_BINS), np.float32)
    if tilt.any():
        gain += _log(tilt * share)[:, None] * _effort_shape()
    if high.any():
        gain += _log(high)[:, None] * _ramp(HIGH_FROM_HZ, HIGH_FULL_HZ)
    return gain


def _loudness(level: ThinLevel, values: dict[str, Float32], voicing: Float32) -> Float32:
    """Energy, dynamics and the tremor's share. (n,) natural log"""
    gain = _log(values["energy"])
    if values["dynamics"].any():
        moved = level.movement(floor_db=DYNAMICS_FLOOR_DB, limit_db=DYNAMICS_LIMIT_DB)
        gain = gain + moved * np.expm1(values["dynamics"])
    if values["tremor"].any():
        gain = gain + _log(np.float32(TREMOR_DB_PER_ST) * values["tremor"] * _wave(len(gain)) * voicing)
    return np.asarray(gain, np.float32)


def _trembling(f0_hz: Float32, depth_st: Float32) -> Float32:
    return np.asarray(f0_hz * np.exp2(depth_st * _wave(len(f0_hz)) / 12.0), np.float32)


def _wave(n: int) -> Float32:
    """5.6 Hz with a slow drift of its rate, so that it is a voice's tremor and not a machine's. (n,)"""
    t = np.arange(n) * FRAME_S
    return np.asarray(np.sin(2 * np.pi * TREMOR_HZ * t + 1.3 * np.sin(2 * np.pi * 0.7 * t)), np.float32)


def _log(db: Float32) -> Float32:
    return np.asarray(db * np.float32(db_to_log(1.0)), np.float32)


@lru_cache(maxsize=1)
def _effort_shape() -> Float32:
    """(N_BINS,) 0-1, over the logarithm of frequency."""
    hz = np.log(np.arange(N_BINS) * BIN_HZ + 50.0)
    return np.asarray(np.interp(hz, np.log(np.array(EFFORT_HZ) + 50.0), EFFORT_SHARE), np.float32)


@lru_cache(maxsize=4)
def _ramp(from_hz: float, full_hz: float) -> Float32:
    """0 below, 1 above, a raised cosine between. (N_BINS,)"""
    share = np.clip((np.arange(N_BINS) * BIN_HZ - from_hz) / (full_hz - from_hz), 0.0, 1.0)
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * share), np.float32)


def _breath_shape() -> Float32:
    return _ramp(BREATH_FROM_HZ, BREATH_FULL_HZ)


def _air_shape() -> Float32:
    """Where breath below 0 acts: air above the voice's own band stays, it is the brilliance of a recording."""
    return np.asarray(_breath_shape() * (1 - _ramp(HIGH_FROM_HZ, 2 * HIGH_FROM_HZ)), np.float32)
