"""One batch at a time in a folder: a second would remove the parts of the first."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from synthesis.errors import BatchError


@contextmanager
def only_batch_in(folder: Path) -> Iterator[None]:
    """Holds the folder itself, so that no lock file is left; the system lets go when the process ends, however."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise BatchError(
            "busy", "Another batch works in {folder}; wait for it, or choose another folder.", folder=str(folder)
        ) from error
    try:
        yield
    finally:
        os.close(handle)
