"""Long-term spectrum of a speaker: what is left of the voice when words are averaged away."""

from functools import lru_cache

import numpy as np

from synthesis.units import Float32
from synthesis.voices.embedding import ENCODER_BANDS
from synthesis.voices.voice import SpectrumStatistics

N_CEPSTRA = 22
LOUD_LOG = 30.0 / 10.0 * float(np.log(10.0))
"""Frames within 30 dB of the loudest count; below lie pauses and the room."""
FLOOR = 1e-9
"""Power added before the logarithm: about 80 dB under speech at -30 dBFS."""


@lru_cache(maxsize=1)
def cepstrum_matrix() -> Float32:
    """Orthonormal DCT-II of 40 bands, coefficients 1..22. -> (22, 40)"""
    bands = np.arange(ENCODER_BANDS) + 0.5
    rows = np.cos(np.pi * np.outer(np.arange(1, N_CEPSTRA + 1), bands) / ENCODER_BANDS)
    return np.asarray(rows * np.sqrt(2.0 / ENCODER_BANDS), np.float32)


def loud_frames(mel: Float32) -> np.ndarray:
    """(n, 40) mel power -> (n,) bool"""
    power = np.log(mel.sum(axis=1) + FLOOR)
    return np.asarray(power > np.percentile(power, 99) - LOUD_LOG)


def spectrum_statistics(mels: list[Float32]) -> SpectrumStatistics:
    """Over all clips of a speaker, each (n, 40) mel power at -30 dBFS."""
    log = np.concatenate([np.log(mel[loud_frames(mel)].astype(np.float64) + FLOOR) for mel in mels])
    mean = log.mean(axis=0)
    deviation = (log @ cepstrum_matrix().T.astype(np.float64)).std(axis=0)
    return SpectrumStatistics(
        band_log=(mean - mean.mean()).astype(np.float32), cepstrum_deviation=deviation.astype(np.float32)
    )
