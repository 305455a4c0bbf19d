"""Targets that are no plain files: never replaced, and refused before any work."""

import os
from pathlib import Path

import pytest

from synthesis.cli.main import main
from synthesis.errors import ExportError
from synthesis.export import AudioWriter


def test_a_device_or_pipe_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.wav"
    os.mkfifo(pipe)
    assert main(["say", "Hi.", "-o", str(pipe)]) == 2
    assert "no file to replace" in capsys.readouterr().err and pipe.is_fifo()
    with pytest.raises(ExportError, match="no file to replace"), AudioWriter(pipe):
        pass
    assert pipe.is_fifo()


@pytest.mark.parametrize("option", ["--captions", "--marks"])
def test_captions_and_marks_never_take_the_place_of_anything_else(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "a.srt"
    folder.mkdir()
    audio = tmp_path / "x.wav"
    assert main(["say", "Hi.", "-o", str(audio), option, str(folder)]) == 2
    assert main(["say", "Hi.", "-o", str(audio), option, str(audio)]) == 2
    assert "asked for twice" in capsys.readouterr().err
    assert not audio.exists()


def test_a_wrong_option_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["say", "Hi.", "-o", "x.wav", "--speed", "100"])
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert "100 is out of range" in error and error.count("\n") == 1


@pytest.mark.parametrize("weight", ["1.2.3", "-1", "nan", "."])
def test_a_weight_that_is_no_number_is_refused(weight: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blend", f"v.json={weight}", "-o", "b.json"]) == 2
    assert "no voice and weight" in capsys.readouterr().err
