"""The one frame grid of the system and every unit conversion, named as arrows.

All sound inside the package is mono float32 at 24 kHz; one frame is 300 samples (12.5 ms), analysed
with a periodic Hann window of 1200 samples (601 bins). English, Mandarin and analysed recordings share it.
"""

import math

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 24_000
HOP = 300
N_FFT = 1_200
N_BINS = N_FFT // 2 + 1
FRAME_S = HOP / SAMPLE_RATE
BIN_HZ = SAMPLE_RATE / N_FFT
DB_PER_LOG = 20.0 / math.log(10.0)
"""Decibels in one natural-log unit of amplitude (8.686)."""

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]


def seconds_to_frames(seconds: float) -> float:
    return seconds / FRAME_S


def frames_to_seconds(frames: float) -> float:
    return frames * FRAME_S


def semitones_to_ratio(semitones: float) -> float:
    return float(2.0 ** (semitones / 12.0))


def ratio_to_semitones(ratio: float) -> float:
    return 12.0 * math.log2(ratio)


def db_to_amplitude(db: float) -> float:
    return float(10.0 ** (db / 20.0))


def amplitude_to_db(amplitude: float) -> float:
    return 20.0 * math.log10(max(amplitude, 1e-10))


def db_to_log(db: float) -> float:
    """Decibels -> natural-log amplitude, the unit of SpeechFrames."""
    return db / DB_PER_LOG


def log_to_db(log_amplitude: float) -> float:
    return log_amplitude * DB_PER_LOG
