"""The Mandarin engine: faithful to its models, open to edits, marks where the ear hears them."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from synthesis.engines.mandarin.engine import MandarinEngine
from synthesis.engines.registry import get_engine
from synthesis.errors import EngineError
from synthesis.frames import SpeechFrames
from synthesis.text.spoken import SpokenWord
from synthesis.units import Float32
from synthesis.vocoder import vocode

GOLDEN = Path(__file__).parents[2].parent / "shared" / "golden"
QUESTION = "zh e4 #0 g e5 #0 ^ uen4 #0 t i2 #3 ^ uo3 #0 ^ i3 #0 j ing1 #0 b ang1 #0 n in2 #0 ch a2 #0 d ao4 #0 l e5"
GREETING = "n i3 #0 h ao3"


def words_of(line: str) -> list[SpokenWord]:
    """ "n i3 #0 h ao3" -> two words at offsets 0 and 1."""
    symbols = line.split()
    groups = [symbols[i : i + 3] for i in range(0, len(symbols), 3)]
    return [
        SpokenWord(text="".join(g[:2]), source=(n, n + 1), language="zh", phones=(g[0], g[1]), separator="".join(g[2:]))
        for n, g in enumerate(groups)
    ]


@pytest.fixture(scope="module")
def engine() -> MandarinEngine:
    made = get_engine("mandarin")
    assert isinstance(made, MandarinEngine)
    return made


@cache
def golden_arrays() -> Any:
    path = GOLDEN / "mandarin_fastspeech2_melgan.npz"
    if not path.is_file():
        pytest.skip("the golden outputs are not beside the project")
    return np.load(path)


@pytest.mark.parametrize("case", range(8))
def test_it_gives_what_the_original_models_give(engine: MandarinEngine, case: int) -> None:
    golden = golden_arrays()
    given = json.loads((GOLDEN / "mandarin_fastspeech2_melgan.json").read_text("utf-8"))[case]
    words = words_of(given["phones"].removeprefix("sil ").removesuffix(" sil"))
    draft = engine.draft(words, rate=np.full(len(words), 1 / given["speed_ratio"], np.float32))
    draft = replace(
        draft.with_prosody(energy=draft.energy * np.float32(given["energy_ratio"])),
        state=replace(draft.state, f0=draft.state.f0 * np.float32(given["f0_ratio"])),
    )
    assert np.array_equal(draft.durations, golden[f"{case}_durations"])
    assert np.abs(engine.mel(draft) - golden[f"{case}_mel_after"]).mean() < 1e-4
    assert np.corrcoef(engine.waveform(draft), golden[f"{case}_wave"])[0, 1] > 0.999


@pytest.mark.parametrize("together", [True, None])
def test_a_sentence_sounds_the_same_in_a_batch_as_alone(engine: MandarinEngine, together: bool | None) -> None:
    batched = MandarinEngine(together=together)
    lines = [words_of(GREETING), words_of(QUESTION), words_of("q ing3 #0 sh ao1 #0 d eng3")]
    rates = [None, np.full(12, 0.9, np.float32), None]
    drafts = batched.draft_batch(lines, rates)
    for words, rate, draft, frames in zip(lines, rates, drafts, batched.speak_batch(drafts), strict=True):
        alone = engine.draft(words, rate=rate)
        assert np.array_equal(alone.durations, draft.durations)
        assert np.allclose(alone.f0_hz, draft.f0_hz, atol=0.05)
        assert np.abs(engine.mel(alone) - engine.mel(draft)).max() < 1e-3
        spoken = engine.speak(alone)
        assert len(spoken) == len(frames)
        assert np.median(np.abs(spoken.noise_log - frames.noise_log)) < 0.02


def test_no_sentences_give_no_drafts(engine: MandarinEngine) -> None:
    assert engine.draft_batch([], []) == []
    assert engine.speak_batch([]) == []


def test_no_words_give_frames_without_marks(engine: MandarinEngine) -> None:
    draft = engine.draft([])
    frames = engine.speak(draft)
    assert len(frames) == draft.n_frames
    assert frames.marks == ()


def voiced_median_hz(frames: SpeechFrames) -> float:
    return float(np.median(frames.f0_hz[frames.voiced]))


@pytest.mark.parametrize("semitones", [-4, 3, 9])
def test_an_edit_of_pitch_is_heard_as_asked(engine: MandarinEngine, semitones: float) -> None:
    draft = engine.draft(words_of(QUESTION))
    ratio = 2 ** (semitones / 12)
    edited = draft.with_prosody(f0_hz=draft.f0_hz * np.float32(ratio))
    got = voiced_median_hz(engine.speak(edited)) / voiced_median_hz(engine.speak(draft))
    assert 12 * np.log2(got) == pytest.approx(semitones, abs=0.6)


def level_db(frames: SpeechFrames) -> float:
    return float(20 * np.log10(vocode(frames, seed=1).std()))


def test_an_edit_of_energy_is_heard(engine: MandarinEngine) -> None:
    draft = engine.draft(words_of(QUESTION))
    neutral = level_db(engine.speak(draft))

    def heard(gain_db: float) -> float:
        gains = np.full(len(draft.energy), gain_db, np.float32)
        return level_db(engine.speak(draft.with_prosody(energy=engine.edit_energy(draft.energy, gains)))) - neutral

    assert heard(0) == 0
    assert 2 < heard(4) < 6
    assert -6 < heard(-4) < -2


def test_a_slow_word_is_longer_and_its_neighbours_are_not(engine: MandarinEngine) -> None:
    words = words_of(QUESTION)
    rate = np.ones(len(words), np.float32)
    rate[4] = 0.5
    before, after = engine.draft(words).durations, engine.draft(words, rate=rate).durations
    changed = {i for i in np.flatnonzero(before != after)}
    assert changed <= {13, 14, 15}
    assert after.sum() - before.sum() >= 5


def test_lengthening_reaches_full_tones_only(engine: MandarinEngine) -> None:
    words = words_of(QUESTION)
    draft = engine.draft(words)
    longer = engine.draft(words, lengthen=np.full(len(words), 0.5, np.float32))
    grown = [draft.phones[i] for i in np.flatnonzero(longer.durations > draft.durations)]
    assert "ing1" in grown
    assert not {"e5", "sil", "j"} & set(grown)


def test_points_without_pitch_are_zero(engine: MandarinEngine) -> None:
    draft = engine.draft(words_of(QUESTION))
    pitch = dict(zip(draft.phones, draft.f0_hz, strict=True))
    assert pitch["sil"] == pitch["zh"] == pitch["ch"] == 0
    assert 120 < pitch["ing1"] < 400
    assert len(draft.point_frame) == len(draft.f0_hz) == len(draft.energy) == len(draft.phones)


def test_words_inside_a_foreign_sentence_do_not_close(engine: MandarinEngine) -> None:
    words = words_of("b ei3 #0 j ing1")
    alone, inside = engine.draft(words), engine.draft(words, medial=True)
    assert inside.durations[-1] <= 3
    closing = alone.phones.index("ing1")
    assert inside.energy[closing] > alone.energy[closing] or inside.f0_hz[closing] > alone.f0_hz[closing]
    assert len(engine.speak(inside)) == inside.n_frames


def test_an_unknown_symbol_is_named_with_its_offset(engine: MandarinEngine) -> None:
    words = [SpokenWord(text="好", source=(7, 8), language="zh", phones=("h", "aa3"))]
    with pytest.raises(EngineError, match=r"no symbol aa3 .*offset 7"):
        engine.draft(words)


def test_a_sentence_longer_than_the_model_knows_is_spoken(engine: MandarinEngine) -> None:
    words = words_of(" #0 ".join([QUESTION.replace("#3", "#0")] * 5))
    draft = engine.draft(words, rate=np.full(len(words), 0.25, np.float32))
    assert draft.n_frames > 2_048
    assert len(engine.speak(draft)) == draft.n_frames


def test_one_short_syllable_is_spoken(engine: MandarinEngine) -> None:
    draft = engine.draft(words_of("^ en5"), rate=np.full(1, 5.0, np.float32))
    assert len(engine.speak(draft)) == draft.n_frames
    assert len(engine.waveform(draft)) == 300 * draft.n_frames


def test_the_same_words_give_the_same_frames(engine: MandarinEngine) -> None:
    first, second = (engine.speak(engine.draft(words_of(QUESTION))) for _ in range(2))
    assert np.array_equal(first.harmonic_log, second.harmonic_log)


def test_loading_the_engine_loads_no_runtime() -> None:
    code = (
        "import sys; import synthesis.engines.mandarin.engine;"
        "assert not {'torch', 'onnxruntime', 'pyworld', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def _speech_runs(samples: Float32) -> np.ndarray:
    """Frames of 5 ms louder than -34 dB under the loudest. (n,) bool"""
    blocks = samples[: len(samples) // 120 * 120].reshape(-1, 120)
    level = 20 * np.log10(np.sqrt((blocks**2).mean(axis=1)) + 1e-6)
    return np.asarray(level > level.max() - 34)


def test_marks_sit_on_the_audio(engine: MandarinEngine) -> None:
    frames = engine.speak(engine.draft(words_of(QUESTION)))
    words = [m for m in frames.marks if m.kind == "word"]
    loud = _speech_runs(vocode(frames, seed=1))
    assert [m.source for m in words] == [(n, n + 1) for n in range(12)]
    assert abs(words[0].start * 12.5 - 5 * int(np.argmax(loud))) <= 20
    assert abs(words[-1].end * 12.5 - 5 * (len(loud) - int(np.argmax(loud[::-1])))) <= 20
    assert all(a.end <= b.start for a, b in pairwise(words))
    phones = [m for m in frames.marks if m.kind == "phone"]
    assert all(m.end > m.start for m in phones)
    assert {m.text for m in phones} >= {"e4", "uen4", "ing1", "ang1", "ao4"}


def test_a_break_is_marked_as_a_pause_after_its_word(engine: MandarinEngine) -> None:
    frames = engine.speak(engine.draft(words_of(QUESTION)))
    inner = [m for m in frames.marks if m.kind == "pause" and m.start > 0 and m.end < len(frames)]
    assert [m.source for m in inner] == [(4, 4)]
    assert 3 <= inner[0].end - inner[0].start <= 30


def test_fricatives_begin_within_20_ms_of_their_mark(engine: MandarinEngine) -> None:
    line = "^ uo3 #0 m en5 #0 sh uo1 #0 h ua4 #0 x ian1 #0 b ie2 #0 sh eng1 #0 q i4 #0 x iang3 #0 ^ i4 #0 x iang3"
    draft = engine.draft(words_of(line))
    starts = {m.source[0]: m.start * 12.5 for m in engine.speak(draft).marks if m.kind == "word"}
    onsets = _hiss_onsets_ms(engine.waveform(draft))
    nearest = [min(abs(onsets - starts[n])) for n, g in enumerate(words_of(line)) if g.phones[0] in ("sh", "x")]
    assert len(nearest) == 5
    assert np.median(nearest) <= 15
    assert sum(gap <= 20 for gap in nearest) >= 4


def _hiss_onsets_ms(samples: Float32) -> np.ndarray:
    """Where sound above 3.5 kHz becomes louder than below, and stays so for 15 ms."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(samples, 120), 240)[::60] * np.hanning(240)
    power = np.abs(np.fft.rfft(windows, axis=1)) ** 2
    hiss = power[:, 35:].sum(axis=1) > power[:, 2:20].sum(axis=1)
    steps = [k for k in range(1, len(hiss) - 6) if not hiss[k - 1] and hiss[k : k + 6].all()]
    return np.array(steps) * 2.5
