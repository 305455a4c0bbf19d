"""Building an artifact: beside its place, under a lock, then moved there in one step."""

import fcntl
import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from synthesis.errors import WeightsError
from synthesis.runtime.artifacts import Artifact
from synthesis.runtime.package_files import sha256_of

MANIFEST = "manifest.json"
_KEY_DIGITS = 10


@lru_cache(maxsize=16)
def artifact_folder_name(artifact: Artifact) -> str:
    """`name-<hash of the row and of the builder's files>`. The builder is not imported."""
    digest = hashlib.sha256(repr(artifact).encode())
    for path in _builder_files(artifact):
        digest.update(path.read_bytes())
    return f"{artifact.name}-{digest.hexdigest()[:_KEY_DIGITS]}"


def _builder_files(artifact: Artifact) -> list[Path]:
    module = artifact.builder.partition(":")[0]
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return []
    if spec is None or spec.origin is None:
        return []
    origin = Path(spec.origin)
    return sorted(origin.parent.glob(f"{origin.stem}*.py"))


def build_artifact(
    artifact: Artifact, sources: Mapping[str, Path], root: Path, *, is_ready: Callable[[Artifact], bool]
) -> None:
    """Build into a temporary folder and rename it into place. Another process that builds the same is waited for."""
    _make_folder(root)
    final = root / artifact_folder_name(artifact)
    with _locked(root / f".{final.name}.lock"):
        if is_ready(artifact):
            return
        for leftover in root.glob(f".{final.name}.part-*"):  # of a build that was killed: the lock is ours
            shutil.rmtree(leftover)
        folder = Path(tempfile.mkdtemp(prefix=f".{final.name}.part-", dir=root))
        try:
            _load_builder(artifact)(sources, folder)
            _write_manifest(artifact, folder)
            _sync(folder)
            if final.exists():  # damaged: it was not ready
                shutil.rmtree(final)
            folder.rename(final)
            _sync_one(root)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _make_folder(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WeightsError(
            "cache",
            "The cache folder {path} cannot be made ({reason}); name another in SYNTHESIS_CACHE.",
            path=str(root),
            reason=error.strerror or str(error),
        ) from error


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _load_builder(artifact: Artifact) -> Callable[[Mapping[str, Path], Path], None]:
    module, _, name = artifact.builder.partition(":")
    try:
        builder: Callable[[Mapping[str, Path], Path], None] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise WeightsError(
            "builder",
            "The weights {name} cannot be built: {builder} does not load ({reason}).",
            name=artifact.name,
            builder=artifact.builder,
            reason=str(error),
        ) from error
    return builder


def _write_manifest(artifact: Artifact, folder: Path) -> None:
    manifest = {
        "name": artifact.name,
        "package": artifact.package,
        "version": artifact.version,
        "licence": artifact.licence,
        "permitted_use": artifact.permitted_use,
        "credit": artifact.credit,
        "builder": artifact.builder,
        "sources": dict(artifact.sources),
        "outputs": {p.name: sha256_of(p) for p in sorted(folder.iterdir()) if p.is_file()},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _sync(folder: Path) -> None:
    folder.chmod(0o755)  # mkdtemp's 0700 would lock out a second user of a shared cache
    for path in folder.iterdir():
        _sync_one(path)
    _sync_one(folder)


def _sync_one(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
