"""The SSML subset: break, prosody, phoneme, sub (and speak around all), with the values their attributes may take.

Relative values and the words of the specification are understood; what has no meaning here (absolute pitch in Hz,
contours) is refused with what to write instead.
"""

import html
import math
import re
from dataclasses import dataclass, field
from typing import NoReturn

from synthesis.errors import TextError
from synthesis.timeline.annotated import Annotation

MAX_PAUSE_S = 60.0
_ATTRIBUTE = re.compile(r"""\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_TIME = re.compile(r"\+?([0-9]*\.?[0-9]+)\s*(ms|s|毫秒|秒)", re.IGNORECASE)
_STRENGTH_S = {"none": 0.0, "x-weak": 0.1, "weak": 0.25, "medium": 0.5, "strong": 0.75, "x-strong": 1.0}
_RATES = {"x-slow": 0.6, "slow": 0.8, "medium": 1.0, "default": 1.0, "fast": 1.2, "x-fast": 1.5}
_PITCHES = {"x-low": -5.0, "low": -2.5, "medium": 0.0, "default": 0.0, "high": 2.5, "x-high": 5.0}
_VOLUMES = {"silent": -60.0, "x-soft": -12.0, "soft": -6.0, "medium": 0.0, "default": 0.0, "loud": 4.0, "x-loud": 8.0}
_ALLOWED = {
    "break": {"time", "strength"},
    "prosody": {"rate", "pitch", "volume"},
    "phoneme": {"alphabet", "ph"},
    "sub": {"alias"},
}


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag as it stands in the text."""

    name: str
    offset: int
    closing: bool = False
    empty: bool = False
    """Closes itself: <break/>."""
    attributes: dict[str, str] = field(default_factory=dict)


def _refuse(code: str, message: str, **params: object) -> NoReturn:
    raise TextError(code, message, **params)


def parse_tag(*, name: str, closing: bool, body: str, offset: int) -> Tag:
    """`body` is what stands between the name and ">". Raises TextError for attributes that are not understood."""
    body = body.rstrip()
    empty = body.endswith("/")
    body = body[:-1] if empty else body
    attributes: dict[str, str] = {}
    position = 0
    while match := _ATTRIBUTE.match(body, position):
        key = match[1].lower()
        if key in attributes:
            _refuse("ssml_twice", "<{tag}> at {offset} has {attribute} twice.", tag=name, offset=offset, attribute=key)
        attributes[key] = html.unescape(match[2] if match[2] is not None else match[3])
        position = match.end()
    if body[position:].strip() or (closing and (attributes or empty)):
        _refuse(
            "ssml_form", '<{tag}> at {offset} cannot be read; write attributes as name="value".',
            tag=name, offset=offset,
        )  # fmt: skip
    strange = set(attributes) - _ALLOWED.get(name, set(attributes))
    if strange:
        _refuse(
            "ssml_attribute", "<{tag}> at {offset} has an attribute {attribute} that is not supported; use {known}.",
            tag=name, offset=offset, attribute=min(strange), known=" or ".join(sorted(_ALLOWED[name])),
        )  # fmt: skip
    return Tag(name, offset, closing, empty, attributes)


def parse_seconds(text: str) -> float | None:
    """ "500ms", "0.5s", "2 s" -> seconds; None where it is no time."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    return float(match[1]) / (1000.0 if match[2].lower() in ("ms", "毫秒") else 1.0)


def check_pause(seconds: float, *, offset: int) -> float:
    if seconds > MAX_PAUSE_S:
        _refuse(
            "pause_long", "The pause at {offset} lasts {seconds} s; {most} s is the most.",
            offset=offset, seconds=seconds, most=MAX_PAUSE_S,
        )  # fmt: skip
    return seconds


def _value_refused(tag: Tag, attribute: str, remedy: str) -> NoReturn:
    _refuse(
        "ssml_value", "<{tag} {attribute}={value!r}> at {offset} is not understood; {remedy}.",
        tag=tag.name, attribute=attribute, value=tag.attributes[attribute], offset=tag.offset, remedy=remedy,
    )  # fmt: skip


def break_seconds(tag: Tag) -> float:
    if "time" in tag.attributes:
        value = tag.attributes["time"]
        seconds = 0.0 if value.strip() == "0" else parse_seconds(value)
        if seconds is None:
            _value_refused(tag, "time", "write a time such as 500ms or 0.5s")
        return check_pause(seconds, offset=tag.offset)
    strength = tag.attributes.get("strength", "medium").strip().lower()
    if strength not in _STRENGTH_S:
        _value_refused(tag, "strength", "use " + ", ".join(_STRENGTH_S))
    return _STRENGTH_S[strength]


def _number(text: str, suffix: str) -> float | None:
    text = text.strip().lower()
    if not text.endswith(suffix):
        return None
    match = re.fullmatch(r"[+-]?[0-9]*\.?[0-9]+", text[: len(text) - len(suffix)].strip())
    return float(match[0]) if match else None


def _rate(tag: Tag) -> float:
    value = tag.attributes.get("rate", "medium").strip().lower()
    percent = _number(value, "%")
    factor = _RATES.get(value, _number(value, ""))
    if percent is not None:
        factor = (100.0 + percent if value[0] in "+-" else percent) / 100.0
    if factor is None or not 0.25 <= factor <= 4.0:
        _value_refused(tag, "rate", "write slow, fast, +20% or 120%, from 25% to 400%")
    return factor


def _pitch_semitones(tag: Tag) -> float:
    value = tag.attributes.get("pitch", "medium").strip().lower()
    semitones = _PITCHES.get(value, _number(value, "st"))
    percent = _number(value, "%")
    if percent is not None and percent > -100.0:
        semitones = 12.0 * math.log2(1.0 + percent / 100.0)
    if semitones is None or not -12.0 <= semitones <= 12.0:
        _value_refused(tag, "pitch", "write low, high, +2st or -10%, within 12 semitones")
    return semitones


def _volume_db(tag: Tag) -> float:
    value = tag.attributes.get("volume", "medium").strip().lower()
    db = _VOLUMES.get(value, _number(value, "db"))
    if db is None or not -60.0 <= db <= 12.0:
        _value_refused(tag, "volume", "write soft, loud or +3dB, from -60dB to +12dB")
    return db


def prosody(tag: Tag) -> tuple[float, float, float]:
    """(rate factor, pitch in semitones, volume in dB) of a prosody tag."""
    return _rate(tag), _pitch_semitones(tag), _volume_db(tag)


def combine_prosody(outer: tuple[float, float, float], inner: tuple[float, float, float]) -> tuple[float, float, float]:
    """Of nested elements, kept within what a single one may ask for."""
    rate, semitones, db = outer[0] * inner[0], outer[1] + inner[1], outer[2] + inner[2]
    return min(max(rate, 0.25), 4.0), min(max(semitones, -12.0), 12.0), min(max(db, -60.0), 12.0)


def replacement(tag: Tag, *, start: int, end: int) -> Annotation:
    """The annotation of a closed phoneme or sub element over plain [start, end)."""
    if tag.name == "sub":
        if not tag.attributes.get("alias", "").strip():
            _refuse("ssml_missing", '<sub> at {offset} needs alias="words to say".', offset=tag.offset)
        return Annotation("sub", start, end, value=tag.attributes["alias"].strip())
    sound = tag.attributes.get("ph", "").strip()
    if not sound:
        _refuse("ssml_missing", '<phoneme> at {offset} needs ph="...".', offset=tag.offset)
    alphabet = tag.attributes.get("alphabet", "ipa").strip().lower()
    if alphabet == "ipa":
        return Annotation("phones", start, end, value=f"/{sound.strip('/')}/")
    if alphabet in ("pinyin", "x-pinyin") and (pinyin := normal_pinyin(sound)):
        return Annotation("phones", start, end, value=pinyin)
    if alphabet in ("pinyin", "x-pinyin"):
        _value_refused(tag, "ph", "write pinyin with tone numbers, such as hang2")
    _value_refused(tag, "alphabet", "use ipa or pinyin")


_FINALS = (
    "iang|iong|uang|ueng|ang|eng|ing|ong|ian|iao|uai|uan|van|üan|ai|an|ao|ei|en|er|ia|ie|in|io|iu|iou|ou|ua|ue|ui|uei|"
    "un|uen|uo|vn|ün|ve|üe|ê|a|e|i|o|u|v|ü|ng|n|m"
)
_SYLLABLE = re.compile(rf"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:{_FINALS})r?[0-5]")
_LOOKS_LIKE_PINYIN = re.compile(r"[A-Za-züÜêÊ:]{1,7}[0-9](?:[\s'’-]*[A-Za-züÜêÊ:]{1,7}[0-9]){0,40}")


def normal_pinyin(text: str) -> str | None:
    """Tone-numbered pinyin in one spelling ("LÜ4 xing2" -> "lv4 xing2"); None where it is not pinyin."""
    text = text.strip()
    if not _LOOKS_LIKE_PINYIN.fullmatch(text):
        return None
    syllables = re.findall(r"[A-Za-züÜêÊ:]+[0-9]", text)
    spelled = [syllable.lower().replace("u:", "v").replace("ü", "v") for syllable in syllables]
    return " ".join(spelled) if all(_SYLLABLE.fullmatch(syllable) for syllable in spelled) else None


def looks_like_pinyin(text: str) -> bool:
    return _LOOKS_LIKE_PINYIN.fullmatch(text.strip()) is not None
