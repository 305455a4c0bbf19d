"""Which accelerator a process may use. Asking is cheap and never touches CUDA's runtime."""

from functools import lru_cache
from pathlib import Path
from typing import Literal

Device = Literal["cpu", "cuda"]

CUDA_NODES = ("/dev/nvidia0", "/dev/dxg")
"""Device files of the NVIDIA driver (Linux, WSL). Asking CUDA itself would forbid a later fork."""


@lru_cache(maxsize=1)
def cuda_present() -> bool:
    """Whether a CUDA device and onnxruntime's provider for it are both here."""
    if not any(Path(node).exists() for node in CUDA_NODES):
        return False
    import onnxruntime

    return "CUDAExecutionProvider" in onnxruntime.get_available_providers()


def choose_device(wanted: Device | None = None) -> Device:
    """`wanted` where it exists, else the CPU; None takes the CPU, where the small models are fastest unbatched."""
    return "cuda" if wanted == "cuda" and cuda_present() else "cpu"
