"""The arguments of a call, as the JSON that is judged.

Anything that the laws can't be shown unchanged raises ActionRefused, so it is never carried out unseen.
"""

import dataclasses
import datetime
import decimal
import enum
import inspect
import json
import math
import pathlib
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any

from .failures import AssizeError

# Beyond this, JSON readers that use doubles would read another number (RFC 8259, section 6).
MAX_EXACT_INTEGER = 2**53 - 1


class ActionRefused(AssizeError):
    """The action was not carried out. The message says why, in words for the model.

    `evidence_id` names the evidence of the refusal; None where there was no verdict.
    """

    def __init__(self, message: str, evidence_id: str | None = None) -> None:
        super().__init__(message)
        self.evidence_id = evidence_id


def bound_arguments(
    signature: inspect.Signature, ignore: Collection[str], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns the value of each parameter, defaults included; `**kwargs` are merged with the others.

    Raises TypeError where the call does not fit the signature, as the function itself would.
    """
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    given: dict[str, Any] = {}
    for name, value in bound.arguments.items():
        if name in ignore:
            continue
        is_rest = signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD
        for key, one in value.items() if is_rest else [(name, value)]:
            if key in given:
                raise ActionRefused(f"The argument {key} was given twice, so the call can't be judged.")
            given[key] = one
    return given


def as_json(value: object) -> Any:
    """Returns the value as JSON: dates, UUIDs, paths and exact decimals as text, models by their fields.

    Integers beyond 15 digits become text, since the service refuses numbers that a reader would round. Raises
    ActionRefused.
    """
    try:
        return _as_json(value)
    except RecursionError:
        pass
    raise ActionRefused("The arguments are nested too deeply to be judged.")


def text_of(value: object) -> str:
    """Returns the same text for equal JSON values, to detect changes."""
    return json.dumps(as_json(value), sort_keys=True)


def _as_json(value: object) -> Any:
    # A subclass may show one value here and act as another for the tool, so its base type comes first.
    if isinstance(value, enum.Enum):
        return _as_json(value.value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) <= MAX_EXACT_INTEGER else str(int(value))
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        raise ActionRefused(
            f"An argument is {value}, which JSON has no number for, so the call can't be judged."
        )
    if isinstance(value, Mapping):
        return {_name_of(key): _as_json(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_as_json(one) for one in value), key=json.dumps)
    convert = conversion_of(value)
    if convert is None:
        raise ActionRefused(
            f"An argument is a {type(value).__name__}, which can't be judged: name it in `ignore`, or say in "
            "`arguments` what to show of it."
        )
    return _as_json(convert())


def conversion_of(value: object) -> Callable[[], object] | None:
    """Returns how JSON shows an object that is none of its own; None where it can't."""
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat
    if isinstance(value, (uuid.UUID, decimal.Decimal, pathlib.PurePath)):
        return lambda: str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return lambda: {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    # The method of Pydantic's models; Pydantic is not imported for it.
    dump = getattr(value, "model_dump", None)
    return dump if callable(dump) and not isinstance(value, type) else None


def _name_of(key: object) -> str:
    if isinstance(key, str):
        return key
    raise ActionRefused("An argument has a key that is not text, so the call can't be judged.")
