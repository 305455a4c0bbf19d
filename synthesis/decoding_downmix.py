"""Many channels into one, without losing the voice: no cancelling, no level lost to empty channels."""

import numpy as np

from synthesis.units import Float32, Float64

EMPTY_DB = -40.0
"""A channel this far below the loudest carries no voice of its own."""
INVERTED_CORRELATION = -0.4
DIFFERENT_CORRELATION = 0.3
"""Below it the channels hold different sounds: two people on two channels, or two far microphones."""
STEREO = 2


def downmix(channels: Float32) -> tuple[Float32, tuple[str, ...]]:
    """(n_channels, n) -> (n,) and notes: `channel_inverted`, `channels_differ`, `scaled`.

    Channels against the loudest one's phase are turned before they are added. Two channels are averaged; of more, only
    the loudest is taken where they differ in time (an array of microphones would comb), else their average.
    """
    notes: list[str] = []
    mono = channels[0] if len(channels) == 1 else _mix(channels, notes)
    peak = float(np.abs(mono).max(initial=0.0))
    if peak > 1.0:
        mono = (mono / peak).astype(np.float32)
        if peak > 2.0:
            notes.append("scaled")
    return np.ascontiguousarray(mono, np.float32), tuple(notes)


def _mix(channels: Float32, notes: list[str]) -> Float32:
    power = np.mean(np.square(channels, dtype=np.float64), axis=1)
    if power.max() <= 0.0:
        return np.asarray(channels[0], np.float32)
    active = channels[power >= power.max() * 10.0 ** (EMPTY_DB / 10.0)]
    if len(active) == 1:
        return np.asarray(active[0], np.float32)
    loudest = int(np.argmax(np.mean(np.square(active, dtype=np.float64), axis=1)))
    correlation = _correlation(active, loudest)
    if (correlation < INVERTED_CORRELATION).any():
        notes.append("channel_inverted")
    if (np.abs(np.delete(correlation, loudest)) < DIFFERENT_CORRELATION).any():
        notes.append("channels_differ")
        if len(active) > STEREO:
            return np.asarray(active[loudest], np.float32)
    signs = np.where(correlation < INVERTED_CORRELATION, -1.0, 1.0).astype(np.float32)
    return np.asarray(np.einsum("cn,c->n", active, signs / np.float32(len(active))), np.float32)


def _correlation(channels: Float32, reference: int) -> Float64:
    norms = np.sqrt(np.sum(np.square(channels, dtype=np.float64), axis=1))
    products = np.array([np.dot(channel, channels[reference]) for channel in channels], np.float64)
    return np.asarray(products / np.maximum(norms * norms[reference], 1e-20), np.float64)
