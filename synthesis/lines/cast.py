"""The cast of a table: speaker -> voice, base emotion, speed and pitch."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from synthesis.errors import BatchError, SynthesisError
from synthesis.voices.default import default_voice
from synthesis.voices.store import load_voice
from synthesis.voices.voice import Voice

FIELDS = {"voice": str, "emotion": str, "speed": (int, float), "pitch": (int, float), "language": str}


@dataclass(frozen=True, slots=True, eq=False)
class Role:
    """How one speaker speaks where a row says nothing else."""

    voice: Voice
    emotion: str = ""
    speed: float = 1.0
    pitch: float = 0.0
    language: str = "auto"


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """Roles by speaker name. Without a cast file everyone speaks with the default voice."""

    roles: Mapping[str, Role] = field(default_factory=dict)
    open: bool = True
    """Whether speakers without a role are allowed (no cast file was given)."""

    def role(self, speaker: str) -> Role | None:
        if speaker in self.roles:
            return self.roles[speaker]
        return Role(default_voice()) if self.open or not speaker else None


def read_cast(path: Path | None) -> Cast:
    """`{"Ana": {"voice": "ana.json", "emotion": "calm 0.4"}}`; voice files are relative to the cast's own folder."""
    if path is None:
        return Cast()
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise BatchError("cast", "The cast {path} cannot be read ({reason}).", path=str(path), reason=error) from error
    if not isinstance(data, dict) or not all(isinstance(entry, dict) for entry in data.values()):
        raise BatchError(
            "cast",
            "The cast {path} must be an object such as {example}.",
            path=str(path),
            example='{"Ana": {"voice": "ana.json"}}',
        )
    return Cast({name: _role(name, entry, path) for name, entry in data.items()}, open=False)


def _role(name: str, entry: Mapping[str, Any], path: Path) -> Role:
    for key, value in entry.items():
        if key not in FIELDS or not isinstance(value, FIELDS[key]) or isinstance(value, bool):  # type: ignore[arg-type]
            raise BatchError(
                "cast",
                "The cast {path} has a wrong field {field} for {name}; known are {known}.",
                path=str(path),
                field=key,
                name=name,
                known=", ".join(FIELDS),
            )
    try:
        voice = load_voice(path.parent / entry["voice"]) if entry.get("voice") else default_voice()
    except SynthesisError as error:
        raise BatchError(
            "cast", "The voice of {name} in {path}: {reason}", name=name, path=str(path), reason=str(error)
        ) from error
    return Role(voice, **{key: value for key, value in entry.items() if key != "voice"})
