"""The question about one tool call, and the answer in words that a model can act on.

Without a verdict there is no permission, unless the caller has named this action for that case.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, cast

from .arguments import as_json
from .corrections import CorrectedCall
from .failures import AssizeError, is_unavailable
from .reports import NO_RESULT, Outcome, Report, Reports, report_of
from .steps import Driver, Mode, Steps, Stepwise, endpoint
from .wire import Evaluation, EvaluationRequest, HeldFor, Remedy, Verdict


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """One call of a tool, as the model or the program makes it."""

    name: str
    arguments: object = None
    """Judged as JSON."""
    server: str | None = None
    """The MCP server, or the group of tools; it distinguishes tools with the same name."""
    description: str | None = None
    agent_id: str | None = None
    user_id: str | None = None
    session_id: str | None = None
    mandate_id: str | None = None
    approval_id: str | None = None
    """The approval of a call that was escalated before."""
    context: Mapping[str, Any] | None = None
    """More facts for the laws and your policies: risk_level, estimated_cost_usd…"""
    report_results: bool | None = None
    """False keeps the result from the service. Then it can't tell where later values came from."""
    own_session_id: str | None = None
    """The session where neither the call nor the client names one, or a mandate. By default one for each client."""

    @property
    def action(self) -> str:
        """The name by which settings, policies and catalogues know the tool."""
        return self.name if self.server is None else f"{self.server}.{self.name}"


@dataclass(frozen=True)
class CallDefaults:
    """The agent, where a call does not name it."""

    agent_id: str | None = None
    user_id: str | None = None
    session_id: str | None = None
    mandate_id: str | None = None
    report_results: bool | None = None
    own_session_id: str | None = None

    def filled_in(self, call: ToolCall) -> ToolCall:
        """Returns the call, with the missing values filled in."""
        mine = {name: value for name, value in vars(self).items() if getattr(call, name) is None}
        return replace(call, **mine)

    def filled_in_request(self, request: EvaluationRequest) -> EvaluationRequest:
        """Returns the request, with the missing values filled in: the session and the mandate are in its context."""
        who = {"agent_id": self.agent_id, "user_id": self.user_id}
        where = {"session_id": self.session_id, "mandate_id": self.mandate_id}
        filled: Any = {**_given(who), **request}
        context = {**_given(where), **(request.get("context") or {})}
        if context:
            filled["context"] = context
        return cast(EvaluationRequest, filled)


