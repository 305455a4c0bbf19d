"""What `import synthesis` loads. Heavy packages are loaded by the first call that needs them."""

import subprocess
import sys

HEAVY = ("torch", "onnxruntime", "onnx", "scipy", "jieba", "tn", "pyworld", "av", "soundfile")


def test_importing_the_package_loads_no_heavy_package() -> None:
    program = f"import sys, synthesis; print([m for m in {HEAVY!r} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_every_public_name_resolves() -> None:
    import synthesis

    for name in synthesis.__all__:
        assert getattr(synthesis, name) is not None
