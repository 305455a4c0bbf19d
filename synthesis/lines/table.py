"""Reading a table of lines (CSV or JSON lines) with its faults by row and column."""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from synthesis.errors import BatchError

COLUMNS = ("id", "speaker", "text", "emotion", "speed", "pitch", "language", "file")
MAX_FAULTS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """`row` counts from 1, the header included, as a spreadsheet shows them (a quoted text of two lines is one row)."""

    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line as written; empty strings where the table says nothing."""

    number: int
    id: str
    speaker: str
    text: str
    emotion: str
    speed: str
    pitch: str
    language: str
    file: str


def parse_columns(mapping: str) -> dict[str, str]:
    """ "text=Line,speaker=NPC" -> {"text": "Line", "speaker": "NPC"}. Raises BatchError for an unknown name."""
    columns: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in mapping.split(","))):
        ours, _, theirs = pair.partition("=")
        if ours.strip() not in COLUMNS or not theirs.strip():
            raise BatchError(
                "columns",
                "{pair} is no column mapping; write text=Line with one of {known} on the left.",
                pair=repr(pair),
                known=", ".join(COLUMNS),
            )
        columns[ours.strip()] = theirs.strip()
    return columns


def read_table(path: Path, *, columns: Mapping[str, str]) -> list[Row]:
    """Raises BatchError for an unreadable file or a missing text column."""
    names = {ours: columns.get(ours, ours) for ours in COLUMNS}
    try:
        records = list(_jsonl(path) if path.suffix.lower() in (".jsonl", ".ndjson") else _csv(path, names))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BatchError(
            "unreadable",
            "{path} cannot be read as a table ({reason}); save it as UTF-8 CSV or JSON lines.",
            path=str(path),
            reason=str(error),
        ) from error
    rows = []
    for number, record in records:
        values = {ours: _text(record.get(theirs)) for ours, theirs in names.items()}
        if any(values.values()):
            values["id"] = values["id"] or (Path(values["file"]).stem if values["file"] else f"line-{number:05d}")
            rows.append(Row(number, **values))
    if not rows:
        raise BatchError("empty", "{path} holds no lines; give it a row with text.", path=str(path))
    return rows


def _csv(path: Path, names: Mapping[str, str]) -> Iterator[tuple[int, Mapping[str, object]]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        sample = file.read(8192)
        file.seek(0)
        reader = csv.reader(file, delimiter=_delimiter(sample), strict=True)  # strict: an open quote eats the rest
        header = next(reader, [])
        for ours in ("text", *(o for o, t in names.items() if o != t)):
            if names[ours] not in header:
                raise BatchError(
                    "column_missing",
                    "{path} has no column {column}; its columns are {header}. Use --columns {ours}=NAME.",
                    path=str(path),
                    column=repr(names[ours]),
                    header=", ".join(header),
                    ours=ours,
                )
        for number, cells in enumerate(reader, start=2):
            if any(cells[len(header) :]):
                raise BatchError(
                    "cells",
                    "Row {row} of {path} has {n} cells, its header {known}; quote text that holds the separator.",
                    row=number, path=str(path), n=len(cells), known=len(header),
                )  # fmt: skip
            yield number, dict(zip(header, cells, strict=False))


def _delimiter(sample: str) -> str:
    """The separator of the header line: the most frequent of comma, semicolon and tab."""
    header = sample.splitlines()[0] if sample else ""
    return max(",;\t", key=header.count)


def _jsonl(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BatchError(
                    "json", "Row {row} of {path} is not JSON ({reason}).", row=number, path=str(path), reason=str(error)
                ) from error
            if not isinstance(record, dict):
                raise BatchError(
                    "json", "Row {row} of {path} is not an object with named fields.", row=number, path=str(path)
                )
            yield number, record


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def refuse(faults: list[Fault]) -> None:
    """Raise one BatchError that lists the faults, if there are any."""
    if faults:
        shown = "\n".join(f"  {fault}" for fault in faults[:MAX_FAULTS_SHOWN])
        more = f"\n  and {len(faults) - MAX_FAULTS_SHOWN} more" if len(faults) > MAX_FAULTS_SHOWN else ""
        raise BatchError(
            "faults",
            "The table has {n} {noun} and nothing was made:\n{shown}{more}",
            n=len(faults),
            noun="fault" if len(faults) == 1 else "faults",
            shown=shown,
            more=more,
            row=faults[0].row,
            column=faults[0].column,
        )
