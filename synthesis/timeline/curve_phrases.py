"""The words in which curves are described, in English and Chinese, and the places they name.

A place is a word quoted from the text, with its number where it is not the first of its kind: “the” (2),
“解决”（第2处）. In a recording it is a time: 1.5 s, 1.5 秒.
"""

import re
from dataclasses import dataclass

from synthesis.timeline.emotion_mark import EmotionMark
from synthesis.timeline.model import Ease

_QUOTED = r"[“\"「'‘](?P<word>.+?)[”\"」'’]"
_SECONDS = r"[0-9]+\.?[0-9]*"
_NUMBER = r"(?:\s*[(（]\s*第?\s*(?P<number>[0-9]{1,6})\s*处?\s*[)）])?"


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language's patterns: templates to write, expressions to read. Groups: glide, soft, only, mix, word, end."""

    write: dict[tuple[Ease, bool], str]
    """(how the mix is reached, whether only some lanes move) -> template of {mix} and {place}."""
    start: str
    place: str
    numbered: str
    seconds: str
    end: str
    base: str
    base_head: str
    clause: re.Pattern[str]
    head: re.Pattern[str]
    separator: str


_EN_PLACE = rf"(?:{_QUOTED}{_NUMBER}|(?P<seconds>{_SECONDS})\s*s|the (?P<end>end))(?=\s*(?:[,;]|\.(?=\s|$)|$))"
ENGLISH = Phrases(
    write={
        ("hold", False): "{mix} from {place}",
        ("hold", True): "only {mix} from {place}",
        ("linear", False): "gliding to {mix} at {place}",
        ("linear", True): "gliding only to {mix} at {place}",
        ("smooth", False): "gliding softly to {mix} at {place}",
        ("smooth", True): "gliding softly only to {mix} at {place}",
    },
    start="{mix}",
    place="“{word}”",
    numbered="“{word}” ({number})",
    seconds="{seconds} s",
    end="the end",
    base="the base",
    base_head="on a base of {mix}: ",
    clause=re.compile(
        rf"\s*(?:then\s+)?(?P<glide>gliding\s+)?(?P<soft>softly\s+)?(?P<only>only\s+)?(?:to\s+)?"
        rf"(?P<mix>[^,;“”\"「」]+?)(?:\s+(?:at|from)\s+{_EN_PLACE})?\s*(?:[,;]|\.(?=\s|$)|$)",
        re.IGNORECASE,
    ),
    head=re.compile(r"\s*on a base of (?P<mix>[^:]+):", re.IGNORECASE),
    separator=", ",
)
_ZH_PLACE = rf"(?:{_QUOTED}{_NUMBER}|(?P<seconds>{_SECONDS})\s*秒|(?P<end>结尾))"
CHINESE = Phrases(
    write={
        ("hold", False): "从{place}起{mix}",
        ("hold", True): "从{place}起仅{mix}",
        ("linear", False): "到{place}渐变为{mix}",
        ("linear", True): "到{place}渐变为仅{mix}",
        ("smooth", False): "到{place}柔和渐变为{mix}",
        ("smooth", True): "到{place}柔和渐变为仅{mix}",
    },
    start="{mix}",
    place="“{word}”",
    numbered="“{word}”（第{number}处）",
    seconds="{seconds} 秒",
    end="结尾",
    base="基调",
    base_head="基调{mix}：",
    clause=re.compile(
        rf"\s*(?:(?:从|到){_ZH_PLACE}(?:起|处)?)?(?P<soft>柔和)?(?P<glide>渐变为)?(?P<only>仅)?"
        rf"(?P<mix>[^，,；;。“”「」]+?)\s*(?:[，,；;。]|$)"
    ),
    head=re.compile(r"\s*基调(?P<mix>[^：:]+)[：:]"),
    separator="，",
)


def ease_of(clause: re.Match[str]) -> Ease:
    if not clause["glide"]:
        return "hold"
    return "smooth" if clause["soft"] else "linear"


def clause_template(mark: EmotionMark, phrases: Phrases) -> str:
    return phrases.write[mark.ease, mark.partial]
