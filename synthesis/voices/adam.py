"""Adam (Kingma & Ba 2015) with a rate for each tensor, on a one-cycle schedule.

torch's own does the same, but its import brings the compiler along: 1.5 s of a fit that is to take 8.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import torch

_MEAN_DECAY, _SQUARE_DECAY = 0.9, 0.99
_TINY = 1e-8
_FIRST_SHARE, _LAST_SHARE = 0.04, 0.01


def one_cycle(step: int, *, steps: int, warm_up: float) -> float:
    """Share of the full rate: up along a cosine for `warm_up` of the steps, then down along another. -> 0..1"""
    place = step / max(1, steps - 1)
    low, along = (_FIRST_SHARE, place / warm_up) if place < warm_up else (_LAST_SHARE, (1 - place) / (1 - warm_up))
    return float(low + (1 - low) * 0.5 * (1 - np.cos(np.pi * along)))


class Adam:
    """Moves `tensors` along their gradients, in place."""

    def __init__(self, tensors: Sequence[torch.Tensor], *, rates: Sequence[float]) -> None:
        self._tensors, self._rates = list(tensors), list(rates)
        self._mean = [torch.zeros_like(t) for t in tensors]
        self._square = [torch.zeros_like(t) for t in tensors]
        self._steps = 0

    @torch.no_grad()
    def step(self, share: float) -> None:
        """One step at `share` of the rates; the gradients are cleared."""
        self._steps += 1
        unbias = 1 - _MEAN_DECAY**self._steps
        unbias_square = 1 - _SQUARE_DECAY**self._steps
        for tensor, rate, mean, square in zip(self._tensors, self._rates, self._mean, self._square, strict=True):
            assert tensor.grad is not None
            mean.lerp_(tensor.grad, 1 - _MEAN_DECAY)
            square.lerp_(tensor.grad.square(), 1 - _SQUARE_DECAY)
            tensor -= rate * share * (mean / unbias) / ((square / unbias_square).sqrt() + _TINY)
            tensor.grad = None


class RunningMean:
    """The mean of the steps seen: windows are drawn at random, and so the last steps wander about their goal."""

    def __init__(self) -> None:
        self._sums: list[torch.Tensor] = []
        self._count = 0

    def add(self, tensors: Iterable[torch.Tensor]) -> None:
        values = [t.detach().clone() for t in tensors]
        self._sums = [a + b for a, b in zip(self._sums, values, strict=True)] if self._count else values
        self._count += 1

    @torch.no_grad()
    def write(self, tensors: Sequence[torch.Tensor]) -> None:
        """Give `tensors` the mean."""
        for tensor, total in zip(tensors, self._sums, strict=True):
            tensor.copy_(total / self._count)
