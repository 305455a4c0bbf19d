"""The words in which curves are described, in English and Chinese, and the places they name.

A place is a word quoted from the text, with its number where it is not the first of its kind: “the” (2),
“解决”（第2处）. In a recording it is a time: 1.5 s, 1.5 秒.
"""

import re
from dataclasses import dataclass

from synthesis.errors import TimelineError
from synthesis.timeline.annotated import AnnotatedText
from synthesis.timeline.emotion_mark import EmotionMark, write_decimal
from synthesis.timeline.model import Ease
from synthesis.timeline.words import is_wide, word_spans

_QUOTED = r"[“\"「'‘](?P<word>.+?)[”\"」'’]"
_SECONDS = r"[0-9]+\.?[0-9]*"
_NUMBER = r"(?:\s*[(（]\s*第?\s*(?P<number>[0-9]+)\s*处?\s*[)）])?"


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


def write_place(annotated: AnnotatedText | None, at: float, phrases: Phrases) -> str:
    """`annotated` is None for a recording, where `at` counts seconds."""
    if annotated is None:
        return phrases.seconds.format(seconds=write_decimal(at))
    if at >= len(annotated.plain):
        return phrases.end
    word, alike = _word_at(annotated.plain, int(at)), []
    for anchor in annotated.anchors[:-1]:
        if _word_at(annotated.plain, anchor) == word:
            alike.append(anchor)
    number = alike.index(int(at)) + 1
    return (phrases.place if number == 1 else phrases.numbered).format(word=word, number=number)


def read_place(annotated: AnnotatedText | None, clause: re.Match[str]) -> float:
    """Raises TimelineError where the text holds no such word, or for a word in a recording."""
    if annotated is None:
        if clause["word"] or clause["end"]:
            raise TimelineError("description_time", "A recording has no words; write a time, such as at 1.5 s.")
        return float(clause["seconds"] or 0.0)
    if clause["seconds"]:
        raise TimelineError(
            "description_word", "{seconds} s is a time; quote a word of the text.", seconds=clause["seconds"]
        )
    if clause["end"]:
        return float(len(annotated.plain))
    if clause["word"] is None:
        return float(annotated.anchors[0])
    word, number = clause["word"], int(clause["number"] or 1)
    anchors = annotated.anchors[:-1]
    exact = [anchor for anchor in anchors if _word_at(annotated.plain, anchor) == word]
    loose = [anchor for anchor in anchors if annotated.plain[anchor:].casefold().startswith(word.casefold())]
    found = exact if len(exact) >= number else loose
    if not 1 <= number <= len(found):
        raise TimelineError(
            "description_place", "The text has no word “{word}” ({number}); quote one as it stands there.",
            word=word, number=number,
        )  # fmt: skip
    return float(found[number - 1])


def _word_at(plain: str, at: int) -> str:
    """What is quoted for the word at an anchor: the word, or two Chinese characters."""
    if is_wide(plain[at]):
        return plain[at : at + 1 + is_wide(plain[at + 1 : at + 2])]
    return plain[at : at + word_spans(plain[at : at + 100])[0][1]]


def clause_template(mark: EmotionMark, phrases: Phrases) -> str:
    return phrases.write[mark.ease, mark.partial]
