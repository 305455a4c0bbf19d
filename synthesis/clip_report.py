"""What a recording is worth for a voice: measurements, named problems with a remedy and a place, the best parts.

`inspect_clip` measures, `require_usable` refuses by name, `speech_of` gives what embedding and fitting should hear.
"""

from dataclasses import dataclass, replace

import numpy as np

from synthesis.clip import Clip
from synthesis.clip_checks.people import tell_people_apart
from synthesis.clip_checks.problems import Measured, Problem, find_problems
from synthesis.clip_checks.sound import bandwidth_hz, clipped_ratio, voice_traits
from synthesis.clip_checks.speech import find_speech
from synthesis.clip_checks.windows import Window, best_windows
from synthesis.errors import ClipError
from synthesis.loudness import measure_loudness
from synthesis.noise import estimate_snr_db, reduce_noise

NOISY_DB = 16.0
"""Under this SNR, noise moves the d-vector more than its reduction does (measured: 0.72 -> 0.93 at 10 dB)."""
EDGE_S = 0.05
"""Kept around speech when it is cut out."""


@dataclass(frozen=True, slots=True)
class ClipReport:
    name: str
    sha256: str
    seconds: float
    speech_seconds: float
    speech_ratio: float
    snr_db: float
    """-10 to 60: speech against the steady noise under it."""
    noise_reduction: bool
    """Noise is taken down before embedding and fitting; the recording itself is kept as it is."""
    clipped_ratio: float
    """Share of samples at a cut-off top; 0 where peaks are whole."""
    loudness_lufs: float
    peak_db: float
    """True peak, dBTP."""
    bandwidth_hz: float
    other_likeness: float
    """Likeness of the two most different voices heard; 1 where there is only one."""
    problems: tuple[Problem, ...]
    """Refusals first."""
    best_window: Window | None
    """The best 3 to 10 s (less where there is less), or None where nobody speaks."""
    windows: tuple[Window, ...]
    """All good stretches, best first."""

    @property
    def usable(self) -> bool:
        return all(problem.severity != "refuse" for problem in self.problems)

    def __str__(self) -> str:
        rows = [
            f"{self.name or 'clip'}: {self.seconds:.1f} s, of which {self.speech_seconds:.1f} s speech",
            f"  SNR {self.snr_db:.0f} dB{', noise will be reduced' if self.noise_reduction else ''}; loudness "
            f"{self.loudness_lufs:.1f} LUFS, peak {self.peak_db:.1f} dBTP; sound up to {self.bandwidth_hz:.0f} Hz",
        ]
        if self.best_window is not None:
            rows.append(f"  best part {self.best_window.start_s:.1f} to {self.best_window.end_s:.1f} s")
        rows += [f"  {'REFUSED' if p.severity == 'refuse' else 'note'}: {p.message}" for p in self.problems]
        return "\n".join(rows)


def inspect_clip(clip: Clip) -> ClipReport:
    """Measure a clip of any length and content; never refuses. About 2 s for a minute of sound, mostly d-vectors."""
    snr_db = estimate_snr_db(clip)
    heard = reduce_noise(clip) if np.any(clip.samples) and snr_db < NOISY_DB else clip
    speech = find_speech(heard)
    traits = voice_traits(speech)
    people = tell_people_apart(speech)
    meter = measure_loudness(clip.samples, sample_rate=clip.sample_rate)
    measured = Measured(
        name=clip.name,
        seconds=clip.seconds,
        peak_db=meter.sample_peak_db,
        speech_seconds=speech.seconds,
        snr_db=snr_db,
        clipped_ratio=clipped_ratio(clip.samples),
        bandwidth_hz=bandwidth_hz(clip.samples, sample_rate=clip.sample_rate),
        loudness_lufs=meter.integrated_lufs(),
        traits=traits,
        people=people,
        notes=clip.notes,
    )
    problems = find_problems(measured)
    windows = best_windows(speech, avoid=people.turns if _two_speak(problems) else ())
    return _report(clip, measured, problems, windows, meter.true_peak_db())


def require_usable(report: ClipReport) -> None:
    """Raise the first refusal as a ClipError: `silent`, `no_voice`, `too_little_speech` or `two_people`."""
    for problem in report.problems:
        if problem.severity == "refuse":
            raise ClipError(problem.code, "{problem}", problem=problem.message, **_place(problem))


def speech_of(clip: Clip, report: ClipReport) -> Clip:
    """What embedding and fitting should hear: the good stretches in order, less noise where the report says so."""
    heard = reduce_noise(clip) if report.noise_reduction else clip
    parts = []
    for window in sorted(report.windows, key=lambda w: w.start_s):
        first = max(0, round((window.start_s - EDGE_S) * clip.sample_rate))
        parts.append(heard.samples[first : round((window.end_s + EDGE_S) * clip.sample_rate)])
    return replace(heard, samples=np.concatenate(parts)) if parts else heard


def _place(problem: Problem) -> dict[str, float]:
    if problem.start_s is None or problem.end_s is None:
        return {}
    return {"start_s": problem.start_s, "end_s": problem.end_s}


def _two_speak(problems: tuple[Problem, ...]) -> bool:
    return any(problem.code == "two_people" for problem in problems)


def _report(
    clip: Clip, measured: Measured, problems: tuple[Problem, ...], windows: tuple[Window, ...], peak_db: float
) -> ClipReport:
    return ClipReport(
        name=clip.name,
        sha256=clip.sha256,
        seconds=round(clip.seconds, 3),
        speech_seconds=round(measured.speech_seconds, 2),
        speech_ratio=round(measured.speech_seconds / max(clip.seconds, 1e-9), 3),
        snr_db=round(measured.snr_db, 1),
        noise_reduction=measured.snr_db < NOISY_DB and measured.speech_seconds > 0.0,
        clipped_ratio=round(measured.clipped_ratio, 5),
        loudness_lufs=round(measured.loudness_lufs, 1),
        peak_db=round(peak_db, 1),
        bandwidth_hz=round(measured.bandwidth_hz),
        other_likeness=round(measured.people.likeness, 3),
        problems=problems,
        best_window=windows[0] if windows else None,
        windows=windows,
    )
