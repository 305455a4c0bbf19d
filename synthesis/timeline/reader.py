"""One JSON object read field by field: wrong types and unknown fields are refused with their JSON pointer."""

from collections.abc import Mapping
from typing import Any, NoReturn

from synthesis.errors import TimelineError
from synthesis.timeline.names import nearest_of

MAX_NUMBER = 2.0**53
"""Larger (and infinite) numbers are refused: whole numbers are not exact beyond."""
_NAMES = {str: "text", float: "a number", int: "a whole number", list: "a list", dict: "an object"}


def pointer(path: str, key: object) -> str:
    """JSON pointer (RFC 6901) of `key` under `path`."""
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"


def refuse(code: str, message: str, *, path: str, **params: object) -> NoReturn:
    """`message` may use {path} and the parameters."""
    raise TimelineError(code, "At {path}: " + message, path=path or "/", **params)


class Reader:
    """Draw every field by name, then `close`."""

    def __init__(self, data: Any, path: str) -> None:
        if not isinstance(data, Mapping):
            refuse("type", "this must be an object with named fields.", path=path)
        self._data = data
        self._seen: list[str] = []
        self.path = path

    def has(self, name: str) -> bool:
        return name in self._data

    def text(self, name: str, default: str | None = None) -> str:
        value = str(self._field(name, str, default))
        if any("\ud800" <= char <= "\udfff" for char in value):
            refuse("surrogate", "this holds half of a surrogate pair; remove it.", path=pointer(self.path, name))
        return value

    def number(self, name: str, default: float | None = None) -> float:
        return float(self._field(name, float, default))

    def integer(self, name: str, default: int | None = None) -> int:
        return int(self._field(name, int, default))

    def items(self, name: str) -> list[Any]:
        """A list, empty where absent."""
        return list(self._field(name, list, []))

    def entries(self, name: str) -> dict[str, Any]:
        """An object of any names, empty where absent."""
        return dict(self._field(name, dict, {}))

    def raw(self, name: str) -> Any:
        self._seen.append(name)
        return self._data.get(name)

    def close(self) -> None:
        """Refuse the first field that was not drawn."""
        for name in self._data:
            if name not in self._seen:
                nearest = nearest_of(str(name), self._seen)
                refuse(
                    "unknown_field", "there is no field {field}; the nearest is {nearest}, all are {known}.",
                    path=pointer(self.path, name), field=name, nearest=nearest, known=", ".join(self._seen),
                )  # fmt: skip

    def _field(self, name: str, kind: type, default: Any) -> Any:
        self._seen.append(name)
        if name not in self._data:
            if default is None:
                refuse("missing", "the field {field} is missing; add it.", path=self.path, field=name)
            return default
        value = self._data[name]
        if not matches(value, kind):
            refuse("type", "this must be {wanted}, not {given}.", path=pointer(self.path, name),
                   wanted=_NAMES[kind], given=_shown(value))  # fmt: skip
        return value


def matches(value: Any, kind: type) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MAX_NUMBER
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is str:
        return isinstance(value, str)
    return isinstance(value, list | tuple if kind is list else Mapping)


def _shown(value: Any) -> str:
    if value is None:
        return "null"
    return repr(value)[:40]


def weights_object(value: Any, path: str) -> tuple[tuple[str, float], ...]:
    """{"calm": 0.6} -> (("calm", 0.6),)."""
    reader = Reader(value, path)
    return tuple((str(name), reader.number(str(name))) for name in value)
