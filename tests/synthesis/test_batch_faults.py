"""What goes wrong around a batch: careless tables, a new target, a second batch, a parent that is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from synthesis.cli.main import main
from synthesis.errors import BatchError
from synthesis.lines.cast import Cast
from synthesis.lines.folder_lock import only_batch_in
from synthesis.lines.rows import plan_rows
from synthesis.lines.speaking import _replace
from synthesis.lines.table import read_table


def table(tmp_path: Path, text: str, name: str = "lines.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_comma_outside_quotes_is_refused_in_place_of_cutting_the_line(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match=r"Row 2 of .* has 3 cells, its header 2"):
        read_table(table(tmp_path, "id,text\na,Hello, there.\n"), columns={})


def test_an_open_quote_is_refused_in_place_of_eating_the_rows_below(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="cannot be read as a table"):
        read_table(table(tmp_path, 'id,text\na,"Hello.\nb,Bye.\n'), columns={})


def test_rows_count_as_in_a_spreadsheet_past_texts_of_two_lines(tmp_path: Path) -> None:
    rows = read_table(table(tmp_path, 'id,text\na,"One\ntwo."\n\nb,Three.\n'), columns={})
    assert [row.number for row in rows] == [2, 4]


@pytest.mark.parametrize("name", [".", "a/.parts/b", ".parts/x.wav", "x" * 300])
def test_a_file_name_that_cannot_be_is_a_fault_of_its_row(name: str, tmp_path: Path) -> None:
    rows = read_table(table(tmp_path, f"text,file\nHello.,{name}\n"), columns={})
    _, faults = plan_rows(rows, Cast(), suffix=".wav")
    assert [(fault.row, fault.column) for fault in faults] == [(2, "file")]


def test_nested_json_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="Row 1"):
        read_table(table(tmp_path, '{"text":' + "[" * 100_000 + "\n", "lines.jsonl"), columns={})


def test_another_loudness_mode_fixes_its_own_gain(tmp_path: Path) -> None:
    path = str(table(tmp_path, "id,text\na,The first line.\nb,The second line.\n"))
    changed, fresh = str(tmp_path / "changed"), str(tmp_path / "fresh")
    assert main(["batch", path, "-o", changed, "--loudness", "none"]) == 0
    assert main(["batch", path, "-o", changed]) == 0
    assert main(["batch", path, "-o", fresh]) == 0
    for name in ("a.wav", "b.wav", "manifest.json"):
        assert (Path(changed) / name).read_bytes() == (Path(fresh) / name).read_bytes()


def test_lines_of_the_old_gain_do_not_count_as_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = str(table(tmp_path, "id,text\na,The first line.\nb,The second line.\n")), tmp_path / "out"
    assert main(["batch", path, "-o", str(out), "--loudness", "none"]) == 0

    def dies(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("synthesis.lines.run.write_line", dies)
    main(["batch", path, "-o", str(out)])
    assert json.loads((out / "manifest.json").read_text("utf-8"))["lines"] == []


def test_a_second_batch_in_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(table(tmp_path, "text\nHello.\n"))
    with only_batch_in(tmp_path):
        assert main(["batch", path, "-o", str(tmp_path)]) == 2
    assert "Another batch works in" in capsys.readouterr().err


def test_a_full_disk_is_named_and_no_part_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BatchError, match=r"a\.f32 could not be written \(No space"):
        _replace(tmp_path / "a.f32", b"x")
    assert not list(tmp_path.iterdir())


SLEEPERS = """
import os, time
from synthesis.lines.workers import in_order_of_completion
if __name__ == "__main__":
    for _, pid in in_order_of_completion({work}, [0.01, 0.01, 60.0, 60.0], jobs=2):
        print(pid, flush=True)
"""


def test_workers_end_with_a_killed_parent(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text("import os, time\ndef nap(s):\n    time.sleep(s)\n    return os.getpid()\n")
    script = tmp_path / "parent.py"
    script.write_text("from sleeper import nap\n" + SLEEPERS.format(work="nap"))
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root}
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            return
        time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker outlived its parent")
