"""The client: everything that a program asks of one service with one key or token.

It fails closed: without a verdict an action does not run, unless you named it for that case.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, ParamSpec, Self, TypedDict, TypeVar, Unpack, overload

import httpx

from .credential import Token
from .drivers import AwaitedDriver, BlockingDriver
from .evidence import AsyncEvidence, Evidence
from .guarded import Guarded, GuardOptions, action_of
from .judgement import ToolCall
from .questions import Questions
from .reports import Reports
from .settings import OnUnavailable, Settings
from .steps import Awaited, Blocking
from .telemetry import Telemetry

P = ParamSpec("P")
R = TypeVar("R")


class Options(TypedDict, total=False):
    """The options of a client; `Settings` explains each."""

    url: str | None
    key: str | None
    token: Token | None
    evidence_key: str | None
    agent_id: str | None
    user_id: str | None
    session_id: str | None
    mandate_id: str | None
    timeout: float
    max_retries: int
    on_unavailable: OnUnavailable | None
    telemetry: Telemetry | None
    report_results: bool | None


class Assize(Questions[Blocking]):
    """A client that blocks. Threads may share it; it closes its connections at the end of a `with` block."""

    def __init__(self, *, http_client: httpx.Client | None = None, **options: Unpack[Options]) -> None:
        """Raises ConfigurationError."""
        self._start(BlockingDriver(http_client), Settings(**options))

    def _start(self, driver: BlockingDriver, settings: Settings, family: Reports | None = None) -> None:
        Questions.__init__(self, driver, settings, family)
        self._http = driver
        self.evidence = Evidence(driver, self._evidence)

    def with_options(self, **options: Unpack[Options]) -> Self:
        """Returns a client with other options on the same connections: for another agent, or a longer timeout.

        Reports of both wait together. Only closing this client closes the connections.
        """
        other = object.__new__(type(self))
        other._start(self._http.shared(), replace(self._settings, **options), self._reports)
        return other

    def run(
        self,
        call: ToolCall,
        action: Callable[[], R] | Callable[[Any], R],
        *,
        wait_seconds: float = 0,
        is_failure: Callable[[R], bool] | None = None,
        told: Callable[[R, str], R] | None = None,
    ) -> R:
        """Judges a call, waits for a human where it must and you let it, runs the action, and reports it.

        An action with a parameter gets the arguments to run with, which a human may have corrected; `told` adds to its
        result what they changed. Raises ApprovalRequired, ActionBlocked, AssizeError without a verdict, or any error
        of the action.
        """
        governed = action_of(call, action, wait_seconds, is_failure, told)
        result: R = self._driver.run(self._run(call, governed))
        return result

    @overload
    def guard(self, function: Callable[P, R], /) -> Callable[P, R]: ...
    @overload
    def guard(self, /, **options: Unpack[GuardOptions]) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
    def guard(self, function: Callable[..., Any] | None = None, /, **options: Unpack[GuardOptions]) -> Any:
        """Makes a function run only with a verdict that lets it proceed: `@assize.guard` or `@assize.guard(…)`.

        The guarded function raises ApprovalRequired, ActionBlocked, or AssizeError without a verdict.
        """
        if function is None:
            return functools.partial(self._guarded, options)
        return self._guarded(options, function)

    def _guarded(self, options: GuardOptions, function: Callable[P, R]) -> Callable[P, R]:
        if inspect.iscoroutinefunction(function):
            raise TypeError("The function is asynchronous: guard it with AsyncAssize.")
        guarded = Guarded(function, options)

        @functools.wraps(function)
        def governed(*args: P.args, **kwargs: P.kwargs) -> R:
            result: R = self._driver.run(self._run(*guarded.call_and_action(args, kwargs)))
            return result

        return governed

    def close(self) -> None:
        """Sends the waiting reports, and closes the connections."""
        self.flush()
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncAssize(Questions[Awaited]):
    """A client for asyncio. It belongs to one event loop, and closes its connections after `async with`."""

    def __init__(self, *, http_client: httpx.AsyncClient | None = None, **options: Unpack[Options]) -> None:
        """Raises ConfigurationError."""
        self._start(AwaitedDriver(http_client), Settings(**options))

    def _start(self, driver: AwaitedDriver, settings: Settings, family: Reports | None = None) -> None:
        Questions.__init__(self, driver, settings, family)
        self._http = driver
        self.evidence = AsyncEvidence(driver, self._evidence)

    def with_options(self, **options: Unpack[Options]) -> Self:
        """Returns a client with other options on the same connections: for another agent, or a longer timeout.

        Reports of both wait together. Only closing this client closes the connections.
        """
        other = object.__new__(type(self))
        other._start(self._http.shared(), replace(self._settings, **options), self._reports)
        return other

    async def run(
        self,
        call: ToolCall,
        action: Callable[[], Awaitable[R]] | Callable[[Any], Awaitable[R]],
        *,
        wait_seconds: float = 0,
        is_failure: Callable[[R], bool] | None = None,
        told: Callable[[R, str], R] | None = None,
    ) -> R:
        """Judges a call, waits for a human where it must and you let it, runs the action, and reports it.

        An action with a parameter gets the arguments to run with, which a human may have corrected; `told` adds to its
        result what they changed. Raises ApprovalRequired, ActionBlocked, AssizeError without a verdict, or any error
        of the action.
        """
        governed = action_of(call, action, wait_seconds, is_failure, told)
        result: R = await self._driver.run(self._run(call, governed))
        return result

    @overload
    def guard(
        self, function: Callable[P, Coroutine[Any, Any, R]], /
    ) -> Callable[P, Coroutine[Any, Any, R]]: ...
    @overload
    def guard(
        self, /, **options: Unpack[GuardOptions]
    ) -> Callable[[Callable[P, Coroutine[Any, Any, R]]], Callable[P, Coroutine[Any, Any, R]]]: ...
    def guard(self, function: Callable[..., Any] | None = None, /, **options: Unpack[GuardOptions]) -> Any:
        """Makes a function run only with a verdict that lets it proceed: `@assize.guard` or `@assize.guard(…)`.

        The guarded function raises ApprovalRequired, ActionBlocked, or AssizeError without a verdict.
        """
        if function is None:
            return functools.partial(self._guarded, options)
        return self._guarded(options, function)

    def _guarded(
        self, options: GuardOptions, function: Callable[P, Coroutine[Any, Any, R]]
    ) -> Callable[P, Coroutine[Any, Any, R]]:
        if not inspect.iscoroutinefunction(function):
            raise TypeError("The function is not asynchronous: guard it with Assize.")
        guarded = Guarded(function, options)

        @functools.wraps(function)
        async def governed(*args: P.args, **kwargs: P.kwargs) -> R:
            result: R = await self._driver.run(self._run(*guarded.call_and_action(args, kwargs)))
            return result

        return governed

    async def close(self) -> None:
        """Sends the waiting reports, and closes the connections."""
        await self.flush()
        await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
