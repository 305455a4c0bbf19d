"""English reading of money, measures, fractions, ranges, sums and plain numbers."""

import re

from synthesis.text import english_tables as tables
from synthesis.text.english_dates import Rule
from synthesis.text.english_numbers import cardinal, digit_by_digit, fraction, number, ordinal, year
from synthesis.text.word_lists import document, word_set

NUM = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_BIG = r"hundred|thousand|million|billion|trillion|[kKmMbB]n?\b|[tT]n\b"
_BIG_NAMES = {"k": "thousand", "m": "million", "mn": "million", "b": "billion", "bn": "billion", "tn": "trillion"}
_DATA = document("english_amounts.json")
_MONEY: dict[str, list[str]] = _DATA["money"]
"""Sign or code: one, many, one part, many parts."""
_UNITS: dict[str, list[str]] = {**tables.UNITS, **_DATA["units"]}
"""Sign: one, many."""
_UNIT = "|".join(re.escape(u) for u in sorted(_UNITS, key=len, reverse=True))
_TIGHT = frozenset("ghlsVWAtLNJ") | {"in"}
"""Units that are also words or initials: read only where they touch the number or a stop follows."""
_NOT_NOUNS = word_set("was is has this its his us as does yes thus plus across always perhaps towards besides")
_PLURALS = word_set("people men women children feet teeth mice police fish sheep data more other different new")
_YEAR_CUES = word_set(
    "in since of by until till from year before after during around circa early late mid between to and summer "
    "winter spring fall autumn ad bc ce bce class copyright"
)


def _money(m: re.Match[str]) -> str:
    one, many, cent, cents = _MONEY[(m["sym"] or m["code"]).rstrip(".")]
    sign = "minus " if m["sign"] else ""
    amount = m["n"].replace(",", "")
    if m["big"]:
        big = _BIG_NAMES.get(m["big"].lower(), m["big"].lower())
        return f"{sign}{number(amount)} {big} {many}"
    whole, _, part = amount.partition(".")
    if part and len(part) != 2:
        return f"{sign}{number(amount)} {many}"
    words = f"{cardinal(whole)} {one if whole == '1' else many}" if int(whole or 0) or not int(part or 0) else ""
    if part and int(part):
        n = str(int(part))
        words += f"{' and ' if words else ''}{cardinal(n)} {cent if n == '1' else cents}"
    return sign + words


def _money_range(m: re.Match[str]) -> str:
    big = f" {_BIG_NAMES.get(m['big'].lower(), m['big'].lower())}" if m["big"] else ""
    return f"{number(m['a'].replace(',', ''))} to {number(m['b'].replace(',', ''))}{big} {_MONEY[m['sym']][1]}"


def _unit(m: re.Match[str]) -> str | None:
    unit = m["unit"]
    if unit in _TIGHT and m["gap"] and m.string[m.end() : m.end() + 1].isspace():
        return None
    one, many = _UNITS[unit]
    n = m["n"]
    first = f"{number(m['lo'].replace(',', ''))} to " if m["lo"] else ""
    return (
        f"{'minus ' if m['sign'] else ''}{first}{number(n.replace(',', ''))} {one if n == '1' and not first else many}"
    )


def _degrees(m: re.Match[str]) -> str:
    scale = {"C": " Celsius", "F": " Fahrenheit", "K": " kelvin"}.get((m["scale"] or "").upper(), "")
    first = f"{_signed(m['lo'])} to " if m["lo"] else ""
    return f"{first}{_signed(m['n'])} degree{'' if m['n'].lstrip('-') == '1' else 's'}{scale}"


def _signed(text: str) -> str:
    return number(text.replace(",", ""))


def _percent(m: re.Match[str]) -> str:
    first = f"{_signed(m['lo'])} to " if m["lo"] else ""
    return f"{first}{_signed(m['n'])} {'per mille' if m['mark'] == '‰' else 'percent'}"


