"""Descent on a timbre: warp and gains so that the encoder hears the target, and the long-term spectrum agrees."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch

from synthesis.units import N_BINS, Float32
from synthesis.voices.adam import Adam, RunningMean, one_cycle
from synthesis.voices.embedding import WINDOW_FRAMES, encoder_filterbank
from synthesis.voices.excitation import ENCODER_BINS, Envelopes, Excitation
from synthesis.voices.mel_bands import knot_weights
from synthesis.voices.penalties import Penalties
from synthesis.voices.reference import Reference
from synthesis.voices.spectrum import FLOOR, LOUD_LOG, cepstrum_matrix
from synthesis.voices.timbre_map import HIGHEST_HZ
from synthesis.voices.torch_encoder import torch_encoder
from synthesis.voices.voice import Timbre

_LEVEL_POWER = 30_000.0 * 10.0 ** (-30.0 / 10.0)
"""Mean frame power of the encoder's spectrum for a sound at -30 dBFS (Hann 400: 400 * 150 / 2)."""
_MEAN_SHARE = 0.5
_DAMPED_FROM = 4.0
"""Cosine order at which a step is halved."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how hard. Rates are steps of Adam in natural-log units of a curve's cosines."""

    steps: int
    measure_every: int
    warm_up: float
    """Share of the steps."""
    windows: int = 8
    warp_rate: float = 0.002
    gain_rate: float = 0.1
    class_rate: float = 0.2
    kept: float = 0.4
    """Share of the steps, the last ones, whose mean is the answer."""


QUICK = Schedule(steps=20, measure_every=10, warm_up=0.4)
REFINING = Schedule(steps=60, measure_every=15, warm_up=0.2)
"""Without the mean over the last steps, steps of this size ended up to 0.04 lower for one speaker of three; smaller
steps did not wander but stopped 0.01 short. 120 steps gave no more."""


class Curve:
    """Knots as a sum of cosines over the mel axis, high orders damped, so that descent bends before it wrinkles.

    Steps on the knots themselves ended at 0.75 where steps on cosines reached 0.78.
    """

    def __init__(self, knots: Float32, *, n_orders: int) -> None:
        n_knots = knots.shape[-1]
        place = np.linspace(0.0, np.pi, n_knots)
        orders = np.arange(n_orders)
        shapes = np.cos(np.outer(orders, place)) / (1 + orders / _DAMPED_FROM)[:, None]
        self.start = torch.tensor(np.asarray(knots, np.float32))
        self.shapes = torch.tensor(shapes, dtype=torch.float32)  # (n_orders, n_knots)
        self.moves = torch.zeros(*knots.shape[:-1], n_orders, requires_grad=True)
        rows = knot_weights(n_knots=n_knots, n_bins=N_BINS, highest_hz=HIGHEST_HZ)[ENCODER_BINS]
        self.rows = torch.from_numpy(np.ascontiguousarray(rows.T))  # (n_knots, 201)

    def knots(self) -> torch.Tensor:
        return self.start + self.moves @ self.shapes

    def bins(self) -> torch.Tensor:
        """(..., 201)"""
        return self.knots() @ self.rows

    def read(self) -> Float32:
        return np.asarray(self.knots().detach().numpy(), np.float32)


class Sketch:
    """The calibration as tensors; `mel` gives what the encoder would hear with the present curves."""

    def __init__(self, source: Envelopes, timbre: Timbre) -> None:
        assert timbre.class_gain_log is not None
        self.harmonic_log = torch.from_numpy(source.harmonic_log)
        self.noise_log = torch.from_numpy(source.noise_log)
        self.shares = torch.from_numpy(source.shares)
        self.warp = Curve(timbre.warp_log, n_orders=10)
        self.harmonic = Curve(timbre.harmonic_gain_log, n_orders=40)
        self.noise = Curve(timbre.noise_gain_log, n_orders=40)
        self.by_class = Curve(timbre.class_gain_log, n_orders=16)
        self.bank = torch.from_numpy(encoder_filterbank().T.copy())
        self.excitation: tuple[torch.Tensor, torch.Tensor] = (torch.empty(0), torch.empty(0))

    def take(self, excitation: Excitation) -> None:
        self.excitation = (torch.from_numpy(excitation.harmonic), torch.from_numpy(excitation.noise))

    def mel(self, rows: torch.Tensor) -> torch.Tensor:
        """`rows` (batch, 160) -> (batch, 160, 40) mel power at -30 dBFS over the batch."""
        position = (torch.from_numpy(ENCODER_BINS) * torch.exp(-self.warp.bins())).clamp(0, N_BINS - 1)  # (201,)
        below = position.detach().long().clamp_max(N_BINS - 2)
        share = position - below
        flat = rows.reshape(-1)
        by_class = self.shares[flat] @ self.by_class.bins()  # (batch * 160, 201)

        def power(log: torch.Tensor, gain: torch.Tensor, unit: torch.Tensor) -> torch.Tensor:
            chosen = log[flat]
            low, high = chosen[:, below], chosen[:, below + 1]
            return torch.exp(2 * (low + (high - low) * share + gain + by_class)) * unit[flat]

        total = power(self.harmonic_log, self.harmonic.bins(), self.excitation[0])
        total = total + power(self.noise_log, self.noise.bins(), self.excitation[1])
        total = total * (_LEVEL_POWER / total.sum(dim=1).mean())
        return (total @ self.bank).reshape(*rows.shape, -1)

    def timbre(self, base: Timbre) -> Timbre:
        return replace(
            base,
            warp_log=self.warp.read(),
            harmonic_gain_log=self.harmonic.read(),
            noise_gain_log=self.noise.read(),
            class_gain_log=self.by_class.read(),
        )


