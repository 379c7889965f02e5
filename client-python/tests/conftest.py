"""What the tests run on: a real service where ASSIZE_URL names one, or a server that answers as a test wants.

Each test that asks for `clients` runs twice, with a client that blocks and with one that is awaited.
"""

import asyncio
import contextlib
import contextvars
import functools
import inspect
import json
import os
import threading
import uuid
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from assize import Assize, AsyncAssize

SECRET = "ak_" + "5e" * 16
ESCALATED = {"risk_level": "high", "confidence_score": 0.95, "trust_score": 95}
"""Claims that make the laws ask for a human."""
BLOCKED = {**ESCALATED, "risk_level": "critical", "is_irreversible": True}
"""Claims that make the laws forbid it."""

PROCEED = {
    "verdict": "proceed",
    "action": "file.read",
    "explanation": "Proceed: all eight laws pass.",
    "duration_ms": 1,
    "evaluated_at": "2026-01-31T09:30:00.000Z",
    "evaluations": [],
    "remedies": [],
    "basis": ["claims"],
    "evidence_id": "ev_01a1fd6fb74c99d1cec657df",
}


@dataclass
class Asked:
    """A request that reached the scripted service."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Scripted:
    """How to answer: a status with a body, or `cut` and `silent` for no answer at all."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    how: str = "answer"


CUT = Scripted(how="cut")
SILENT = Scripted(how="silent")
HALF = Scripted(how="half")
TRICKLE = Scripted(how="trickle")


@dataclass
class ScriptedService:
    url: str
    requests: list[Asked]


@dataclass
class Clients:
    """Makes clients of one kind, whose methods block in either case, so that one test is for both."""

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
        # In the context of the test: a runner has one of its own, from when it began.
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


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is about how long a pause is, except one that the service itself asks for."""
    monkeypatch.setattr("assize.connection._FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr("assize.approvals._MAX_PAUSE_SECONDS", 0.05)


@pytest.fixture
def service_url() -> str:
    url = os.environ.get("ASSIZE_URL")
    if url is None:
        pytest.skip("ASSIZE_URL names no service")
    return url


@pytest.fixture
def assize(clients: Clients, service_url: str) -> Any:
    """A client with the key that may do everything, for an agent of this test alone."""
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


def handler_of(answers: tuple[Scripted, ...], requests: list[Asked], ended: threading.Event) -> Any:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            answer = answers[min(len(requests), len(answers) - 1)]
            headers = {name.lower(): value for name, value in self.headers.items()}
            requests.append(Asked(self.command, self.path, headers, body))
            self.close_connection = answer.how != "answer"
            if answer.how == "silent":
                ended.wait(20)
            elif answer.how in ("half", "trickle"):
                self.send_response(200)
                self.send_header("content-length", "100000")
                self.end_headers()
                self.wfile.write(b'{"verdict": "pro')
                while answer.how == "trickle" and not ended.wait(0.02):
                    self.wfile.write(b" ")
            elif answer.how == "answer":
                self.write(answer)

        def write(self, answer: Scripted) -> None:
            content = answer.body
            if not isinstance(content, bytes):
                content = b"" if content is None else json.dumps(content).encode()
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            # The client may have gone away.
            with contextlib.suppress(OSError):
                super().handle()

    return Handler


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Writes what came of each test for python.test.ts, a line each."""
    file = os.environ.get("ASSIZE_TEST_RESULTS")
    # Of a test that passes, setting up and tearing down do not count.
    if file is None or (report.outcome == "passed" and report.when != "call"):
        return
    words = report.longreprtext if report.outcome == "failed" else str(report.longrepr or "")
    with Path(file).open("a") as results:
        results.write(json.dumps({"name": report.nodeid, "outcome": report.outcome, "words": words}) + "\n")
