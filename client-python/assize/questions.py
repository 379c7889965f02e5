"""The questions of both clients, and how they judge and run actions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

from .account import Keys, Trust, Usage
from .approvals import Approvals
from .batch import parts_of, results_in
from .catalogue import Mandates, Targets, Tools
from .connection import ApiRequest, path_of
from .failures import ConnectionError
from .gate import ApprovalGate
from .guard import Action, permit, resume, run_governed, take_approval
from .idempotency import idempotency, new_key
from .judgement import Judged, Judgement, ToolCall, judge
from .planned import Planned
from .reports import Reports
from .sessions import Sessions
from .settings import Settings
from .steps import Driver, Mode, Steps, endpoint
from .verdicts import verdict_in
from .wire import (
    DraftPolicy,
    Evaluation,
    EvaluationRequest,
    Execution,
    OutcomeReport,
    RecordedOutcome,
    RefusedItem,
    Simulation,
)


class Questions(Planned[Mode], Generic[Mode]):
    """The part that `Assize` and `AsyncAssize` share."""

    def __init__(self, driver: Driver, settings: Settings, family: Reports | None) -> None:
        super().__init__(driver)
        self._settings = settings
        self._asking, self._evidence = settings.connections()
        self._defaults = settings.defaults()
        allowed = settings.on_unavailable or {"allow": ()}
        self._may_run_unjudged = frozenset(allowed["allow"])
        self._reports = Reports(self._evidence, family)
        self.approvals: Approvals[Mode] = Approvals(driver, self._evidence)
        self._gate = ApprovalGate(self._judged, self.approvals)
        self.sessions: Sessions[Mode] = Sessions(driver, self._evidence)
        self.mandates: Mandates[Mode] = Mandates(driver, self._evidence)
        self.tools: Tools[Mode] = Tools(driver, self._asking)
        self.targets: Targets[Mode] = Targets(driver, self._asking)
        self.trust: Trust[Mode] = Trust(driver, self._evidence)
        self.usage: Usage[Mode] = Usage(driver, self._asking)
        self.keys: Keys[Mode] = Keys(driver, self._asking)

    @endpoint
    def evaluate(
        self,
        action: str,
        *,
        context: Mapping[str, Any] | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Steps[Evaluation]:
        """Asks for a verdict; `block` and `escalate` are answers, not failures.

        Without an idempotency key, each call gets a new one, kept across its retries. `timeout` is in
        seconds, for each attempt. Raises AssizeError without a verdict.
        """
        request = self._request(action, context, agent_id, user_id, description)
        return (yield from self._evaluate(request, idempotency_key, timeout))

    @endpoint
    def evaluate_batch(
        self,
        requests: Sequence[EvaluationRequest],
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Steps[list[Evaluation | RefusedItem]]:
        """Answers in the order of the requests; a refused one has `status` and `detail` in its place.

        More than 100 go in several calls. Raises AssizeError.
        """
        key = idempotency_key or new_key()
        results: list[Evaluation | RefusedItem] = []
        for start, part in parts_of(requests):
            path = path_of("core", "governance", "evaluate", "batch")
            headers = idempotency(f"{key}-{start}")
            asked = [self._defaults.filled_in_request(one) for one in part]
            request = ApiRequest(
                "POST", path, True, body={"evaluations": asked}, headers=headers, timeout=timeout
            )
            answer = yield from self._asking.json(request)
            results += results_in(answer, len(part))
        return results

    @endpoint
    def simulate(
        self,
        action: str,
        *,
        policy: DraftPolicy | None = None,
        context: Mapping[str, Any] | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        description: str | None = None,
        timeout: float | None = None,
    ) -> Steps[Simulation]:
        """Returns the verdict that would be given, also under a draft of a policy: nothing is recorded or reserved."""
        body = {**self._request(action, context, agent_id, user_id, description)}
        if policy is not None:
            body["policy"] = policy
        path = path_of("core", "governance", "simulate")
        simulation: Simulation = yield from self._asking.json(
            ApiRequest("POST", path, True, body=body, timeout=timeout)
        )
        return simulation

    @endpoint
    def execute(
        self,
        action: str,
        *,
        context: Mapping[str, Any] | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Steps[Execution]:
        """Asks for a verdict, and has the action recorded as executed if it may proceed. Raises AssizeError."""
        request = ApiRequest(
            "POST",
            path_of("core", "governance", "execute"),
            repeatable=True,
            body=self._request(action, context, agent_id, user_id, description),
            headers=idempotency(idempotency_key or new_key()),
            timeout=timeout,
        )
        execution: Any = yield from self._asking.json(request)
        if not isinstance(verdict_in(execution).get("executed"), bool):
            raise ConnectionError("The answer does not say what was recorded: is this Assize?")
        recorded: Execution = execution
        return recorded

    @endpoint
    def report_outcome(
        self, report: OutcomeReport, *, timeout: float | None = None
    ) -> Steps[RecordedOutcome]:
        """Records the outcome of an action. Raises ConflictError if this evaluation's outcome was reported already."""
        request = ApiRequest("POST", path_of("evidence", "outcomes"), False, body=report, timeout=timeout)
        recorded: RecordedOutcome = yield from self._evidence.json(request)
        return recorded

    @endpoint
    def judge(self, call: ToolCall, *, timeout: float | None = None) -> Steps[Judgement[Mode]]:
        """Asks about one call of a tool, for you to act on it. Raises AssizeError without a verdict.

        Each call asks a new question: the first answer that lets it proceed uses the approval up.
        """
        judged = yield from self._judged(call, timeout)
        return Judgement[Mode](self._driver, self._reports, judged)

    @endpoint
    def permit(
        self, call: ToolCall, *, wait_seconds: float = 0, takes_correction: bool = False
    ) -> Steps[Judgement[Mode]]:
        """Judges a call for an action that runs elsewhere, and waits for a human where it must and you let it.

        Report the outcome with the judgement's `report`. `takes_correction`: whether you run the arguments of its
        `correction`, if a human has corrected the call; otherwise that raises ApprovalCorrected. Raises
        ApprovalRequired, ActionBlocked, AssizeError without a verdict.
        """
        taking = _taken if takes_correction else None
        judged = yield from permit(self._gate, self._taking_approval(call), wait_seconds, taking)
        return Judgement[Mode](self._driver, self._reports, judged)

    @endpoint
    def resume(self, call: ToolCall, *, takes_correction: bool = False) -> Steps[Judgement[Mode]]:
        """Asks again about a call that names its approval, as a human decided it.

        `takes_correction`: as for `permit`. Raises ApprovalCorrected, AssizeError without a verdict.
        """
        taking = _taken if takes_correction else None
        judged = yield from resume(self._gate, self._taking_approval(call), corrected=taking)
        return Judgement[Mode](self._driver, self._reports, judged)

    @endpoint
    def flush(self) -> Steps[int]:
        """Sends the reports that were kept while the service was out of reach. Returns how many are still waiting."""
        return (yield from self._reports.flush())

    def _run(self, call: ToolCall, action: Action) -> Steps[Any]:
        return (yield from run_governed(self._gate, self._reports, self._taking_approval(call), action))

    def _taking_approval(self, call: ToolCall) -> ToolCall:
        return call if call.approval_id is not None else replace(call, approval_id=take_approval(call.action))

    def _judged(self, call: ToolCall, timeout: float | None = None) -> Steps[Judged]:
        def evaluate(request: EvaluationRequest) -> Steps[Evaluation]:
            return self._evaluate(request, None, timeout)

        return (
            yield from judge(evaluate, self._defaults.filled_in(call), self._may_run_unjudged, self._reports)
        )

    def _evaluate(
        self, body: EvaluationRequest, idempotency_key: str | None, timeout: float | None
    ) -> Steps[Evaluation]:
        request = ApiRequest(
            "POST",
            path_of("core", "governance", "evaluate"),
            repeatable=True,
            body=body,
            headers=idempotency(idempotency_key or new_key()),
            timeout=timeout,
        )
        return verdict_in((yield from self._asking.json(request)))

    def _request(
        self,
        action: str,
        context: Mapping[str, Any] | None,
        agent_id: str | None,
        user_id: str | None,
        description: str | None,
    ) -> EvaluationRequest:
        request = EvaluationRequest(action=action)
        if context is not None:
            request["context"] = {**context}
        if description is not None:
            request["description"] = description
        if agent_id is not None:
            request["agent_id"] = agent_id
        if user_id is not None:
            request["user_id"] = user_id
        return self._defaults.filled_in_request(request)


def _taken(_: object) -> None:
    """The caller runs what was corrected."""
