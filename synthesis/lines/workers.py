"""Processes that speak lines. One thread each; started fresh (spawn), so that no session survives a fork."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
AHEAD = 4
"""Tasks waiting per worker: enough that none idles, few enough that a stop comes soon."""


def in_order_of_completion(work: Callable[[T], R], items: Iterable[T], *, jobs: int) -> Iterator[tuple[T, R]]:
    """(item, result) as they finish; in this process where `jobs` is 1."""
    if jobs == 1:
        for item in items:
            yield item, work(item)
        return
    for name in THREAD_LIMITS:  # read by the libraries when a worker starts
        os.environ.setdefault(name, "1")
    waiting: dict[Future[R], T] = {}
    source = iter(items)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            while True:
                for item in islice(source, jobs * AHEAD - len(waiting)):
                    waiting[pool.submit(work, item)] = item
                if not waiting:
                    return
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
