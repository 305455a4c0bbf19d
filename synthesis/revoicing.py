"""A recording in another voice and another emotion, on the speaker's own timing.

The recording's speaker is fitted once, as a source of its own, to the target voice; the curve then works on its frames.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from synthesis.analysis import analyse
from synthesis.decoding import read_clip
from synthesis.emotions.apply import apply_emotion
from synthesis.emotions.controls import N_CONTROLS
from synthesis.emotions.phrases import PhraseShape
from synthesis.emotions.prosody import shape_f0
from synthesis.frames import SpeechFrames
from synthesis.noise import estimate_snr_db, reduce_noise
from synthesis.planning import RECORDING_GRID_S, RecordingPlan
from synthesis.sentence_cache import SpokenAudio
from synthesis.units import FRAME_S, Float64, semitones_to_ratio
from synthesis.vocoder import vocode
from synthesis.voices.adopt import adopt_voice
from synthesis.voices.calibration import Calibration
from synthesis.voices.fit import fit_timbre
from synthesis.voices.voice import Timbre, Voice

SOURCE = "recording"
"""The name of the recording's timbre within the voice, while it is rendered."""
NOISY_DB = 20.0
"""Below this speech-to-noise ratio steady noise is reduced first."""
PHRASE_GAP_FRAMES = 20
"""A quarter of a second without voice parts two phrases."""


def revoice(plan: RecordingPlan) -> SpokenAudio:
    """Deterministic. As long as the recording (to one frame); no marks, for nothing here says which word is when."""
    frames, sha256 = recorded_frames(plan.path)
    timbre = fitted_source(frames, plan.voice, sha256)
    voice = replace(plan.voice, timbres={**plan.voice.timbres, SOURCE: timbre})
    adopted = adopt_voice(frames, voice, engine=SOURCE)
    pitch = np.float32(semitones_to_ratio(plan.segment.pitch_semitones))
    adopted = replace(adopted, f0_hz=adopted.f0_hz * pitch)
    controls = on_frames(plan.controls, len(adopted))
    shaped = apply_emotion(shape_recording(adopted, controls), controls)
    return SpokenAudio(vocode(shaped, seed=int(plan.key[:16], 16)), ())


def recorded_frames(path: Path) -> tuple[SpeechFrames, str]:
    """Frames of a recording, steady noise reduced where there is much of it; and the hash of its bytes."""
    clip = read_clip(path)
    cleaned = reduce_noise(clip) if estimate_snr_db(clip) < NOISY_DB else clip
    return analyse(cleaned.samples, f0_method="harvest"), clip.sha256


_fitted: dict[tuple[str, str], Timbre] = {}


def fitted_source(frames: SpeechFrames, voice: Voice, sha256: str) -> Timbre:
    """The recording's speaker fitted to `voice`; kept for the process, since each edit of the curve comes back here."""
    key = (sha256, voice.revision)
    if key not in _fitted:
        source = Calibration((frames,), f"{SOURCE}:{sha256[:16]}")
        if len(_fitted) > 64:
            _fitted.clear()
        _fitted[key] = fit_timbre(voice, source, engine=SOURCE, quality="refined")
    return _fitted[key]


def on_frames(controls: Float64, n_frames: int) -> Float64:
    """The curve from the recording grid to frames. (n_points, N_CONTROLS) -> (n_frames, N_CONTROLS)"""
    out = np.zeros((n_frames, N_CONTROLS))
    at = (np.arange(n_frames) + 0.5) * FRAME_S
    grid = np.arange(len(controls)) * RECORDING_GRID_S
    for column in np.flatnonzero(controls.any(axis=0)):
        out[:, column] = np.interp(at, grid, controls[:, column])
    return out


def shape_recording(frames: SpeechFrames, controls: Float64) -> SpeechFrames:
    """The tune under the controls, on the recording's own timing (rate and pauses stay the speaker's)."""
    at = (np.arange(len(frames)) + 0.5).astype(np.float32)
    return replace(frames, f0_hz=shape_f0(frames.f0_hz, at, controls, recorded_phrases(frames)))


def recorded_phrases(frames: SpeechFrames) -> PhraseShape:
    """Stretches of voice between gaps; which syllables are stressed is not known, so none is."""
    voiced = np.flatnonzero(frames.voiced)
    if not len(voiced):
        return PhraseShape((), (), (), tonal=False)
    cuts = np.flatnonzero(np.diff(voiced) > PHRASE_GAP_FRAMES)
    starts = voiced[np.r_[0, cuts + 1]]
    ends = voiced[np.r_[cuts, len(voiced) - 1]] + 1
    phrases = tuple((float(a), float(b)) for a, b in zip(starts, ends, strict=True))
    finals = tuple((max(a, b - 24.0), b) for a, b in phrases)
    return PhraseShape(phrases, (), finals, tonal=False)
