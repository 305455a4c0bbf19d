"""Progress bars on stderr, only where a person looks at them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(label: str, *, total: float) -> Iterator[Callable[[float], None]]:
    """Yields `progress(done)` where `done` runs from 0 to `total`; silent where stderr is not a terminal."""
    from tqdm import tqdm

    shape = "{l_bar}{bar}| {elapsed}<{remaining}"
    with tqdm(total=total, desc=label, bar_format=shape, disable=None, leave=False) as line:

        def progress(done: float) -> None:
            line.update(max(0.0, min(done, total) - line.n))

        yield progress
