"""Sends many questions in few calls, and returns an answer for each."""

from collections.abc import Sequence
from typing import Any

from .failures import ConnectionError
from .verdicts import verdict_in
from .wire import Evaluation, EvaluationRequest, RefusedItem

_MAX_BATCH = 100


def parts_of(requests: Sequence[EvaluationRequest]) -> list[tuple[int, list[EvaluationRequest]]]:
    """Returns the requests of each call, and the index of its first one."""
    return [
        (start, list(requests[start : start + _MAX_BATCH])) for start in range(0, len(requests), _MAX_BATCH)
    ]


def results_in(answer: object, count: int) -> list[Evaluation | RefusedItem]:
    """Returns the answers in order. Raises ConnectionError unless there is one for each request."""
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != count:
        raise ConnectionError("The answer does not fit the batch: is this Assize?")
    return [_result_in(item) for item in results]


def _result_in(item: Any) -> Evaluation | RefusedItem:
    if isinstance(item, dict) and isinstance(item.get("status"), int):
        return RefusedItem(status=item["status"], detail=item.get("detail", ""))
    return verdict_in(item)
