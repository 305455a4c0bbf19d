"""Delivery presets: what audiobook shops, podcast players, game engines and telephone systems ask for."""

from dataclasses import dataclass
from difflib import get_close_matches

from synthesis.errors import ExportError


@dataclass(frozen=True, slots=True)
class DeliveryPreset:
    name: str
    format: str
    sample_rate: int
    subtype: str | None = None
    bit_rate: int | None = None
    lufs: float | None = None
    """Integrated loudness aimed at."""
    rms_db: float | None = None
    """Level aimed at where the rules count RMS and not LUFS."""
    ceiling_db: float = -1.0
    """True peak, dBTP."""
    head_s: float | None = None
    """Room tone before the first sound; None leaves the edges as they are, 0 trims them."""
    tail_s: float | None = None
    room_tone_db: float = -200.0
    """RMS of the room tone, dBFS; -200 is digital silence."""
    band_hz: tuple[float, float] | None = None


PRESETS: dict[str, DeliveryPreset] = {
    row.name: row
    for row in (
        # ACX audio submission requirements: RMS -23..-18 dB, peak <= -3 dB, floor <= -60 dB, 192 kbit/s CBR 44.1 kHz,
        # 0.5-1 s of room tone at the head and 1-5 s at the tail. mp3 overshoots by some tenths of a dB.
        DeliveryPreset(
            "audiobook",
            "mp3",
            44_100,
            bit_rate=192_000,
            rms_db=-20.0,
            ceiling_db=-3.6,
            head_s=0.75,
            tail_s=2.5,
            room_tone_db=-72.0,
        ),
        # Apple Podcasts: -16 LUFS +-1, true peak <= -1 dBTP after coding.
        DeliveryPreset(
            "podcast", "mp3", 44_100, bit_rate=128_000, lufs=-16.0, ceiling_db=-1.5, head_s=0.25, tail_s=0.5
        ),
        # One file a line, started by the engine: no silence at the edges. -23 LUFS leaves room for effects.
        DeliveryPreset("game", "ogg", 48_000, lufs=-23.0, ceiling_db=-1.0, head_s=0.0, tail_s=0.0),
        # G.711 as telephone systems load it; the band is that of the network.
        DeliveryPreset(
            "phone",
            "wav",
            8_000,
            subtype="ALAW",
            lufs=-20.0,
            ceiling_db=-3.0,
            head_s=0.1,
            tail_s=0.1,
            band_hz=(300.0, 3_400.0),
        ),
        DeliveryPreset(
            "phone-ulaw",
            "wav",
            8_000,
            subtype="ULAW",
            lufs=-20.0,
            ceiling_db=-3.0,
            head_s=0.1,
            tail_s=0.1,
            band_hz=(300.0, 3_400.0),
        ),
    )
}


def get_preset(name: str) -> DeliveryPreset:
    """Raises ExportError `unknown_preset`."""
    if name in PRESETS:
        return PRESETS[name]
    near = get_close_matches(name, PRESETS, n=1)
    raise ExportError(
        "unknown_preset",
        "There is no delivery preset {name!r}{hint}. Use one of {presets}.",
        name=name,
        hint=f"; the nearest is {near[0]!r}" if near else "",
        presets=", ".join(PRESETS),
    )
