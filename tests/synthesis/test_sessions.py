"""Sessions: one place makes them, on the CPU unless a CUDA device is there, and it names a file it cannot load."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from synthesis.errors import WeightsError
from synthesis.runtime import devices
from synthesis.runtime.sessions import make_session, session_options

DATA = Path(__file__).parents[1] / "data"
TINY = DATA / "tiny_session.onnx"


def test_a_session_runs_a_graph_with_a_free_batch():
    session = make_session(TINY)
    assert (session.inputs, session.outputs) == (("x",), ("y",))
    x = np.array([[1, 1, 1], [-1, 0, 0]], np.float32)
    (y,) = session.run(None, {"x": x})
    np.testing.assert_array_equal(y, [[4, 3], [1, 2]])


def test_the_shipped_graph_is_what_its_script_makes():
    import onnx

    from tests.data.make_tiny_session import tiny_model

    assert onnx.load(str(TINY)).graph == tiny_model().graph


def test_named_outputs_come_in_the_order_asked():
    (y,) = make_session(TINY).run(["y"], {"x": np.zeros((1, 3), np.float32)})
    np.testing.assert_array_equal(y, [[1, 1]])


def test_sessions_are_sequential_with_the_threads_given():
    import onnxruntime

    options = session_options(1)
    assert options.execution_mode == onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (1, 1)
    assert session_options(3).intra_op_num_threads == 3


def test_a_missing_file_is_refused_with_the_command(tmp_path):
    with pytest.raises(WeightsError, match="python -m synthesis weights") as refusal:
        make_session(tmp_path / "none.onnx")
    assert refusal.value.code == "weights.missing"


def test_a_damaged_file_is_refused_by_name(tmp_path):
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(TINY.read_bytes()[:100])
    with pytest.raises(WeightsError, match=r"damaged\.onnx") as refusal:
        make_session(damaged)
    assert refusal.value.code == "weights.unreadable"


def test_cuda_is_asked_for_only_where_a_device_is(monkeypatch):
    monkeypatch.setattr(devices, "CUDA_NODES", ("/dev/no-such-device",))
    devices.cuda_present.cache_clear()
    try:
        assert not devices.cuda_present()
        assert devices.choose_device("cuda") == "cpu"
        assert make_session(TINY, device="cuda").device == "cpu"
    finally:
        devices.cuda_present.cache_clear()


def test_importing_the_runtime_loads_no_onnxruntime():
    code = (
        "import sys, synthesis.runtime.sessions, synthesis.runtime.weights, synthesis.engines.registry, "
        "synthesis.vocoder; print([m for m in ('onnxruntime', 'torch', 'onnx', 'scipy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
