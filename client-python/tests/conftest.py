"""The environment of the tests: a real service where ASSIZE_URL names one, or a server with scripted answers.

Each test that asks for `clients` runs twice, with a client that blocks and with one that is awaited.
"""

import asyncio
import contextvars
import functools
import inspect
import json
import os
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from scripted import POLL_SECONDS, PROCEED, SECRET, Asked, Scripted, ScriptedService, handler_of

from assize import Assize, AsyncAssize


@dataclass
class Clients:
    """Makes clients of one kind, whose methods block in either case, so that one test covers both."""

    kind: str
    runner: asyncio.Runner

    def make(self, **options: Any) -> Any:
        client = Assize(**options) if self.kind == "blocking" else AsyncAssize(**options)
        return client if self.kind == "blocking" else Blocked(client, self.runner)


class Blocked:
    """An asynchronous client whose coroutines are run to their end."""

    def __init__(self, inner: Any, runner: asyncio.Runner) -> None:
        self._inner = inner
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if name == "guard":
            return lambda **options: lambda function: self._to_end(value(**options)(awaited(function)))
        if name == "run":
            return lambda call, action, **options: self._to_its_end(value(call, awaited(action), **options))
        if name == "iterate":
            return lambda **filters: self._to_its_end(collected(value(**filters)))
        if name == "with_options":
            return lambda **options: Blocked(value(**options), self._runner)
        if inspect.ismethod(value) or inspect.isfunction(value):
            return self._to_end(value)
        return Blocked(value, self._runner) if hasattr(value, "_driver") else value

    def _to_its_end(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        # In the context of the test: a runner keeps its own, from when it began.
        return self._runner.run(coroutine, context=contextvars.copy_context())

    def _to_end(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            result = self._to_its_end(result) if inspect.iscoroutine(result) else result
            return Blocked(result, self._runner) if hasattr(result, "_driver") else result

        return call


def awaited(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def call(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0)
        return function(*args, **kwargs)

    return call


async def collected(iterator: Any) -> list[Any]:
    return [one async for one in iterator]


@pytest.fixture(params=["blocking", "awaited"])
def clients(request: pytest.FixtureRequest) -> Iterator[Clients]:
    with asyncio.Runner() as runner:
        yield Clients(request.param, runner)


@pytest.fixture(autouse=True, scope="session")
def no_authorities(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each client would read all certificate authorities, in a third of the time, and no test speaks TLS."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = str(tmp_path_factory.mktemp("none"))


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on how long a pause is, except for one that the service itself asks for."""
    monkeypatch.setattr("assize.connection._FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr("assize.approvals._MAX_PAUSE_SECONDS", 0.05)
    monkeypatch.setattr("assize.approvals._MIN_POLL_SECONDS", POLL_SECONDS)


@pytest.fixture
def service_url() -> str:
    url = os.environ.get("ASSIZE_URL")
    if url is None:
        pytest.skip("ASSIZE_URL names no service")
    return url


@pytest.fixture
def assize(clients: Clients, service_url: str) -> Any:
    """A client with the key that may do everything, for an agent of this test only."""
    return clients.make(url=service_url, agent_id=f"agent-{uuid.uuid4().hex[:12]}")


@pytest.fixture
def scripted() -> Iterator[Callable[..., ScriptedService]]:
    """Starts servers that give the answers in turn, and the last one from then on."""
    servers: list[ThreadingHTTPServer] = []
    ended = threading.Event()

    def start(*answers: Scripted) -> ScriptedService:
        requests: list[Asked] = []
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(answers, requests, ended))
        server.daemon_threads = True
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        return ScriptedService(f"http://127.0.0.1:{server.server_port}", requests)

    yield start
    ended.set()
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def service(scripted):
    return scripted(Scripted(200, PROCEED))


@pytest.fixture
def client(service):
    return Assize(url=service.url, key=SECRET)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Writes the result of each test for python.test.ts, one per line."""
    file = os.environ.get("ASSIZE_TEST_RESULTS")
    # For a test that passes, setup and teardown do not count.
    if file is None or (report.outcome == "passed" and report.when != "call"):
        return
    words = report.longreprtext if report.outcome == "failed" else str(report.longrepr or "")
    with Path(file).open("a") as results:
        results.write(json.dumps({"name": report.nodeid, "outcome": report.outcome, "words": words}) + "\n")
