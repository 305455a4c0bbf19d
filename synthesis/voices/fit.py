"""Fitting a voice: from a person's clips to numbers that turn an engine's frames into that person's speech.

Zero-shot by a differentiable source-filter model: a frequency warp and gains for harmonics and noise are moved until
the speaker encoder hears the target in the engine's calibration sentences. See `gradient` for the descent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from synthesis.clip import Clip
from synthesis.errors import VoiceError
from synthesis.voices.calibration import Calibration
from synthesis.voices.embedding import ENCODER_REVISION, embed_windows, similarity
from synthesis.voices.excitation import Excitation, envelopes, measure
from synthesis.voices.penalties import FIRM, FREE
from synthesis.voices.reference import Reference, hear
from synthesis.voices.side_by_side import one_torch_thread, side_by_side
from synthesis.voices.starting_point import match_spectrum, starting_point
from synthesis.voices.voice import Timbre, Voice

Quality = Literal["quick", "refined"]
Progress = Callable[[float], None]
FIT_REVISION = "source-filter-2"
_JUDGED_HOP_S = 0.8


def fit_voice(
    clips: Sequence[Clip],
    *,
    calibration: Mapping[str, Calibration],
    quality: Quality = "refined",
    name: str = "",
    progress: Progress | None = None,
    seed: int = 0,
    threads: int = 2,
) -> Voice:
    """A person's clips -> a voice for every engine in `calibration`, `threads` at a time. Deterministic by `seed`.

    One core an engine: quick about 3 s, refined about 12 s. Raises VoiceError for silence or too little speech.
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
    return _fit_all(voice, calibration, quality=quality, progress=progress, seed=seed, threads=threads)


def refine_voice(
    voice: Voice,
    *,
    calibration: Mapping[str, Calibration],
    progress: Progress | None = None,
    seed: int = 0,
    threads: int = 2,
) -> Voice:
    """The same voice with refined timbres for the engines in `calibration`; goes on from what it has."""
    return _fit_all(voice, calibration, quality="refined", progress=progress, seed=seed, threads=threads)


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
        base = starting_point(source, target, engine=engine)
    with one_torch_thread():
        return _fit(base, source, target, quality=quality, progress=progress, seed=seed)


def _fit_all(
    voice: Voice,
    calibration: Mapping[str, Calibration],
    *,
    quality: Quality,
    progress: Progress | None,
    seed: int,
    threads: int,
) -> Voice:
    def job(engine: str) -> Callable[[Progress], Timbre]:
        return lambda share: fit_timbre(
            voice, calibration[engine], engine=engine, quality=quality, progress=share, seed=seed
        )

    fitted = side_by_side({key: job(key) for key in calibration}, threads=threads, progress=progress)
    timbres = {**voice.timbres, **fitted}
    revisions = dict(voice.provenance.get("revisions", {})) | {"fit": FIT_REVISION}
    revisions["engines"] = {key: timbre.engine_revision for key, timbre in timbres.items()}
    return replace(voice, timbres=timbres, provenance={**voice.provenance, "revisions": revisions})


def _fit(
    base: Timbre, source: Calibration, target: Reference, *, quality: Quality, progress: Progress | None, seed: int
) -> Timbre:
    """The quick fit, unless `base` has had it; then, for "refined", more steps from there."""
    from synthesis.voices.gradient import QUICK, REFINING, Schedule, descend

    shapes = envelopes(source, base)

    def remeasure(timbre: Timbre) -> Excitation:
        return measure(source, shapes, timbre, target.pitch)

    def moved(timbre: Timbre, schedule: Schedule, share: Progress | None) -> Timbre:
        better = descend(
            timbre, shapes, target, schedule=schedule, penalties=FIRM if source.firm else FREE,
            remeasure=remeasure, seed=seed, progress=share,
        )  # fmt: skip
        return _judged(better, remeasure(better), target)

    first = base.likeness == 0
    quick_share = 0.0 if not first else 1.0 if quality == "quick" else QUICK.steps / (QUICK.steps + REFINING.steps)
    if first:
        base = moved(match_spectrum(base, target, remeasure), QUICK, _span(progress, 0.0, quick_share))
    if quality == "quick":
        return replace(base, refined=False)
    refined = moved(base, REFINING, _span(progress, quick_share, 1 - quick_share))
    return replace(max(base, refined, key=lambda timbre: timbre.likeness), refined=True)


def _judged(timbre: Timbre, rendering: Excitation, target: Reference) -> Timbre:
    heard = embed_windows(Clip(rendering.samples), hop_s=_JUDGED_HOP_S).mean(axis=0)
    return replace(timbre, likeness=similarity(heard, target.embedding))


def _span(progress: Progress | None, start: float, length: float) -> Progress | None:
    return None if progress is None else lambda share: progress(start + length * share)


def _target(voice: Voice) -> Reference:
    if voice.spectrum is None:
        raise VoiceError(
            "no_spectrum", "The voice {voice} keeps no spectrum to fit to; make it again from clips.", voice=voice.name
        )
    return Reference(voice.embedding, voice.pitch, voice.spectrum)
