"""Measurements into named problems, each with what is wrong, where, and how to mend it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from synthesis.clip_checks.people import People
from synthesis.clip_checks.sound import TELEPHONE_HZ, VoiceTraits

Severity = Literal["refuse", "warn"]
LEAST_SPEECH_S = 2.0
GOOD_SPEECH_S = 6.0
SILENT_DB = -66.0
"""A recording whose loudest sample is below this holds nothing."""
LEAST_VOICED, LEAST_SPREAD_DB, LEAST_GLIDE = 0.15, 3.0, 0.33
SUNG_VOICED = 0.7
"""Nearly all of music has a pitch; of speech seldom more than this, and then the pitch glides."""
NOISY_DB, VERY_NOISY_DB = 16.0, 6.0
QUIET_LUFS = -42.0
TWO_PEOPLE, PERHAPS_TWO = 0.70, 0.74
"""Cosine between the two groups of voices."""
SURE_AFTER_S = 6.0


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that was measured of a clip."""

    name: str
    seconds: float
    peak_db: float
    speech_seconds: float
    snr_db: float
    clipped_ratio: float
    bandwidth_hz: float
    loudness_lufs: float
    traits: VoiceTraits
    people: People
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    severity: Severity
    message: str
    """One sentence or two: what, where, and the remedy."""
    start_s: float | None = None
    """Where in the clip, if at a place."""
    end_s: float | None = None


def find_problems(measured: Measured) -> tuple[Problem, ...]:
    """Refusals first; at most one refusal for want of speech."""
    refusals = list(_refusals(measured))
    if refusals and refusals[0].code in ("silent", "no_voice"):
        return tuple(refusals)
    return (*refusals, *_warnings(measured, refused=bool(refusals)))


def _refusals(m: Measured) -> Iterator[Problem]:
    name = m.name or "The recording"
    if m.peak_db < SILENT_DB:
        yield Problem("silent", "refuse", f"{name} is silent. Check the microphone and record again.")
    elif not _is_voice(m):
        yield Problem(
            "no_voice",
            "refuse",
            f"No voice was found in {name}: it sounds like whispering, music, a tone or noise. "
            "Use a recording of one person speaking, without music.",
        )
    elif m.speech_seconds < LEAST_SPEECH_S:
        yield Problem(
            "too_little_speech",
            "refuse",
            f"{name} holds {m.speech_seconds:.1f} s of speech; a voice needs at least {LEAST_SPEECH_S:.0f} s, "
            "better 10 s. Record more, or add another clip.",
        )
    elif "channels_apart" in m.notes:
        yield Problem(
            "two_people",
            "refuse",
            f"The two channels of {name} hold two different voices or sounds. Export that of one person as mono.",
        )
    elif m.people.likeness < TWO_PEOPLE:
        yield _two_people(m, name)


def _is_voice(m: Measured) -> bool:
    traits = m.traits
    return (
        m.speech_seconds > 0.0
        and traits.voiced_ratio >= LEAST_VOICED
        and traits.level_spread_db >= LEAST_SPREAD_DB
        and (traits.glide_ratio >= LEAST_GLIDE or traits.voiced_ratio < SUNG_VOICED)
    )


def _two_people(m: Measured, name: str) -> Problem:
    start, end = max(m.people.turns, key=lambda turn: turn[1] - turn[0])
    keep = _longest_rest(m)
    return Problem(
        "two_people",
        "refuse",
        f"Two people speak in {name}: another voice at {_clock(start)}-{_clock(end)}. "
        f"Trim it to {_clock(keep[0])}-{_clock(keep[1])}, or use a recording of one person.",
        start,
        end,
    )


def _longest_rest(m: Measured) -> tuple[float, float]:
    """The longest stretch without the other person."""
    edges = [0.0, *(t for turn in m.people.turns for t in turn), m.seconds]
    return max(zip(edges[::2], edges[1::2], strict=True), key=lambda span: span[1] - span[0])


def _warnings(m: Measured, *, refused: bool) -> Iterator[Problem]:
    name = m.name or "The recording"
    if not refused and m.people.likeness < PERHAPS_TWO:
        start, end = max(m.people.turns, key=lambda turn: turn[1] - turn[0])
        yield Problem(
            "perhaps_two_people",
            "warn",
            f"The voice in {name} changes much at {_clock(start)}-{_clock(end)}. "
            "If another person speaks there, trim it.",
            start,
            end,
        )
    if not refused and m.speech_seconds < GOOD_SPEECH_S:
        yield Problem(
            "short",
            "warn",
            f"{name} holds {m.speech_seconds:.1f} s of speech. With 10 s or more the likeness gets better.",
        )
    if m.snr_db < NOISY_DB:
        much = "very noisy" if m.snr_db < VERY_NOISY_DB else "noisy"
        yield Problem(
            "noisy",
            "warn",
            f"{name} is {much} ({m.snr_db:.0f} dB of speech over noise). The noise is reduced for the voice; "
            "a recording in a quiet room is better.",
        )
    if m.clipped_ratio > 0.0:
        yield Problem(
            "clipped",
            "warn",
            f"Loud parts of {name} are cut off (clipped). Record again with the input level lower.",
        )
    if 0.0 < m.bandwidth_hz < TELEPHONE_HZ and m.peak_db >= SILENT_DB:
        yield Problem(
            "telephone",
            "warn",
            f"{name} has no sound above {m.bandwidth_hz:.0f} Hz, like a telephone call, so the voice will be dull. "
            "Use a recording made with a microphone.",
        )
    if m.loudness_lufs < QUIET_LUFS:
        yield Problem("quiet", "warn", f"{name} is very quiet. Record again, closer to the microphone.")
    if "truncated" in m.notes:
        yield Problem(
            "truncated",
            "warn",
            f"{name} breaks off or is damaged; what could be read is used. Upload it again if short.",
        )


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}.{int(seconds * 10) % 10}"
