"""manifest.json of a batch folder: what each file is, how it was made, and the gain all files share."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from synthesis.errors import BatchError

MANIFEST_VERSION = 1
NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Line:
    """One finished file."""

    id: str
    file: str
    hash: str
    """Of everything that shapes the file but the shared gain."""
    seconds: float
    loudness_lufs: float | None
    """Before the shared gain; None for a line too short or too quiet to measure."""
    peak_db: float
    """True peak before the shared gain."""
    bytes: int
    guessed: tuple[str, ...]
    licence: str
    permitted_use: str


@dataclass(slots=True)
class Manifest:
    """`gain_db` is None until a first complete run has fixed it."""

    gain_db: float | None = None
    settings: str = ""
    """Format, preset and loudness mode the files were made with."""
    lines: dict[str, Line] = field(default_factory=dict)
    """By file name."""

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """Empty where there is none; BatchError where it is damaged, for its gain must not be lost silently."""
        path = folder / NAME
        if not path.exists():
            return cls()
        try:
            data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if data["version"] != MANIFEST_VERSION:
                raise ValueError(f"version {data['version']}")
            lines = [Line(**{**line, "guessed": tuple(line["guessed"])}) for line in data["lines"]]
        except (ValueError, KeyError, TypeError) as error:
            raise BatchError(
                "manifest",
                "{path} is damaged ({reason}); restore it, or delete it to make all files anew.",
                path=str(path),
                reason=str(error),
            ) from error
        return cls(data["gain_db"], data["settings"], {line.file: line for line in lines})

    def write(self, folder: Path) -> None:
        data = {
            "version": MANIFEST_VERSION,
            "gain_db": self.gain_db,
            "settings": self.settings,
            "lines": [asdict(self.lines[name]) for name in sorted(self.lines)],
        }
        part = folder / f"{NAME}.part"
        part.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(folder / NAME)
