"""English reading of times, dates, years and decades. Rules are (pattern, replacement), applied in order."""

import re

from synthesis.text import english_tables as tables
from synthesis.text.aligned import Replacement
from synthesis.text.english_numbers import cardinal, ordinal, plural, year

Rule = tuple[re.Pattern[str], Replacement | str]
_MONTHS: dict[str, str] = dict(tables.MONTHS)
_MONTH = "|".join(sorted({*_MONTHS.values(), *(m.capitalize() for m in _MONTHS), "Sept"}, key=len, reverse=True))
_HALF_DAY = r"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\b(?P<stop>\.(?=\s*[a-z,;]))?)"
_ZONE = {"z": "UTC"}


def _minutes(minutes: int) -> str:
    return f" oh {cardinal(str(minutes))}" if minutes < 10 else f" {cardinal(str(minutes))}"


def _time(m: re.Match[str]) -> str | None:
    hour, minute, second = int(m["h"]), int(m["m"]), m["s"]
    if hour > 24 or minute > 59 or (second and int(second) > 59):
        return None
    half = m["half"]
    words = cardinal(str(hour)) if hour or half else "zero"
    if minute:
        words += _minutes(minute)
    elif not half and not second:
        words += " o'clock" if 1 <= hour <= 12 else " hundred"
    if second:
        words += ("" if minute else " zero minutes") + f" and {cardinal(str(int(second)))} seconds"
    return words + (f" {half.upper()}.M." if half else "") + _zone(m["zone"])


def _zone(zone: str | None) -> str:
    return f" {_ZONE.get(zone.lower(), zone.upper())}" if zone else ""


def _ratio(m: re.Match[str]) -> str | None:
    is_time = int(m[1]) <= 24 and len(m[2]) == 2 and int(m[2]) < 60
    return None if is_time else f"{cardinal(m[1])} to {cardinal(m[2])}"


def _whole_hour(m: re.Match[str]) -> str | None:
    return f"{cardinal(m['h'])} {m['half'].upper()}.M." if 1 <= int(m["h"]) <= 12 else None


def _hour_range(m: re.Match[str]) -> str | None:
    if int(m[1]) > 12 or int(m[2]) > 12:
        return None
    return f"{cardinal(m[1])} to {cardinal(m[2])} {m[3].upper()}.M."


def _date(y: str, month: int, day: int) -> str | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    name = list(_MONTHS.values())[month - 1]
    return f"{name} {ordinal(str(day))}" + (f", {year(y)}" if y else "")


def _numeric_date(m: re.Match[str]) -> str | None:
    a, b, y = int(m["a"]), int(m["b"]), m["y"]
    if len(y) == 2:
        y = ("19" if int(y) > 40 else "20") + y
    month, day = (a, b) if a <= 12 and m["sep"] != "." else (b, a)
    return _date(y, month, day)


def _month_day(m: re.Match[str]) -> str | None:
    if not 1 <= int(m["d"]) <= 31:
        return None
    comma = ", " if m["y"] else ""
    return f"{_month(m['month'])} {ordinal(m['d'])}{comma}{year(m['y']) if m['y'] else ''}"


def _day_range(m: re.Match[str]) -> str:
    return f"{_month(m['month'])} {ordinal(m['a'])} to {ordinal(m['b'])}"


def _day_month(m: re.Match[str]) -> str | None:
    if not 1 <= int(m["d"]) <= 31:
        return None
    tail = f"{m['comma'] or ' '}{year(m['y'])}" if m["y"] else ""
    return f"{m['the'] or 'the '}{ordinal(m['d'])} of {_month(m['month'])}{tail}"


def _month_year(m: re.Match[str]) -> str:
    return f"{_month(m['month'])} {year(m['y'])}"


def _month(name: str) -> str:
    return _MONTHS[name.lower()[:3]]


def _decade(m: re.Match[str]) -> str:
    century, tens = m["c"], m["d"]
    decade = "hundreds" if tens == "00" else plural(cardinal(tens))
    if tens == "00" and century == "20":
        return "two thousands"
    return (f"{cardinal(century)} " if century else "") + decade


def _year_span(m: re.Match[str]) -> str:
    last = m["b"] if len(m["b"]) == 4 else m["a"][:2] + m["b"]
    words = year(last) if len(m["b"]) == 4 or m["b"][0] == "0" else cardinal(m["b"])
    return f"{year(m['a'])} to {words}"


RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![\w.])(\d{4})-(\d{2})-(\d{2})[T ]?(?=\d\d:\d\d)"), lambda m: _iso(m, tail=", ")),
    (re.compile(r"(?<![\w.-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\w-])"), lambda m: _iso(m, tail="")),
    (
        re.compile(
            r"(?<![\w:.])(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2})(?:\.\d+)?)?"
            + _HALF_DAY
            + r"?(?:\s?(?P<zone>Z|UTC|GMT|EST|PST|CST|CET)\b)?(?![\d:])"
        ),
        _time,
    ),
    (re.compile(r"(?<=[AaPp][Mm])\s?[-–]\s?(?=\d)|(?<=[AaPp]\.[Mm]\.)\s?[-–]\s?(?=\d)"), " to "),
    (
        re.compile(r"\b(Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\.?\s?[-–]\s?(?=(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\b)"),
        r"\1. to ",
    ),
    (re.compile(r"(?<![\w:.])(\d{1,3}):(\d{1,3})(?![\w:]|\.\d)"), _ratio),
    (re.compile(r"(?<![\w:.])(\d{1,2})\s?[-–]\s?(\d{1,2})\s?([AaPp])\.?[Mm]\b\.?(?=[\s,;?!]|$)"), _hour_range),
    (re.compile(r"(?<![\w:.])(?P<h>\d{1,2})" + _HALF_DAY), _whole_hour),
    (
        re.compile(r"(?<![\w./])(?P<a>\d{1,2})(?P<sep>[/.-])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4}|\d{2})(?![\w/.]\d|\w)"),
        _numeric_date,
    ),
    (
        re.compile(
            rf"\b(?P<month>{_MONTH})\.? (?P<a>\d{{1,2}})(?:st|nd|rd|th)?\s?[-–]\s?(?P<b>\d{{1,2}})(?:st|nd|rd|th)?\b"
        ),
        _day_range,
    ),
    (
        re.compile(
            rf"\b(?P<month>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<y>[12]\d{{3}}))?\b(?![\d:%]|\.\d)"
        ),
        _month_day,
    ),
    (
        re.compile(
            rf"\b(?P<the>[Tt]he )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?"
            r"(?:(?P<comma>,? )(?P<y>[12]\d{3})\b)?"
        ),
        _day_month,
    ),
    (re.compile(rf"\b(?P<month>{_MONTH})\.?,? (?:of )?(?P<y>[12]\d{{3}})\b"), _month_year),
    (re.compile(r"(?<![\w.,])'?(?P<c>1[0-9]|20)(?P<d>\d0)'?s\b"), _decade),
    (re.compile(r"(?<![\w.,])'?(?P<c>)(?P<d>[2-9]0)'?s\b"), _decade),
    (
        re.compile(r"(?<![\w.,$£€-])(?P<a>1[5-9]\d\d|20\d\d)\s?[-–]\s?(?P<b>1[5-9]\d\d|20\d\d|\d\d)(?![\w-]|[.,]\d)"),
        _year_span,
    ),
)


def _iso(m: re.Match[str], *, tail: str) -> str | None:
    words = _date(m[1], int(m[2]), int(m[3]))
    return None if words is None else words + tail
