"""Reads verdicts from answers, which a proxy between client and service may have given."""

from typing import TypeGuard

from .failures import ConnectionError
from .wire import Evaluation


def verdict_in(answer: object) -> Evaluation:
    """Returns the answer if it contains a verdict: a proxy between client and service may have answered.

    Raises ConnectionError.
    """
    if not _is_evaluation(answer):
        raise ConnectionError("The answer contains no verdict: is this Assize?")
    return answer


def _is_evaluation(answer: object) -> TypeGuard[Evaluation]:
    return (
        isinstance(answer, dict)
        and answer.get("verdict") in ("proceed", "escalate", "block")
        and isinstance(answer.get("evidence_id"), str)
        and isinstance(answer.get("explanation"), str)
        and isinstance(answer.get("remedies"), list)
    )
