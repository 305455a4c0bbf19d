"""Finished files: the level asked for, chapters and captions where the words are, and nothing half-made."""

import json
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile

from synthesis import Segment, Timeline, deliver, read_clip
from synthesis.errors import ExportError, SynthesisError
from synthesis.loudness import measure_loudness

LINES = Timeline(
    (
        Segment("one", "This is the first chapter.", title="One"),
        Segment("two", "[word](/wˈɜɹd/) by word, it goes on.", title="Two & more"),
    )
)


def loudness(path: Path) -> float:
    samples, rate = soundfile.read(path, dtype="float32")
    return measure_loudness(samples, sample_rate=rate).integrated_lufs()


def test_the_programme_has_one_level_and_one_gain(tmp_path: Path) -> None:
    done = deliver(LINES, tmp_path / "a.wav")
    assert loudness(tmp_path / "a.wav") == pytest.approx(-20.0, abs=0.3)
    assert done.seconds == pytest.approx(read_clip(tmp_path / "a.wav").seconds, abs=0.01)
    assert done.engines[0].key == "english"


def test_without_loudness_the_level_is_the_engines(tmp_path: Path) -> None:
    done = deliver(LINES, tmp_path / "a.wav", loudness="none")
    assert done.gain_db == 0.0


def test_each_segment_can_have_a_level_of_its_own(tmp_path: Path) -> None:
    soft = Segment("a", '<prosody volume="-12dB">Speak softly now.</prosody>')
    quiet = Timeline((soft, Segment("b", "Speak up now.")))
    done = deliver(quiet, tmp_path / "each.wav", loudness="each")
    samples, rate = soundfile.read(tmp_path / "each.wav", dtype="float32")
    levels = [
        measure_loudness(samples[round(s.start_s * rate) : round(s.end_s * rate)], sample_rate=rate).integrated_lufs()
        for s in done.segments
    ]
    assert levels[0] == pytest.approx(levels[1], abs=0.5)


@pytest.mark.parametrize(("format", "rate"), [("wav24", 24_000), ("mulaw", 8_000), ("flac", 24_000), ("opus", 48_000)])
def test_formats_by_name(tmp_path: Path, format: str, rate: int) -> None:
    path = tmp_path / "a.bin"
    done = deliver(Timeline((Segment("s", "Good evening."),)), path, format=format)
    info = soundfile.info(path)
    assert info.samplerate == rate
    assert info.duration == pytest.approx(done.seconds, abs=0.05)


def test_a_book_has_named_chapters_where_the_words_are(tmp_path: Path) -> None:
    path = tmp_path / "book.m4b"
    done = deliver(LINES, path)
    with av.open(str(path)) as book:
        chapters = [(c["metadata"]["title"], float(c["start"] * c["time_base"])) for c in book.chapters()]
    assert [title for title, _ in chapters] == ["One", "Two & more"]
    assert chapters[1][1] == pytest.approx(done.segments[1].start_s, abs=0.02)


def test_captions_and_marks_follow_a_preset_that_moves_the_start(tmp_path: Path) -> None:
    deliver(LINES, tmp_path / "a.mp3", preset="audiobook", captions=tmp_path / "a.vtt", marks=tmp_path / "a.json")
    assert "word by word, it goes on." in (tmp_path / "a.vtt").read_text("utf-8").replace("\n", " ")
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    clip = read_clip(tmp_path / "a.mp3")
    first = data["segments"][0]["words"][0]["start"]
    level = np.abs(clip.samples[: round((first - 0.06) * clip.sample_rate)]).max()
    assert first > 0.7 and level < 0.02 * np.abs(clip.samples).max()


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"format": "wax"}, "wax"),
        ({"preset": "radio"}, "radio"),
        ({"captions": Path("x.txt")}, "srt"),
        ({"loudness": "loud"}, "programme"),
    ],
)
def test_a_wrong_option_is_refused_by_name_and_nothing_is_written(
    tmp_path: Path, options: dict[str, object], match: str
) -> None:
    with pytest.raises(ExportError, match=match):
        deliver(LINES, tmp_path / "a.wav", **options)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_fault_in_the_middle_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(SynthesisError, match="cancelled"):
        count: list[int] = []
        deliver(
            LINES, tmp_path / "a.wav", progress=lambda done, _: count.append(done), should_stop=lambda: bool(count)
        )  # fmt: skip
    assert not list(tmp_path.iterdir())
