"""The errors between asking and acting: one class for each way that a caller would react.

No error contains the key: messages are the client's own words and the service's `detail`. Three classes share
the name of a built-in exception and inherit from it, so `except TimeoutError` catches both.
"""

import builtins
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from .wire import Fault


class AssizeError(Exception):
    """Any error of this client."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Frameworks send exceptions between processes, and the default calls `__init__` with only the message.
        return _restored, (type(self), self.args, dict(self.__dict__))


class ConfigurationError(AssizeError):
    """The client's configuration can't work."""


@dataclass(frozen=True)
class Refusal:
    """The service's words about a request that it refused."""

    status: int
    request_id: str | None
    detail: str


class ApiError(AssizeError):
    """The service answered, and refused.

    Attributes: `status` of HTTP; `request_id`, under which the service's log has the details; `detail`, the
    service's own words.
    """

    def __init__(self, refusal: Refusal) -> None:
        of = "" if refusal.request_id is None else f", request {refusal.request_id}"
        super().__init__(f"{refusal.detail} (status {refusal.status}{of})")
        self.status = refusal.status
        self.request_id = refusal.request_id
        self.detail = refusal.detail


class AuthenticationError(ApiError):
    """The key is missing or unknown (401)."""


class PermissionError(ApiError, builtins.PermissionError):
    """The key is revoked or expired, or lacks a scope (403)."""


class NotFoundError(ApiError):
    """It does not exist for this key (404)."""


class ConflictError(ApiError):
    """It has changed meanwhile, or is in another state (409)."""


class ValidationError(ApiError):
    """The service does not accept the request (400, 405, 413, 415, 422).

    `faults` has all faulty fields, or none where the request could not be read at all.
    """

    def __init__(self, refusal: Refusal, faults: Sequence[Fault] = ()) -> None:
        super().__init__(refusal)
        self.faults: tuple[Fault, ...] = tuple(faults)


class RateLimitError(ApiError):
    """Too many requests at the moment (429). `retry_after` is in seconds, where the service says it."""

    def __init__(self, refusal: Refusal, retry_after: int | None = None) -> None:
        super().__init__(refusal)
        self.retry_after = retry_after


class UsageLimitError(RateLimitError):
    """The allowance of the billing period is used up (429 with `X-Usage-Type`)."""


class ServerError(ApiError):
    """The service has a fault, or can't write evidence (5xx). `retry_after` is in seconds, where it says so."""

    def __init__(self, refusal: Refusal, retry_after: int | None = None) -> None:
        super().__init__(refusal)
        self.retry_after = retry_after


class ConnectionError(AssizeError, builtins.ConnectionError):
    """There was no answer, or one that does not come from this service."""


class TimeoutError(AssizeError, builtins.TimeoutError):
    """There was no answer in time."""


def is_unavailable(error: BaseException) -> bool:
    """Returns True where there was no verdict, rather than a refused request."""
    return isinstance(error, (ConnectionError, TimeoutError, ServerError))


def failure_for(status: int, headers: Mapping[str, str], body: object, secret: str) -> ApiError:
    """Makes the error for an answer without a 2xx status.

    `body` is parsed, or None where it was not JSON. Any copy of `secret` in the answer is removed.
    """
    detail = body.get("detail") if isinstance(body, dict) else None
    faults = _faults_in(detail, secret)
    words = detail if isinstance(detail, str) else "; ".join(_words_of(fault) for fault in faults)
    refusal = Refusal(
        status=status,
        request_id=request_id_in(headers, secret),
        detail=_shown(words, secret) or "No detail.",
    )
    if status == 429:
        limit_error = UsageLimitError if "x-usage-type" in headers else RateLimitError
        return limit_error(refusal, _retry_after_in(headers))
    if status >= 500:
        return ServerError(refusal, _retry_after_in(headers))
    if status in _BY_STATUS:
        return _BY_STATUS[status](refusal)
    return ValidationError(refusal, faults)


def request_id_in(headers: Mapping[str, str], secret: str) -> str | None:
    """Returns the id under which the service has logged the request."""
    request_id = headers.get("x-request-id")
    return None if request_id is None else _shown(request_id, secret)


def retry_after_of(error: BaseException) -> int | None:
    """Returns how many seconds the service asks to wait; None where it does not say."""
    return error.retry_after if isinstance(error, (RateLimitError, ServerError)) else None


def _retry_after_in(headers: Mapping[str, str]) -> int | None:
    """Reads seconds, or a date by the answer's own clock; None where there is neither (RFC 9110, section 10.2.3)."""
    text = headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    try:
        wait = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return None
    return max(0, math.ceil(wait.total_seconds()))


_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
}
_MAX_SHOWN_CHARACTERS = 4_000
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def _shown(text: str, secret: str) -> str:
    return _CONTROL.sub(" ", text.replace(secret, "[key]"))[:_MAX_SHOWN_CHARACTERS]


def _faults_in(detail: object, secret: str) -> list[Fault]:
    if not isinstance(detail, list):
        return []
    return [
        Fault(
            loc=[_shown(str(part), secret) for part in given["loc"]],
            msg=_shown(str(given["msg"]), secret),
            type=_shown(str(given.get("type", "")), secret),
        )
        for given in detail
        if isinstance(given, dict) and isinstance(given.get("loc"), list) and "msg" in given
    ]


def _words_of(fault: Fault) -> str:
    return f"{'.'.join(fault['loc'])}: {fault['msg']}"


def _restored(failure: type[AssizeError], args: tuple[object, ...], state: dict[str, object]) -> AssizeError:
    error = failure.__new__(failure, *args)
    error.args = args
    error.__dict__.update(state)
    return error
