"""What can be measured of a speaking style: pitch, pace, effort, breath, loudness movements. Units in the names.

The features are those of the measured table (`data/measured.json`), so a clip, a table row and a render compare.
"""

from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from synthesis.analysis.pitch import estimate_f0, padded
from synthesis.analysis.world import world
from synthesis.clip import Clip
from synthesis.errors import ClipError
from synthesis.units import FRAME_S, Float64

RATE = 16_000
HOP = int(RATE * FRAME_S)
N_FFT = 512
ACTIVE_DB = 40.0
"""Frames within this of the loudest are speech; the rest is pause."""
QUIETEST_DB = -65.0
SHORTEST_S = 0.5
"""Of active sound; below it no rate or range can be told."""
SHORTEST_VOICED_S = 0.2
PACE_LAG = 3
PACE_FLOOR_DB = 30.0
USUAL_PACE, USUAL_MOVEMENT, PACE_POWER = 4.7, 0.73, 3.0
REFERENCE_HZ = 100.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """One utterance in numbers."""

    f0_mean_st: float
    """Semitones above 100 Hz."""
    f0_range_st: float
    """10th to 90th percentile."""
    f0_floor_st: float
    """3rd percentile, above 100 Hz."""
    f0_peak_st: float
    """97th percentile, above 100 Hz."""
    slope_st: float
    """Drift of F0 from start to end, semitones."""
    rise_st: float
    """Last 0.2 s of voice against the second before it."""
    tremor_st: float
    """RMS of F0 between 4 and 8 Hz."""
    rate_per_s: float
    """Syllables a second while speaking."""
    pause_share: float
    """Of the time from first to last sound."""
    level_db: float
    """RMS of the active frames, dB full scale."""
    energy_sd_db: float
    """Spread of the level of active frames."""
    tilt_db: float
    """1-4 kHz against 0.1-1 kHz in voiced frames."""
    high_db: float
    """4-7.5 kHz against 0.1-4 kHz in active frames."""
    aperiodicity_db: float
    """Mean squared aperiodicity of voiced frames below 4 kHz."""

    def minus(self, other: "Measurement") -> dict[str, float]:
        """Feature -> difference."""
        mine, theirs = asdict(self), asdict(other)
        return {name: mine[name] - theirs[name] for name in mine}


def measure(clip: Clip) -> Measurement:
    """Raises ClipError for silence and for less than half a second of speech. About 0.1 s per second of sound."""
    wave = _at_16k(clip)
    power = _spectrogram(wave)  # (n, 257)
    level = 10 * np.log10(power.sum(1) + 1e-12)
    active = level > level.max() - ACTIVE_DB
    _refuse_if_unusable(wave, active, clip)
    first, last = np.flatnonzero(active)[[0, -1]]
    f0 = _f0(wave, len(power))
    voiced = (f0 > 0) & active
    if voiced.sum() * FRAME_S < SHORTEST_VOICED_S:
        raise ClipError(
            "no_voice",
            "No voice was heard in {name}; use a clip in which somebody speaks.",
            name=clip.name or "the clip",
        )
    st = 12 * np.log2(f0[voiced] / REFERENCE_HZ)
    at = np.flatnonzero(voiced)
    floor, low, high, peak = np.percentile(st, [3, 10, 90, 97])
    return Measurement(
        f0_mean_st=float(st.mean()),
        f0_range_st=float(high - low),
        f0_floor_st=float(floor),
        f0_peak_st=float(peak),
        slope_st=float(np.polyfit(at, st, 1)[0] * max(at[-1] - at[0], 1)),
        rise_st=_rise(st, at),
        tremor_st=_tremor(f0, voiced),
        rate_per_s=_pace(power, active),
        pause_share=float(1 - active[first : last + 1].mean()),
        level_db=float(10 * np.log10(np.mean(10 ** (level[active] / 10)) / (N_FFT * N_FFT / 8) + 1e-12)),
        energy_sd_db=float(level[active].std()),
        tilt_db=_band_db(power[voiced], (1_000, 4_000), (100, 1_000)),
        high_db=_band_db(power[active], (4_000, 7_500), (100, 4_000)),
        aperiodicity_db=_aperiodicity(wave, f0, voiced),
    )


def _refuse_if_unusable(wave: Float64, active: np.ndarray, clip: Clip) -> None:
    name = clip.name or "the clip"
    if 20 * np.log10(np.sqrt(np.mean(wave**2)) + 1e-9) < QUIETEST_DB:
        raise ClipError("silent", "There is no sound in {name}; record it again closer to the microphone.", name=name)
    seconds = float(active.sum() * FRAME_S)
    if seconds < SHORTEST_S:
        raise ClipError(
            "too_short",
            "Only {seconds} s of sound in {name}; an emotion needs about a second of speech.",
            seconds=round(seconds, 2),
            name=name,
        )


