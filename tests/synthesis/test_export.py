import io

import av
import numpy as np
import pytest

from synthesis.decoding import read_clip
from synthesis.errors import ExportError
from synthesis.export import PRESETS, AudioWriter, Chapter, get_preset, shape_for_delivery, write_audio
from synthesis.loudness import measure_loudness
from tests.synthesis.recordings import BEN_AGAIN

KINDS = [
    ("wav", None, None),
    ("wav", "PCM_24", 48_000),
    ("wav", "FLOAT", None),
    ("wav", "ALAW", 8_000),
    ("wav", "ULAW", 8_000),
    ("flac", "PCM_24", 44_100),
    ("ogg", None, 48_000),
    ("opus", None, None),
    ("mp3", None, 44_100),
    ("m4b", None, None),
    ("m4a", None, 24_000),
]


@pytest.fixture(scope="module")
def ben():
    return read_clip(BEN_AGAIN)


def written(path, clip, pieces, **options):
    with AudioWriter(path, **options) as writer:
        for piece in np.array_split(clip.samples, pieces):
            writer.write(piece)
    return path.read_bytes()


@pytest.mark.parametrize(("format", "subtype", "rate"), KINDS)
def test_a_file_decodes_back_to_the_same_length_and_level(tmp_path, ben, format, subtype, rate):
    path = tmp_path / f"it.{format}"
    written(path, ben, 7, subtype=subtype, sample_rate=rate)
    back = read_clip(path)
    assert back.seconds == pytest.approx(ben.seconds, abs=0.05)
    assert np.abs(back.samples).max() < 1.0
    before, after = measure_loudness(ben.samples), measure_loudness(back.samples)
    assert after.integrated_lufs() == pytest.approx(before.integrated_lufs(), abs=0.5)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(("format", "subtype", "rate"), KINDS)
def test_the_same_sound_gives_the_same_bytes(tmp_path, ben, format, subtype, rate):
    first = written(tmp_path / f"a.{format}", ben, 3, subtype=subtype, sample_rate=rate)
    assert first == written(tmp_path / f"b.{format}", ben, 10, subtype=subtype, sample_rate=rate)


def test_chapters_and_tags_are_read_back(tmp_path, ben):
    path = tmp_path / "book.m4b"
    chapters = (Chapter("One", 0.0, 3.0), Chapter("第二章", 3.0, ben.seconds))
    written(path, ben, 4, chapters=chapters, metadata={"title": "书"})
    with av.open(str(path)) as container:
        found = container.chapters()
        assert [chapter["metadata"]["title"] for chapter in found] == ["One", "第二章"]
        assert [float(chapter["start"] * chapter["time_base"]) for chapter in found] == pytest.approx(
            [0.0, 3.0], abs=0.01
        )
        assert container.metadata["title"] == "书"
    assert read_clip(path).seconds == pytest.approx(ben.seconds, abs=0.05)


def test_nothing_is_left_when_the_work_fails(tmp_path, ben):
    path = tmp_path / "it.flac"
    path.write_bytes(b"old")
    with pytest.raises(KeyError), AudioWriter(path) as writer:
        writer.write(ben.samples)
        raise KeyError("stop")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_refusals_name_their_reason(tmp_path):
    def code(target, **options):
        with pytest.raises(ExportError) as caught, AudioWriter(target, **options):
            pass
        return caught.value.code

    assert code(tmp_path / "it.mp5") == "export.unknown_format"
    assert code(tmp_path / "it.flac", subtype="ALAW") == "export.unknown_subtype"
    assert code(tmp_path / "it.opus", sample_rate=44_100) == "export.rate"
    assert code(tmp_path / "no" / "it.wav") == "export.no_folder"
    with pytest.raises(ExportError, match="the nearest is 'podcast'"):
        get_preset("podcasts")


def test_a_full_disk_is_an_export_error_and_leaves_nothing(tmp_path):
    import subprocess
    import sys

    script = f"""
import resource, signal, sys
import numpy as np
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from pathlib import Path
from synthesis.errors import ExportError
from synthesis.export import AudioWriter
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    with AudioWriter(Path({str(tmp_path)!r}) / "it.wav") as writer:
        for _ in range(20):
            writer.write(np.ones(24_000, np.float32) * 0.1)
except ExportError as error:
    sys.exit(7)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 7
    assert list(tmp_path.iterdir()) == []


def test_a_file_object_gets_the_finished_bytes(ben):
    target = io.BytesIO()
    assert write_audio(target, ben, "ogg") == pytest.approx(ben.seconds, abs=0.001)
    assert read_clip(target.getvalue()).seconds == pytest.approx(ben.seconds, abs=0.01)


def delivered(path, clip, preset):
    shaping, blocks = shape_for_delivery(lambda: iter(np.array_split(clip.samples, 5)), preset)
    with AudioWriter(
        path, preset.format, sample_rate=preset.sample_rate, subtype=preset.subtype, bit_rate=preset.bit_rate
    ) as writer:
        for block in blocks:
            writer.write(block)
    assert writer.clipped == 0
    assert writer.seconds == pytest.approx(shaping.seconds, abs=0.01)
    return read_clip(path)


def test_an_audiobook_meets_the_shop_rules(tmp_path, ben):
    preset = PRESETS["audiobook"]
    path = tmp_path / "book.mp3"
    back = delivered(path, ben, preset)
    meter = measure_loudness(back.samples)
    assert -23.0 <= meter.rms_db <= -18.0
    assert meter.sample_peak_db <= -3.0
    assert meter.noise_floor_db <= -60.0
    head, tail = back.samples[: 24_000 // 2], back.samples[-24_000:]
    for edge in (head, tail):
        assert -90.0 < measure_loudness(edge).rms_db < -60.0
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        assert (stream.rate, stream.channels, stream.bit_rate) == (44_100, 1, 192_000)


@pytest.mark.parametrize("name", ["podcast", "game", "phone", "phone-ulaw"])
def test_a_preset_meets_its_level_and_peak(tmp_path, ben, name):
    preset = PRESETS[name]
    back = delivered(tmp_path / f"it.{preset.format}", ben, preset)
    meter = measure_loudness(back.samples)
    assert meter.integrated_lufs() == pytest.approx(preset.lufs, abs=0.7)
    assert meter.true_peak_db() <= -1.0


def test_a_game_line_has_no_silence_at_its_edges(tmp_path, ben):
    quiet = np.zeros(24_000, np.float32)
    padded = type(ben)(np.concatenate([quiet, ben.samples, quiet]))
    back = delivered(tmp_path / "line.ogg", padded, PRESETS["game"])
    assert back.seconds < ben.seconds + 0.05
