"""Text as people write it -> plain lines: markup of Markdown and HTML gone, odd characters told apart, none lost."""

import html
import re
import unicodedata

from synthesis.text.aligned import AlignedBuilder, AlignedText
from synthesis.text.characters import is_han, is_letter_of_other_script, plain_character, transliterated
from synthesis.text.fixed import is_sign

_ODD = re.compile("[^\\n\\x20-\\x7e\u4e00-\u9fff，。！？；：、“”（）]+")
_JOINERS = "\ufe0f\u200d"
"""They join emoji; anywhere else they say nothing."""
_SCRIPT_WORD = 16
"""Letters of a script without spaces are read in words of at most this many."""

_MARKDOWN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.M), ""),
    (re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$", re.M), ""),
    (re.compile(r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t:|-]*$", re.M), ""),
    (re.compile(r"^[ \t]{0,8}(?:>[ \t]?)+", re.M), ""),
    (re.compile(r"^[ \t]*#{1,6}[ \t]+", re.M), ""),
    (re.compile(r"^[ \t]*[-*+•·▪●○◦‣][ \t]+(?:\[[ xX]\][ \t]+)?", re.M), ""),
    (re.compile(r"`+"), ""),
    (re.compile(r"\*{2,3}|~~|(?<!\S)\*(?=\w)|(?<=[^\s*\d])\*(?!\w)|(?<![\w\s])\*(?=\w)"), ""),
    (re.compile(r"(?<![^\W_])_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?![^\W_])"), ""),
    (re.compile(r"<!--.{0,2000}?-->|</?[A-Za-z][A-Za-z0-9]{0,15}(?:\s[^<>\n]{0,300})?/?>", re.S), " "),
)
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\([^()\s]{1,2000}(?:\s\"[^\"\n]{0,200}\")?\)")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});")
_TABLE_BAR = re.compile(r"^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$|[ \t]+\|[ \t]+", re.M)
_REPEATS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\.{2,}|。{2,}|…{2,}"), "…"),
    (re.compile(r"[-–—]{2,}"), "—"),
    (re.compile(r"([!！])[!！]+"), "!"),
    (re.compile(r"([?？])[?？]+"), "?"),
    (re.compile(r"([!！?？]{2})[!！?？]+"), "?"),
    (re.compile(r"([,，;；:：~*_=+#/\\|^&@$%、·\"'“”()（）])\1{2,}"), r"\1"),
    (re.compile(r"([A-Za-z\u4e00-\u9fff])\1{3,}"), r"\1\1\1"),
    (re.compile(r"[^\S\n]+"), " "),
)


def cleaned(text: AlignedText) -> AlignedText:
    """Plain text of letters, digits, symbols and stops; newlines stay. Costs time in proportion to the length."""
    text = _plain_characters(text)
    if "&" in text.text:
        text = text.sub(_ENTITY, lambda m: html.unescape(m.group()))
    if "](" in text.text:
        text = _without_links(text)
    for pattern, new in _MARKDOWN:
        text = text.sub(pattern, new)
    if "|" in text.text:
        text = text.sub(
            _TABLE_BAR, lambda m: ", " if m.group().startswith((" ", "\t")) and m.end() < len(m.string) else ""
        )
    for pattern, new in _REPEATS:
        text = text.sub(pattern, new)
    return text


def _without_links(text: AlignedText) -> AlignedText:
    """The words of [words](address), each with its own place."""
    builder = AlignedBuilder()
    last = 0
    for match in _LINK.finditer(text.text):
        builder.keep(text, last, match.start())
        builder.keep(text, *match.span(1))
        last = match.end()
    builder.keep(text, last, len(text))
    return builder.build()


def _plain_characters(text: AlignedText) -> AlignedText:
    builder = AlignedBuilder()
    last = 0
    for match in _ODD.finditer(text.text):
        builder.keep(text, last, match.start())
        _put_odd(builder, text, match.start(), match.end())
        last = match.end()
    builder.keep(text, last, len(text))
    return builder.build()


def _put_odd(builder: AlignedBuilder, text: AlignedText, start: int, end: int) -> None:
    i = start
    while i < end:
        char = text.text[i]
        before = text.text[i - 1] if i else ""
        if is_sign(char) or (char in _JOINERS and before and unicodedata.category(before)[0] in "SM"):
            builder.keep(text, i, i + 1)
        elif char in _JOINERS or (unicodedata.combining(char) and before.isascii() and before):
            pass  # joins nothing, or an accent on a Latin letter
        elif char == "々":  # the character before it once more
            builder.put(before if before and is_han(before) else "同", text.source(i, i + 1))
        elif (plain := plain_character(char)) is not None:
            builder.put(plain, text.source(i, i + 1))
        else:
            stop = _script_word_end(text.text, i, end)
            latin = transliterated(text.text[i:stop])
            is_latin = unicodedata.name(char, "").startswith("LATIN")
            builder.put(latin if is_latin else f" {latin} ", text.source(i, stop))
            i = stop - 1
        i += 1


def _script_word_end(text: str, start: int, end: int) -> int:
    stop = start
    while stop < end and stop - start < _SCRIPT_WORD and is_letter_of_other_script(text[stop]):
        if (plain_character(text[stop]) is not None and unicodedata.category(text[stop])[0] != "M") or is_han(
            text[stop]
        ):
            break
        stop += 1
    return max(stop, start + 1)
