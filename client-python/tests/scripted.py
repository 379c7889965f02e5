"""A server with scripted answers, and requests and tools for tests."""

import contextlib
import json
import threading
from collections import namedtuple
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

SECRET = "ak_" + "5e" * 16
POLL_SECONDS = 0.05
"""The shortest time between two questions for one approval, which is a second outside of tests."""
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
SLOW = Scripted(how="slow")
"""Ten bytes, one after another, for three seconds."""


@dataclass
class ScriptedService:
    url: str
    requests: list[Asked]


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
            elif answer.how == "slow":
                self.send_response(200)
                self.send_header("content-length", "10")
                self.end_headers()
                for _ in range(10):
                    ended.wait(0.3)
                    self.wfile.write(b".")
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


Tool = namedtuple("Tool", "calls run")


def tool():
    """A tool that remembers its calls."""
    calls = []

    def send_mail(to: str, subject: str = "hello") -> str:
        calls.append(to)
        return f"sent to {to}"

    return Tool(calls, send_mail)


def judged_by(service):
    return [one.json["context"]["arguments"] for one in service.requests if one.path.endswith("/evaluate")]