def _feet_inches(m: re.Match[str]) -> str:
    inches = f" {cardinal(m['i'])} inch{'' if m['i'] == '1' else 'es'}" if m["i"] else ""
    return f"{cardinal(m['f'])} {'foot' if m['f'] == '1' else 'feet'}{inches}"


def _fraction(m: re.Match[str]) -> str:
    whole, a, b = m["w"], m["a"], m["b"]
    if (a, b) == ("24", "7"):
        return "twenty-four seven"
    if (a, b) == ("9", "11") and not whole:
        return "nine eleven"
    if re.search(
        r"(?:scored?|rated?|rating|gave(?: it)?|got)\s(?:an? |it )?$", m.string[max(0, m.start() - 16) : m.start()]
    ):
        return f"{cardinal(a)} out of {cardinal(b)}"
    words = fraction(a, b) if int(a) < int(b) or whole else f"{cardinal(a)} over {cardinal(b)}"
    if whole:
        return f"{cardinal(whole)} and {words.replace('one half', 'a half')}"
    return words


def _range(m: re.Match[str]) -> str:
    return f"{_signed(m['a'])} to {_signed(m['b'])}"


def _big(m: re.Match[str]) -> str:
    return f"{_signed(m['n'])} {_BIG_NAMES.get(m['big'].lower(), m['big'].lower())}"


def _times(m: re.Match[str]) -> str:
    return f"{_signed(m['n'])} times"


def _plain(m: re.Match[str]) -> str:
    digits = m["n"]
    sign = "minus " if m["sign"] and not m.string[: m.start()].rstrip()[-1:].isalnum() else ""
    if re.fullmatch(r"1\d{3}|20\d\d", digits) and not sign and _is_year(m):
        return year(digits)
    gap = " " if m["sign"] and not sign else ""
    return gap + sign + (number(digits.replace(",", "")) if "." in digits else cardinal(digits))


def _is_year(m: re.Match[str]) -> bool:
    """Four digits are a year unless a plural follows: "2019 was", "in 1984 people", but "1234 files"."""
    before = re.search(r"([A-Za-z]+)[\s(,]*$", m.string[max(0, m.start() - 16) : m.start()])
    if before and before.group(1).lower() in _YEAR_CUES:
        after = re.match(r"\s+([a-z]+)", m.string[m.end() : m.end() + 24])
        return not (
            after and before.group(1).lower() in ("of", "to", "and", "by", "around", "from") and _counts(after.group(1))
        )
    after = re.match(r"\s+([a-z]+)", m.string[m.end() : m.end() + 24])
    return m["n"][:2] != "10" and not (after and _counts(after.group(1)))


def _counts(noun: str) -> bool:
    return noun in _PLURALS or (noun.endswith("s") and not noun.endswith("ss") and noun not in _NOT_NOUNS)


