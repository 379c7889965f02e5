"""The only code with effects: it sends, pauses and runs actions, blocking or awaited.

It follows no redirect, since that could carry the key elsewhere. Errors of httpx are dropped whole, because
they hold the request with its headers.
"""

import asyncio
import builtins
import inspect
import os
import time
import traceback
from collections.abc import Generator
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx

from .arguments import ActionRefused
from .failures import AssizeError, ConnectionError, TimeoutError
from .steps import Act, Answer, Pause, Send, Steps

T = TypeVar("T")

_STREAMED = 200


class BlockingDriver:
    """Runs steps in the caller's thread. Threads may share it."""

    def __init__(self, client: httpx.Client | None) -> None:
        self._client = client or httpx.Client()
        self._is_own = client is None

    def shared(self) -> "BlockingDriver":
        """Returns one on the same connections, which does not close them."""
        return BlockingDriver(self._client)

    def run(self, steps: Steps[T]) -> T:
        """Raises what the steps raise."""
        outcome: _Outcome = _Outcome()
        while True:
            try:
                step = outcome.into(steps)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            except ActionRefused as refused:
                raise _without_steps(refused)
            outcome = self._carry_out(step)

    def close(self) -> None:
        """Closes the connections, unless the caller provided the HTTP client."""
        if self._is_own:
            self._client.close()

    def _carry_out(self, step: Send | Pause | Act) -> "_Outcome":
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return _Outcome()
        try:
            if isinstance(step, Send):
                return _Outcome(self._send(step))
            return _Outcome(_finished(step.action()))
        except httpx.HTTPError as error:
            if not isinstance(step, Send):
                return _Outcome(error=error)
            failure = _failure_of(error, step)
        except BaseException as error:  # noqa: BLE001  # It is thrown into the steps, which let it through.
            return _Outcome(error=error)
        return _Outcome(error=failure)

    def _send(self, send: Send) -> Answer:
        end = time.monotonic() + send.timeout
        with self._client.stream(**_request_of(send), timeout=send.timeout) as response:
            reading = _Reading(send, response)
            for chunk in response.iter_bytes():
                reading.take(chunk)
                reading.check_time(end)
            return reading.answer()


class AwaitedDriver:
    """Runs steps on the running event loop of asyncio."""

    def __init__(self, client: httpx.AsyncClient | None) -> None:
        self._client = client or httpx.AsyncClient()
        self._is_own = client is None

    def shared(self) -> "AwaitedDriver":
        """Returns one on the same connections, which does not close them."""
        return AwaitedDriver(self._client)

    async def run(self, steps: Steps[T]) -> T:
        """Raises what the steps raise."""
        outcome: _Outcome = _Outcome()
        while True:
            try:
                step = outcome.into(steps)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            except ActionRefused as refused:
                raise _without_steps(refused)
            outcome = await self._carry_out(step)

    async def close(self) -> None:
        """Closes the connections, unless the caller provided the HTTP client."""
        if self._is_own:
            await self._client.aclose()

    async def _carry_out(self, step: Send | Pause | Act) -> "_Outcome":
        try:
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                return _Outcome()
            if isinstance(step, Send):
                return _Outcome(await self._send(step))
            result = step.action()
            return _Outcome(await result if inspect.isawaitable(result) else result)
        except httpx.HTTPError as error:
            if not isinstance(step, Send):
                return _Outcome(error=error)
            failure = _failure_of(error, step)
        except BaseException as error:  # noqa: BLE001  # It is thrown into the steps, which let it through.
            return _Outcome(error=error)
        return _Outcome(error=failure)

    async def _send(self, send: Send) -> Answer:
        # A separate task: when the libraries below cancel it, the caller's task is not affected.
        task = asyncio.create_task(self._receive(send))
        if send.into is not None:
            return await task
        try:
            return await asyncio.wait_for(task, send.timeout)
        except builtins.TimeoutError:
            if task.done() and not task.cancelled():
                raise
        raise _too_late(send)

    async def _receive(self, send: Send) -> Answer:
        # With its own limit beside that of `_send`, httpx would cancel the same task at the same moment.
        limit = None if send.into is None else send.timeout
        end = time.monotonic() + send.timeout
        async with self._client.stream(**_request_of(send), timeout=limit) as response:
            reading = _Reading(send, response)
            async for chunk in response.aiter_bytes():
                reading.take(chunk)
                reading.check_time(end)
            return reading.answer()


class _Outcome:
    """The result of a step: a value, or an error."""

    def __init__(self, value: Any = None, error: BaseException | None = None) -> None:
        self._value = value
        self._error = error

    def into(self, steps: Generator[Any, Any, Any]) -> Any:
        """Passes it to the steps. Returns the next one; raises StopIteration with the result."""
        return steps.send(self._value) if self._error is None else steps.throw(self._error)


class _Reading:
    """The answer while it arrives."""

    def __init__(self, send: Send, response: httpx.Response) -> None:
        self._send = send
        self._response = response
        self._into = send.into if response.status_code == _STREAMED else None
        self._chunks: list[bytes] = []
        self._written = 0

    def take(self, chunk: bytes) -> None:
        if self._into is None:
            self._chunks.append(chunk)
        else:
            self._into.write(chunk)
            self._written += len(chunk)

    def check_time(self, end: float) -> None:
        """Raises TimeoutError after the end, except for a download, which may continue while data arrives.

        The limit of httpx applies to each read separately, so a slow trickle would never reach it.
        """
        if self._into is None and time.monotonic() > end:
            raise _too_late(self._send)

    def answer(self) -> Answer:
        response = self._response
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, b"".join(self._chunks), self._written)


class _KeyHeader(httpx.Auth):
    """Puts the key on a request at the last moment, so that no printed options contain it.

    It also keeps httpx from adding its own credentials, from the address or from ~/.netrc.
    """

    def __init__(self, send: Send) -> None:
        self._key = send.key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["X-API-Key"] = self._key.secret
        yield request


def _request_of(send: Send) -> dict[str, Any]:
    return {
        "method": send.method,
        "url": send.url,
        "headers": dict(send.headers),
        "content": send.content,
        "auth": _KeyHeader(send),
        "follow_redirects": False,
    }


def _failure_of(error: httpx.HTTPError, send: Send) -> AssizeError:
    if isinstance(error, httpx.TimeoutException):
        return _too_late(send)
    host = urlsplit(send.url).netloc
    return ConnectionError(f"No answer from the service at {host} ({type(error).__name__}): is it running?")


def _too_late(send: Send) -> TimeoutError:
    return TimeoutError(f"No answer within {send.timeout:g} seconds.")


def _without_steps(refused: ActionRefused) -> ActionRefused:
    """Removes the frames of the steps, which tell a reader nothing.

    They stay if a frame of the caller's is among them: a refusal that the action itself met.
    """
    frames = traceback.walk_tb(refused.__traceback__)
    is_own = all(os.path.dirname(frame.f_code.co_filename) == _PACKAGE for frame, _ in frames)
    return refused.with_traceback(None) if is_own else refused


_PACKAGE = os.path.dirname(__file__)


def _finished(result: Any) -> Any:
    """Returns the result of an action that blocks. Raises TypeError if the action has not even begun."""
    if not inspect.isawaitable(result):
        return result
    if inspect.iscoroutine(result):
        result.close()
    raise TypeError("The action is asynchronous: guard it with AsyncAssize.")
