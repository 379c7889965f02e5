"""Actions that wait for a human: list them, wait for one, decide it."""

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, TypedDict, Unpack, cast

from .arguments import as_json
from .connection import ApiRequest, Connection, jittered, path_of
from .failures import (
    AssizeError,
    ConnectionError,
    RateLimitError,
    TimeoutError,
    is_unavailable,
    retry_after_of,
)
from .steps import Driver, Mode, Pause, Steps, Stepwise, endpoint
from .wire import Approval, ApprovalDecision, ApprovalPage, BundleDecided, BundleDecision, JudgedCorrection

# Below the 30 seconds after which many proxies cut a silent connection.
_POLL_SECONDS = 25
_POLL_MARGIN_SECONDS = 5.0
_MAX_PAUSE_SECONDS = 5.0
_MIN_POLL_SECONDS = 1.0


class ApprovalFilter(TypedDict, total=False):
    """Which approvals, and which page of them."""

    status: Literal["pending", "approved", "rejected", "expired", "cancelled", "consumed"]
    agent_id: str
    limit: int
    cursor: str


class Approvals(Stepwise[Mode], Generic[Mode]):
    """The approvals of the key's environment."""

    def __init__(self, driver: Driver, connection: Connection) -> None:
        super().__init__(driver)
        self._connection = connection

    @endpoint
    def get(self, approval_id: str) -> Steps[Approval]:
        """Returns one approval. Raises NotFoundError."""
        path = path_of("approvals", approval_id)
        approval: Approval = yield from self._connection.json(ApiRequest("GET", path, True))
        return approval

    @endpoint
    def list(self, **query: Unpack[ApprovalFilter]) -> Steps[ApprovalPage]:
        """Returns one page, oldest first."""
        request = ApiRequest("GET", path_of("approvals"), True, query={**query})
        page: ApprovalPage = yield from self._connection.json(request)
        return page

    @endpoint
    def wait(self, approval_id: str, *, seconds: float) -> Steps[Approval]:
        """Waits until a human has decided, even through cut connections and restarts of the service.

        Raises TimeoutError where it is still pending after that time.
        """
        return (yield from self.waiting(approval_id, seconds))

    def waiting(self, approval_id: str, seconds: float) -> Steps[Approval]:
        """The steps of `wait`, for use in other steps."""
        end = time.monotonic() + seconds
        failures = 0
        while True:
            began = time.monotonic()
            if began >= end:
                raise TimeoutError(f"Approval {approval_id} is still pending after {seconds:g} seconds.")
            try:
                approval = yield from self._poll(approval_id, end - began)
                if approval["status"] != "pending":
                    return approval
                failures = 0
                # A proxy may answer at once where the service would hold the request.
                pause = began + _MIN_POLL_SECONDS - time.monotonic()
            except AssizeError as error:
                if not is_unavailable(error) and not isinstance(error, RateLimitError):
                    raise
                failures += 1
                pause = _pause_after(error, failures)
            yield Pause(max(0, min(end - time.monotonic(), pause)))

    def _poll(self, approval_id: str, left: float) -> Steps[Approval]:
        wait = math.ceil(min(_POLL_SECONDS, left))
        request = ApiRequest(
            "GET",
            path_of("approvals", approval_id),
            repeatable=True,
            query={"wait": wait},
            timeout=min(left, wait) + _POLL_MARGIN_SECONDS,
            max_retries=0,
        )
        approval = yield from self._connection.json(request)
        if not isinstance(approval, dict) or not isinstance(approval.get("status"), str):
            raise ConnectionError("The answer contains no approval: is this Assize?")
        return cast(Approval, approval)

    @endpoint
    def approve(
        self,
        approval_id: str,
        *,
        for_: Literal["task"] | None = None,
        arguments: Mapping[str, Any] | None = None,
        **note: Unpack[ApprovalDecision],
    ) -> Steps[Approval]:
        """Approves the action.

        `for_="task"` also widens the mandate by what was beyond it, for the rest of the task. With `arguments`, the
        action is approved with these in place of its own. Raises ConflictError where the decision was different or
        came too late, or a law blocks the arguments; ValidationError where they don't fit the tool.
        """
        decision: dict[str, object] = {**note}
        if for_ is not None:
            decision["for"] = for_
        if arguments is not None:
            decision["arguments"] = as_json(arguments)
        return (yield from self._decide(approval_id, "approve", decision))

    @endpoint
    def try_correction(self, approval_id: str, arguments: Mapping[str, Any]) -> Steps[JudgedCorrection]:
        """Returns what the laws say of corrected arguments; nothing is recorded. Raises ValidationError."""
        body = {"arguments": as_json(arguments)}
        path = path_of("approvals", approval_id, "correction")
        judged: JudgedCorrection = yield from self._connection.json(ApiRequest("POST", path, True, body=body))
        return judged

    @endpoint
    def reject(self, approval_id: str, **note: Unpack[ApprovalDecision]) -> Steps[Approval]:
        """Rejects the action. Raises ConflictError where the decision was different, or came too late."""
        return (yield from self._decide(approval_id, "reject", note))

    @endpoint
    def decide_together(
        self,
        approval_ids: Sequence[str],
        decision: Literal["approved", "rejected"],
        **note: Unpack[ApprovalDecision],
    ) -> Steps[BundleDecided]:
        """Decides up to 50 approvals of one bundle: calls that differ only in their targets.

        Each has its own outcome, in the order of the ids. Raises ValidationError where they are not of one bundle.
        """
        body: BundleDecision = {"approval_ids": [*approval_ids], "decision": decision, **note}
        request = ApiRequest("POST", path_of("approvals", "decide"), True, body=body)
        decided: BundleDecided = yield from self._connection.json(request)
        return decided

    def _decide(self, approval_id: str, verb: str, note: Mapping[str, object]) -> Steps[Approval]:
        # Repeating the same decision by the same party changes nothing.
        request = ApiRequest("POST", path_of("approvals", approval_id, verb), True, body=note)
        approval: Approval = yield from self._connection.json(request)
        return approval


def _pause_after(error: AssizeError, failures: int) -> float:
    growing = min(_MAX_PAUSE_SECONDS, jittered(0.5 * 2 ** min(failures, 10)))
    return max(retry_after_of(error) or 0, growing)
