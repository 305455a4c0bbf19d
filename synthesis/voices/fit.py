"""Fitting a voice: from a person's clips to numbers that turn an engine's frames into that person's speech.

Zero-shot by a differentiable source-filter model: a frequency warp and gains for harmonics and noise are moved until
the speaker encoder hears the target in the engine's calibration sentences. See `gradient` for the descent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from synthesis.clip import Clip
from synthesis.errors import VoiceError
from synthesis.units import SAMPLE_RATE
from synthesis.voices.calibration import Calibration
from synthesis.voices.embedding import ENCODER_REVISION, embed_clip, encoder_mel, similarity, speech_16k
from synthesis.voices.excitation import Envelopes, Excitation, envelopes, measure
from synthesis.voices.reference import Reference, hear
from synthesis.voices.sound_classes import find_classes
from synthesis.voices.spectrum import spectrum_statistics
from synthesis.voices.voice import Timbre, Voice

Quality = Literal["quick", "refined"]
Progress = Callable[[float], None]
FIT_REVISION = "source-filter-1"
N_WARP_KNOTS = 12
N_GAIN_KNOTS = 40
N_CLASS_KNOTS = 24
_FORMANTS_PER_OCTAVE = 0.27
"""Log formant ratio per log F0 ratio between people: where the warp starts."""


def fit_voice(
    clips: Sequence[Clip],
    *,
    calibration: Mapping[str, Calibration],
    quality: Quality = "refined",
    name: str = "",
    progress: Progress | None = None,
    seed: int = 0,
) -> Voice:
    """A person's clips -> a voice for every engine in `calibration`. Deterministic by `seed`.

    One core: quick about 2 s an engine, refined about 10 s. Raises VoiceError for silence or too little speech.
    """
    if not calibration:
        raise VoiceError("no_calibration", "No engine's calibration was given; a fit needs at least one.")
    reference = hear(clips)
    voice = Voice(
        name=name,
        embedding=reference.embedding,
        pitch=reference.pitch,
        timbres={},
        spectrum=reference.spectrum,
        provenance={
            "kind": "clips",
            "clips": [{"name": c.name, "sha256": c.sha256, "seconds": round(c.seconds, 3)} for c in clips],
            "revisions": {"encoder": ENCODER_REVISION},
        },
    )
    return _fit_all(voice, calibration, quality=quality, progress=progress, seed=seed)


def refine_voice(
    voice: Voice, *, calibration: Mapping[str, Calibration], progress: Progress | None = None, seed: int = 0
) -> Voice:
    """The same voice with refined timbres for the engines in `calibration`; goes on from what it has."""
    return _fit_all(voice, calibration, quality="refined", progress=progress, seed=seed)


def fit_timbre(
    voice: Voice,
    source: Calibration,
    *,
    engine: str,
    quality: Quality = "refined",
    progress: Progress | None = None,
    seed: int = 0,
) -> Timbre:
    """Fit one source (an engine's calibration, or a recording's own frames) to a voice; no clips are needed."""
    target = _target(voice)
    base = voice.timbres.get(engine)
    if base is None or base.class_gain_log is None or base.engine_revision != source.revision:
        base = _start(source, target, engine=engine)
    return _fit(base, source, target, quality=quality, progress=progress, seed=seed)[0]


def _fit_all(
    voice: Voice, calibration: Mapping[str, Calibration], *, quality: Quality, progress: Progress | None, seed: int
) -> Voice:
    timbres = dict(voice.timbres)
    for done, (engine, source) in enumerate(calibration.items()):
        share = _part_of(progress, done, len(calibration))
        timbres[engine] = fit_timbre(voice, source, engine=engine, quality=quality, progress=share, seed=seed)
    revisions = dict(voice.provenance.get("revisions", {})) | {"fit": FIT_REVISION}
    revisions["engines"] = {key: timbre.engine_revision for key, timbre in timbres.items()}
    return replace(voice, timbres=timbres, provenance={**voice.provenance, "revisions": revisions})


def _fit(
    base: Timbre, source: Calibration, target: Reference, *, quality: Quality, progress: Progress | None, seed: int
) -> tuple[Timbre, Excitation]:
    """The quick fit, unless `base` has had it; then, for "refined", many small steps from there."""
    from synthesis.voices.gradient import QUICK, REFINING, descend

    shapes = envelopes(source, base)

    def remeasure(timbre: Timbre) -> Excitation:
        return measure(source, shapes, timbre, target.pitch)

    stages = [QUICK] if base.likeness == 0 else []
    if quality == "refined":
        stages.append(REFINING)
    if base.likeness == 0:
        base = _match_spectrum(base, shapes, target, remeasure)
    best, sound = _judged(base, remeasure(base), target)
    total = sum(s.steps for s in stages)
    done = 0
    for schedule in stages:
        share = None if progress is None else _span(progress, done / total, schedule.steps / total)
        moved = descend(best, shapes, target, schedule=schedule, remeasure=remeasure, seed=seed, progress=share)
        moved, heard = _judged(moved, remeasure(moved), target)
        if moved.likeness > best.likeness:
            best, sound = moved, heard
        done += schedule.steps
    return replace(best, refined=quality == "refined"), sound


def _judged(timbre: Timbre, rendering: Excitation, target: Reference) -> tuple[Timbre, Excitation]:
    heard = embed_clip(Clip(rendering.samples))
    return replace(timbre, likeness=similarity(heard, target.embedding)), rendering


def _span(progress: Progress, start: float, length: float) -> Progress:
    return lambda share: progress(start + length * share)


def identity_timbre(source: Calibration, *, engine: str) -> Timbre:
    """The engine's own voice, left as it is."""
    flat = np.zeros(N_GAIN_KNOTS, np.float32)
    return Timbre(
        engine=engine, engine_revision=source.revision, warp_log=np.zeros(N_WARP_KNOTS, np.float32),
        harmonic_gain_log=flat, noise_gain_log=flat, refined=True, likeness=1.0, source_pitch=source.pitch(),
    )


