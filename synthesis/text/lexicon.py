"""A lexicon: words and how they are said, as "/ipa/", tone-numbered pinyin, or a respelling."""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from synthesis.errors import TextError
from synthesis.text.characters import HAN
from synthesis.text.ipa import english_phones
from synthesis.text.pinyin import is_pinyin, pinyin_syllables

MAX_ENTRIES = 200_000
MAX_WORD = 100
_HAN = re.compile(f"[{HAN}]")
_TOKEN = re.compile(rf"[A-Za-z0-9]+|[{HAN}]|[^\sA-Za-z0-9{HAN}]")
_GOES_ON = re.compile(r"[A-Za-z0-9][A-Za-z0-9]")
"""At the last character of a match: the word does not end there."""
_COLUMNS = {
    "word": ("word", "text", "term", "grapheme", "词", "词语", "单词"),
    "said": ("pronunciation", "said", "phones", "ipa", "pinyin", "respelling", "alias", "读音", "拼音"),
}
EntryKind = Literal["ipa", "pinyin", "respelling"]


@dataclass(frozen=True, slots=True)
class Entry:
    word: str
    said: str
    kind: EntryKind


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Entries by word. Latin words match whole words whatever their case, unless an entry of that very case exists;
    Chinese words match anywhere, the longest first."""

    entries: tuple[Entry, ...] = ()
    _by_first: dict[str, list[Entry]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for entry in sorted(self.entries, key=lambda e: -len(e.word)):
            first = _TOKEN.search(entry.word)
            if first:
                self._by_first.setdefault(first.group().lower(), []).append(entry)

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> "Lexicon":
        """(word, pronunciation) pairs. Raises TextError naming the row (counted from 1) of the first fault."""
        return cls(tuple(_entry(word, said, row=row) for row, (word, said) in enumerate(pairs, 1)))

    def matches(self, text: str) -> Iterator[tuple[int, int, Entry]]:
        """(start, end, entry) of the words of the text that have an entry, the longest at each place."""
        if not self._by_first:
            return
        at = 0
        while token := _TOKEN.search(text, at):
            entry = self._entry_at(text, token.start(), token.group().lower())
            at = token.end() if entry is None else token.start() + len(entry.word)
            if entry is not None:
                yield token.start(), at, entry

    def _entry_at(self, text: str, start: int, first: str) -> Entry | None:
        found: Entry | None = None
        for entry in self._by_first.get(first, ()):
            end = start + len(entry.word)
            if found is not None and len(entry.word) < len(found.word):
                break
            written = text[start:end]
            if written.lower() == entry.word.lower() and not _GOES_ON.match(text, end - 1):
                if written == entry.word:
                    return entry
                found = found or entry
        return found

    def __len__(self) -> int:
        return len(self.entries)


EMPTY = Lexicon()


def read_lexicon(path: Path | str) -> Lexicon:
    """A lexicon from .csv, .tsv (word, pronunciation; a header line is optional) or .json (an object, or a list of
    pairs or of objects). Raises TextError that names the file and the row."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TextError(
            "lexicon_unreadable",
            "The lexicon {path} cannot be read ({reason}); give a UTF-8 file of csv, tsv or json.",
            path=str(path),
            reason=str(error),
        ) from error
    rows = _json_rows(text, path) if path.suffix.lower() == ".json" else _table_rows(text, path)
    if len(rows) > MAX_ENTRIES:
        raise TextError(
            "lexicon_size",
            "The lexicon {path} has {count} entries; at most {limit} are taken.",
            path=str(path),
            count=len(rows),
            limit=MAX_ENTRIES,
        )
    return Lexicon(tuple(_entry(word, said, row=row, path=str(path)) for row, word, said in rows))


def _json_rows(text: str, path: Path) -> list[tuple[int, str, str]]:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise TextError(
            "lexicon_json",
            "The lexicon {path} is no valid JSON ({reason}); mend that place.",
            path=str(path),
            reason=str(error),
        ) from error
    items = list(data.items()) if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise _shape(path, 1)
    rows: list[tuple[int, str, str]] = []
    for row, item in enumerate(items, 1):
        if isinstance(item, dict):
            item = [_cell(item, "word"), _cell(item, "said")]
        if not (isinstance(item, list | tuple) and len(item) == 2 and all(isinstance(cell, str) for cell in item)):
            raise _shape(path, row)
        rows.append((row, item[0], item[1]))
    return rows


def _cell(item: dict[str, object], kind: str) -> object:
    return next((item[name] for name in _COLUMNS[kind] if name in item), None)


def _table_rows(text: str, path: Path) -> list[tuple[int, str, str]]:
    first = text.split("\n", 1)[0]
    delimiter = (
        "\t"
        if path.suffix.lower() in (".tsv", ".tab") or "\t" in first
        else (";" if ";" in first and "," not in first else ",")
    )
    rows: list[tuple[int, str, str]] = []
    for row, cells in enumerate(csv.reader(text.splitlines(), delimiter=delimiter), 1):
        filled = [cell.strip() for cell in cells]
        if not any(filled) or filled[0].startswith("#"):
            continue
        if row == 1 and filled[0].lower() in _COLUMNS["word"]:
            continue
        if len(filled) < 2 or not filled[0] or not filled[1]:
            raise _shape(path, row)
        rows.append((row, filled[0], filled[1]))
    return rows


def _shape(path: Path, row: int) -> TextError:
    return TextError(
        "lexicon_row",
        "Row {row} of the lexicon {path} is not a word and its pronunciation; write both.",
        row=row,
        path=str(path),
    )


def _entry(word: str, said: str, *, row: int, path: str = "") -> Entry:
    word, said = word.strip(), said.strip()
    where = f"Row {row}" + (f" of {path}" if path else "")
    if not word or not said or len(word) > MAX_WORD or len(said) > MAX_WORD * 4:
        raise TextError(
            "lexicon_entry",
            "{where} of the lexicon needs a word of 1 to {limit} characters and its pronunciation.",
            where=where,
            limit=MAX_WORD,
            row=row,
        )
    if said.startswith("/") and said.endswith("/") and len(said) > 2:
        try:
            english_phones(said)
        except TextError as error:
            raise TextError(
                "lexicon_ipa", "{where} ({word}): {reason}", where=where, word=word, reason=str(error), row=row
            ) from error
        return Entry(word, said, "ipa")
    if not is_pinyin(said):
        return Entry(word, said, "respelling")
    n = len(pinyin_syllables(said))
    if _HAN.search(word) and n != len(_HAN.findall(word)):
        raise TextError(
            "lexicon_pinyin",
            "{where}: {word} has {want} characters but {said} has {got} syllables; give one for each.",
            where=where,
            word=word,
            said=said,
            want=len(_HAN.findall(word)),
            got=n,
            row=row,
        )
    return Entry(word, said, "pinyin")
