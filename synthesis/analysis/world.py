"""The one import of pyworld, without the warning that its version lookup gives."""

import warnings
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def world() -> Any:
    """The pyworld module, loaded on the first call (0.1 s)."""
    with warnings.catch_warnings():
        # pyworld 0.3.5 asks pkg_resources for its own version, which warns; under `-W error` it would not load.
        warnings.simplefilter("ignore")
        import pyworld
    return pyworld
