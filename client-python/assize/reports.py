"""Reports the outcomes of actions.

A report never makes the action fail: while the service is out of reach it waits in memory, and is sent with
the next one that gets through.
"""

import threading
import time
from collections import Counter, deque
from datetime import datetime
from typing import Any, Literal, NotRequired

from .connection import ApiRequest, Connection, path_of
from .failures import AssizeError, ConflictError, RateLimitError, ValidationError, is_unavailable
from .results import read_result
from .steps import Pause, Steps
from .telemetry import ReportFailed, Telemetry, logger, tell
from .wire import EvaluationRequest, OutcomeReport

Outcome = Literal["success", "failure"]

NO_RESULT: Any = object()
"""Stands for an action that tells nothing of its result; None is a result."""

_MAX_WAITING = 1_000
# The others wait without it: results are large.
_MAX_WAITING_RESULTS = 20
_MAX_WAIT_FOR_RESULTS_SECONDS = 0.5
_POLL_SECONDS = 0.01
_MAX_ERROR_CHARACTERS = 500


class Report(OutcomeReport):
    """The API's `OutcomeReport`, with the result of the tool."""

    result: NotRequired[Any]
    result_incomplete: NotRequired[bool]


class Reports:
    """Sends reports, and keeps those that could not be sent. Threads may share it."""

    def __init__(self, connection: Connection, family: "Reports | None" = None) -> None:
        """Reports of one family wait together. Each is sent with the key of the client that made it."""
        self._connection = connection
        self._telemetry: Telemetry = connection.telemetry
        self._waiting: deque[tuple[Reports, Report]] = deque() if family is None else family._waiting
        self._under_way: _UnderWay = _UnderWay() if family is None else family._under_way

    def send(self, report: Report, session: str | None = None) -> Steps[None]:
        """Sends it, and the waiting ones if that got through. Raises nothing."""
        has_result = session is not None and "result" in report
        if has_result:
            self._under_way.add(session, 1)
        try:
            is_sent = yield from self._post(report)
        finally:
            if has_result:
                self._under_way.add(session, -1)
        if is_sent and self._waiting:
            yield from self.flush()

    def settled(self, session: str | None) -> Steps[None]:
        """Waits half a second at most until the service has the session's results that other tasks send."""
        end = time.monotonic() + _MAX_WAIT_FOR_RESULTS_SECONDS
        while self._under_way.has(session) and time.monotonic() < end:
            yield Pause(_POLL_SECONDS)

    def keep(self, report: Report) -> None:
        """Queues it for the next report, or for `flush`."""
        if len(self._waiting) < _MAX_WAITING:
            is_short = len(self._waiting) < _MAX_WAITING_RESULTS
            self._waiting.append((self, report if is_short else _without_result(report)))
        else:
            self._failed(report, AssizeError("Too many reports wait already."))

    def flush(self) -> Steps[int]:
        """Sends waiting reports, up to the first that must wait again. Returns how many are left. Raises nothing."""
        taken = self._taken()
        try:
            while taken:
                owner, report = taken.popleft()
                is_sent = yield from owner._post(report)
                if not is_sent:
                    break
        finally:
            self._waiting.extend(taken)
        return len(self._waiting)

    def _taken(self) -> "deque[tuple[Reports, Report]]":
        taken: deque[tuple[Reports, Report]] = deque()
        try:
            while True:
                taken.append(self._waiting.popleft())
        except IndexError:
            return taken

    def _post(self, report: Report) -> Steps[bool]:
        """Returns False where it waits."""
        path = path_of("evidence", "outcomes")
        try:
            # Better twice than never: a waiting report is sent again anyway, and the service refuses a second outcome.
            yield from self._connection.json(ApiRequest("POST", path, True, body=report))
        except ConflictError:
            return True
        except AssizeError as error:
            if is_unavailable(error) or isinstance(error, RateLimitError):
                self.keep(report)
                return False
            if isinstance(error, ValidationError) and "result" in report:
                # An older service takes no results, and any has its limits: the outcome must not be lost with it.
                return (yield from self._post(_without_result(report)))
            self._failed(report, error)
        except Exception as error:  # noqa: BLE001  # A closed client, or a body that can't be JSON: the action ran anyway.
            self._failed(report, AssizeError(f"It could not be sent ({type(error).__name__})."))
        except BaseException:
            # The task was cancelled or the program ends.
            self.keep(report)
            raise
        return True

    def _failed(self, report: OutcomeReport, error: AssizeError) -> None:
        failed = ReportFailed(report["action"], report.get("evaluation_id"), error)
        if self._telemetry.on_report_failed is None:
            logger.warning("The outcome of %s could not be reported: %s", failed.action, error)
        tell(self._telemetry.on_report_failed, failed)


def report_of(
    request: EvaluationRequest,
    evaluation_id: str | None,
    outcome: Outcome,
    *,
    executed_at: datetime,
    duration_ms: float | None = None,
    error: BaseException | str | None = None,
    actual_cost_usd: float | None = None,
    result: object = NO_RESULT,
) -> Report:
    """Writes the report of an action that has just ended. Of an error, it takes the name and the start of the text."""
    context: dict[str, Any] = {}
    if evaluation_id is None:
        # Otherwise the evidence of the evaluation has it.
        context = {**request.get("context", {}), "skipped_evaluation": True}
    if duration_ms is not None:
        context["duration_ms"] = round(duration_ms)
    if error is not None:
        context["error"] = _words_of(error)
    report = Report(
        action=request["action"],
        context=context,
        outcome=outcome,
        executed_at=executed_at.isoformat(timespec="milliseconds"),
    )
    if "agent_id" in request:
        report["agent_id"] = request["agent_id"]
    if "user_id" in request:
        report["user_id"] = request["user_id"]
    if evaluation_id is not None:
        report["evaluation_id"] = evaluation_id
    if actual_cost_usd is not None:
        report["actual_cost_usd"] = actual_cost_usd
    if result is not NO_RESULT:
        report["result"], is_incomplete = read_result(result)
        if is_incomplete:
            report["result_incomplete"] = True
    return report


def _without_result(report: Report) -> Report:
    rest: Any = {key: value for key, value in report.items() if key not in ("result", "result_incomplete")}
    outcome: Report = rest
    return outcome


class _UnderWay:
    """Counts the results that are on their way, by their sessions. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str | None] = Counter()

    def add(self, session: str | None, number: int) -> None:
        with self._lock:
            self._counts[session] += number
            if self._counts[session] == 0:
                del self._counts[session]

    def has(self, session: str | None) -> bool:
        return session is not None and session in self._counts


def _words_of(error: BaseException | str) -> str:
    words = error if isinstance(error, str) else _sentence_of(error)
    return words[:_MAX_ERROR_CHARACTERS].replace("\0", "").encode(errors="replace").decode()


def _sentence_of(error: BaseException) -> str:
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  # Printing a foreign exception may fail too.
        message = ""
    return f"{type(error).__name__}: {message}"
