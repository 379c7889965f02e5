"""The client's logic as steps, written once for programs that block and for programs that await.

A method that talks to the service is a generator: it yields what has to be done outside (send this, pause so long, run
this action) and gets what came of it. `endpoint` makes a method of it that blocks on `Assize` and is awaited on
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
    """One HTTP request, sent once. What comes of it is an `Answer`, or a ConnectionError or TimeoutError."""

    method: str
    url: str
    headers: Mapping[str, str]
    key: "Key"
    content: bytes | None
    timeout: float
    """In seconds, the reading of the answer included; of a body that is written into `into`, for each part."""
    into: BinaryIO | None = None
    """Where the body of a 200 is written as it arrives, instead of being kept."""


@dataclass(frozen=True)
class Answer:
    """What came back. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    written: int = 0
    """How many bytes of the body went into the request's `into`."""


@dataclass(frozen=True)
class Pause:
    """Waits, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Act:
    """Runs an action of the caller; what it returns is awaited where the client is asynchronous."""

    action: Callable[[], Any]


@dataclass(frozen=True)
class Key:
    """A key, which no representation shows."""

    secret: str = field(repr=False)


Steps = Generator[Send | Pause | Act, Any, T]


class Blocking:
    """Marks what blocks until it has its result."""


class Awaited:
    """Marks what has to be awaited."""


Mode = TypeVar("Mode", Blocking, Awaited)


class Driver(Protocol):
    """Carries out steps: returns their result, or a coroutine that does."""

    def run(self, steps: Steps[Any]) -> Any:
        """Raises what the steps raise."""
        ...


class Stepwise(Generic[Mode]):
    """Has methods that are steps, and the driver that carries them out."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver


class endpoint(Generic[P, T]):  # noqa: N801  # It is used as a decorator.
    """Makes a method that blocks or is awaited of one that is written as steps. `.steps` is the method as written."""

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
