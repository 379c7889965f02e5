"""Runs an action only with a verdict that lets it proceed, on exactly the arguments that were judged.

It then reports the outcome. Functions under `@guard` run through here.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from .arguments import ActionRefused, as_json, text_of
from .failures import PermissionError, TimeoutError
from .judgement import Judged, ToolCall
from .reports import Outcome, Reports
from .steps import Act, Steps
from .wire import Approval, Remedy

T = TypeVar("T")

_in_use: "ContextVar[_ApprovalInUse | None]" = ContextVar("assize_approval", default=None)


class ApprovalRequired(ActionRefused):
    """A human must approve it first. Later, from any process, the same call continues with `approval_id`."""

    def __init__(self, message: str, evidence_id: str | None, approval_id: str) -> None:
        super().__init__(message, evidence_id)
        self.approval_id = approval_id
        # A traceback shows it below the message, which is for the model.
        self.add_note(
            f"A person has to approve {approval_id}. Then make the same call again, in: "
            f"with use_approval({approval_id!r}): ..."
        )

    def __repr__(self) -> str:
        message = str(self)
        return f"ApprovalRequired({message!r}, approval_id={self.approval_id!r}, evidence_id={self.evidence_id!r})"


class ActionBlocked(ActionRefused):
    """A law forbids it, or a human rejected it. `remedies` say what would make each law pass."""

    def __init__(self, message: str, evidence_id: str | None, remedies: "tuple[Remedy, ...]" = ()) -> None:
        super().__init__(message, evidence_id)
        self.remedies = remedies


@contextlib.contextmanager
def use_approval(approval_id: str, *, action: str | None = None) -> Iterator[None]:
    """Lets a guarded call in this block continue with the approval of the call that was escalated.

    The approval goes only to the first guarded call, or to the first of `action`, since the service blocks
    any other call with it. Code that this block awaits or starts in its own context sees it too, even on
    other threads: `asyncio.to_thread` and the frameworks pass it on, a bare `threading.Thread` does not.
    """
    token = _in_use.set(_ApprovalInUse(approval_id, action))
    try:
        yield
    finally:
        _in_use.reset(token)


def take_approval(action: str) -> str | None:
    """Returns the approval of the innermost `use_approval`, if it is for this action and no call has taken it."""
    in_use = _in_use.get()
    return None if in_use is None else in_use.take(action)


class _ApprovalInUse:
    def __init__(self, approval_id: str, action: str | None) -> None:
        self._action = action
        # Taking from a list is atomic, and tasks and threads share it.
        self._left = [approval_id]

    def take(self, action: str) -> str | None:
        if self._action not in (None, action):
            return None
        try:
            return self._left.pop()
        except IndexError:
            return None


class Gate(Protocol):
    """The part of the client that running an action needs."""

    def judge(self, call: ToolCall) -> Steps[Judged]:
        """Raises AssizeError without a verdict."""
        ...

    def wait_for_approval(self, approval_id: str, seconds: float) -> Steps[Approval]:
        """Raises TimeoutError where it is still pending then."""
        ...


@dataclass(frozen=True)
class Action:
    """An action, and how to handle it.

    `wait_seconds`: how long to wait for a human. `shown`: returns the arguments as the laws see them; it is
    called again before the action runs.
    """

    run: Callable[[], Any]
    shown: Callable[[], object]
    wait_seconds: float = 0
    is_failure: Callable[[Any], bool] | None = None


def run_governed(gate: Gate, reports: Reports, call: ToolCall, action: Action) -> Steps[Any]:
    """Judges, waits where it must and may, runs, and reports.

    Raises ApprovalRequired, ActionBlocked, AssizeError without a verdict, or any error of the action.
    """
    arguments = as_json(action.shown())
    judged = yield from permit(gate, replace(call, arguments=arguments), action.wait_seconds)
    if text_of(action.shown()) != text_of(arguments):
        message = "The arguments changed while they were judged, so the action was not carried out."
        raise ActionRefused(message, judged.evidence_id)
    began = time.monotonic()
    try:
        result = yield Act(action.run)
        has_failed = action.is_failure is not None and action.is_failure(result)
    except Exception as error:
        yield from reports.send(judged.report_of("failure", duration_ms=_since(began), error=error))
        raise
    except BaseException as error:
        # The task was cancelled or the program ends: nothing may be sent now, so the report is kept.
        reports.keep(judged.report_of("failure", duration_ms=_since(began), error=error))
        raise
    outcome: Outcome = "failure" if has_failed else "success"
    report = judged.report_of(outcome, duration_ms=_since(began), result=result)
    yield from reports.send(report, judged.session)
    return result


def permit(gate: Gate, call: ToolCall, wait_seconds: float) -> Steps[Judged]:
    """Returns a judgement that lets the action proceed. Raises as `run_governed` does before the action."""
    first = yield from gate.judge(call)
    if first.verdict == "proceed":
        return first
    is_approved = yield from _is_approved(gate, first, wait_seconds)
    if not is_approved:
        raise _refusal_for(first)
    second = yield from gate.judge(replace(call, approval_id=first.approval_id))
    if second.verdict == "proceed":
        return second
    raise _refusal_for(second)


def _is_approved(gate: Gate, judged: Judged, wait_seconds: float) -> Steps[bool]:
    """Returns False where no human can approve it, the wait ends first, or this key can't see approvals.

    Raises ActionBlocked where it was rejected or has expired.
    """
    if judged.verdict != "escalate" or judged.approval_id is None or wait_seconds <= 0:
        return False
    try:
        approval = yield from gate.wait_for_approval(judged.approval_id, wait_seconds)
    except (TimeoutError, PermissionError):
        return False
    if approval["status"] == "approved":
        return True
    raise ActionBlocked(_words_for(approval), judged.evidence_id)


def _refusal_for(judged: Judged) -> ActionRefused:
    # The service names an approval with each escalation; without one nothing could be resumed.
    if judged.verdict == "escalate" and judged.approval_id is not None:
        return ApprovalRequired(judged.message, judged.evidence_id, judged.approval_id)
    return ActionBlocked(judged.message, judged.evidence_id, tuple(judged.remedies))


def _words_for(approval: Approval) -> str:
    if approval["status"] != "rejected":
        return f"The approval is {approval['status']}, so it was not carried out."
    decisions = approval["decisions"]
    comment = decisions[-1].get("comment") if decisions else None
    return f"A human rejected it: {comment}" if comment else "A human rejected it."


def _since(began: float) -> float:
    return (time.monotonic() - began) * 1000
