"""On what the figures were taken."""

import os
import platform
import resource
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path


def describe_machine() -> dict[str, object]:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "threads": os.environ.get("OMP_NUM_THREADS", "unset"),
        "python": platform.python_version(),
        "onnxruntime": version("onnxruntime-gpu"),
        "commit": _commit(),
    }


def peak_memory_mb() -> float:
    """Largest resident memory of this process so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def _commit() -> str:
    root = Path(__file__).parents[2]
    answer = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=root, capture_output=True, text=True)
    return answer.stdout.strip() or "unknown"
