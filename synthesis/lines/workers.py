"""Processes that speak lines. One thread each; started fresh (spawn), so that no session survives a fork."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

from synthesis.errors import BatchError

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
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent) as pool:
        try:
            while True:
                for item in islice(source, jobs * AHEAD - len(waiting)):
                    waiting[pool.submit(work, item)] = item
                if not waiting:
                    return
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool as error:
            raise BatchError(
                "worker",
                "A process of --jobs {jobs} was ended from outside, perhaps for want of memory; run again with fewer: "
                "finished lines are kept.",
                jobs=jobs,
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def end_with_parent() -> None:
    """Workers hold both ends of their queue, so a killed parent would leave them waiting for ever."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
