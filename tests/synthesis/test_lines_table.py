"""Tables of lines: read as people write them, with every fault named by row and column."""

from pathlib import Path

import pytest

from synthesis.errors import BatchError
from synthesis.lines.cast import Cast
from synthesis.lines.manifest import Line, Manifest
from synthesis.lines.rows import plan_rows
from synthesis.lines.table import parse_columns, read_table, refuse


def table(tmp_path: Path, text: str, name: str = "lines.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_spreadsheet_with_its_own_column_names_is_read(tmp_path: Path) -> None:
    path = table(tmp_path, "\ufeffNPC;Line;Note\nAna;Hello, there.;x\n;;\nBen;再见。;\n")
    rows = read_table(path, columns=parse_columns("text=Line,speaker=NPC"))
    assert [(r.number, r.speaker, r.text, r.id) for r in rows] == [
        (2, "Ana", "Hello, there.", "line-00002"),
        (4, "Ben", "再见。", "line-00004"),
    ]


def test_json_lines_are_read(tmp_path: Path) -> None:
    path = table(tmp_path, '{"id": "a", "text": "Hi", "speed": 1.2}\n\n{"text": "Yo"}\n', "lines.jsonl")
    assert [(r.id, r.speed) for r in read_table(path, columns={})] == [("a", "1.2"), ("line-00003", "")]


def test_a_missing_column_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match=r"no column 'text'.*who, said"):
        read_table(table(tmp_path, "who,said\na,b\n"), columns={})


@pytest.mark.parametrize("mapping", ["texts=Line", "text", "text="])
def test_a_wrong_column_mapping_is_refused(mapping: str) -> None:
    with pytest.raises(BatchError, match="no column mapping"):
        parse_columns(mapping)


def test_every_fault_is_named_by_row_and_column(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        "id,speaker,text,emotion,speed,language,file\n"
        "a,,Fine.,,,,\n"
        "a,,Again.,,,,\n"
        "b,Zoe,Hi.,,,,\n"
        "c,,,,,,\n"
        "d,,Hi.,cheerfull 0.5,,,\n"
        "e,,Hi.,,9,,\n"
        "f,,Hi.,,fast,,\n"
        "g,,Hi.,,,fr,\n"
        "h,,Hi.,,,,../h.wav\n"
        "i,,[> cheerfull 0.5] Hi.,,,,\n",
    )
    _, faults = plan_rows(read_table(path, columns={}), Cast({}, open=False), suffix=".wav")
    found = {(fault.row, fault.column) for fault in faults}
    assert {
        (3, "id"),
        (4, "speaker"),
        (5, "text"),
        (6, "emotion"),
        (7, "speed"),
        (8, "speed"),
        (9, "language"),
        (10, "file"),
        (11, "text"),
    } <= found
    assert not any(fault.row == 2 for fault in faults)
    with pytest.raises(BatchError, match=r"row 6, column emotion: .*cheerful"):
        refuse(faults)


def test_the_hash_follows_what_is_heard_and_nothing_else(tmp_path: Path) -> None:
    text = "id,text,emotion\na,Hello.,{}\nb,Bye.,\n"
    first, _ = plan_rows(read_table(table(tmp_path, text.format("")), columns={}), Cast(), suffix=".wav")
    other, _ = plan_rows(read_table(table(tmp_path, text.format("calm")), columns={}), Cast(), suffix=".wav")
    assert first[0].hash != other[0].hash
    assert first[1].hash == other[1].hash


def test_variants_are_files_of_their_own(tmp_path: Path) -> None:
    jobs, _ = plan_rows(read_table(table(tmp_path, "id,text\na,Hi.\n"), columns={}), Cast(), suffix=".wav", variants=3)
    assert [job.file for job in jobs] == ["a_v1.wav", "a_v2.wav", "a_v3.wav"]
    assert len({job.hash for job in jobs}) == 3


def test_a_manifest_survives_and_a_damaged_one_is_not_guessed_at(tmp_path: Path) -> None:
    line = Line("a", "a.wav", "h", 1.0, -20.0, -3.0, 100, ("Xyz",), "Apache-2.0", "any")
    Manifest(gain_db=-2.5, settings="wav", lines={"a.wav": line}).write(tmp_path)
    again = Manifest.read(tmp_path)
    assert (again.gain_db, again.lines) == (-2.5, {"a.wav": line})
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(BatchError, match="damaged"):
        Manifest.read(tmp_path)
