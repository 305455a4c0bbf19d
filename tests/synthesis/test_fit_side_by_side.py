"""Fits side by side: shares, failures and cancelling; and the descent's own Adam."""

import threading

import numpy as np
import pytest
import torch

from synthesis.voices.adam import Adam, RunningMean, one_cycle
from synthesis.voices.side_by_side import Progress, one_torch_thread, side_by_side


def counting(share: Progress) -> str:
    for step in range(4):
        share((step + 1) / 4)
    return threading.current_thread().name


def test_all_jobs_are_done_and_the_caller_hears_the_mean_in_its_own_thread() -> None:
    heard: list[tuple[float, str]] = []
    done = side_by_side(
        {"a": counting, "b": counting},
        threads=2,
        progress=lambda share: heard.append((share, threading.current_thread().name)),
    )
    assert set(done) == {"a", "b"} and threading.current_thread().name not in done.values()
    shares = [share for share, _ in heard]
    assert shares == sorted(shares) and shares[-1] == 1.0 and len(shares) == 8
    assert {name for _, name in heard} == {threading.current_thread().name}


def test_a_failed_job_is_raised_and_ends_the_others() -> None:
    steps = 0

    def endless(share: Progress) -> None:
        nonlocal steps
        while True:
            steps += 1
            share(0.5)

    def failing(share: Progress) -> None:
        share(0.1)
        raise ValueError("no pitch")

    with pytest.raises(ValueError, match="no pitch"):
        side_by_side({"endless": endless, "failing": failing}, threads=2, progress=None)
    assert steps > 0


def test_progress_may_cancel() -> None:
    def endless(share: Progress) -> None:
        while True:
            share(0.5)

    def cancel(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side_by_side({"a": endless, "b": endless}, threads=2, progress=cancel)


def test_torch_gets_its_threads_back() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_torch_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_adam_steps_as_published() -> None:
    value = torch.tensor([1.0, -2.0], requires_grad=True)
    adam = Adam([value], rates=[0.1])
    mean = square = np.zeros(2)
    expected = np.array([1.0, -2.0])
    for step in range(1, 6):
        gradient = 2 * expected * [1.0, 3.0]
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        expected = expected - 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        (value.square() * torch.tensor([1.0, 3.0])).sum().backward()  # type: ignore[no-untyped-call]
        adam.step(1.0)
    assert value.detach().numpy() == pytest.approx(expected, abs=1e-5)


def test_the_rate_rises_and_falls() -> None:
    rates = [one_cycle(step, steps=20, warm_up=0.4) for step in range(20)]
    top = int(np.argmax(rates))
    assert rates[top] > 0.95 and 6 <= top <= 9
    assert rates[: top + 1] == sorted(rates[: top + 1]) and rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[0] < 0.05 and rates[-1] < 0.02


def test_a_running_mean_writes_what_it_saw() -> None:
    value, mean = torch.tensor([0.0]), RunningMean()
    for seen in (1.0, 2.0, 6.0):
        value.fill_(seen)
        mean.add([value])
    mean.write([value])
    assert value.item() == pytest.approx(3.0)
