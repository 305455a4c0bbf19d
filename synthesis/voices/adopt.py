"""Frames of a source -> frames of a voice: F0 to the voice's median and range, spectra warped and weighted."""

from dataclasses import replace

import numpy as np

from synthesis.errors import VoiceError
from synthesis.frames import SpeechFrames
from synthesis.units import Float32, Float64
from synthesis.voices.timbre_map import class_gains, timbre_map
from synthesis.voices.voice import PitchStatistics, Timbre, Voice

_RANGE_RATIO = (0.5, 1.5)
"""Beyond this a measured range is rather a tracker's octave errors than a habit."""
_F0_HZ = (45.0, 900.0)


def adopt_voice(
    frames: SpeechFrames,
    voice: Voice,
    *,
    engine: str,
    source_pitch: PitchStatistics | None = None,
    moved_st: Float32 | Float64 | None = None,
) -> SpeechFrames:
    """What `frames` would be if `voice` had said it. Same timing and marks; the same bytes for the same input.

    `engine` names the timbre to use (a recording's own name where a recording was fitted). `source_pitch` overrides
    the F0 statistics stored with the timbre. `moved_st` (n,) are the semitones by which the frames were moved on
    purpose (emotion, markup): they stay whole whatever the range of the voice. About 2 ms per second of speech.
    Raises VoiceError `no_timbre`.
    """
    timbre = voice.timbres.get(engine)
    if timbre is None:
        raise VoiceError(
            "no_timbre",
            "The voice {voice} has not been fitted to {engine} yet; fit it first (it has {known}).",
            voice=voice.name,
            engine=engine,
            known=", ".join(voice.timbres) or "none",
        )
    return adopt_timbre(frames, timbre, pitch=voice.pitch, source_pitch=source_pitch, moved_st=moved_st)


def adopt_timbre(
    frames: SpeechFrames,
    timbre: Timbre,
    *,
    pitch: PitchStatistics,
    source_pitch: PitchStatistics | None = None,
    moved_st: Float32 | Float64 | None = None,
) -> SpeechFrames:
    """`adopt_voice` for a timbre that belongs to no voice yet; `pitch` is the voice's."""
    f0_hz = move_f0(frames.f0_hz, source=source_pitch or timbre.source_pitch, target=pitch, moved_st=moved_st)
    place = timbre_map(timbre)
    if place.identity:
        return replace(frames, f0_hz=f0_hz)

    by_class = class_gains(frames, timbre)

    def warped(part: Float32, gain_log: Float32) -> Float32:
        # Optimization: `take` keeps rows contiguous; fancy indexing gives columns, and five times the cost downstream.
        low = part.take(place.below, axis=1)
        out = part.take(place.above, axis=1)
        out -= low
        out *= place.share
        out += low
        out += gain_log
        if by_class is not None:
            out += by_class
        return out

    def moved(phase: Float32 | None) -> Float32 | None:
        return None if phase is None else phase.take(place.nearest, axis=1)

    return replace(
        frames,
        f0_hz=f0_hz,
        harmonic_log=warped(frames.harmonic_log, place.harmonic_gain_log),
        noise_log=warped(frames.noise_log, place.noise_gain_log),
        harmonic_phase=moved(frames.harmonic_phase),
        free_log=None if frames.free_log is None else warped(frames.free_log, place.noise_gain_log),
        free_phase=moved(frames.free_phase),
    )


def move_f0(
    f0_hz: Float32,
    *,
    source: PitchStatistics | None,
    target: PitchStatistics,
    moved_st: Float32 | Float64 | None = None,
) -> Float32:
    """F0 from the source's median and range to the target's, in semitones about the median; 0 stays 0. (n,) -> (n,)

    Without source statistics those of the voiced frames themselves are used. The range is scaled by 0.5 to 1.5;
    `moved_st` (n,) is taken out before and put back after.
    """
    voiced = f0_hz > 0
    if not voiced.any() or source == target:
        return f0_hz
    base = source or pitch_statistics(f0_hz)
    ratio = float(np.clip(target.range_semitones / max(base.range_semitones, 0.5), *_RANGE_RATIO))
    out = np.zeros_like(f0_hz)
    kept = np.zeros(int(voiced.sum()), np.float32) if moved_st is None else (moved_st[voiced] / 12).astype(np.float32)
    octaves = (np.log2(f0_hz[voiced] / np.float32(base.median_hz)) - kept) * np.float32(ratio) + kept
    out[voiced] = np.clip(np.exp2(octaves) * np.float32(target.median_hz), *_F0_HZ)
    return out


def pitch_statistics(f0_hz: Float32 | Float64) -> PitchStatistics:
    """Median and 10-90 % range of the voiced frames. Raises VoiceError where nothing is voiced."""
    voiced = f0_hz[f0_hz > 0]
    if not len(voiced):
        raise VoiceError("unvoiced", "No pitch was found; the voice needs spoken words, not whispering or noise.")
    low, median, high = np.percentile(voiced.astype(np.float64), [10, 50, 90])
    return PitchStatistics(median_hz=float(median), range_semitones=float(12 * np.log2(high / low)))
