"""English reading of addresses, telephone numbers, versions, codes: things said sign by sign."""

import re

from synthesis.text import english_tables as tables
from synthesis.text.english_dates import Rule
from synthesis.text.english_numbers import cardinal, digit_by_digit, ordinal, pairs, roman
from synthesis.text.word_lists import word_set

_SPELLED_ENDS = word_set(
    "io ai uk cn de fr jp us eu tv me ly hk tw py js ts md pdf html css xml csv json png jpg jpeg gif "
    "mp3 mp4 exe txt docx xlsx gov edu www http https ftp"
)
_SAID_ENDS = {
    "gov": "gov",
    "edu": "E D U",
    "org": "org",
    "com": "com",
    "net": "net",
    "json": "jason",
    "jpg": "J peg",
    "jpeg": "J peg",
    "gif": "gif",
    "exe": "E X E",
    "html": "H T M L",
}
_SIGNS = {
    ".": " dot ",
    "/": " slash ",
    "-": " dash ",
    "_": " underscore ",
    "@": " at ",
    ":": " colon ",
    "?": " question mark ",
    "=": " equals ",
    "&": " and ",
    "#": " hash ",
    "+": " plus ",
    "~": " tilde ",
    "%": " percent ",
}
_LABEL = re.compile(r"[A-Za-z]+|\d+|[^A-Za-z\d]")
_ROMAN = r"(?=[IVXLC]{1,7}\b)(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_NAMED = "|".join(re.escape(w) for w in sorted(tables.ROMAN_CARDINAL, key=len, reverse=True))
_RULERS = "|".join(re.escape(w) for w in sorted(tables.ROMAN_ORDINAL, key=len, reverse=True))


def address(text: str) -> str:
    """ "www.example.com/a-b" -> "W W W dot example dot com slash a dash b"."""
    text = re.sub(r"^(?:https?|ftp)://", "", text).rstrip("/")
    words: list[str] = []
    for piece in _LABEL.findall(text):
        low = piece.lower()
        if low in _SAID_ENDS:
            words.append(_SAID_ENDS[low])
        elif low in _SPELLED_ENDS or (piece.isupper() and len(piece) <= 4):
            words.append(" ".join(low.upper()))
        elif piece.isdigit():
            words.append(cardinal(piece) if len(piece) <= 2 else digit_by_digit(piece))
        else:
            words.append(_SIGNS.get(piece, piece))
    return re.sub(r"\s+", " ", " ".join(words)).strip()


def _telephone(m: re.Match[str]) -> str | None:
    digits = re.sub(r"\D", "", m.group())
    if not 7 <= len(digits) <= 15:
        return None
    groups = re.findall(r"\d+", m.group())
    words = ", ".join(_toll_free(g) for g in groups)
    return f"plus {words}" if m.group().lstrip("(").startswith("+") else words


def _toll_free(group: str) -> str:
    return f"{cardinal(group[0])} hundred" if re.fullmatch(r"[89]00", group) else digit_by_digit(group)


def _version(m: re.Match[str]) -> str:
    said = re.search(r"(?:version|release)\s*$", m.string[: m.start()][-12:], re.I)
    lead = "version " if m["v"] and not said else ""
    return lead + " point ".join(cardinal(part) for part in m["n"].split("."))


def _internet(m: re.Match[str]) -> str | None:
    parts = m["ip"].split(".")
    if any(int(p) > 255 for p in parts):
        return None
    port = f" colon {cardinal(m['port'])}" if m["port"] else ""
    mask = f" slash {cardinal(m['mask'])}" if m["mask"] else ""
    return " dot ".join(digit_by_digit(p) if len(p) == 3 else cardinal(p) for p in parts) + port + mask


def _letters_and_digits(m: re.Match[str]) -> str | None:
    text = m.group()
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", text, re.I):
        return ordinal(text[:-2])
    if re.fullmatch(r"[A-Za-z]2[A-Za-z]", text):
        return f"{text[0].upper()} to {text[2].upper()}"
    out = []
    for piece in re.findall(r"\d+(?:\.\d+)?|[A-Za-z]+", text):
        if piece[0].isdigit():
            out.append(_short_number(piece))
        else:
            out.append(" ".join(piece.upper()) if (piece.isupper() and len(piece) <= 3) or len(piece) == 1 else piece)
    return " ".join(out)


def _short_number(piece: str) -> str:
    if "." in piece:
        whole, decimals = piece.split(".")
        return f"{cardinal(whole)} point {digit_by_digit(decimals)}"
    if piece[0] == "0":
        return digit_by_digit(piece)
    return pairs(piece) if len(piece) in (3, 4) else cardinal(piece) if len(piece) <= 2 else digit_by_digit(piece)


def _groups(m: re.Match[str]) -> str | None:
    """Groups of digits that are no date: an ISBN, a serial number."""
    if re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-(?:\d\d|\d{4})", m[0]):
        return None
    return ", ".join(digit_by_digit(group) for group in m[0].split("-"))


