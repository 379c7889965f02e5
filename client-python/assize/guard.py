"""Runs an action only with a verdict that lets it proceed, on exactly the arguments that were judged.

It then reports the outcome. Functions under `@guard` run through here.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .arguments import ActionRefused, as_json, text_of
from .corrections import correction_for, refusal_by
from .failures import (
    AssizeError,
    ConnectionError,
    NotFoundError,
    PermissionError,
    TimeoutError,
    is_unavailable,
)
from .gate import Gate
from .judgement import Judged, ToolCall, arguments_of
from .refused import ActionBlocked, ApprovalCorrected, ApprovalRequired
from .reports import Outcome, Reports
from .steps import Act, Steps
from .wire import Approval

T = TypeVar("T")

_in_use: "ContextVar[_ApprovalInUse | None]" = ContextVar("assize_approval", default=None)


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


@dataclass(frozen=True)
class Action:
    """An action, and how to handle it.

    `wait_seconds`: how long to wait for a human. `shown`: returns the arguments as the laws see them; it is
    called again before the action runs. `corrected`: returns the action that runs with corrected arguments; raises
    ActionRefused where they don't fit. `told`: adds to the result what a human changed, for the model.
    """

    run: Callable[[], Any]
    shown: Callable[[], object]
    wait_seconds: float = 0
    is_failure: Callable[[Any], bool] | None = None
    corrected: Callable[[dict[str, Any]], Callable[[], Any]] | None = None
    told: Callable[[Any, str], Any] | None = None


def run_governed(gate: Gate, reports: Reports, call: ToolCall, action: Action) -> Steps[Any]:
    """Judges, waits where it must and may, runs, and reports.

    Raises ApprovalRequired, ActionBlocked, AssizeError without a verdict, or any error of the action.
    """
    arguments = as_json(action.shown())
    asked = replace(call, arguments=arguments)
    judged = yield from permit(gate, asked, action.wait_seconds, action.corrected)
    if text_of(action.shown()) != text_of(arguments):
        message = "The arguments changed while they were judged, so the action was not carried out."
        raise ActionRefused(message, judged.evidence_id)
    run = action.run if judged.run is None else judged.run
    began = time.monotonic()
    try:
        result = yield Act(run)
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
    if judged.correction is None or action.told is None:
        return result
    return action.told(result, judged.correction.note)


# Returns how to run with corrected arguments; raises ActionRefused where that is not possible.
Corrected = Callable[[dict[str, Any]], Callable[[], Any] | None]


def permit(
    gate: Gate, call: ToolCall, wait_seconds: float, corrected: Corrected | None = None
) -> Steps[Judged]:
    """Returns a judgement that lets the action proceed. Raises as `run_governed` does before the action.

    Without `corrected`, a call that a human has corrected raises ApprovalCorrected.
    """
    first = yield from resume(gate, call, corrected=corrected)
    if first.verdict == "proceed":
        return first
    approval = yield from _approval_of(gate, first, wait_seconds)
    if approval is None:
        raise _refusal_for(first)
    again = replace(call, approval_id=first.approval_id)
    second = yield from resume(gate, again, approval, corrected=corrected)
    if second.verdict == "proceed":
        return second
    raise _refusal_for(second)


def resume(
    gate: Gate, call: ToolCall, approval: Approval | None = None, *, corrected: Corrected | None = None
) -> Steps[Judged]:
    """Judges a call under the approval that it names, with the arguments that a human corrected if they did.

    Raises ApprovalCorrected unless you take corrections, AssizeError without a verdict.
    """
    if call.approval_id is None:
        return (yield from gate.judge(call))
    failure: AssizeError | None = None
    if approval is None:
        approval, failure = yield from _looked_up(gate, call.approval_id)
    asked = arguments_of(call.arguments)
    correction = None if approval is None else correction_for(approval, call.action, asked)
    if correction is None:
        judged = yield from gate.judge(call)
    elif corrected is None:
        raise ApprovalCorrected(correction, call.approval_id)
    else:
        run = corrected(correction.arguments)
        judged = yield from gate.judge(replace(call, arguments=correction.arguments))
        judged = replace(judged, correction=correction, run=run)
    if judged.verdict == "block" and failure is not None:
        # It may be blocked only because the correction is not known.
        raise failure
    if judged.verdict == "block" and approval is not None and approval["status"] == "rejected":
        return replace(judged, message=refusal_by(approval))
    return judged


def _looked_up(gate: Gate, approval_id: str) -> Steps[tuple[Approval | None, AssizeError | None]]:
    """A key that can't see approvals still asks: the service blocks a call that was corrected."""
    try:
        approval = yield from gate.find_approval(approval_id)
        if not isinstance(approval, dict) or "status" not in approval:
            raise ConnectionError("The answer contains no approval: is this Assize?")
        return approval, None
    except (PermissionError, NotFoundError):
        return None, None
    except AssizeError as error:
        if is_unavailable(error):
            return None, error
        raise


def _approval_of(gate: Gate, judged: Judged, wait_seconds: float) -> Steps[Approval | None]:
    """Returns None where no human can approve it, the wait ends first, or this key can't see approvals.

    Raises ActionBlocked where it was rejected or has expired.
    """
    if judged.verdict != "escalate" or judged.approval_id is None or wait_seconds <= 0:
        return None
    try:
        approval = yield from gate.wait_for_approval(judged.approval_id, wait_seconds)
    except (TimeoutError, PermissionError):
        return None
    if approval["status"] == "approved":
        return approval
    raise ActionBlocked(refusal_by(approval), judged.evidence_id)


def _refusal_for(judged: Judged) -> ActionRefused:
    # The service names an approval with each escalation; without one nothing could be resumed.
    if judged.verdict == "escalate" and judged.approval_id is not None:
        return ApprovalRequired(judged.message, judged.evidence_id, judged.approval_id)
    return ActionBlocked(judged.message, judged.evidence_id, tuple(judged.remedies))


def _since(began: float) -> float:
    return (time.monotonic() - began) * 1000
