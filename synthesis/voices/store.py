"""Voice <-> JSON: versioned, lossless, strict. Arrays are base64 of little-endian float32 with their shape."""

import base64
import binascii
import json
import os
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from synthesis.errors import VoiceError
from synthesis.units import Float32
from synthesis.voices.voice import PitchStatistics, SpectrumStatistics, Timbre, Voice

FORMAT = "synthesis-voice"
VERSION = 1
_LARGEST_BYTES = 4_000_000
_NUMBERS = {"refined": bool, "engine": str, "engine_revision": str, "name": str}


def save_voice(voice: Voice, path: Path) -> None:
    """Write `voice` as JSON, all of it or nothing: a half-written file never takes the name."""
    text = json.dumps(voice_to_json(voice), ensure_ascii=False, indent=1)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise VoiceError(
            "not_written", "The voice could not be written to {path}: {reason}.", path=str(path), reason=error.strerror
        ) from error


def load_voice(path: Path) -> Voice:
    """Read a voice written by `save_voice`. Raises VoiceError for anything else, naming the field."""
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise VoiceError("too_large", "{path} is too large to be a voice file.", path=str(path))
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise VoiceError(
            "not_read", "The voice file {path} cannot be read: {reason}.", path=str(path), reason=error.strerror
        ) from error
    except (ValueError, RecursionError) as error:
        raise VoiceError("not_json", "{path} is not a voice file: it holds no JSON.", path=str(path)) from error
    return voice_from_json(document)


def voice_to_json(voice: Voice) -> dict[str, Any]:
    """A JSON object; `voice_from_json` gives back the same voice to the last bit."""
    return {"format": FORMAT, "version": VERSION, "revision": voice.revision, **_fields_to_json(voice)}


def voice_from_json(document: object) -> Voice:
    """Raises VoiceError `format`, `version`, `unknown_field`, `missing_field`, `field` or `changed`."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise VoiceError("format", "This is not a voice file: its `format` must be {format}.", format=FORMAT)
    if document.get("version") != VERSION:
        raise VoiceError(
            "version",
            "The voice file has version {version}; this release reads version {known}.",
            version=document.get("version"),
            known=VERSION,
        )
    body = {k: v for k, v in document.items() if k not in ("format", "version", "revision")}
    voice: Voice = _read_fields(Voice, body, "")
    if document.get("revision") not in (None, voice.revision):
        raise VoiceError(
            "changed", "The voice {name} was altered after it was written; restore the file.", name=voice.name
        )
    return voice


def _fields_to_json(value: Any) -> dict[str, Any]:
    return {f.name: _to_json(getattr(value, f.name)) for f in fields(value)}


def _to_json(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value, "<f4").tobytes()).decode()
        return {"shape": list(value.shape), "float32": data}
    if is_dataclass(value):
        return _fields_to_json(value)
    if isinstance(value, Mapping):
        return {str(k): _to_json(v) for k, v in value.items()}
    return value


def _read_fields(kind: type, data: object, path: str) -> Any:
    if not isinstance(data, Mapping):
        raise _bad(path or "/", "an object")
    known = {f.name: f for f in fields(kind)}
    for name in data:
        if name not in known:
            raise VoiceError("unknown_field", "The voice file has an unknown field at {path}.", path=f"{path}/{name}")
    for name, f in known.items():
        if name not in data and f.default is MISSING and f.default_factory is MISSING:
            raise VoiceError("missing_field", "The voice file lacks the field {path}.", path=f"{path}/{name}")
    return kind(**{name: _read(kind, name, value, f"{path}/{name}") for name, value in data.items()})


def _read(kind: type, name: str, value: Any, path: str) -> Any:
    if name == "provenance":
        return _object(value, path)
    if name == "timbres":
        return {str(k): _read_fields(Timbre, v, f"{path}/{k}") for k, v in _object(value, path).items()}
    if value is None and name in _OPTIONAL:
        return None
    if name in ("pitch", "source_pitch"):
        return _read_fields(PitchStatistics, value, path)
    if name == "spectrum":
        return _read_fields(SpectrumStatistics, value, path)
    if isinstance(value, Mapping) or name in _ARRAYS or name in _OPTIONAL:
        return _array(value, path)
    wanted = _NUMBERS.get(name, float)
    if wanted is float and (isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value)):
        raise _bad(path, "a number")
    if wanted is not float and not isinstance(value, wanted):
        raise _bad(path, "text" if wanted is str else "true or false")
    return float(value) if wanted is float else value


_ARRAYS = ("embedding", "band_log", "cepstrum_deviation", "warp_log", "harmonic_gain_log", "noise_gain_log")
_OPTIONAL = ("class_centres", "class_gain_log", "source_pitch", "spectrum")


def _object(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise _bad(path, "an object")
    return dict(value)


def _array(value: Any, path: str) -> Float32:
    try:
        shape = [int(n) for n in value["shape"]]
        data = np.frombuffer(base64.b64decode(value["float32"], validate=True), "<f4").reshape(shape)
    except (TypeError, KeyError, ValueError, binascii.Error) as error:
        raise _bad(path, "an array (shape and base64 float32)") from error
    if not np.isfinite(data).all() or not data.size:
        raise _bad(path, "an array of finite numbers")
    return np.asarray(data, np.float32)


def _bad(path: str, wanted: str) -> VoiceError:
    return VoiceError("field", "The field {path} of the voice file must hold {wanted}.", path=path, wanted=wanted)


def voice_revision(voice: Voice) -> str:
    """`voice.revision`: what a cached sentence is keyed by."""
    return voice.revision