_N = rf"(?P<n>{NUM})"
RULES: tuple[Rule, ...] = (
    (
        re.compile(rf"(?P<sym>[$£€¥₹₩])(?P<a>{NUM})\s?[-–]\s?[$£€¥₹₩]?(?P<b>{NUM})(?:\s?(?P<big>{_BIG}))?(?![\w%])"),
        _money_range,
    ),
    (
        re.compile(
            rf"(?<![\w.])(?P<sign>[-−])?(?P<sym>US\$|HK\$|A\$|C\$|[$£€¥₹₩]|Rs\.?|USD|EUR|GBP|RMB|CNY|JPY)\s?(?P<sign2>[-−])?{_N}"
            rf"(?:\s?(?P<big>{_BIG}))?(?P<code>)(?![\d%])"
        ),
        _money,
    ),
    (
        re.compile(
            rf"(?<![\w.,])(?P<sign>[-−])?{_N}(?:\s?(?P<big>{_BIG}))?\s?(?P<sym>)(?P<code>[$£€¥₹₩]|USD|EUR|GBP|RMB|CNY|JPY)(?![\w])"
        ),
        _money,
    ),
    (re.compile(rf"(?<![\w.]){_N}\s?¢"), lambda m: f"{_signed(m['n'])} cent{'' if m['n'] == '1' else 's'}"),
    (
        re.compile(
            rf"(?<![\w.])(?:(?P<lo>[-−]?(?:{NUM}))\s?(?:[-–~]|to)\s?)?(?P<n>[-−]?(?:{NUM}))\s?°\s?(?P<scale>[CFKcf](?![\w]))?"
        ),
        _degrees,
    ),
    (
        re.compile(rf"(?<![\w.])(?:(?P<lo>[-−]?(?:{NUM}))\s?[%‰]?\s?[-–~]\s?)?(?P<n>[-−]?(?:{NUM}))\s?(?P<mark>[%‰])"),
        _percent,
    ),
    (re.compile(r"(?<![\w.])(?P<f>\d{1,2})'\s?(?P<i>\d{1,2})\"?(?![\w'])"), _feet_inches),
    (re.compile(r"(?<![\w./])(?:(?P<w>\d{1,3})(?: | ?& ?|-))?(?P<a>\d{1,3})/(?P<b>\d{1,4})(?![\w/]|\.\d)"), _fraction),
    (
        re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?[x×]\s?(?=\d)"),
        lambda m: f"{_signed(m[1])} {'by' if 'x' in m[0] else 'times'} ",
    ),
    (
        re.compile(
            rf"(?<![\w.,-])(?P<sign>[-−])?(?:(?P<lo>{NUM})\s?[-–]\s?)?{_N}(?P<gap>[\s-]?)(?P<unit>{_UNIT})(?![\w²³/])(?:\.(?=\s[a-z]))?"
        ),
        _unit,
    ),
    (re.compile(rf"(?<![\w.]){_N}[x×](?!\w)"), _times),
    (re.compile(rf"(?<![\w.]){_N}\s?(?P<big>thousand|million|billion|trillion|[kKMB]|bn|mn)\b"), _big),
    (re.compile(r"(?<![\w.])(\d{1,3}(?:,\d{3})+|\d{1,9})(?:st|nd|rd|th)\b", re.I), lambda m: ordinal(m[1])),
    (re.compile(rf"(?<![\w.-])(?P<a>[-−]?(?:{NUM}))\s?(?:–|-(?=\d))\s?(?P<b>{NUM})(?![\w-])"), _range),
    (re.compile(r"\b(?:No|no|Nr)\.? ?(?=\d)"), "number "),
    (re.compile(r"\b(?:Nos|nos)\. ?(?=\d)"), "numbers "),
    (re.compile(r"#\s?(?=\d)"), "number "),
    (re.compile(r"\b(?:pp?)\. ?(?=\d)"), lambda m: "pages " if m[0].startswith("pp") else "page "),
    (re.compile(r"(?<![\w.])(\d+) \+ (?=\d)"), lambda m: f"{cardinal(m[1])} plus "),
    (re.compile(rf"(?<![\w.]){_N}\+(?!\w)"), lambda m: f"{_signed(m['n'])} plus"),
    (re.compile(r"(?<=\d)\s?-\s?(?=\d+\s?=)|(?<=\d) [-−] (?=\d)"), " minus "),
    (
        re.compile(r"\^(\d+)"),
        lambda m: {"2": " squared", "3": " cubed"}.get(m[1], f" to the power of {cardinal(m[1])}"),
    ),
)
PLAIN_RULES: tuple[Rule, ...] = ((re.compile(rf"(?<![\w.])(?P<sign>[-−])?{_N}(?![\w])"), _plain),)
ANY_DIGITS: tuple[Rule, ...] = (
    (re.compile(r"\d+"), lambda m: f" {cardinal(m[0]) if len(m[0]) <= 3 else digit_by_digit(m[0])} "),
)
"""Whatever digits are left, so that none is lost."""
