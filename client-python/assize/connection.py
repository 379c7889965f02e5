"""One request to the service: with its key or token, within its time limit, retried where that can't do anything twice."""

import json
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO
from urllib.parse import quote, urlencode, urlsplit

from .credential import Credential
from .failures import (
    AssizeError,
    AuthenticationError,
    ConfigurationError,
    ConnectionError,
    RateLimitError,
    ServerError,
    UsageLimitError,
    failure_for,
    is_unavailable,
    request_id_in,
    retry_after_of,
)
from .steps import Answer, Key, Pause, Send, Steps
from .telemetry import Requested, Responded, Retried, Telemetry, tell

_FIRST_DELAY_SECONDS = 0.25
_MAX_DELAY_SECONDS = 8.0
# If the service asks for a longer pause, the caller decides on it.
_MAX_RETRY_AFTER_SECONDS = 30


@dataclass(frozen=True)
class ApiRequest:
    """One call of the API."""

    method: str
    path: str
    """From `/api/v1/` on."""
    repeatable: bool
    """Whether a repeated request has no further effect."""
    query: Mapping[str, object] = field(default_factory=dict)
    """Values that are None are left out."""
    body: object | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None
    """In seconds; replaces the client's own timeout."""
    max_retries: int | None = None
    """Replaces the client's own number."""


@dataclass(frozen=True)
class Connection:
    """The address and options of requests. `timeout` is in seconds, for each attempt; `max_retries` come after it.

    Raises ConfigurationError for an address that can't be used.
    """

    url: str
    credential: Credential
    timeout: float
    max_retries: int
    telemetry: Telemetry

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _checked(self.url))

    def json(self, request: ApiRequest) -> Steps[Any]:
        """Returns the body of the answer, parsed; None for an empty one. Raises AssizeError."""
        answer = yield from self._repeat(request, None)
        if answer.body == b"":
            return None
        body = _parsed(answer.body)
        if body is _UNREADABLE:
            raise ConnectionError("The answer is not valid JSON: is this Assize?")
        return body

    def text(self, request: ApiRequest) -> Steps[str]:
        """Returns the body of the answer as text. Raises AssizeError."""
        answer = yield from self._repeat(request, None)
        try:
            return answer.body.decode()
        except UnicodeDecodeError:
            pass
        raise ConnectionError("The answer is not text: is this Assize?")

    def stream(self, request: ApiRequest, into: BinaryIO) -> Steps[int]:
        """Writes the body into the file. Returns the number of bytes. Raises AssizeError.

        There are no retries: a failed attempt may already have written a part.
        """
        answer = yield from self._repeat(replace(request, max_retries=0), into)
        return answer.written

    def _repeat(self, request: ApiRequest, into: BinaryIO | None) -> Steps[Answer]:
        max_retries = self.max_retries if request.max_retries is None else request.max_retries
        # Serialise once: an object's content may change before the next attempt.
        content = None if request.body is None else json.dumps(request.body, allow_nan=False).encode()
        can_renew = self.credential.is_renewed
        attempt = 0
        while True:
            attempt += 1
            try:
                key = yield from self.credential.present()
                answer = yield from self._attempt(request, content, attempt, into, key)
                return _accepted(answer, key)
            except AssizeError as error:
                delay = None if attempt > max_retries else delay_before(error, attempt, request.repeatable)
                # The token may have expired on its way: the next attempt asks for the present one.
                if can_renew and isinstance(error, AuthenticationError):
                    can_renew, delay = False, 0.0
                if delay is None:
                    raise
                retried = Retried(request.method, request.path, attempt, delay, error)
            tell(self.telemetry.on_retry, retried)
            yield Pause(delay)

    def _attempt(
        self, request: ApiRequest, content: bytes | None, attempt: int, into: BinaryIO | None, key: Key
    ) -> Steps[Answer]:
        tell(self.telemetry.on_request, Requested(request.method, request.path, attempt))
        began = time.monotonic()
        answer: Answer = yield Send(
            method=request.method,
            url=f"{self.url}{request.path}{_query_of(request.query)}",
            headers={**({} if content is None else {"Content-Type": "application/json"}), **request.headers},
            key=key,
            content=content,
            timeout=self.timeout if request.timeout is None else request.timeout,
            into=into,
        )
        duration_ms = (time.monotonic() - began) * 1000
        request_id = request_id_in(answer.headers, key.secret)
        responded = Responded(request.method, request.path, answer.status, duration_ms, request_id)
        tell(self.telemetry.on_response, responded)
        return answer


def _accepted(answer: Answer, key: Key) -> Answer:
    if 300 <= answer.status < 400:
        raise ConnectionError("The address redirects elsewhere, and redirects are not followed.")
    if not 200 <= answer.status < 300:
        raise failure_for(answer.status, answer.headers, _parsed(answer.body), key.secret)
    return answer


def path_of(*parts: str) -> str:
    """Joins the parts of a path below `/api/v1`; each is encoded, so an id can't reach another path.

    Raises ValueError for an empty one.
    """
    if "" in parts:
        raise ValueError("An id is missing.")
    # A part made only of dots would be resolved on the way.
    return "/api/v1/" + "/".join(quote(part, safe="").replace(".", "%2E") for part in parts)


def delay_before(error: AssizeError, attempt: int, repeatable: bool) -> float | None:
    """Returns the seconds to wait; None where the request should not be sent again."""
    if isinstance(error, UsageLimitError):
        return None
    jitter = jittered(min(_MAX_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2**attempt))
    # Both statuses say that nothing was done, so the request may be repeated in any case.
    is_undone = isinstance(error, RateLimitError) or (isinstance(error, ServerError) and error.status == 503)
    if not is_undone and not (repeatable and is_unavailable(error)):
        return None
    seconds = retry_after_of(error)
    if seconds is None:
        seconds = 1 if isinstance(error, RateLimitError) else 0
    if seconds > _MAX_RETRY_AFTER_SECONDS:
        return None
    return jitter if seconds == 0 else seconds + jitter / 2


def jittered(value: float) -> float:
    """Returns a random value between half of it and all of it, so that many clients do not retry at once."""
    return value * (0.5 + random.random() / 2)  # noqa: S311  # It only decides on a pause.


_UNREADABLE = object()


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return _UNREADABLE


def _query_of(query: Mapping[str, object]) -> str:
    given = {name: _written(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given, doseq=True)}" if given else ""


def _written(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        has_credentials = parts.username is not None or parts.password is not None
    except ValueError:
        is_usable, has_credentials = False, False
    if has_credentials:
        raise ConfigurationError("The url should not carry a name or a password: set the key instead.")
    if not is_usable or parts.query or parts.fragment or re.search(r"[\s\x00-\x1f]", url):
        raise ConfigurationError(
            "Set the url, or ASSIZE_URL, to an address such as https://assize.example.com."
        )
    return url.rstrip("/")
