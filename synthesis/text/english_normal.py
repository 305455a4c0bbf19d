"""English normalisation: everything that is not yet words becomes words, each tied to the signs it stands for.

The rules use hibari's tables of units, titles, abbreviations and currencies and its number words; hibari's own
normaliser rewrites whole strings and so loses the places that captions need.
"""

import re

from synthesis.text import english_amounts, english_codes, english_dates
from synthesis.text import english_tables as tables
from synthesis.text.aligned import AlignedText
from synthesis.text.english_dates import Rule

_MORE_ABBREVIATIONS = {
    "e.g.": "for example",
    "i.e.": "that is",
    "etc.": "et cetera",
    "w/": "with",
    "w/o": "without",
    "a.k.a.": "also known as",
    "cf.": "compare",
    "c.": "circa",
    "ca.": "circa",
    "Esq.": "Esquire",
    "Ph.D.": "P H D",
    "PhD": "P H D",
    "Eq.": "Equation",
    "Sec.": "Section",
    "sec.": "section",
    "tel.": "telephone",
    "Tel.": "Telephone",
    "ext.": "extension",
    "max.": "maximum",
    "min.": "minimum",
    "avg.": "average",
    "dept.": "department",
    "pt.": "part",
    "ref.": "reference",
    "Ref.": "Reference",
    "temp.": "temperature",
    "N.B.": "note well",
    "P.S.": "P S",
    "p.m.": "P.M.",
    "a.m.": "A.M.",
}
_DROPPED = frozenset({"no.", "nos.", "ed.", "est.", "Sun.", "Mar."})
"""In hibari's table, but more often the end of a sentence than an abbreviation."""
_ABBREVIATIONS = {**{k: v for k, v in tables.ABBREV.items() if k not in _DROPPED}, **_MORE_ABBREVIATIONS}
_ABBREVIATION = "|".join(re.escape(a) for a in sorted(_ABBREVIATIONS, key=len, reverse=True))
_TITLE = "|".join(re.escape(t) for t in sorted(tables.TITLES, key=len, reverse=True))


def _abbreviation(m: re.Match[str]) -> str | None:
    word = m[1]
    if word in tables.UNITS_WITH_STOPS and m.string[: m.start()].rstrip()[-1:].isdigit():
        return None
    if word in ("c.", "pt.", "ca.") and not re.match(r"\s?\d", m.string[m.end() :]):
        return None
    stop = "." if word.endswith(".") and not m.string[m.end() :].strip(" \"'”)") else ""
    return f"{_ABBREVIATIONS[word]}{stop}"


