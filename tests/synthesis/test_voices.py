"""Voices as values: saved and loaded to the last bit, refused when altered, blended in a straight line."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from synthesis.errors import VoiceError
from synthesis.voices.blend import blend_voices
from synthesis.voices.default import default_voice
from synthesis.voices.store import load_voice, save_voice, voice_from_json, voice_revision, voice_to_json
from synthesis.voices.voice import PitchStatistics, SpectrumStatistics, Timbre, Voice


def voice(name: str, seed: int, *, median_hz: float = 120.0) -> Voice:
    draw = np.random.default_rng(seed)

    def numbers(*shape: int) -> np.ndarray:
        return draw.standard_normal(shape).astype(np.float32)

    timbre = Timbre(
        "english",
        "r1",
        numbers(8),
        numbers(40),
        numbers(40),
        refined=True,
        likeness=0.8 + seed / 100,
        source_pitch=PitchStatistics(190.0, 8.0),
        class_centres=np.ones((8, 21), np.float32),
        class_width=1.5,
        class_gain_log=numbers(8, 24),
    )
    return Voice(
        name,
        np.abs(numbers(256)),
        PitchStatistics(median_hz, 5.0),
        {"english": timbre},
        tempo=1.1,
        gain_db=-3.0,
        spectrum=SpectrumStatistics(numbers(40), numbers(22)),
        provenance={"clips": [{"name": "a.wav", "sha256": "00", "seconds": 4.0}]},
    )


ANA, BEN = voice("Ana", 1, median_hz=200.0), voice("Ben", 2, median_hz=100.0)


def test_a_saved_voice_loads_the_same(tmp_path: Path) -> None:
    save_voice(ANA, tmp_path / "ana.json")
    loaded = load_voice(tmp_path / "ana.json")
    assert loaded.revision == ANA.revision == voice_revision(ANA)
    assert loaded.embedding.tobytes() == ANA.embedding.tobytes()
    gain = loaded.timbres["english"].class_gain_log
    assert gain is not None and ANA.timbres["english"].class_gain_log is not None
    assert gain.tobytes() == ANA.timbres["english"].class_gain_log.tobytes()
    assert loaded.provenance == ANA.provenance
    assert [p.name for p in tmp_path.iterdir()] == ["ana.json"]


def test_the_revision_follows_the_sound_and_not_the_name() -> None:
    assert replace(ANA, name="Anna").revision == ANA.revision
    assert replace(ANA, pitch=PitchStatistics(201.0, 5.0)).revision != ANA.revision
    timbre = replace(ANA.timbres["english"], warp_log=np.zeros(8, np.float32))
    assert replace(ANA, timbres={"english": timbre}).revision != ANA.revision


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "unknown field": (lambda d: d.update(colour="red"), "voice.unknown_field"),
    "unknown field within": (lambda d: d["timbres"]["english"].update(x=1), "voice.unknown_field"),
    "later version": (lambda d: d.update(version=99), "voice.version"),
    "another format": (lambda d: d.update(format="mp3"), "voice.format"),
    "missing field": (lambda d: d.pop("pitch"), "voice.missing_field"),
    "wrong kind": (lambda d: d.update(tempo="fast"), "voice.field"),
    "broken array": (lambda d: d["embedding"].update(float32="!"), "voice.field"),
    "wrong shape": (lambda d: d["embedding"].update(shape=[3]), "voice.field"),
    "altered": (lambda d: d.update(tempo=1.2), "voice.changed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_refused_by_name(fault: str) -> None:
    change, code = FAULTS[fault]
    document = json.loads(json.dumps(voice_to_json(ANA)))
    change(document)
    with pytest.raises(VoiceError) as caught:
        voice_from_json(document)
    assert caught.value.code == code


def test_a_file_that_is_no_voice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("not json")
    with pytest.raises(VoiceError):
        load_voice(path)
    with pytest.raises(VoiceError):
        load_voice(tmp_path / "none.json")
    with pytest.raises(VoiceError):
        voice_from_json([1, 2])


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(VoiceError) as caught:
        save_voice(ANA, tmp_path / "none" / "ana.json")
    assert caught.value.code == "voice.not_written"


def test_a_blend_lies_on_the_line() -> None:
    half = blend_voices([(ANA, 0.5), (BEN, 0.5)], "Both")
    assert np.linalg.norm(half.embedding) == pytest.approx(1, abs=1e-6)
    assert half.pitch.median_hz == pytest.approx(np.sqrt(200 * 100))
    expected = (ANA.timbres["english"].warp_log + BEN.timbres["english"].warp_log) / 2
    np.testing.assert_allclose(half.timbres["english"].warp_log, expected, atol=1e-6)
    assert half.provenance["kind"] == "blend"
    assert [p["name"] for p in half.provenance["parents"]] == ["Ana", "Ben"]
    assert voice_from_json(voice_to_json(half)).revision == half.revision


def test_weights_count_by_their_share_and_all_of_one_is_that_one() -> None:
    assert blend_voices([(ANA, 0.4), (BEN, 0.2)], "x").revision == blend_voices([(ANA, 1.0), (BEN, 0.5)], "x").revision
    alone = blend_voices([(ANA, 0.7), (BEN, 0.0)], "x")
    np.testing.assert_allclose(alone.embedding, ANA.embedding, atol=1e-6)


@pytest.mark.parametrize("weights", [(-0.1, 0.5), (1.1, 0.0), (float("nan"), 0.5), (0.0, 0.0)])
def test_bad_weights_are_refused(weights: tuple[float, float]) -> None:
    with pytest.raises(VoiceError):
        blend_voices([(ANA, weights[0]), (BEN, weights[1])], "x")


def test_voices_of_different_engine_revisions_do_not_blend() -> None:
    other = replace(BEN, timbres={"english": replace(BEN.timbres["english"], engine_revision="r2")})
    with pytest.raises(VoiceError) as caught:
        blend_voices([(ANA, 0.5), (other, 0.5)], "x")
    assert caught.value.code == "voice.blend_engines"
    with pytest.raises(VoiceError):
        blend_voices([], "x")


def test_the_default_voice_speaks_every_language_with_one_identity() -> None:
    shipped = default_voice()
    assert set(shipped.timbres) == {"english", "mandarin"}
    assert shipped.timbres["mandarin"].likeness > 0.85
    assert not shipped.timbres["english"].warp_log.any()