def _given(values: Mapping[str, str | None]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class Judgement(Stepwise[Mode], Generic[Mode]):
    """The answer about one tool call.

    Attributes: `verdict`; `message`, the reason and what may be done now; `evidence_id`, None where the
    service could not be asked; `approval_id`, the approval that a human must give; `remedies`; `held_for`,
    why it does not proceed, in one word; `unjudged`, True where the service could not be asked, and this
    action was named for that case; `correction`, set where you take corrections: run its arguments instead.
    """

    def __init__(self, driver: Driver, reports: Reports, judged: "Judged") -> None:
        super().__init__(driver)
        self._reports = reports
        self._judged = judged
        self.verdict: Verdict = judged.verdict
        self.message: str = judged.message
        self.evidence_id: str | None = judged.evidence_id
        self.approval_id: str | None = judged.approval_id
        self.remedies: Sequence[Remedy] = judged.remedies
        self.held_for: HeldFor | None = judged.held_for
        self.unjudged: bool = judged.evidence_id is None
        self.correction: CorrectedCall | None = judged.correction

    @endpoint
    def report(
        self,
        outcome: Outcome,
        *,
        duration_ms: float | None = None,
        error: BaseException | str | None = None,
        actual_cost_usd: float | None = None,
        result: object = NO_RESULT,
    ) -> Steps[None]:
        """Reports the outcome of the action. Raises nothing: a failed report goes to `telemetry.on_report_failed`.

        `result`: what the tool returned, whole; a copy of at most 256 KB is sent.
        """
        report = self._judged.report_of(
            outcome, duration_ms=duration_ms, error=error, actual_cost_usd=actual_cost_usd, result=result
        )
        yield from self._reports.send(report, self._judged.session)

    def __repr__(self) -> str:
        return f"Judgement({self.verdict!r}, {self.message!r})"


@dataclass(frozen=True)
class Judged:
    """A judgement without a way to report on it."""

    request: EvaluationRequest
    verdict: Verdict
    message: str
    evidence_id: str | None = None
    approval_id: str | None = None
    remedies: Sequence[Remedy] = ()
    held_for: HeldFor | None = None
    evaluated_at: str | None = None
    judged_at: float = field(default_factory=time.monotonic)
    session: str | None = None
    """The session that its result is for, if that may be reported."""
    correction: CorrectedCall | None = None
    run: Callable[[], Any] | None = None
    """How to run it as it was corrected."""

    def report_of(self, outcome: Outcome, *, result: object = NO_RESULT, **details: Any) -> Report:
        """Writes the report of an outcome that has just happened; `details` as for `reports.report_of`."""
        if self.session is not None:
            details["result"] = result
        return report_of(self.request, self.evidence_id, outcome, executed_at=self._now(), **details)

    def _now(self) -> datetime:
        """By the clock of the service, where known, since the service accepts no outcome from its future."""
        try:
            then = datetime.fromisoformat(self.evaluated_at or "")
        except ValueError:
            return datetime.now(UTC)
        return then.astimezone(UTC) + timedelta(seconds=time.monotonic() - self.judged_at)


def judge(
    evaluate: Callable[[EvaluationRequest], Steps[Evaluation]],
    call: ToolCall,
    may_run_unjudged: Collection[str],
    reports: Reports,
) -> Steps[Judged]:
    """Asks about a call, once the service has the results of its session. Raises AssizeError without a verdict."""
    request = request_for(call)
    session = _session_of(request)
    yield from reports.settled(session)
    try:
        evaluation = yield from evaluate(request)
    except AssizeError as error:
        if not is_unavailable(error) or call.action not in may_run_unjudged:
            raise
        message = "The service could not be asked; this action is allowed to run without a verdict."
        return Judged(request, "proceed", message)
    return Judged(
        request,
        evaluation["verdict"],
        _message_of(evaluation),
        evaluation["evidence_id"],
        evaluation.get("approval_id"),
        tuple(evaluation["remedies"]),
        evaluation.get("held_for"),
        evaluation.get("evaluated_at"),
        session=None if call.report_results is False else session,
    )


def request_for(call: ToolCall) -> EvaluationRequest:
    """Writes the question about a call. Raises ActionRefused where its arguments can't be shown."""
    context: dict[str, Any] = {
        **as_json(call.context or {}),
        "arguments": arguments_of(call.arguments),
        "tool": {"name": call.name} if call.server is None else {"server": call.server, "name": call.name},
    }
    context |= _given({"session_id": call.session_id, "mandate_id": call.mandate_id})
    if call.own_session_id is not None and not {"session_id", "mandate_id"} & set(context):
        # A mandate is a session too.
        context["session_id"] = call.own_session_id
    if call.approval_id is not None:
        context |= {"has_approval": True, "approval_id": call.approval_id}
    who: Any = {"description": call.description, "agent_id": call.agent_id, "user_id": call.user_id}
    return EvaluationRequest(action=call.action, context=context, **_given(who))


def _session_of(request: EvaluationRequest) -> str | None:
    """Returns the id by which the service remembers results."""
    context = request.get("context", {})
    session = context.get("session_id", context.get("mandate_id"))
    return session if isinstance(session, str) else None


def arguments_of(given: object) -> dict[str, Any]:
    """The catalogue names places in an object, so any other value is wrapped in one."""
    written = as_json(given)
    if written is None:
        return {}
    return written if isinstance(written, dict) else {"input": written}


def _message_of(evaluation: Evaluation) -> str:
    explanation = evaluation["explanation"]
    if evaluation["verdict"] == "proceed":
        return explanation
    if evaluation["verdict"] == "escalate":
        approval = evaluation.get("approval_id")
        return (
            f"{explanation} A human has to approve it first (approval {approval}). Once it is approved, make exactly "
            "the same call again."
        )
    changes = "; or: ".join(dict.fromkeys(remedy["note"] for remedy in evaluation["remedies"]))
    passing = f" What would make it pass: {changes}." if changes else ""
    return f"{explanation} It was not carried out: don't repeat the same call.{passing}"
