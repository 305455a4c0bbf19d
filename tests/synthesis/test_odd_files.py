"""Every strange file is read, or refused for the right reason; then inspected without a fault."""

import csv

import pytest

from synthesis.clip_report import inspect_clip
from synthesis.decoding import read_clip
from synthesis.errors import ClipError
from tests.synthesis.recordings import SHARED

INDEX = SHARED / "odd" / "INDEX.csv"
REASONS = {
    "lena.raw": "unreadable",
    "test1.raw": "unreadable",
    "test-44100Hz-le-1ch-4bytes-incomplete-chunk.wav": "unreadable",
    "test-44100Hz-le-1ch-4bytes-early-eof-no-data.wav": "unreadable",
    "audacity_lena-24-dwvw.aiff": "codec",
    "max-numberOfObjectHeaders.wma": "unreadable",
    "CWE-835-01.aiff": "unreadable",
    "fixture-null.webm": "no_audio_track",
    "mpeg4.mp4": "no_audio_track",
    "test1_empty.wav": "no_samples",
}


def rows():
    if not INDEX.exists():
        return []
    with INDEX.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(not INDEX.exists(), reason="../shared/odd is not here")
@pytest.mark.parametrize("row", rows(), ids=lambda row: row["file"])
def test_an_odd_file_is_read_or_refused_by_name(row):
    path = SHARED / row["file"]
    if path.name in REASONS:
        with pytest.raises(ClipError) as caught:
            read_clip(path)
        assert caught.value.code == f"clip.{REASONS[path.name]}"
        assert path.name in str(caught.value)
        return
    clip = read_clip(path)
    stated = [float(row[key]) for key in ("ffmpeg_seconds", "soundfile_seconds") if row[key]]
    assert min(abs(clip.seconds - seconds) for seconds in stated) < 0.05


EXPECTED = {
    "music-metadata/M1F1-int8-AFsp.aif": "two_people",
    "faster-whisper/stereo_diarization.wav": "two_people",
    "pydub/bach.ogg": "no_voice",
    "music-metadata/elephant.asf": "silent",
    "azure/whatstheweatherlike-mulaw.wav": "too_little_speech",
    "mfa/cold_corpus_24bit.wav": None,
    "mfa/13697_11991_000000.opus": None,
    "lhotse/libri-1088-134315-0000_rvb.wav": None,
    "music-metadata/female_scrub.spx": None,
}


@pytest.mark.skipif(not INDEX.exists(), reason="../shared/odd is not here")
@pytest.mark.parametrize(("file", "code"), EXPECTED.items())
def test_what_the_report_says_of_an_odd_file(file, code):
    report = inspect_clip(read_clip(SHARED / "odd" / file))
    refusals = [problem.code for problem in report.problems if problem.severity == "refuse"]
    assert refusals == ([code] if code else [])