def descend(
    timbre: Timbre,
    source: Envelopes,
    reference: Reference,
    *,
    schedule: Schedule,
    penalties: Penalties,
    remeasure: Callable[[Timbre], Excitation],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Timbre:
    """Adam on a one-cycle schedule; `remeasure` renders truly, every few steps. The same bytes for the same seed."""
    sketch = Sketch(source, timbre)
    curves = (sketch.warp, sketch.harmonic, sketch.noise, sketch.by_class)
    rates = (schedule.warp_rate, schedule.gain_rate, schedule.gain_rate, schedule.class_rate)
    adam = Adam([c.moves for c in curves], rates=rates)
    mean, first_kept = RunningMean(), round((1 - schedule.kept) * schedule.steps)
    draw = np.random.default_rng(seed)
    for step in range(schedule.steps):
        if step % schedule.measure_every == 0:
            sketch.take(remeasure(sketch.timbre(timbre)))
        loss = _loss(sketch, _windows(len(source.harmonic_log), schedule.windows, draw), reference, penalties)
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step(one_cycle(step, steps=schedule.steps, warm_up=schedule.warm_up))
        if step >= first_kept:
            mean.add(c.moves for c in curves)
        if progress:
            progress((step + 1) / schedule.steps)
    mean.write([c.moves for c in curves])
    return sketch.timbre(timbre)


def _windows(n_frames: int, count: int, draw: np.random.Generator) -> torch.Tensor:
    """Rows of `count` windows spread over the calibration, with a common random offset. -> (count, 160)"""
    last = max(0, n_frames - WINDOW_FRAMES)
    starts = (np.linspace(0, last, count) + draw.uniform(0, last / max(1, count - 1))) % (last + 1)
    return torch.from_numpy((starts.astype(int)[:, None] + np.arange(WINDOW_FRAMES)) % n_frames)


def _loss(sketch: Sketch, rows: torch.Tensor, reference: Reference, penalties: Penalties) -> torch.Tensor:
    mel = sketch.mel(rows)
    windows = torch_encoder()(mel)  # (batch, 256)
    target = torch.tensor(reference.embedding)
    mean = windows.mean(dim=0)
    # The mean alone would let windows scatter about the target: fine for long speech, not for one sentence.
    cosine = _MEAN_SHARE * (mean @ target / mean.norm()) + (1 - _MEAN_SHARE) * (windows @ target).mean()
    loss: torch.Tensor = 1 - cosine
    return loss + _spectrum_loss(mel, reference, penalties) + _shape_loss(sketch, penalties)


def _spectrum_loss(mel: torch.Tensor, reference: Reference, penalties: Penalties) -> torch.Tensor:
    power = torch.log(mel.detach().sum(dim=2) + FLOOR)
    loud = power > torch.quantile(power, 0.99) - LOUD_LOG
    log = torch.log(mel[loud] + FLOOR)  # (n, 40)
    mean = log.mean(dim=0)
    mean_off = mean - mean.mean() - torch.tensor(reference.spectrum.band_log)
    deviation = (log @ torch.from_numpy(cepstrum_matrix().T.copy())).std(dim=0)
    deviation_off = deviation - torch.tensor(reference.spectrum.cepstrum_deviation)
    loss = penalties.spectrum * mean_off.square().mean()
    return loss + penalties.deviation * deviation_off.square().mean()


def _shape_loss(sketch: Sketch, penalties: Penalties) -> torch.Tensor:
    """Small moves are natural ones; so are kinds of sound that keep their loudness, and noise that stays with its
    harmonics. Without the last two, a voice lost 0.3 of DNSMOS P.808 and gained nothing on other sentences."""
    gains = sketch.harmonic.moves.square().sum() + sketch.noise.moves.square().sum()
    loss = penalties.gain * gains + penalties.by_class * sketch.by_class.moves.square().sum(dim=1).mean()
    loss = loss + penalties.level * sketch.by_class.bins().mean(dim=1).square().mean()
    # On knots, not bins: the encoder hardly hears what lies under 60 Hz or over 8 kHz, and people do.
    loss = loss + penalties.noise * (sketch.noise.knots() - sketch.harmonic.knots()).square().mean()
    return loss + penalties.warp * sketch.warp.bins().square().mean()