def _start(source: Calibration, target: Reference, *, engine: str) -> Timbre:
    own = source.pitch()
    ratio = float(np.log(target.pitch.median_hz / own.median_hz))
    warp = np.full(N_WARP_KNOTS, np.clip(_FORMANTS_PER_OCTAVE * ratio, -0.2, 0.2), np.float32)
    centres, width = find_classes(source.frames)
    return replace(
        identity_timbre(source, engine=engine), warp_log=warp, refined=False, likeness=0.0,
        class_centres=centres, class_width=width,
        class_gain_log=np.zeros((len(centres), N_CLASS_KNOTS), np.float32),
    )


def _match_spectrum(
    base: Timbre, shapes: Envelopes, target: Reference, remeasure: Callable[[Timbre], Excitation]
) -> Timbre:
    """Gains that bring the long-term spectrum to the target's, in closed form: most of the way for no cost."""
    from synthesis.voices.mel_bands import hz_to_mel, mel_to_hz

    sound = remeasure(base).samples
    own = spectrum_statistics([encoder_mel(speech_16k(Clip(sound)))])
    off = (target.spectrum.band_log - own.band_log) / 2  # power -> amplitude
    top = float(hz_to_mel(8_000.0))
    centres_hz = mel_to_hz(np.linspace(0, top, len(off) + 2)[1:-1])
    knots_hz = mel_to_hz(np.linspace(0, float(hz_to_mel(SAMPLE_RATE / 2)), N_GAIN_KNOTS))
    gain = np.clip(np.interp(knots_hz, centres_hz, off), -3.0, 3.0).astype(np.float32)
    return replace(
        base, harmonic_gain_log=base.harmonic_gain_log + gain, noise_gain_log=base.noise_gain_log + gain
    )


def _target(voice: Voice) -> Reference:
    if voice.spectrum is None:
        raise VoiceError(
            "no_spectrum", "The voice {voice} keeps no spectrum to fit to; make it again from clips.", voice=voice.name
        )
    return Reference(voice.embedding, voice.pitch, voice.spectrum, 0.0)


def _part_of(progress: Progress | None, done: int, count: int) -> Progress | None:
    return None if progress is None else (lambda share: progress((done + share) / count))
