"""Captions and marks as files beside the audio: refused before any sound is made, written in one step."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from synthesis.captions.marks import marks_json
from synthesis.captions.subtitles import write_srt, write_vtt
from synthesis.errors import ExportError
from synthesis.marks import SpokenSegment


def check_sidecars(target: Path | BinaryIO, captions: Path | None, marks: Path | None) -> None:
    """Raises ExportError: no folder, a name that is taken, or no ending of captions."""
    taken = {target.absolute()} if isinstance(target, Path) else set()
    for path in filter(None, (captions, marks)):
        if not path.parent.is_dir():
            raise ExportError(
                "no_folder", "There is no folder {path} to write to. Make it first.", path=str(path.parent)
            )
        if path.absolute() in taken:
            raise ExportError("same_file", "{path} is asked for twice; give each file its own name.", path=str(path))
        if path.exists() and not path.is_file():  # replacing a device such as /dev/null would destroy it
            raise ExportError("not_a_file", "{path} is no file to replace; choose another name.", path=str(path))
        taken.add(path.absolute())
    if captions is not None and captions.suffix.lower() not in (".srt", ".vtt"):
        raise ExportError(
            "captions", "Captions are .srt or .vtt, not {path}; change the file's ending.", path=str(captions)
        )


def write_sidecars(spoken: Sequence[SpokenSegment], captions: Path | None, marks: Path | None) -> None:
    if captions is not None:
        write = write_srt if captions.suffix.lower() == ".srt" else write_vtt
        _write(captions, write(spoken))
    if marks is not None:
        _write(marks, marks_json(spoken))


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
