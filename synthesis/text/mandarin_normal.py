"""Chinese normalisation: WeTextProcessing's grammar clause by clause, with the places of its words kept."""

import difflib
import fcntl
import functools
import logging
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from synthesis.text.aligned import AlignedBuilder, AlignedText
from synthesis.text.characters import HAN
from synthesis.text.english_dates import Rule
from synthesis.text.fixed import SIGNS
from synthesis.text.mandarin_rules import AFTER, BEFORE

_CLAUSE = re.compile(f"[^，。！？；、“”（）()\n{SIGNS}]+")
_WANTED = re.compile(r"\d")
_MAX_CLAUSE = 120
"""The grammar is not asked about longer clauses: such are no prose."""
_HAN_DIGIT_SPACE = re.compile(rf"(?<=[{HAN}])\s+(?=\d)|(?<=\d)\s+(?=[{HAN}])")
_GRAMMAR = "wetext-1.2.0"
"""Version of the grammar that the cached automata were built from."""


def mandarin_words(text: AlignedText) -> AlignedText:
    """Han, Latin words and stops only: no digit and no sign is left."""
    text = _applied(text, BEFORE)
    if _WANTED.search(text.text):
        text = text.sub(_HAN_DIGIT_SPACE, "")
        builder = AlignedBuilder()
        last = 0
        for match in _CLAUSE.finditer(text.text):
            builder.keep(text, last, match.start())
            _put_clause(builder, text, match.start(), match.end())
            last = match.end()
        builder.keep(text, last, len(text))
        text = builder.build()
    return _applied(text, AFTER)


def _applied(text: AlignedText, rules: tuple[Rule, ...]) -> AlignedText:
    for pattern, new in rules:
        text = text.sub(pattern, new)
    return text


def _put_clause(builder: AlignedBuilder, text: AlignedText, start: int, end: int) -> None:
    old = text.text[start:end]
    new = _normalised(old) if _WANTED.search(old) and len(old) <= _MAX_CLAUSE else old
    if new == old:
        builder.keep(text, start, end)
        return
    pending: list[int] | None = None
    words = ""
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            pending = [pending[0] if pending else a, b]
            words += new[c:d]
            continue
        _flush(builder, text, start, pending, words)
        pending, words = None, ""
        builder.keep(text, start + a, start + b)
    _flush(builder, text, start, pending, words)


def _flush(builder: AlignedBuilder, text: AlignedText, start: int, pending: list[int] | None, words: str) -> None:
    if pending and words:
        a, b = pending
        if a == b:  # words that the grammar adds stand for what follows them
            a, b = (a, a + 1) if start + a < len(text) else (a - 1, a)
        builder.put(words, text.source(start + a, start + b))


@functools.lru_cache(maxsize=2048)
def _normalised(clause: str) -> str:
    try:
        return str(_normaliser().normalize(clause))
    except Exception:  # pynini raises classes of its own where the grammar has no path; digits are then read one by one
        return clause


@functools.cache
def _normaliser() -> Any:
    """Loads in 0.1 s; the first call on a machine builds the grammar's automata (2-8 s) and keeps them."""
    from tn.chinese.normalizer import Normalizer

    logging.getLogger("wetext").setLevel(logging.WARNING)  # the import sets it to talk
    folder = _automata()
    options = {
        "remove_interjections": False,
        "remove_erhua": False,
        "traditional_to_simple": False,
        "full_to_half": False,
    }
    return Normalizer(cache_dir=str(folder), **options)


def warm() -> None:
    _normaliser()


def _automata() -> Path:
    """Folder of the built automata. Built beside its place and moved there whole, by one process at a time."""
    from tn.chinese.normalizer import Normalizer

    from synthesis.runtime.weights import weights_folder

    root = weights_folder()
    final = root / f"text-{_GRAMMAR}"
    if final.is_dir():
        return final
    root.mkdir(parents=True, exist_ok=True)
    with (root / f".{final.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not final.is_dir():
            folder = Path(tempfile.mkdtemp(prefix=f".{final.name}.part-", dir=root))
            try:
                Normalizer(
                    cache_dir=str(folder),
                    overwrite_cache=True,
                    remove_interjections=False,
                    remove_erhua=False,
                    traditional_to_simple=False,
                    full_to_half=False,
                )
                folder.rename(final)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    return final
