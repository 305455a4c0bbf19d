"""Model files: found in packages without importing them, verified, built whole or not at all, checked before use."""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from synthesis.errors import WeightsError
from synthesis.runtime import weights
from synthesis.runtime.artifacts import ARTIFACTS, Artifact
from synthesis.runtime.weights import artifact_path, check_weights, ensure_weights, licences, weights_folder
from synthesis.runtime.weights_build import artifact_folder_name

CONTENT = b"numbers"
TINY = Artifact(
    name="tiny",
    package="tiny-package",
    version="1.0",
    module="tiny_package",
    sources=(("tiny_package/model.bin", hashlib.sha256(CONTENT).hexdigest()),),
    builder="tests.synthesis.tiny_builders:build",
    outputs=("copy.bin",),
    licence="CC0-1.0",
    permitted_use="any",
    credit="Nobody",
)


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A package on the path, a table with one artifact from it, and an empty cache."""
    package = tmp_path / "site" / "tiny_package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('the package was imported')")
    (package / "model.bin").write_bytes(CONTENT)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("SYNTHESIS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(weights, "ARTIFACTS", (TINY,))
    return package


def use(monkeypatch, **changes):
    monkeypatch.setattr(weights, "ARTIFACTS", (replace(TINY, **changes),))


def built_folder():
    return weights_folder() / artifact_folder_name(TINY)


def test_the_cache_lies_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("SYNTHESIS_CACHE", str(tmp_path))
    assert weights_folder().parent == tmp_path
    monkeypatch.delenv("SYNTHESIS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert weights_folder().parent == tmp_path / "xdg" / "voice-studio"


def test_missing_weights_are_refused_with_the_command(tiny):
    with pytest.raises(WeightsError, match="run `python -m synthesis weights`") as refusal:
        artifact_path("tiny/copy.bin")
    assert refusal.value.code == "weights.missing"
    assert [r.state for r in check_weights()] == ["missing"]
    assert not weights_folder().exists(), "a check builds nothing"


def test_built_weights_are_found_with_a_manifest_that_states_their_terms(tiny):
    told = []
    assert ensure_weights(progress=lambda *what: told.append(what)) == weights_folder()
    assert told == [("tiny", "building"), ("tiny", "built")]
    path = artifact_path("tiny/copy.bin")
    assert path.read_bytes() == b"tiny_package/model.bin" + CONTENT
    manifest = json.loads((path.parent / "manifest.json").read_text())
    assert manifest["package"] == "tiny-package" and manifest["version"] == "1.0"
    assert manifest["licence"] == "CC0-1.0" and manifest["permitted_use"] == "any"
    assert manifest["sources"] == dict(TINY.sources)
    assert manifest["outputs"] == {"copy.bin": hashlib.sha256(path.read_bytes()).hexdigest()}
    assert [(r.state, r.detail) for r in check_weights()] == [("ready", "")]


def test_what_is_ready_is_not_built_again(tiny):
    ensure_weights()
    before = (built_folder() / "copy.bin").stat().st_mtime_ns
    told = []
    ensure_weights("tiny", progress=lambda *what: told.append(what))
    assert told == [("tiny", "ready")]
    assert (built_folder() / "copy.bin").stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", ["changed", "removed", "manifest"])
def test_damaged_weights_are_named_refused_and_mended(tiny, damage):
    ensure_weights()
    if damage == "changed":
        (built_folder() / "copy.bin").write_bytes(b"other numbers")
    elif damage == "removed":
        (built_folder() / "copy.bin").unlink()
    else:
        (built_folder() / "manifest.json").write_text("{")
    assert [r.state for r in check_weights()] == ["changed"]
    with pytest.raises(WeightsError, match=r"tiny-.*run `python -m synthesis weights`") as refusal:
        artifact_path("tiny/copy.bin")
    assert refusal.value.code == "weights.changed"
    ensure_weights()
    assert artifact_path("tiny/copy.bin").read_bytes().endswith(CONTENT)


def test_a_changed_source_is_refused_and_nothing_is_built(tiny):
    (tiny / "model.bin").write_bytes(b"tampered")
    with pytest.raises(WeightsError, match=r"model\.bin is not the file that was tested") as refusal:
        ensure_weights()
    assert refusal.value.code == "weights.source_changed"
    assert not weights_folder().exists()
    assert [r.state for r in check_weights()] == ["changed"]


def test_a_missing_package_is_named_with_its_install_command(tiny, monkeypatch):
    use(monkeypatch, module="no_such_package")
    with pytest.raises(WeightsError, match=r"pip install --no-deps tiny-package==1\.0") as refusal:
        ensure_weights()
    assert refusal.value.code == "weights.package"
    assert [r.state for r in check_weights()] == ["missing"]


def test_a_builder_that_does_not_load_fails_only_its_own_artifact(tiny, monkeypatch):
    broken = replace(TINY, name="broken", builder="tests.synthesis.no_such_module:build")
    monkeypatch.setattr(weights, "ARTIFACTS", (TINY, broken))
    ensure_weights("tiny")
    with pytest.raises(WeightsError, match="no_such_module") as refusal:
        ensure_weights()
    assert refusal.value.code == "weights.builder"
    assert [r.state for r in check_weights()] == ["ready", "missing"]


def test_an_interrupted_build_leaves_nothing(tiny, monkeypatch):
    use(monkeypatch, builder="tests.synthesis.tiny_builders:break_off")
    with pytest.raises(KeyboardInterrupt):
        ensure_weights()
    assert [p.name for p in weights_folder().iterdir() if p.is_dir()] == []


def test_what_a_killed_build_left_is_cleared_away(tiny):
    ensure_weights()
    leftover = weights_folder() / f".{built_folder().name}.part-abc"
    leftover.mkdir()
    (built_folder() / "copy.bin").unlink()
    ensure_weights()
    assert not leftover.exists()


def test_two_builders_at_once_build_once(tiny, tmp_path):
    code = (
        "import sys; from dataclasses import replace; from synthesis.runtime import weights; "
        "from tests.synthesis.test_weights import TINY; "
        "weights.ARTIFACTS = (replace(TINY, builder='tests.synthesis.tiny_builders:build_slowly'),); "
        f"sys.path.insert(0, {str(tmp_path / 'site')!r}); print(weights.ensure_weights())"
    )
    root = Path(__file__).parents[2]
    jobs = [subprocess.Popen([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE) for _ in range(2)]
    assert [job.communicate()[0].decode().strip() for job in jobs] == [str(weights_folder())] * 2
    assert [job.returncode for job in jobs] == [0, 0]
    assert (weights_folder() / "builds.log").read_text() == "built\n"


def test_a_cache_that_cannot_be_made_is_refused_with_the_way_out(tiny, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SYNTHESIS_CACHE", str(tmp_path / "file"))
    with pytest.raises(WeightsError, match="name another in SYNTHESIS_CACHE") as refusal:
        ensure_weights()
    assert refusal.value.code == "weights.cache"


def test_an_unknown_artifact_or_file_is_refused_by_name(tiny):
    ensure_weights()
    with pytest.raises(WeightsError, match="no weights named huge; there are tiny"):
        ensure_weights("huge")
    with pytest.raises(WeightsError, match=r"tiny/none\.bin are missing"):
        artifact_path("tiny/none.bin")


def test_every_artifact_states_package_version_licence_and_use():
    assert [a.name for a in ARTIFACTS] == ["english", "mandarin", "speaker"]
    uses = {x.artifact: x.permitted_use for x in licences()}
    assert uses == {"english": "any", "mandarin": "non-commercial", "speaker": "any"}
    for artifact in ARTIFACTS:
        assert artifact.version and artifact.licence and artifact.credit
        assert all(len(digest) == 64 and name.startswith(artifact.module + "/") for name, digest in artifact.sources)


def test_the_english_weights_build_from_the_installed_package(tmp_path, monkeypatch):
    monkeypatch.setenv("SYNTHESIS_CACHE", str(tmp_path))
    ensure_weights("english")
    for name in ("phones.onnx", "prosody.onnx", "decoder.onnx", "vocab.json"):
        assert artifact_path(f"english/{name}").stat().st_size > 1000
