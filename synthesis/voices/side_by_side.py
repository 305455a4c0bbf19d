"""Several fits at a time, one core each: torch and numpy let other threads run while they compute."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Event
from typing import TypeVar

Progress = Callable[[float], None]
Result = TypeVar("Result")


class _Stopped(Exception):
    """Another fit failed, or the caller gave up."""


def side_by_side(
    jobs: Mapping[str, Callable[[Progress], Result]], *, threads: int, progress: Progress | None
) -> dict[str, Result]:
    """Run all jobs, `threads` at a time; each reports its own share, 0..1. `progress` hears the mean of the shares.

    `progress` is called in the caller's thread (it may use a database connection) and may raise to cancel: the other
    jobs then end at their next report. The first failure of a job is raised here.
    """
    told: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
    stop = Event()

    def report(key: str, share: float) -> None:
        if stop.is_set():
            raise _Stopped
        told.put((key, share))

    with ThreadPoolExecutor(threads) as pool, one_torch_thread():
        running = {key: pool.submit(job, partial(report, key)) for key, job in jobs.items()}
        for future in running.values():
            future.add_done_callback(lambda _: told.put(None))
        try:
            _listen(told, running, progress)
        finally:
            stop.set()
        return {key: future.result() for key, future in running.items()}


def _listen(
    told: "SimpleQueue[tuple[str, float] | None]", running: Mapping[str, Future[Result]], progress: Progress | None
) -> None:
    shares = dict.fromkeys(running, 0.0)
    waiting = len(running)
    while waiting:
        news = told.get()
        if news is None:
            waiting -= 1
            for future in running.values():
                if future.done():
                    future.result()
            continue
        shares[news[0]] = news[1]
        if progress:
            progress(sum(shares.values()) / len(shares))


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """torch on one thread within; by default it takes every core and spins: 79 s of CPU for a fit of 10 s."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