def _hash_word(m: re.Match[str]) -> str:
    words = re.findall(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|\d+|[A-Z]", m[1])
    return "hashtag " + " ".join(words or [m[1]])


RULES: tuple[Rule, ...] = (
    (
        re.compile(
            r"(?:https?|ftp)://[^\s<>\"“”\u4e00-\u9fff]{1,500}?(?=[.,;:!?)\]]*(?:[\s\"“”]|$|[\u3000-\u9fff]))|"
            r"\bwww\.[\w-]{1,63}(?:\.[\w-]{1,63})+(?:/[\w./%?=&#~+-]*[\w/])?"
        ),
        lambda m: address(m.group()),
    ),
    (re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"), lambda m: address(m.group())),
    (
        re.compile(
            r"(?<![\w@])(?:[a-zA-Z][\w-]{0,62}\.){1,4}(?:com|org|net|edu|gov|io|ai|co|uk|cn|de|fr|app|dev|info|tv|me)\b"
            r"(?:/[\w./%?=&#~+-]*[\w/])?"
        ),
        lambda m: address(m.group()),
    ),
    (
        re.compile(
            r"\b[\w-]{1,60}\.(?:pdf|html?|css|js|ts|py|json|csv|xml|txt|md|docx?|xlsx?|png|jpe?g|gif|mp[34]|exe|wav)\b"
        ),
        lambda m: address(m.group()),
    ),
    (re.compile(r"(?<![\w/])[~.]?(?:/[\w.-]{1,60}){2,12}/?"), lambda m: address(m.group())),
    (
        re.compile(
            r"(?<![\w.])(?P<ip>\d{1,3}(?:\.\d{1,3}){3})(?::(?P<port>\d{1,5}))?(?:/(?P<mask>\d{1,2}))?(?![\w]|\.\d)"
        ),
        _internet,
    ),
    (
        re.compile(
            r"(?<![\w.$£€¥-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{1,4}[ .-])"
            r"(?:\d{3,4}[ .-])?\d{3,4}[ -]\d{3,4}(?![\w-]|\.\d)"
        ),
        _telephone,
    ),
    (
        re.compile(
            r"(?<![\w.$£€¥-])(?:\+\d{1,3}[ .-]?\d{6,12}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}[-.]\d{4}|"
            r"\d{3}\.\d{3}\.\d{4})(?![\w-]|\.\d)"
        ),
        _telephone,
    ),
    (re.compile(r"(?<![\w.])(?P<v>[vV])\.?\s?(?P<n>\d{1,4}(?:\.\d{1,5}){0,4})(?![\w]|\.\d)"), _version),
    (re.compile(r"(?<![\w.,$£€])(?P<v>)(?P<n>\d{1,4}(?:\.\d{1,4}){2,4})(?![\w]|\.\d)"), _version),
    (re.compile(r"\bH2O\b"), "H two O"),
    (re.compile(r"\bCO2\b"), "C O two"),
    (re.compile(r"(?<![\w.$£€])([248])[Kk]\b"), lambda m: f"{cardinal(m[1])} K"),
    (re.compile(r"(?<!\w)\.NET\b"), "dot net"),
    (re.compile(r"\b([A-Za-z]{1,12})-(?=\d)"), r"\1 "),
    (
        re.compile(
            r"(?P<head>\b(?:[Rr]oom|[Ff]light|[Ss]uite|[Aa]partment|[Aa]pt\.?|[Hh]ighway|[Rr]oute|[Bb]us|[Ii]nterstate|Boeing|"
            r"Airbus|[Gg]ate|[Ee]xtension|[Ee]xt\.?) (?:[A-Z] ?)?)(?P<n>\d{3,5})\b(?![.,]\d|-\d)"
        ),
        lambda m: f"{m['head'].rstrip()} {pairs(m['n'])}",
    ),
    (
        re.compile(
            r"(?P<head>\b(?:[Cc]ode|PIN|[Pp]in|[Zz]ip(?: code)?|ZIP(?: code)?|[Oo]rder|[Aa]ccount|[Ii]nvoice|"
            r"[Tt]racking|[Cc]ase|[Tt]icket|"
            r"[Ss]erial|[Pp]assword|ID|[Rr]eference|[Cc]onfirmation|[Pp]asscode|[Ee]nding in)"
            r"(?: number| no\.?| code)?(?: is)?:? #?)"
            r"(?P<n>\d{3,20})\b(?![.,]\d|-\d)"
        ),
        lambda m: m["head"].replace("#", "") + digit_by_digit(m["n"]),
    ),
    (re.compile(r"(?<=\b[A-Z]{2} )\d{5}(?:-\d{4})?\b(?![,.]\d)|(?<=D\.C\. )\d{5}\b"), lambda m: digit_by_digit(m[0])),
    (
        re.compile(
            r"(?P<head>\b(?:[Nn]o\.|[Nn]umber|[Tt]el\.?|[Tt]elephone|[Pp]hone|"
            r"[Ff]ax|[Dd]ial|[Cc]all|[Tt]ext):? )(?P<n>\d{5,15})\b(?![,.]\d)"
        ),
        lambda m: f"{m['head'].replace('no.', 'number').replace('No.', 'Number')}{digit_by_digit(m['n'])}",
    ),
    (re.compile(r"(?<![\w.-])\d{1,9}(?:-\d{1,9}){2,8}(?![\w-]|\.\d)"), _groups),
    (re.compile(r"#(\w{0,5}[A-Za-z]\w{0,60})"), _hash_word),
    (
        re.compile(rf"\b(?P<head>(?:{_RULERS}) )(?P<n>{_ROMAN})\b(?!['.]\w)"),
        lambda m: f"{m['head']}the {ordinal(str(roman(m['n'])))}" if m["n"] else None,
    ),
    (
        re.compile(rf"\b(?P<head>(?:{_NAMED}) )(?P<n>{_ROMAN})\b(?!['.]\w)"),
        lambda m: f"{m['head']}{cardinal(str(roman(m['n'])))}" if m["n"] else None,
    ),
    (
        re.compile(r"\b(?P<n>(?=[IVX]{2,6}\b)(?:X{0,3})(?:IX|IV|V?I{0,3}))\b(?!['.-]\w)"),
        lambda m: cardinal(str(roman(m["n"]))) if m["n"] else None,
    ),
)
LATE_RULES: tuple[Rule, ...] = (
    (re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{2,24}\b"), _letters_and_digits),
)
"""After amounts, units and ordinals have been read."""