def _at_16k(clip: Clip) -> Float64:
    samples = clip.samples
    if clip.sample_rate != RATE and len(samples):
        import soxr

        samples = soxr.resample(samples, clip.sample_rate, RATE)
    return padded(np.asarray(samples, np.float32), RATE)


def _spectrogram(wave: Float64) -> Float64:
    """Power, one row per 12.5 ms. (n_samples,) -> (n, 257)"""
    framed = np.pad(wave, N_FFT // 2)
    rows = np.lib.stride_tricks.sliding_window_view(framed, N_FFT)[::HOP]
    return np.asarray(np.abs(np.fft.rfft(rows * np.hanning(N_FFT), axis=1)) ** 2, np.float64)


def _f0(wave: Float64, n: int) -> Float64:
    f0 = estimate_f0(wave.astype(np.float32), RATE, f0_floor_hz=60.0, f0_ceil_hz=600.0)[:n]
    return np.pad(f0.astype(np.float64), (0, n - len(f0)))


@lru_cache(maxsize=8)
def _bins(low_hz: int, high_hz: int) -> slice:
    return slice(round(low_hz * N_FFT / RATE), round(high_hz * N_FFT / RATE))


def _band_db(power: Float64, band: tuple[int, int], against: tuple[int, int]) -> float:
    """Mean power of one band over another's, dB."""
    return float(10 * np.log10((power[:, _bins(*band)].mean() + 1e-12) / (power[:, _bins(*against)].mean() + 1e-12)))


def _pace(power: Float64, active: np.ndarray) -> float:
    """Syllables a second, from how fast the spectrum moves: its change over 37 ms against its spread.

    Counting loudness peaks misses every syllable that runs into the next (half of them in fluent speech); the movement
    follows a change of pace smoothly and does not depend on level, pitch or colour. Scaled on English read speech.
    """
    edges = np.geomspace(3, 250, 21).astype(int)
    bands = np.stack([power[:, a : b + 1].mean(1) for a, b in pairwise(edges)], axis=1)  # (n, 20)
    floor = np.percentile(bands[active], 95, axis=0) * 10 ** (-PACE_FLOOR_DB / 10)  # below it rooms differ, not people
    level = 10 * np.log10(bands + floor + 1e-12)
    level -= level[active].mean(0)
    both = active[PACE_LAG:] & active[:-PACE_LAG]
    moved = np.mean((level[PACE_LAG:] - level[:-PACE_LAG])[both] ** 2)
    share = np.sqrt(moved / (2 * np.mean(level[active] ** 2) + 1e-9))
    return float(USUAL_PACE * (share / USUAL_MOVEMENT) ** PACE_POWER)


def _rise(st: Float64, at: np.ndarray) -> float:
    end = at[-1]
    closing, before = at > end - 0.2 / FRAME_S, (at <= end - 0.2 / FRAME_S) & (at > end - 1.2 / FRAME_S)
    return float(st[closing].mean() - st[before].mean()) if closing.any() and before.any() else 0.0


def _tremor(f0: Float64, voiced: np.ndarray) -> float:
    """RMS of what lies between a 40 ms and a 160 ms mean inside voiced stretches."""
    st = np.where(voiced, 12 * np.log2(np.maximum(f0, 1.0) / REFERENCE_HZ), 0.0)
    waver = _masked_mean(st, voiced, 3) - _masked_mean(st, voiced, 13)
    inner = np.convolve(voiced, np.ones(13), "same") >= 12
    return float(np.sqrt(np.mean(waver[inner] ** 2))) if inner.sum() > 10 else 0.0


def _masked_mean(values: Float64, mask: np.ndarray, width: int) -> Float64:
    ones = np.ones(width)
    return np.convolve(values * mask, ones, "same") / np.maximum(np.convolve(mask, ones, "same"), 1.0)


def _aperiodicity(wave: Float64, f0: Float64, voiced: np.ndarray) -> float:
    times = np.arange(len(f0)) * FRAME_S
    ratio = world().d4c(wave, np.where(voiced, f0, 0.0), times, RATE)[voiced]  # (n_voiced, n_bins)
    return float(10 * np.log10((ratio[:, : ratio.shape[1] // 2] ** 2).mean() + 1e-9))
