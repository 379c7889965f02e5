"""Reads from an approval what a human changed in a call: the arguments to run instead, and words that tell the model.

The texts of a correction are foreign: in the words they are cut, and can't leave their quotation marks.
"""

import dataclasses
import datetime
import decimal
import enum
import json
import pathlib
import unicodedata
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from .arguments import ActionRefused, as_json
from .wire import Approval, ArgumentChange


@dataclasses.dataclass(frozen=True)
class CorrectedCall:
    """What a human changed in a call before approving it."""

    arguments: dict[str, Any]
    """As JSON, with the wrapping in `input` of a value that is not an object."""
    note: str
    """One sentence for the model."""


def correction_for(approval: Approval, action: str, asked: Mapping[str, Any]) -> CorrectedCall | None:
    """Returns None where the approval is not given, is uncorrected, or is not for exactly this call."""
    # An older service has no corrections.
    corrected = approval.get("corrected")
    if approval["status"] != "approved" or not corrected or approval["action"] != action:
        return None
    context = approval["context"]
    wanted = corrected["arguments"]
    if context is None or wanted is None or not is_same(context.get("arguments"), asked):
        return None
    return CorrectedCall(wanted, _note_of(corrected["changed"] or []))


def is_same(one: object, other: object) -> bool:
    """Whether two JSON values are equal; a whole number equals its float, and never a boolean."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(each, other[name]) for name, each in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


def applied(given: Any, wanted: Any) -> Any:
    """Returns the value that JSON shows as `wanted`, of the types that `given` has. Raises ActionRefused."""
    if is_same(as_json(given), wanted):
        return given
    made = _converted(given, wanted)
    if not is_same(as_json(made), wanted):
        raise _unfit(given)
    return made


def _converted(given: Any, wanted: Any) -> Any:
    try:
        return _of_type(given, wanted)
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise _unfit(given) from error


def _of_type(given: Any, wanted: Any) -> Any:
    kind: Any = type(given)
    if isinstance(wanted, str) and isinstance(
        given, (enum.Enum, decimal.Decimal, pathlib.PurePath, uuid.UUID)
    ):
        return kind(wanted)
    if isinstance(wanted, str) and isinstance(given, (datetime.date, datetime.time)):
        return kind.fromisoformat(wanted)
    if isinstance(wanted, dict):
        return _of_fields(given, wanted)
    if isinstance(wanted, list) and isinstance(given, Sequence) and not isinstance(given, str):
        made = [applied(given[at], each) if at < len(given) else each for at, each in enumerate(wanted)]
        return made if kind is list else kind(made)
    if isinstance(wanted, list) and isinstance(given, (set, frozenset)):
        return kind(wanted)
    return wanted


def _of_fields(given: Any, wanted: dict[str, Any]) -> Any:
    kind: Any = type(given)
    if isinstance(given, Mapping):
        return {name: applied(given[name], each) if name in given else each for name, each in wanted.items()}
    if hasattr(kind, "model_validate"):
        return kind.model_validate(wanted)
    if dataclasses.is_dataclass(given):
        return kind(**{name: applied(getattr(given, name), each) for name, each in wanted.items()})
    return wanted


def _unfit(given: object) -> ActionRefused:
    kind = type(given).__name__
    return ActionRefused(f"A human corrected an argument to what is not a {kind}, so it was not carried out.")


_MAX_CHANGES = 10
_MAX_CHARACTERS = 100
_MAX_NAME_CHARACTERS = 60
# The service takes no longer one.
_MAX_COMMENT_CHARACTERS = 4_096


def _note_of(changed: Sequence[ArgumentChange]) -> str:
    told = [_words_for(change) for change in changed[:_MAX_CHANGES]]
    if len(changed) > _MAX_CHANGES:
        told.append(f"and {len(changed) - _MAX_CHANGES} more changes")
    what = f": {'; '.join(told)}" if told else ""
    return f"A human changed the call before approving it{what}."


def _words_for(change: ArgumentChange) -> str:
    place = _place_of(change["path"])
    if "before" not in change:
        return f"added {place} as {_shown(change['after'])}"
    if "after" not in change:
        return f"removed {place}, which was {_shown(change['before'])}"
    return f"{place} from {_shown(change['before'])} to {_shown(change['after'])}"


def _place_of(path: str) -> str:
    """A plain name as it is; any other is quoted."""
    name = path.removeprefix("/").replace("/", ".")
    is_plain = name.isascii() and all(one.isalnum() or one in "_.-" for one in name)
    return name if is_plain and 0 < len(name) <= _MAX_NAME_CHARACTERS else quoted(path)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "an object" if isinstance(value, dict) else json.dumps(value)


def quoted(text: str, characters: int = _MAX_CHARACTERS) -> str:
    """Quotes a foreign text: cut, in one line, with every invisible character and quotation mark escaped."""
    cut = text if len(text) <= characters else f"{text[:characters]}…"
    return json_text(cut)


def json_text(value: object) -> str:
    """Returns JSON in one line, in which nothing is invisible."""
    return "".join(_visible(one) for one in json.dumps(value, ensure_ascii=False))


def _visible(one: str) -> str:
    is_hidden = unicodedata.category(one) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
    return json.dumps(one)[1:-1] if is_hidden else one


def refusal_by(approval: Approval) -> str:
    """Says why a human did not approve a call, in words that a model can act on."""
    if approval["status"] != "rejected":
        return f"The approval is {approval['status']}, so the call was not carried out."
    decisions = approval["decisions"]
    comment = decisions[-1].get("comment") if decisions else None
    if not comment:
        return "A human rejected this call. It was not carried out: don't repeat it."
    return (
        f"A human rejected this call: {quoted(comment, _MAX_COMMENT_CHARACTERS)} It was not carried out. Do what "
        "they say instead of repeating it."
    )
