"""Enrolment: a person's clips, checked and cleaned, to a voice that every engine can speak with."""

import hashlib
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread

import numpy as np

from synthesis.clip import Clip
from synthesis.clip_report import ClipReport, inspect_clip, require_usable, speech_of
from synthesis.engines.registry import ENGINES, engine_info, get_engine
from synthesis.errors import VoiceError
from synthesis.frames import SpeechFrames
from synthesis.loudness import measure_loudness
from synthesis.runtime.weights import weights_folder
from synthesis.text.spoken import SpokenWord
from synthesis.units import SAMPLE_RATE
from synthesis.vocoder import vocode
from synthesis.voices.adopt import adopt_voice
from synthesis.voices.calibration import Calibration
from synthesis.voices.default import DEFAULT_VOICE_FILE
from synthesis.voices.embedding import embed_clip, similarity
from synthesis.voices.fit import Quality, fit_voice, refine_voice
from synthesis.voices.starting_point import identity_timbre
from synthesis.voices.store import save_voice
from synthesis.voices.voice import Voice

Progress = Callable[[float], None]
SENTENCES = Path(__file__).parent / "voices" / "data" / "calibration.json"
"""Fixed sentences as the engines read them: [text, phones, separator] per word, rich in sounds."""
PREVIEW_LUFS = -23.0
_SAME_PERSON = 0.62
"""Clips of one person: 0.89 on average, of two: 0.58; clips below this certainly do not belong together."""
_FIRM_ENGINES = frozenset({"mandarin"})
"""Their frames are analysed from a waveform."""
_ARRAYS = ("f0_hz", "harmonic_log", "noise_log", "harmonic_phase", "free_log", "free_phase")


def enrol(
    clips: Sequence[Clip], *, name: str, quality: Quality = "refined", progress: Progress | None = None
) -> tuple[Voice, list[ClipReport]]:
    """Clips of one person (2 to 60 s each) -> their voice for every engine, and a report per clip.

    Steady noise is reduced where a report says so and the best stretches are used; the clips stay as they are.
    Raises ClipError for silence, under 2 s of speech or two people in a clip, VoiceError `different_people` for clips
    that do not belong together. Two quiet cores: quick about 6 s, refined about 16 s.
    """
    if not clips:
        raise VoiceError("no_clips", "No clip was given; a voice needs at least one.")
    # Optimization: torch loads (1.5 s) while the clips are looked at.
    Thread(target=import_module, args=("torch",), daemon=True).start()
    reports = [inspect_clip(clip) for clip in clips]
    for report in reports:
        require_usable(report)
    heard = [speech_of(clip, report) for clip, report in zip(clips, reports, strict=True)]
    _require_one_person(heard)
    sources = calibrations()
    voice = fit_voice(heard, calibration=sources, quality=quality, name=name, progress=progress)
    return replace(voice, gain_db=_preview_gain_db(voice, sources)), reports


def _require_one_person(clips: Sequence[Clip]) -> None:
    rows = [embed_clip(clip) for clip in clips]
    for index, row in enumerate(rows[1:], 1):
        likeness = max(similarity(row, other) for other in rows[:index])
        if likeness < _SAME_PERSON:
            raise VoiceError(
                "different_people",
                "{name} sounds like another person than {first} (likeness {likeness}); give clips of one person.",
                name=clips[index].name or f"Clip {index + 1}",
                first=clips[0].name or "the first clip",
                likeness=round(likeness, 2),
            )


def _preview_gain_db(voice: Voice, sources: Mapping[str, Calibration]) -> float:
    """From a calibration sentence in this voice to -23 LUFS."""
    key, source = next(iter(sources.items()))
    sound = vocode(adopt_voice(source.frames[0], voice, engine=key), seed=0)
    loudness = measure_loudness(sound, sample_rate=SAMPLE_RATE).integrated_lufs()
    return PREVIEW_LUFS - loudness if math.isfinite(loudness) else 0.0


def refine(voice: Voice, *, progress: Progress | None = None) -> Voice:
    """A quickly enrolled voice with refined timbres; its clips are not needed."""
    return refine_voice(voice, calibration=calibrations(), progress=progress)


def calibrations() -> dict[str, Calibration]:
    """Every engine's calibration, spoken once and kept beside the weights (about 20 MB an engine)."""
    return {key: _calibration(key) for key in ENGINES}


def _calibration(engine: str) -> Calibration:
    sentences = json.loads(SENTENCES.read_text("utf-8"))[engine]
    digest = hashlib.sha256(json.dumps(sentences).encode()).hexdigest()[:8]
    revision = f"{engine_info(engine).revision}+{digest}"
    path = weights_folder() / "calibration" / f"{revision.replace('/', '-')}.npz"
    kept = _load(path)
    if kept is None:
        kept = tuple(
            get_engine(engine).speak_batch(
                get_engine(engine).draft_batch(
                    [_words(sentence, engine) for sentence in sentences], [None] * len(sentences)
                )
            )
        )
        _keep(kept, path)
    return Calibration(kept, revision, firm=engine in _FIRM_ENGINES)


def _words(sentence: Sequence[Sequence[str]], engine: str) -> list[SpokenWord]:
    language = engine_info(engine).languages[0]
    words, at = [], 0
    for text, phones, separator in sentence:
        symbols = tuple(phones) if language == "en" else tuple(phones.split())
        words.append(SpokenWord(text, (at, at + len(text)), language, symbols, separator))
        at += len(text) + (language == "en")
    return words


def _keep(frames: Sequence[SpeechFrames], path: Path) -> None:
    """Written whole under its name or not at all; a folder that cannot be written costs time, not the voice."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    arrays = {
        f"{i}.{name}": getattr(f, name)
        for i, f in enumerate(frames)
        for name in _ARRAYS
        if getattr(f, name) is not None
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)


def _load(path: Path) -> tuple[SpeechFrames, ...] | None:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            count = 1 + max(int(name.partition(".")[0]) for name in arrays.files)
            return tuple(
                SpeechFrames(**{n: arrays[f"{i}.{n}"] for n in _ARRAYS if f"{i}.{n}" in arrays.files})
                for i in range(count)
            )
    except (OSError, ValueError, EOFError):
        return None


def make_default_voice() -> Voice:
    """The English engine's own speaker as a voice: untouched in English, fitted for every other engine."""
    sources = calibrations()
    own = sources["english"]
    clips = [Clip(vocode(frames, seed=0)) for frames in own.frames]
    others = {key: source for key, source in sources.items() if key != "english"}
    voice = fit_voice(clips, calibration=others, quality="refined", name="Default")
    pitch = own.pitch()
    identity = identity_timbre(own, engine="english")
    return replace(
        voice,
        pitch=pitch,
        timbres={"english": identity, **voice.timbres},
        tempo=1.0,
        provenance={**voice.provenance, "kind": "engine", "engine": own.revision, "clips": []},
    )


if __name__ == "__main__":
    save_voice(make_default_voice(), DEFAULT_VOICE_FILE)
