"""The part of the client that running an action needs."""

from collections.abc import Callable
from typing import Any, Protocol

from .approvals import Approvals
from .judgement import Judged, ToolCall
from .steps import Steps
from .wire import Approval


class Gate(Protocol):
    """Judges calls, and sees their approvals."""

    def judge(self, call: ToolCall) -> Steps[Judged]:
        """Raises AssizeError without a verdict."""
        ...

    def find_approval(self, approval_id: str) -> Steps[Approval]:
        """Raises AssizeError."""
        ...

    def wait_for_approval(self, approval_id: str, seconds: float) -> Steps[Approval]:
        """Raises TimeoutError where it is still pending then."""
        ...


class ApprovalGate:
    """The gate of a client."""

    def __init__(self, judged: Callable[[ToolCall], Steps[Judged]], approvals: Approvals[Any]) -> None:
        self.judge = judged
        self._approvals = approvals

    def find_approval(self, approval_id: str) -> Steps[Approval]:
        return Approvals.get.steps(self._approvals, approval_id)

    def wait_for_approval(self, approval_id: str, seconds: float) -> Steps[Approval]:
        return self._approvals.waiting(approval_id, seconds)
