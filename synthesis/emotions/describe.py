"""Words to weights and back, in English and Chinese: blends ("0.6*calm + 0.4*friendly") and instructions.

One parser and one printer serve the command line, requests with `instructions`, and the description of a curve.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from synthesis.emotions.presets import Weights, canonical_name, check_weights, emotion_names, label
from synthesis.emotions.response import read_data
from synthesis.errors import EmotionError

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*%?"
_NAME = r"[^\W\d_][\w'-]*"
_TERM = re.compile(rf"(?:(?P<before>{_NUMBER})\s*[*×]\s*)?(?P<name>{_NAME})(?:\s*[*×]\s*|\s+)?(?P<after>{_NUMBER})?")
_ASCII_WORD = re.compile(r"[a-z][a-z'-]*")


@dataclass(frozen=True, slots=True)
class Described:
    """What an instruction asks for."""

    weights: Weights
    not_understood: tuple[str, ...] = ()
    """Words that were passed over, in order."""


def parse_blend(text: str) -> Weights:
    """ "calm", "cheerful 0.6", "80 % happy", "0.6*calm + 0.4*friendly" -> canonical names and weights.

    Raises EmotionError: empty, unreadable, an unknown name (with the nearest), weights out of range or above 1 in sum.
    """
    cleaned = unicodedata.normalize("NFKC", text).strip()
    if not cleaned:
        raise EmotionError("empty", 'No emotion is named; write for example "calm" or "0.6*calm + 0.4*friendly".')
    return check_weights([_parse_term(part, whole=text) for part in re.split(r"(?<!\de)\+", cleaned)])


def _parse_term(part: str, *, whole: str) -> tuple[str, float]:
    term = part.strip()
    swapped = re.fullmatch(rf"(?P<before>{_NUMBER})\s+(?P<name>{_NAME})", term)
    match = swapped or _TERM.fullmatch(term)
    if match is None or (not swapped and match["before"] and match["after"]):
        raise EmotionError(
            "form", 'The blend "{text}" cannot be read at "{part}"; write for example "0.6*calm + 0.4*friendly".',
            text=whole, part=term,
        )  # fmt: skip
    number = match["before"] or (None if swapped else match["after"])
    return match["name"], 1.0 if number is None else _number(number)


def _number(text: str) -> float:
    bare = text.strip()
    return float(bare.rstrip("% ")) / 100 if bare.endswith("%") else float(bare)


def print_blend(weights: Iterable[tuple[str, float]], *, language: str = "en") -> str:
    """The inverse of `parse_blend`: "calm", "cheerful 0.6" or "0.6*calm + 0.4*friendly"; "neutral" for nothing.

    With `language="zh"` the names are Chinese; either form is read back.
    """
    pairs = [(_shown(name, language), weight) for name, weight in weights]
    if not pairs:
        return _shown("neutral", language)
    if len(pairs) == 1:
        name, weight = pairs[0]
        return name if weight == 1.0 else f"{name} {_decimal(weight)}"
    return " + ".join(f"{_decimal(weight)}*{name}" for name, weight in pairs)


def _shown(name: str, language: str) -> str:
    return label(canonical_name(name), language=language)


def _decimal(weight: float) -> str:
    text = format(Decimal(repr(float(weight))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def describe_instruction(text: str) -> Described:
    """ "speak in a cheerful and warm tone", "用温柔的语气说" -> weights; a blend in the strict syntax is read as such.

    Emotions share the weight: each gets its degree ("slightly", "非常"), scaled down where they sum to more than 1.
    A negated word ("not angry") is passed over and named. Never raises.
    """
    try:
        return Described(parse_blend(text))
    except EmotionError:
        return _read_words(unicodedata.normalize("NFKC", text).casefold())


def _read_words(text: str) -> Described:
    degrees = read_data("phrases")["degrees"]
    asked: dict[str, float] = {}
    missed: list[str] = []
    degree, negated = None, False
    for token, kind in _tokens(text):
        if kind == "degree":
            degree = degrees[token]
        elif kind == "negation":
            negated = True
        elif kind == "emotion":
            if negated:
                missed.append(f"not {token}" if token.isascii() else f"不{token}")
            else:
                name = _lexicon()[token]
                asked[name] = max(asked.get(name, 0.0), degree or read_data("phrases")["usual_degree"])
            degree, negated = None, False
        elif kind == "unknown":
            missed.append(token)
    asked.pop("neutral", None)
    total = max(1.0, sum(asked.values()))
    weights = tuple((name, int(1000 * weight / total) / 1000) for name, weight in asked.items())
    return Described(weights, tuple(missed))


def _tokens(text: str) -> Iterable[tuple[str, str]]:
    """Longest known words first: whole words in English, anywhere in Chinese; the rest word by word."""
    at = 0
    while at < len(text):
        known = _known_at(text, at)
        if known is not None:
            yield known
            at += len(known[0])
            continue
        word = _ASCII_WORD.match(text, at)
        if word:
            yield word[0], "unknown"
        elif text[at].isalpha():
            yield text[at], "unknown"
        at = word.end() if word else at + 1


def _known_at(text: str, at: int) -> tuple[str, str] | None:
    if at and text[at].isascii() and text[at].isalpha() and text[at - 1].isascii() and text[at - 1].isalpha():
        return None
    for word, kind in _vocabulary():
        end = at + len(word)
        if text.startswith(word, at) and not (
            word.isascii() and end < len(text) and text[end].isascii() and (text[end].isalnum() or text[end] == "-")
        ):
            return word, kind
    return None


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, str]:
    """Every word that asks for an emotion -> canonical name."""
    return {**read_data("phrases")["adverbs"], **emotion_names()}


@lru_cache(maxsize=1)
def _vocabulary() -> Sequence[tuple[str, str]]:
    phrases = read_data("phrases")
    kinds = {word: "filler" for word in phrases["filler"]}
    kinds.update(dict.fromkeys(phrases["negations"], "negation"))
    kinds.update(dict.fromkeys(phrases["degrees"], "degree"))
    kinds.update(dict.fromkeys(_lexicon(), "emotion"))
    return sorted(kinds.items(), key=lambda item: -len(item[0]))
