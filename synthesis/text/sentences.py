"""Paragraphs and sentences of plain text, before numbers are read: full stops that end nothing are known here."""

import re
from collections.abc import Iterator

from synthesis.text.aligned import AlignedText
from synthesis.text.characters import HAN
from synthesis.text.word_lists import word_set

MAX_SENTENCE = 600
"""Code points; a longer stretch without an end is cut at a clause, a space, or anywhere."""
_PARAGRAPH = re.compile(r"[ \t]*\n[\s]*")
_WRAPPED_LINE = 50
"""A line at least this long that ends without a stop is taken as wrapped, not as finished."""
_END = re.compile(f"(?:[。！？]+|[.!?…]+(?=[\"'”’)）\\]]*(?:\\s|$|[{HAN}“（])))[\"'”’)）\\]]*\\s*")
_INITIAL = re.compile(r"(?:^|[\s.(“\"'])[A-Z]\.$")
_LAST_WORD = re.compile(r"([A-Za-z][A-Za-z.]*)\.[\"'”’)）\]]*\s*$")
_CLAUSE = re.compile(r"[,;:，；：、—…]\s*")

NEVER_LAST = word_set(
    "mr mrs ms dr prof st mt ft gen gov sen rep capt lt col sgt cmdr rev hon pres supt cpl maj adm fr "
    "msgr mme mlle tel vs e.g i.e cf viz no nos fig figs vol pp p ch sec eq ref ed eds approx est ca al "
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat"
)
"""A stop after these ends no sentence, unless nothing follows."""
_SOMETIMES_LAST = word_set("etc inc ltd co corp jr sr ave blvd rd a.m p.m u.s u.k d.c b.c a.d ph.d m.d b.a m.a")
"""A stop after these ends the sentence where a capital follows."""


def paragraphs(text: AlignedText) -> Iterator[AlignedText]:
    """Stretches between line breaks; a hard-wrapped line is joined to its next. Blank ones are left out."""
    start = 0
    for match in _PARAGRAPH.finditer(text.text):
        if match.group().count("\n") == 1 and _is_wrapped(text.text, start, match):
            continue
        if text.text[start : match.start()].strip():
            yield text[start : match.start()]
        start = match.end()
    if text.text[start:].strip():
        yield text[start:]


def _is_wrapped(text: str, start: int, gap: re.Match[str]) -> bool:
    line_start = max(start, text.rfind("\n", start, gap.start()) + 1)
    before, after = text[line_start : gap.start()], text[gap.end() : gap.end() + 1]
    return len(before) >= _WRAPPED_LINE and before[-1:].isalnum() and after.islower()


def sentences(paragraph: AlignedText) -> Iterator[AlignedText]:
    """Sentences of a paragraph, each at most MAX_SENTENCE long, without the space around them."""
    start = 0
    for match in _END.finditer(paragraph.text):
        if match.end() < len(paragraph) and not _ends_sentence(paragraph.text, start, match):
            continue
        yield from _cut(paragraph[start : match.end()])
        start = match.end()
    yield from _cut(paragraph[start:])


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match.group().strip()
    following = text[match.end() : match.end() + 2].lstrip("\"'“‘(（")
    if following[:1].islower():
        return False
    if re.match(r"(?:[NS][EW]?|[EW])\b", text[match.end() : match.end() + 3]) and mark == ".":
        return False  # Ave. NW
    if mark[0] == "…":
        return not following[:1].isdigit()
    if mark[0] != ".":
        return True
    before = text[max(start, match.start() - 24) : match.start() + 1]
    if _INITIAL.search(before) and not before.endswith((" I.", "\nI.")):
        return False
    word = _LAST_WORD.search(before)
    if word is None:
        return not re.fullmatch(r"\s*\d{1,3}\.", text[start : match.end()].rstrip())  # "1. " begins a list
    name = word.group(1).lower()
    return name not in NEVER_LAST and (name not in _SOMETIMES_LAST or not following[:1].isdigit())


def _cut(text: AlignedText) -> Iterator[AlignedText]:
    """Cut an overlong sentence at the last clause mark, else space, else anywhere before the limit."""
    start = 0
    while len(text) - start > MAX_SENTENCE:
        window = text.text[start : start + MAX_SENTENCE]
        clause = [m.end() for m in _CLAUSE.finditer(window, MAX_SENTENCE // 2)]
        stop = start + ((clause[-1] if clause else window.rfind(" ", 1) + 1) or MAX_SENTENCE)
        yield from _not_blank(text[start:stop])
        start = stop
    yield from _not_blank(text[start:])


def _not_blank(text: AlignedText) -> Iterator[AlignedText]:
    if text.text.strip():
        yield text.strip()
