"""Descent on a timbre: warp and gains so that the encoder hears the target, and the long-term spectrum agrees."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch

from synthesis.units import N_BINS, Float32
from synthesis.voices.embedding import WINDOW_FRAMES, encoder_filterbank
from synthesis.voices.excitation import ENCODER_BINS, Envelopes, Excitation
from synthesis.voices.mel_bands import knot_weights
from synthesis.voices.reference import Reference
from synthesis.voices.spectrum import FLOOR, LOUD_LOG, cepstrum_matrix
from synthesis.voices.timbre_map import HIGHEST_HZ
from synthesis.voices.torch_encoder import torch_encoder
from synthesis.voices.voice import Timbre

_LEVEL_POWER = 30_000.0 * 10.0 ** (-30.0 / 10.0)
"""Mean frame power of the encoder's spectrum for a sound at -30 dBFS (Hann 400: 400 * 150 / 2)."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how hard."""

    steps: int
    windows: int = 8
    measure_every: int = 10
    warp_rate: float = 0.01
    gain_rate: float = 0.05
    spectrum_weight: float = 0.02
    deviation_weight: float = 0.02
    smooth_weight: float = 0.002
    warp_weight: float = 0.3


class Sketch:
    """The calibration as tensors; `mel` gives what the encoder would see with the present knots."""

    def __init__(self, source: Envelopes, timbre: Timbre) -> None:
        self.harmonic = torch.from_numpy(source.harmonic_log)
        self.noise = torch.from_numpy(source.noise_log)
        self.warp = _knots(timbre.warp_log)
        self.harmonic_gain = _knots(timbre.harmonic_gain_log)
        self.noise_gain = _knots(timbre.noise_gain_log)
        self.warp_bins = _weights(len(timbre.warp_log))
        self.gain_bins = _weights(len(timbre.harmonic_gain_log))
        self.bank = torch.from_numpy(encoder_filterbank().T.copy())
        self.excitation: tuple[torch.Tensor, torch.Tensor] = (torch.empty(0), torch.empty(0))

    def take(self, excitation: Excitation) -> None:
        self.excitation = (torch.from_numpy(excitation.harmonic), torch.from_numpy(excitation.noise))

    def mel(self, rows: torch.Tensor) -> torch.Tensor:
        """`rows` (batch, 160) -> (batch, 160, 40) mel power at -30 dBFS over the batch."""
        bins = torch.from_numpy(ENCODER_BINS)
        position = (bins * torch.exp(-(self.warp_bins @ self.warp))).clamp(0, N_BINS - 1)  # (201,)
        below = position.detach().long().clamp_max(N_BINS - 2)
        share = position - below
        flat = rows.reshape(-1)

        def power(log: torch.Tensor, gain: torch.Tensor, unit: torch.Tensor) -> torch.Tensor:
            chosen = log[flat]
            low, high = chosen[:, below], chosen[:, below + 1]
            return torch.exp(2 * (low + (high - low) * share + self.gain_bins @ gain)) * unit[flat]

        total = power(self.harmonic, self.harmonic_gain, self.excitation[0])
        total = total + power(self.noise, self.noise_gain, self.excitation[1])
        total = total * (_LEVEL_POWER / total.sum(dim=1).mean())
        return (total @ self.bank).reshape(*rows.shape, -1)

    def timbre(self, base: Timbre) -> Timbre:
        values = (p.detach().numpy().copy() for p in (self.warp, self.harmonic_gain, self.noise_gain))
        warp, harmonic, noise = values
        return replace(base, warp_log=warp, harmonic_gain_log=harmonic, noise_gain_log=noise)


def descend(
    timbre: Timbre,
    source: Envelopes,
    reference: Reference,
    *,
    schedule: Schedule,
    remeasure: Callable[[Timbre], Excitation],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Timbre:
    """Adam on a one-cycle schedule; `remeasure` renders truly, every few steps. The same bytes for the same seed."""
    sketch = Sketch(source, timbre)
    rates = [schedule.warp_rate, schedule.gain_rate, schedule.gain_rate]
    groups = [{"params": [p], "lr": r} for p, r in
              zip((sketch.warp, sketch.harmonic_gain, sketch.noise_gain), rates, strict=True)]
    adam = torch.optim.Adam(groups)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=rates, total_steps=schedule.steps, pct_start=0.2)
    draw = np.random.default_rng(seed)
    for step in range(schedule.steps):
        if step % schedule.measure_every == 0:
            sketch.take(remeasure(sketch.timbre(timbre)))
        loss = _loss(sketch, _windows(len(source.harmonic_log), schedule.windows, draw), reference, schedule)
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
        cycle.step()
        if progress:
            progress((step + 1) / schedule.steps)
    return sketch.timbre(timbre)


def _windows(n_frames: int, count: int, draw: np.random.Generator) -> torch.Tensor:
    """Rows of `count` windows spread over the calibration, with a common random offset. -> (count, 160)"""
    last = max(0, n_frames - WINDOW_FRAMES)
    starts = (np.linspace(0, last, count) + draw.uniform(0, last / max(1, count - 1))) % (last + 1)
    return torch.from_numpy((starts.astype(int)[:, None] + np.arange(WINDOW_FRAMES)) % n_frames)


def _loss(sketch: Sketch, rows: torch.Tensor, reference: Reference, schedule: Schedule) -> torch.Tensor:
    mel = sketch.mel(rows)
    heard = torch_encoder()(mel).mean(dim=0)
    cosine = (heard @ torch.tensor(reference.embedding)) / heard.norm()
    return 1 - cosine + _spectrum_loss(mel, reference, schedule) + _shape_loss(sketch, schedule)


def _spectrum_loss(mel: torch.Tensor, reference: Reference, schedule: Schedule) -> torch.Tensor:
    power = torch.log(mel.detach().sum(dim=2) + FLOOR)
    loud = power > torch.quantile(power, 0.99) - LOUD_LOG
    log = torch.log(mel[loud] + FLOOR)  # (n, 40)
    mean = log.mean(dim=0)
    mean_off = mean - mean.mean() - torch.tensor(reference.spectrum.band_log)
    deviation = (log @ torch.from_numpy(cepstrum_matrix().T.copy())).std(dim=0)
    deviation_off = deviation - torch.tensor(reference.spectrum.cepstrum_deviation)
    loss = schedule.spectrum_weight * mean_off.square().mean()
    return loss + schedule.deviation_weight * deviation_off.square().mean()


def _shape_loss(sketch: Sketch, schedule: Schedule) -> torch.Tensor:
    rough = sum(
        ((gain[2:] - 2 * gain[1:-1] + gain[:-2]).square().mean() for gain in (sketch.harmonic_gain, sketch.noise_gain)),
        torch.zeros(()),
    )
    bent = (sketch.warp[1:] - sketch.warp[:-1]).square().mean() * 10 + sketch.warp.square().mean()
    return schedule.smooth_weight * rough + schedule.warp_weight * bent


def _knots(values: Float32) -> torch.Tensor:
    return torch.tensor(np.asarray(values, np.float32), requires_grad=True)


def _weights(n_knots: int) -> torch.Tensor:
    """(201, n_knots)"""
    rows = knot_weights(n_knots=n_knots, n_bins=N_BINS, highest_hz=HIGHEST_HZ)[ENCODER_BINS]
    return torch.from_numpy(np.ascontiguousarray(rows))
