"""Hooks to watch the client's work. None gets a key or a body."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from .failures import AssizeError

T = TypeVar("T")

logger = logging.getLogger("assize")


@dataclass(frozen=True)
class Requested:
    """A request is about to be sent. `attempt` counts from 1."""

    method: str
    path: str
    attempt: int


@dataclass(frozen=True)
class Responded:
    """The service answered."""

    method: str
    path: str
    status: int
    duration_ms: float
    request_id: str | None


@dataclass(frozen=True)
class Retried:
    """A request failed, and is sent again after a pause."""

    method: str
    path: str
    attempt: int
    delay_seconds: float
    error: AssizeError


@dataclass(frozen=True)
class ReportFailed:
    """A report of an outcome was refused, or dropped because too many waited."""

    action: str
    evaluation_id: str | None
    error: AssizeError


@dataclass(frozen=True)
class PlanFailed:
    """A task has no plan, so the words of the task give the terms of its mandate."""

    agent_id: str
    error: Exception


@dataclass(frozen=True)
class Telemetry:
    """Your functions, which are called with each event. Their errors are logged, and stop nothing."""

    on_request: Callable[[Requested], object] | None = None
    on_response: Callable[[Responded], object] | None = None
    on_retry: Callable[[Retried], object] | None = None
    on_report_failed: Callable[[ReportFailed], object] | None = None
    on_plan_failed: Callable[[PlanFailed], object] | None = None


def tell(listener: Callable[[T], object] | None, event: T) -> None:
    """Calls the listener, where there is one."""
    if listener is None:
        return
    try:
        listener(event)
    except Exception:  # Watching must not change the outcome.
        logger.exception("A function of the telemetry failed.")