_WORD_RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<=[a-z] )Dr\.(?=\s+[a-z]|,|\s*$)"), "Drive"),
    (
        re.compile(rf"\b({_TITLE})\.? (?=[A-Z])"),
        lambda m: f"{tables.TITLES[m[1]]} " if "." in m[0] or m[1] in ("Mr", "Mrs", "Ms", "Dr", "St", "Mt") else None,
    ),
    (re.compile(rf"(?<![\w.])({_ABBREVIATION})(?![\w])"), _abbreviation),
)
_CURRENCY_NAMES = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yuan", "₹": "rupee", "₩": "won", "¢": "cent"}
_SIGN_RULES: tuple[Rule, ...] = (
    (re.compile(r"\b([A-Z])/([A-Z])\b"), r"\1.\2."),
    (re.compile(r"(?<=\w) / (?=\w)"), " divided by "),
    (re.compile(r"\bw/(?=\w)"), "with "),
    (re.compile(r"\s?&\s?"), " and "),
    (re.compile(r"(?<=\w)\s?@\s?(?=\w)|(?<=\s)@\s(?=\w)"), " at "),
    (re.compile(r"@(?=\w)"), " at "),
    (re.compile(r"\s?±\s?"), " plus or minus "),
    (re.compile(r"\s?≈\s?"), " approximately equals "),
    (re.compile(r"\s?≠\s?"), " is not equal to "),
    (re.compile(r"\s?(?:≤|<=)\s?"), " is at most "),
    (re.compile(r"\s?(?:≥|>=)\s?"), " is at least "),
    (re.compile(r"\s?(?:→|->|=>)\s?"), " to "),
    (re.compile(r"(?<=\w)\s?={1,3}\s?(?=[\w-])"), " equals "),
    (re.compile(r"(?<=[\w)])\s?<\s?(?=[\w-])|^<\s?(?=\d)|(?<=\s)<\s?(?=\d)"), " less than "),
    (re.compile(r"(?<=[\w)])\s?>\s?(?=[\w-])|^>\s?(?=\d)|(?<=\s)>\s?(?=\d)"), " greater than "),
    (re.compile(r"\s?×\s?|(?<=[\w)])\s\*\s(?=[\w(])|(?<=\d)\*(?=\d)"), " times "),
    (re.compile(r"\s?÷\s?"), " divided by "),
    (re.compile(r"√\s?"), " square root of "),
    (re.compile(r"∞"), " infinity "),
    (re.compile(r"π"), " pie "),
    (re.compile(r"µ"), " micro "),
    (re.compile(r"Ω"), " ohm "),
    (re.compile(r"²"), " squared "),
    (re.compile(r"³"), " cubed "),
    (re.compile(r"°"), " degrees "),
    (re.compile(r"§\s?"), " section "),
    (re.compile(r"(?<=\w)\+\+"), " plus plus "),
    (re.compile(r"(?<=[A-Za-z])\+(?!\w)"), " plus "),
    (re.compile(r"\s?\+\s?(?=\w)"), " plus "),
    (re.compile(r"~\s?(?=\d)"), "about "),
    (re.compile(r"[%％]"), " percent "),
    (re.compile(r"\b([CFJ])#"), r"\1 sharp"),
    (re.compile(r"\b(and|or)/(or|and)\b"), r"\1 \2"),
    (re.compile(r"(?<=[A-Za-z])/(?=[A-Za-z])"), " slash "),
    (re.compile(r"[$£€¥₹₩¢](?=\s|$|[A-Za-z])"), lambda m: f" {_CURRENCY_NAMES.get(m[0], '')} "),
)
_LAST_RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<=[A-Za-z])-(?=\s)|(?<=\s)-(?=[A-Za-z])"), lambda m: " "),
    (re.compile(r"\s[-–]\s"), " — "),
    (re.compile(r"[_|\\/~^*=<>+#@$£€¥₹₩¢{}\[\]]+"), " "),
    (re.compile(r"\s+([,.;:!?])"), r"\1"),
    (re.compile(r"[,;:]+(?=[.!?])|(?<=[,;:])[,;]+"), ""),
    (re.compile(r"\s{2,}"), " "),
)


_MAY_HOLD_CODE = re.compile(r"[@/#_]|\w\.\w|\b[IVXLC]+\b")
_SIGN = re.compile(r"[^\w\s,.!?;:'\"()“”…—]")
"""Optimization: most sentences hold nothing that the longer lists of rules look for."""


def english_words(text: AlignedText) -> AlignedText:
    """Words and stops only: no digit and no sign is left."""
    has_digit = any(c.isdigit() for c in text.text)
    if has_digit or _MAY_HOLD_CODE.search(text.text):
        text = _applied(text, english_codes.RULES)
    if has_digit:
        text = _applied(text, english_dates.RULES)
    text = _applied(text, _WORD_RULES)
    if has_digit:
        text = _applied(text, english_amounts.RULES)
        text = _applied(text, english_codes.LATE_RULES)
        text = _applied(text, english_amounts.PLAIN_RULES)
    if has_digit or _SIGN.search(text.text):
        text = _applied(text, _SIGN_RULES)
    if any(c.isdigit() for c in text.text):
        text = _applied(text, english_amounts.ANY_DIGITS)
    return _applied(text, _LAST_RULES)


def _applied(text: AlignedText, rules: tuple[Rule, ...]) -> AlignedText:
    for pattern, new in rules:
        text = text.sub(pattern, new)
    return text
