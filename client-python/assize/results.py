"""A bounded copy of a tool's result, as JSON shows it.

The service looks for values in it and keeps no text, so short members matter most: long texts get the room that
these leave.
"""

import enum
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .arguments import MAX_EXACT_INTEGER, conversion_of

# The service takes a body of 262,144 bytes; the rest is for the other fields of the report.
MAX_RESULT_BYTES = 256_000
# A body may be nested 64 deep.
_MAX_DEPTH = 60
_LONG_TEXT = 1_000
_NOTHING = object()

Place = Callable[[str], None]


class ReadResult(NamedTuple):
    """`result` is JSON, and None where nothing of it can be shown; `incomplete`: the result has more than that."""

    result: Any
    incomplete: bool


def read_result(given: object) -> ReadResult:
    """Raises nothing, and reads no stream, generator or file."""
    try:
        return _Reading().read(given)
    except Exception:  # noqa: BLE001  # A property or a method of the result's own may raise anything.
        return ReadResult(None, True)


class _Reading:
    def __init__(self) -> None:
        self._room = MAX_RESULT_BYTES
        self._incomplete = False
        self._above: set[int] = set()
        self._long: list[tuple[str, Place]] = []

    def read(self, given: object) -> ReadResult:
        whole: list[Any] = [None]
        copy = self._copy(given, lambda text: whole.__setitem__(0, text))
        if copy is not _NOTHING:
            whole[0] = copy
        for text, place in self._long:
            place(self._beginning(text))
        return ReadResult(whole[0], self._incomplete)

    def _copy(self, value: object, place: Place) -> Any:
        """Returns `_NOTHING` where it can't be shown, or there is no room for it."""
        if isinstance(value, enum.Enum):
            value = value.value
        if value is None or isinstance(value, bool):
            return value if self._takes(5) else _NOTHING
        if isinstance(value, str):
            return self._text(value, place)
        if isinstance(value, int):
            is_exact = abs(value) <= MAX_EXACT_INTEGER
            return self._number(int(value)) if is_exact else self._text(str(int(value)), place)
        if isinstance(value, float):
            return self._number(float(value) if math.isfinite(value) else None)
        return self._object(value, place)

    def _text(self, text: str, place: Place) -> Any:
        if len(text) <= _LONG_TEXT:
            text = _plain(text)
            return text if self._takes(_bytes_of(text)) else _NOTHING
        if not self._takes(2):
            return _NOTHING
        self._long.append((text, place))
        return ""

    def _number(self, value: float | None) -> Any:
        return value if self._takes(len(json.dumps(value))) else _NOTHING

    def _object(self, value: object, place: Place) -> Any:
        if id(value) in self._above or len(self._above) == _MAX_DEPTH or not self._takes(2):
            return self._hidden()
        self._above.add(id(value))
        try:
            if isinstance(value, Mapping):
                return self._members(value)
            if isinstance(value, (list, tuple, set, frozenset)):
                return self._elements(value)
            convert = conversion_of(value)
            return self._hidden() if convert is None else self._copy(convert(), place)
        finally:
            self._above.discard(id(value))

    def _members(self, value: Mapping[Any, object]) -> dict[str, Any]:
        copy: dict[str, Any] = {}
        for name, one in value.items():
            key = _plain(name) if isinstance(name, str) else json.dumps(name)
            # The service refuses a body with a member `__proto__`.
            if key == "__proto__" or not self._takes(_bytes_of(key) + 4):
                self._incomplete = True
                continue
            member = self._copy(one, lambda text, key=key: copy.__setitem__(key, text))
            if member is not _NOTHING:
                copy[key] = member
        return copy

    def _elements(self, values: Iterable[object]) -> list[Any]:
        copy: list[Any] = []
        for at, value in enumerate(values):
            if not self._takes(2):
                break
            element = self._copy(value, lambda text, at=at: copy.__setitem__(at, text))
            if element is _NOTHING and not self._takes(4):
                break
            copy.append(None if element is _NOTHING else element)
        return copy

    def _hidden(self) -> Any:
        self._incomplete = True
        return _NOTHING

    def _takes(self, size: int) -> bool:
        """Returns False where there is no room."""
        if size > self._room:
            self._incomplete = True
            return False
        self._room -= size
        return True

    def _beginning(self, text: str) -> str:
        """Returns as much of a long text as there is room for."""
        begin = _plain(text[: self._room])
        self._incomplete = self._incomplete or len(text) > self._room
        while begin and _bytes_of(begin) - 2 > self._room:
            # A character takes 12 bytes at most.
            over = _bytes_of(begin) - 2 - self._room
            begin = begin[: -max(1, over // 12)]
            self._incomplete = True
        self._room -= len(begin) and _bytes_of(begin) - 2
        return begin


def _bytes_of(text: str) -> int:
    """As the client writes it, in ASCII."""
    return len(json.dumps(text))


def _plain(text: str) -> str:
    """Neither NUL nor half a character can be stored everywhere."""
    return text.replace("\0", "").encode(errors="replace").decode()
