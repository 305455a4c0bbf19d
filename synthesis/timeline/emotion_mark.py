"""One emotion mark: what stands between its brackets, read and written.

[calm]  [cheerful 0.6]  [0.6*calm + 0.4*friendly]   the whole mix from the next word on
[> cheerful 0.8]   [~> cheerful 0.8]                glide there, evenly or with soft ends
[/]  [> /]                                          back to the base
[+ calm 0.3]  [+> calm 0.3]                         only the lanes named; the others go on as they were
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from synthesis.emotions.presets import SUM_TOLERANCE, fold
from synthesis.errors import EmotionError
from synthesis.timeline.model import Ease, Weights
from synthesis.timeline.names import NAME_PATTERN, EmotionNames

_HEAD = re.compile(r"\s*(\+?)\s*(~>|>|)\s*(.*?)\s*", re.DOTALL)
_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:\s*%)?"
_TERMS = (
    re.compile(rf"(?P<name>{NAME_PATTERN})(?:(?:\s+|\s*[*×]\s*)(?P<weight>{_NUMBER}))?"),
    re.compile(rf"(?P<name>[^\W\d_]+)(?P<weight>{_NUMBER})"),
    re.compile(rf"(?P<weight>{_NUMBER})\s*[*×]\s*(?P<name>{NAME_PATTERN})"),
)
_PERCENT_FIRST = re.compile(rf"(?P<weight>[0-9]+\.?[0-9]*\s*%)\s*(?P<name>{NAME_PATTERN})")
"""A mark only where the name is known: "[50% off]" is text."""
_EASES: dict[str, Ease] = {"": "hold", ">": "linear", "~>": "smooth"}
_ARROWS = {ease: arrow for arrow, ease in _EASES.items()}


@dataclass(frozen=True, slots=True)
class EmotionMark:
    weights: Weights = ()
    ease: Ease = "hold"
    """How the lanes come here: at once, or gliding from the mark before."""
    partial: bool = False
    """Only the lanes named are touched; otherwise those not named go to 0."""
    to_base: bool = False
    """`[/]`: every lane goes to its weight in the base."""


@dataclass(frozen=True, slots=True)
class _Term:
    name: str
    weight: float | None
    loose: bool = False
    """Too much like ordinary text to be refused where the name is unknown."""


def _parse_term(text: str) -> _Term | None:
    for pattern in _TERMS:
        match = pattern.fullmatch(text)
        if match:
            return _Term(match["name"], _parse_weight(match["weight"]))
    match = _PERCENT_FIRST.fullmatch(text)
    return _Term(match["name"], _parse_weight(match["weight"]), loose=True) if match else None


def _parse_weight(text: str | None) -> float | None:
    if text is None:
        return None
    return float(Decimal(text[:-1].strip()) / 100) if text.endswith("%") else float(text)


def parse_mark(content: str, *, names: EmotionNames, offset: int) -> EmotionMark | None:
    """What `[content]` means, or None where it is plain text. `offset` is where the mark stands, for the errors.

    Raises EmotionError for an unknown name with a weight, in a glide or beside known names, and for weights that are
    out of range or sum to more than 1.
    """
    head = _HEAD.fullmatch(unicodedata.normalize("NFKC", content))
    if head is None or not names.canonical:
        return None
    plus, arrow, rest = head.groups()
    ease = _EASES[arrow]
    if rest == "/":
        return None if plus else EmotionMark(ease=ease, to_base=True)
    terms = [_parse_term(part.strip()) for part in rest.split("+")]
    if any(term is None for term in terms):
        _refuse_garbled_glide(content, rest, names=names, offset=offset, gliding=bool(arrow))
        return None
    weights = _resolve([term for term in terms if term], names=names, offset=offset, gliding=bool(arrow))
    return None if weights is None else EmotionMark(weights, ease, partial=bool(plus))


def _refuse_garbled_glide(content: str, rest: str, *, names: EmotionNames, offset: int, gliding: bool) -> None:
    if gliding and any(names.find(word) for word in re.findall(NAME_PATTERN, rest)):
        raise EmotionError(
            "mark_form",
            "The emotion mark [{mark}] at {offset} cannot be read; write it like [> cheerful 0.8] or "
            "[> 0.6*calm + 0.4*friendly].",
            mark=content, offset=offset,
        )  # fmt: skip


def _resolve(terms: list[_Term], *, names: EmotionNames, offset: int, gliding: bool) -> Weights | None:
    known = [names.find(term.name) for term in terms]
    strange = [term.name for term, name in zip(terms, known, strict=True) if name is None]
    weighted = any(term.weight is not None and 0.0 <= term.weight <= 1.0 and not term.loose for term in terms)
    if strange:
        if gliding or weighted or len(strange) < len(terms):
            _refuse_unknown(strange[0], names=names, offset=offset)
        return None
    mix: dict[str, float] = {}
    for term, name in zip(terms, known, strict=True):
        weight = 1.0 if term.weight is None else term.weight
        _check_weight(str(name), weight, offset=offset)
        mix[str(name)] = mix.get(str(name), 0.0) + weight
    _check_sum(mix, offset=offset)
    return tuple(mix.items())


def _refuse_unknown(name: str, *, names: EmotionNames, offset: int) -> None:
    raise EmotionError(
        "unknown",
        "There is no emotion {name} (at {offset}); the nearest is {nearest}. For plain text write \\[ in place of [.",
        name=name, offset=offset, nearest=names.nearest(name),
    )  # fmt: skip


def _check_weight(name: str, weight: float, *, offset: int) -> None:
    if not 0.0 <= weight <= 1.0:
        raise EmotionError(
            "weight", "The weight of {name} at {offset} is {weight}; give a number from 0 to 1.",
            name=name, offset=offset, weight=weight,
        )  # fmt: skip


def _check_sum(mix: dict[str, float], *, offset: int) -> None:
    total = sum(mix.values())
    if total > 1.0 + SUM_TOLERANCE:
        raise EmotionError(
            "weights_sum", "The weights of {names} at {offset} sum to {total}; lower them to 1 or less in all.",
            names=", ".join(mix), offset=offset, total=round(total, 6),
        )  # fmt: skip


def near_miss(content: str, *, names: EmotionNames) -> str | None:
    """The emotion that a bare name, read as text, was probably meant to be."""
    word = fold(content)
    return names.near_miss(word) if re.fullmatch(NAME_PATTERN, word) else None


def write_decimal(number: float) -> str:
    """The shortest decimal that reads back as the same number, never with an exponent."""
    text = format(Decimal(repr(float(number))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _write_mix(weights: Weights) -> str:
    if len(weights) == 1:
        name, weight = weights[0]
        return name if weight == 1.0 else f"{name} {write_decimal(weight)}"
    return " + ".join(f"{write_decimal(weight)}*{name}" for name, weight in weights)


def write_mark(mark: EmotionMark) -> str:
    """The inverse of `parse_mark`, brackets included."""
    head = ("+" if mark.partial else "") + _ARROWS[mark.ease]
    body = "/" if mark.to_base else _write_mix(mark.weights)
    return f"[{head} {body}]" if head else f"[{body}]"
