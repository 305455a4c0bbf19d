"""The command line as people type it: files appear, refusals are one sentence with exit status 2, nothing half-made."""

import json
from pathlib import Path

import pytest
import soundfile

from synthesis.cli.main import main

CLIPS = [str(p) for p in sorted((Path(__file__).parents[2] / "synthesis/demo/clips").glob("*.flac"))]


@pytest.fixture(autouse=True)
def own_sentences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Reuse between commands without touching the user's cache of sentences."""
    from synthesis.cli import options
    from synthesis.sentence_cache import FolderCache

    for name in ("say", "render"):
        monkeypatch.setattr(f"synthesis.cli.{name}.cache", lambda: FolderCache(tmp_path / "sentences"))
    assert options.cache is not None


@pytest.fixture(scope="module")
def voice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("voice") / "mia.json"
    assert main(["clone", *CLIPS, "-o", str(path), "--name", "Mia", "--quick"]) == 0
    return path


def test_say_writes_a_file_and_reuses_what_it_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new folder" / "a.wav"
    for expected in ("s\n", "reused"):
        assert main(["say", "Hello there, [> cheerful 0.8] my friend.", "-o", str(out)]) == 0
        assert expected in capsys.readouterr().out
    assert soundfile.info(out).duration > 0.8


def test_explain_marks_what_was_guessed_and_near_misses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "[clam] Ask Xqwrtz about 15 kg.", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "? " in next(line for line in out.splitlines() if line.startswith("Xqwrtz"))
    assert "fifteen" in out
    assert "calm" in next(line for line in out.splitlines() if line.startswith("!"))


def test_a_voice_is_cloned_blended_and_speaks(voice: Path, tmp_path: Path) -> None:
    blend = tmp_path / "both.json"
    assert main(["blend", f"{voice}=0.5", f"{voice}=0.5", "-o", str(blend)]) == 0
    assert main(["say", "好的，没问题。", "-o", str(tmp_path / "b.flac"), "--voice", str(blend)]) == 0
    assert soundfile.info(tmp_path / "b.flac").duration > 0.5


def test_render_finds_voices_beside_the_timeline(voice: Path, tmp_path: Path) -> None:
    (tmp_path / "mia.json").write_bytes(voice.read_bytes())
    timeline = {"version": 1, "voice": "mia", "segments": [{"id": "a", "text": "One."}, {"id": "b", "text": "Two."}]}
    (tmp_path / "t.json").write_text(json.dumps(timeline))
    out = [str(tmp_path / name) for name in ("t.ogg", "t.srt", "t.marks.json")]
    assert main(["render", str(tmp_path / "t.json"), "-o", out[0], "--captions", out[1], "--marks", out[2]]) == 0
    assert json.loads(Path(out[2]).read_text("utf-8"))["segments"][1]["id"] == "b"
    assert "Two." in Path(out[1]).read_text("utf-8")


def test_inspect_and_emotion_print_what_they_heard(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", CLIPS[0]]) == 0
    assert "SNR" in capsys.readouterr().out
    assert main(["emotion", CLIPS[0], "--neutral", CLIPS[1]]) == 0
    assert "valence" in capsys.readouterr().out


def test_batch_makes_only_what_changed_with_the_same_bytes_for_any_number_of_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "lines.csv"
    rows = [f"l{i},Line number {i} is here.,{'cheerful' if i % 2 else ''}" for i in range(26)]
    table.write_text("\n".join(["id,text,emotion", *rows]), encoding="utf-8")
    one, two = tmp_path / "one", tmp_path / "two"
    assert main(["batch", str(table), "-o", str(one), "--jobs", "1"]) == 0
    assert main(["batch", str(table), "-o", str(two), "--jobs", "2"]) == 0
    files = sorted(path.name for path in one.glob("*.wav"))
    assert len(files) == 26
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files)
    capsys.readouterr()
    table.write_text(table.read_text("utf-8").replace("Line number 3 ", "Line number thirty "), encoding="utf-8")
    before = {name: (one / name).stat().st_mtime_ns for name in files}
    assert main(["batch", str(table), "-o", str(one)]) == 0
    assert capsys.readouterr().out.startswith("1 made, 25 unchanged")
    assert [name for name in files if (one / name).stat().st_mtime_ns != before[name]] == ["l3.wav"]
    manifest = json.loads((one / "manifest.json").read_text("utf-8"))
    assert manifest["gain_db"] is not None and len(manifest["lines"]) == 26
    assert not (one / ".parts").exists()


def test_a_killed_batch_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "lines.csv"
    table.write_text("id,text\na,The first.\nb,The second.\nc,The third.\n", encoding="utf-8")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert main(["batch", str(table), "-o", str(whole), "--jobs", "1"]) == 0
    from synthesis.lines import run

    real, made = run.speak_line, []

    def dies(job: object, folder: Path) -> object:
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(job)
        return real(job, folder)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "speak_line", dies)
    main(["batch", str(table), "-o", str(broken), "--jobs", "1"])
    assert len(list((broken / ".parts").glob("*.f32"))) == 2
    monkeypatch.setattr(run, "speak_line", real)
    assert main(["batch", str(table), "-o", str(broken), "--jobs", "1"]) == 0
    for path in whole.glob("*.wav"):
        assert path.read_bytes() == (broken / path.name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["say", "[> cheerfull 0.5] Hi.", "-o", "x.wav"], "cheerful"),
        (["say", "Hi.", "-o", "x.wax"], "wax"),
        (["say", "Hi.", "-o", "x.wav", "--voice", "none.json"], "none.json"),
        (["say", " ", "-o", "x.wav"], "empty"),
        (["say", "Hi.", "-o", "x.wav", "--emotion", "calm 2"], "calm"),
        (["render", "none.json", "-o", "x.wav"], "none.json"),
        (["clone", "none.wav", "-o", "v.json", "--name", "N"], "none.wav"),
        (["inspect", "none.wav"], "none.wav"),
        (["batch", "none.csv", "-o", "out"], "none.csv"),
        (["blend", "none.json", "-o", "v.json"], "none.json"),
    ],
)
def test_a_refusal_is_one_sentence_and_leaves_nothing(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1 and "Traceback" not in error
    assert not [path for path in tmp_path.iterdir() if path.name != "sentences"]
