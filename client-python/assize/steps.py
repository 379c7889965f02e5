"""The client's logic as steps, written once for programs that block and for programs that await.

A method that talks to the service is a generator: it yields each effect (send this, pause, run this action)
and receives its result. `endpoint` turns it into a method that blocks on `Assize` and is awaited on
`AsyncAssize`.
"""

import functools
from collections.abc import Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Send:
    """One HTTP request, sent once. Its result is an `Answer`, or a ConnectionError or TimeoutError."""

    method: str
    url: str
    headers: Mapping[str, str]
    key: "Key"
    content: bytes | None
    timeout: float
    """In seconds, including reading the answer; for a body that is written into `into`, per part."""
    into: BinaryIO | None = None
    """The file to which the body of a 200 is written as it arrives, instead of being kept."""


@dataclass(frozen=True)
class Answer:
    """The answer. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    written: int = 0
    """The number of bytes of the body that were written into the request's `into`."""


@dataclass(frozen=True)
class Pause:
    """Waits, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Act:
    """Runs an action of the caller; an asynchronous client awaits its result."""

    action: Callable[[], Any]


@dataclass(frozen=True)
class Key:
    """A key or a token that is never printed."""

    secret: str = field(repr=False)


Steps = Generator[Send | Pause | Act, Any, T]


class Blocking:
    """Marks a client that blocks until it has its result."""


class Awaited:
    """Marks a client that must be awaited."""


Mode = TypeVar("Mode", Blocking, Awaited)


class Driver(Protocol):
    """Runs steps: returns their result, or a coroutine that does."""

    def run(self, steps: Steps[Any]) -> Any:
        """Raises what the steps raise."""
        ...


class Stepwise(Generic[Mode]):
    """Has methods that are steps, and the driver that runs them."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver


class endpoint(Generic[P, T]):  # noqa: N801  # It is used as a decorator.
    """Turns a method that is written as steps into one that blocks or is awaited. `.steps` is the original method."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Steps[T]]) -> None:
        self.steps = steps
        self.__doc__ = steps.__doc__

    @overload
    def __get__(self, instance: None, owner: Any) -> "endpoint[P, T]": ...
    @overload
    def __get__(self, instance: Stepwise[Blocking], owner: Any) -> Callable[P, T]: ...
    @overload
    def __get__(self, instance: Stepwise[Awaited], owner: Any) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self

        @functools.wraps(self.steps)
        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return instance._driver.run(self.steps(instance, *args, **kwargs))

        del call.__wrapped__  # Its signature has `self`, and yields steps.
        return call
