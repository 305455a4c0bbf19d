"""Where the time of a render goes: the steps of `synthesis.speaking`, each behind a stopwatch while the bench runs."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from synthesis import planning, speaking
from synthesis.engines.registry import get_engine

Seconds = dict[str, float]


@contextmanager
def stages() -> Iterator[Seconds]:
    """Yields seconds by stage, filled while the block runs. Only stages that do not contain each other are watched."""
    seconds: Seconds = defaultdict(float)
    watched: list[tuple[Any, str, str]] = [
        (planning, "read_text", "text"),
        (speaking, "shape_f0", "prosody"),
        (speaking, "energy_gain_db", "prosody"),
        (speaking, "word_rates", "prosody"),
        (speaking, "phrase_shape", "prosody"),
        (speaking, "adopt_voice", "voice"),
        (speaking, "apply_emotion", "emotion"),
        (speaking, "tidy_pauses", "pauses"),
        (speaking, "lay_over", "code switch"),
        (speaking, "vocode", "vocoder"),
    ]
    for key in ("english", "mandarin"):
        watched += [(get_engine(key), "draft", "model: prosody"), (get_engine(key), "speak", "model: spectrum")]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in watched]
    for owner, name, stage in watched:
        setattr(owner, name, _timed(getattr(owner, name), seconds, stage))
    try:
        yield seconds
    finally:
        for owner, name, original in originals:
            if isinstance(owner, type(planning)):
                setattr(owner, name, original)
            else:
                delattr(owner, name)


def _timed(function: Callable[..., Any], seconds: Seconds, stage: str) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        start = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            seconds[stage] += time.perf_counter() - start

    return call
