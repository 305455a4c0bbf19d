import csv

import numpy as np
import pytest

from synthesis.clip import Clip
from synthesis.clip_report import inspect_clip, require_usable, speech_of
from synthesis.decoding import read_clip
from synthesis.errors import ClipError
from tests.synthesis.recordings import ANNA, ANNA_AGAIN, BEN_AGAIN, MEI, SHARED


def joined(*paths, gap_s=0.3):
    gap = np.zeros(int(24_000 * gap_s), np.float32)
    return Clip(np.concatenate([part for path in paths for part in (read_clip(path).samples, gap)]), name="talk.wav")


def codes(report, severity="refuse"):
    return [problem.code for problem in report.problems if problem.severity == severity]


def refused(clip):
    with pytest.raises(ClipError) as caught:
        require_usable(inspect_clip(clip))
    return caught.value


@pytest.mark.parametrize("path", [ANNA, ANNA_AGAIN, BEN_AGAIN, MEI])
def test_a_good_recording_is_usable(path):
    report = inspect_clip(read_clip(path))
    require_usable(report)
    assert report.usable
    assert report.speech_ratio > 0.6
    assert report.best_window is not None
    assert 7_000 < report.bandwidth_hz < 8_500


def test_two_people_are_refused_with_the_place():
    error = refused(joined(ANNA, BEN_AGAIN))
    change = read_clip(ANNA).seconds
    assert error.code == "clip.two_people"
    edges = (error.params["start_s"], error.params["end_s"])
    assert min(abs(edge - change) for edge in edges) < 1.2
    assert "Trim" in str(error)


def test_one_person_in_two_recordings_is_one_person():
    assert codes(inspect_clip(joined(ANNA, ANNA_AGAIN))) == []


def test_silence_music_and_too_little_speech_are_refused_by_name():
    seconds = np.arange(24_000 * 5) / 24_000
    chord = sum(0.1 * np.sin(2 * np.pi * pitch * seconds) for pitch in (220.0, 277.2, 329.6))
    noise = 0.1 * np.random.default_rng(0).standard_normal(24_000 * 5)
    assert refused(Clip(np.zeros(48_000, np.float32))).code == "clip.silent"
    assert refused(Clip(np.zeros(0, np.float32))).code == "clip.silent"
    assert refused(Clip(chord.astype(np.float32))).code == "clip.no_voice"
    assert refused(Clip(noise.astype(np.float32))).code == "clip.no_voice"
    assert refused(Clip(read_clip(ANNA).samples[:36_000])).code == "clip.too_little_speech"


def test_noise_clipping_and_telephone_are_warned_of():
    import soxr

    voice = read_clip(BEN_AGAIN).samples
    noise = np.random.default_rng(0).standard_normal(len(voice)) * np.sqrt(np.mean(voice**2)) * 0.3
    noisy = inspect_clip(Clip((voice + noise).astype(np.float32)))
    assert noisy.noise_reduction
    assert "noisy" in codes(noisy, "warn")
    loud = np.clip(voice * 3.0 / np.abs(voice).max(), -1.0, 1.0)
    assert "clipped" in codes(inspect_clip(Clip(loud)), "warn")
    narrow = soxr.resample(soxr.resample(voice, 24_000, 8_000), 8_000, 24_000)
    assert "telephone" in codes(inspect_clip(Clip(narrow)), "warn")
    assert codes(inspect_clip(Clip(voice)), "warn") == []


def test_the_best_window_is_speech_of_three_to_ten_seconds():
    quiet = np.zeros(24_000 * 4, np.float32)
    clip = Clip(np.concatenate([quiet, read_clip(ANNA).samples, quiet]))
    report = inspect_clip(clip)
    best = report.best_window
    assert 3.0 <= best.seconds <= 10.0
    assert best.start_s > 3.8
    assert best.end_s < clip.seconds - 3.8
    heard = speech_of(clip, report)
    assert heard.seconds < clip.seconds - 7.0


@pytest.mark.skipif(not (SHARED / "clips").exists(), reason="../shared/clips is not here")
def test_no_single_speaker_is_taken_for_two():
    with (SHARED / "clips" / "INDEX.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if float(row["seconds"]) > 3.9]
    assert len(rows) > 30
    for row in rows[::2]:
        report = inspect_clip(read_clip(SHARED / "clips" / row["file"]))
        assert not {"two_people", "no_voice"} & set(codes(report)), row["file"]
