"""English number words as American speakers say them, on hibari's number words (a subset of num2words)."""

import re

from hibari.g2p import numbers

MAX_CARDINAL_DIGITS = 15
"""A longer number is read digit by digit."""
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FRACTION_NAMES = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def cardinal(digits: str) -> str:
    """ "1,234" -> "one thousand two hundred thirty-four"; a leading zero, or too many digits: digit by digit."""
    digits = digits.replace(",", "")
    if len(digits) > MAX_CARDINAL_DIGITS or (len(digits) > 1 and digits[0] == "0"):
        return digit_by_digit(digits)
    words: str = numbers.cardinal(int(digits))
    return _plain(words)


def ordinal(digits: str) -> str:
    digits = digits.replace(",", "")
    if len(digits) > MAX_CARDINAL_DIGITS:
        return digit_by_digit(digits)
    words: str = numbers.ordinal(int(digits))
    return _plain(words)


def _plain(words: str) -> str:
    return re.sub(r",| and(?= )", "", words)


def number(text: str) -> str:
    """Cardinal or decimal, with an optional sign: "-3.50" -> "minus three point five zero"."""
    sign = "minus " if text[:1] in "-−" else ""
    text = text.lstrip("+-−")
    whole, _, decimals = text.partition(".")
    words = cardinal(whole) if whole else ""
    if decimals:
        words = f"{words} point {digit_by_digit(decimals)}".strip()
    return sign + words


def digit_by_digit(digits: str) -> str:
    return " ".join(DIGITS[int(d)] for d in digits if d.isdigit())


def year(digits: str) -> str:
    """ "1905" -> "nineteen oh five", "2024" -> "twenty twenty four", "2008" -> "two thousand eight"."""
    words: str = numbers.year(int(digits))
    return _plain(words).replace("oh-", "oh ")


def pairs(digits: str) -> str:
    """Room, flight and model style: "747" -> "seven forty-seven", "305" -> "three oh five", "1549" -> two pairs."""
    if len(digits) == 3 and digits[0] != "0":
        tail = digits[1:]
        if tail == "00":
            return f"{DIGITS[int(digits[0])]} hundred"
        return f"{DIGITS[int(digits[0])]} {'oh ' + DIGITS[int(tail[1])] if tail[0] == '0' else cardinal(tail)}"
    if len(digits) == 4 and digits[0] != "0" and digits[2:] != "00":
        tail = digits[2:]
        return f"{cardinal(digits[:2])} {'oh ' + DIGITS[int(tail[1])] if tail[0] == '0' else cardinal(tail)}"
    return cardinal(digits) if len(digits) <= 2 or digits.endswith("00") else digit_by_digit(digits)


def plural(words: str) -> str:
    """Of the last word: "twenty" -> "twenties", "six" -> "sixes", "ninety nine" -> "ninety nines"."""
    if words.endswith("y"):
        return words[:-1] + "ies"
    return words + ("es" if words.endswith(("s", "x")) else "s")


def fraction(numerator: str, denominator: str) -> str:
    """ "3/4" -> "three quarters"; large or unlikely ones "a over b"."""
    top, bottom = int(numerator), int(denominator)
    if bottom < 2 or bottom > 100:
        return f"{cardinal(numerator)} over {cardinal(denominator)}"
    one, many = FRACTION_NAMES.get(bottom, (ordinal(denominator), plural(ordinal(denominator))))
    return f"{'one' if top == 1 else cardinal(numerator)} {one if top == 1 else many}"


def roman(numeral: str) -> int:
    total = 0
    for i, char in enumerate(numeral):
        value = _ROMAN[char]
        total += -value if i + 1 < len(numeral) and _ROMAN[numeral[i + 1]] > value else value
    return total
