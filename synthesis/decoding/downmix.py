"""Many channels into one, without losing the voice: no cancelling, no level lost to empty channels."""

import numpy as np

from synthesis.units import Float32, Float64

EMPTY_DB = -40.0
"""A channel this far below the loudest carries no voice of its own."""
SPILL_DB = -15.0
"""A channel with a sound of its own, this far below the loudest, is left out."""
INVERTED_CORRELATION = -0.4
DIFFERENT_CORRELATION = 0.3
"""Below it the channels hold different sounds: two people on two channels, or two far microphones."""
SAME_ENVELOPE = 0.5
"""Correlation of levels in 50 ms steps from which two such channels are two microphones before one person."""
STEREO = 2
_STEP = 1_200


def downmix(channels: Float32) -> tuple[Float32, tuple[str, ...]]:
    """(n_channels, n) -> (n,) and notes: `channel_inverted`, `channels_apart`, `scaled`.

    Channels against the loudest one's phase are turned before they are added. Two channels are averaged; of more, only
    the loudest is taken where they differ in time (an array of microphones would comb), else their average.
    `channels_apart`: two channels hold different sounds that also come at different times.
    """
    notes: list[str] = []
    mono = channels[0] if len(channels) == 1 else _mix(channels, notes)
    peak = float(np.abs(mono).max(initial=0.0))
    if peak > 1.0:
        mono = np.asarray(mono / peak, np.float32)
        if peak > 2.0:
            notes.append("scaled")
    return np.ascontiguousarray(mono, np.float32), tuple(notes)


def _mix(channels: Float32, notes: list[str]) -> Float32:
    power = np.mean(np.square(channels, dtype=np.float64), axis=1)
    if power.max() <= 0.0:
        return np.asarray(channels[0], np.float32)
    loudest = int(np.argmax(power))
    level_db = 10.0 * np.log10(power / power[loudest] + 1e-20)
    correlation = _correlation(channels, loudest)
    different = np.abs(correlation) < DIFFERENT_CORRELATION
    kept = level_db >= np.where(different, SPILL_DB, EMPTY_DB)
    if len(channels) > STEREO and (kept & different).any():
        kept = np.arange(len(channels)) == loudest
    if (kept & different).any() and _envelope_correlation(channels) < SAME_ENVELOPE:
        notes.append("channels_apart")
    inverted = correlation < INVERTED_CORRELATION
    if (kept & inverted).any():
        notes.append("channel_inverted")
    weights = np.where(inverted, -1.0, 1.0) * kept / kept.sum()
    return np.asarray(np.einsum("cn,c->n", channels, weights.astype(np.float32)), np.float32)


def _envelope_correlation(channels: Float32) -> float:
    """Of two channels' levels in dB, where either is within 30 dB of its loudest."""
    n = channels.shape[1] // _STEP
    if n < 4:
        return 1.0
    power = np.mean(np.square(channels[:, : n * _STEP].reshape(STEREO, n, _STEP), dtype=np.float64), axis=2)
    level = np.maximum(10.0 * np.log10(power / power.max(axis=1, keepdims=True) + 1e-12), -40.0)
    heard = level[:, (level > -30.0).any(axis=0)]
    if heard.shape[1] < 4 or (heard.std(axis=1) < 1e-6).any():
        return 1.0
    return float(np.corrcoef(heard)[0, 1])


def _correlation(channels: Float32, reference: int) -> Float64:
    norms = np.sqrt(np.sum(np.square(channels, dtype=np.float64), axis=1))
    products = np.array([np.dot(channel, channels[reference]) for channel in channels], np.float64)
    return np.asarray(products / np.maximum(norms * norms[reference], 1e-20), np.float64)
