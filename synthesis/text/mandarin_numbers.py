"""Chinese number words, on cn2an."""

import re

DIGITS = "零一二三四五六七八九"
TELEPHONE = "零幺二三四五六七八九"
MAX_CARDINAL_DIGITS = 16


def digit_by_digit(text: str, *, telephone: bool = False) -> str:
    names = TELEPHONE if telephone else DIGITS
    return "".join(names[int(d)] for d in text if d.isascii() and d.isdigit())


def cardinal(digits: str) -> str:
    """ "302" -> "三百零二", "20" -> "二十", "12" -> "十二"; with a leading zero, or too long: digit by digit."""
    import cn2an

    if len(digits) > MAX_CARDINAL_DIGITS or (len(digits) > 1 and digits[0] == "0"):
        return digit_by_digit(digits)
    words: str = cn2an.an2cn(digits, "low")
    return re.sub("^一十", "十", words)


def number(text: str) -> str:
    """Cardinal or decimal with a sign."""
    sign = "负" if text[:1] == "-" else ""
    whole, _, decimals = text.lstrip("-+").replace(",", "").partition(".")
    words = cardinal(whole) if whole else "零"
    return sign + words + (f"点{digit_by_digit(decimals)}" if decimals else "")
