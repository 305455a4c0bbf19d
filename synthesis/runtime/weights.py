"""Model files: found inside installed packages, verified, built once into a cache folder, checked before use.

    <cache>/weights-1/english-4f9a12c0de/{decoder.onnx, ..., manifest.json}

The folder's name carries a hash of the artifact's row and of its builder's source, so a new builder never meets files
of an old one. Nothing is downloaded.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from synthesis.errors import WeightsError
from synthesis.runtime.artifacts import ARTIFACTS, TABLE_REVISION, Artifact
from synthesis.runtime.package_files import find_sources, sha256_of
from synthesis.runtime.weights_build import MANIFEST, artifact_folder_name, build_artifact

COMMAND = "python -m synthesis weights"
WeightsState = Literal["ready", "missing", "changed"]
Progress = Callable[[str, Literal["ready", "building", "built"]], None]
"""Called with the artifact's name."""


@dataclass(frozen=True, slots=True)
class WeightsReport:
    """What `check_weights` found of one artifact."""

    name: str
    state: WeightsState
    detail: str
    """One sentence; empty when ready."""
    package: str
    version: str
    licence: str
    permitted_use: str


@dataclass(frozen=True, slots=True)
class Licence:
    """Under which terms one artifact's output may be used."""

    artifact: str
    package: str
    version: str
    licence: str
    permitted_use: str
    credit: str


def cache_folder() -> Path:
    """Where the package keeps what it can make again: $SYNTHESIS_CACHE, else voice-studio below the user's cache."""
    given = os.environ.get("SYNTHESIS_CACHE")
    return Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "voice-studio"


def weights_folder() -> Path:
    """The folder of this table's artifacts."""
    return cache_folder() / f"weights-{TABLE_REVISION}"


def find_artifact(name: str) -> Artifact:
    for artifact in ARTIFACTS:
        if artifact.name == name:
            return artifact
    raise WeightsError(
        "unknown",
        "There are no weights named {name}; there are {known}.",
        name=name,
        known=", ".join(a.name for a in ARTIFACTS),
    )


def ensure_weights(name: str | None = None, *, progress: Progress | None = None) -> Path:
    """Build what is missing or changed, of one artifact or of all. -> the folder of all artifacts.

    Safe to call from several processes at once: the second waits and finds the work done. Raises WeightsError when a
    package is missing or its files are not the expected ones.
    """
    for artifact in [find_artifact(name)] if name else ARTIFACTS:
        if _state(artifact)[0] == "ready":
            _tell(progress, artifact.name, "ready")
            continue
        sources = find_sources(artifact)
        _tell(progress, artifact.name, "building")
        build_artifact(artifact, sources, weights_folder(), is_ready=lambda a: _state(a)[0] == "ready")
        _tell(progress, artifact.name, "built")
    _verified.cache_clear()
    return weights_folder()


def _tell(progress: Progress | None, name: str, what: Literal["ready", "building", "built"]) -> None:
    if progress:
        progress(name, what)


def check_weights() -> list[WeightsReport]:
    """The state of every artifact, with all hashes of sources and outputs compared. Builds nothing."""
    reports = []
    for artifact in ARTIFACTS:
        state, detail = _state(artifact)
        try:
            find_sources(artifact)
        except WeightsError as error:
            state, detail = ("missing" if error.code == "weights.package" else "changed"), str(error)
        reports.append(
            WeightsReport(
                artifact.name,
                state,
                detail,
                artifact.package,
                artifact.version,
                artifact.licence,
                artifact.permitted_use,
            )
        )
    return reports


def licences() -> tuple[Licence, ...]:
    return tuple(Licence(a.name, a.package, a.version, a.licence, a.permitted_use, a.credit) for a in ARTIFACTS)


def artifact_path(path: str) -> Path:
    """ "english/decoder.onnx" -> the file. Its artifact's hashes are compared once per process (about 30 ms).

    Raises WeightsError with the command to run when it is missing or changed.
    """
    name, _, file_name = path.partition("/")
    folder = weights_folder() / artifact_folder_name(find_artifact(name))
    _verified(name, folder)
    if not file_name or not (folder / file_name).is_file():
        raise WeightsError("missing", "The weights {path} are missing; run `{command}`.", path=path, command=COMMAND)
    return folder / file_name


@lru_cache(maxsize=16)
def _verified(name: str, folder: Path) -> Path:
    state, detail = _state(find_artifact(name))
    if state != "ready":
        raise WeightsError(state, "{detail}; run `{command}`.", detail=detail, command=COMMAND)
    return folder


def _state(artifact: Artifact) -> tuple[WeightsState, str]:
    folder = weights_folder() / artifact_folder_name(artifact)
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
        outputs: dict[str, str] = dict(manifest["outputs"])
    except OSError:
        return "missing", f"The weights {artifact.name} are not built yet"
    except (ValueError, KeyError, TypeError):
        return "changed", f"The manifest in {folder} is damaged"
    for pattern in artifact.outputs:
        if not any(fnmatch(name, pattern) for name in outputs):
            return "changed", f"The weights {artifact.name} hold no {pattern}"
    for name, want in outputs.items():
        path = folder / name
        if not path.is_file():
            return "changed", f"The file {path} is missing"
        if sha256_of(path) != want:
            return "changed", f"The file {path} is not the one that was built"
    return "ready", ""
