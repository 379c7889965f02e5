"""The plan of a task, made by a model before the agent reads anything.

The service checks it against the task and the catalogue. `PLAN_PROMPT` and `PLAN_SCHEMA` are those of every client.
"""

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .arguments import conversion_of
from .failures import AssizeError
from .wire import PLAN_LIMITS, PLAN_PROMPT

_MEMBERS = ("tool", "effects", "parties", "amount", "currency", "count")
_MAX_ANSWER = 32_000
_UNSEEN = re.compile(r"\s+")


class PlanPrompt(NamedTuple):
    """The two messages to the model."""

    system: str
    """The instructions."""
    user: str
    """The task and the tools."""


Complete = Callable[[PlanPrompt, dict[str, Any]], Any]
"""Asks a model with the prompt and the JSON schema of the answer; returns text, JSON, or a Pydantic model."""


def prompt_for(task: str, tools: Sequence[Mapping[str, Any]]) -> PlanPrompt:
    """Text that others wrote can't end the part that it stands in.

    A tool has `tool`, and maybe `effects` and `description`.
    """
    listed = [_line_of(tool) for tool in tools[: PLAN_LIMITS["tools"]]]
    unlisted = len(tools) - len(listed)
    more = [f"{unlisted} more tools are not listed, and can't be used."] if unlisted > 0 else []
    task = task[: PLAN_LIMITS["task"]]
    lines = ["<task>", _quoted(task), "</task>", "<tools>", *listed, "</tools>", *more]
    return PlanPrompt(PLAN_PROMPT, "\n".join(lines))


def tool_of(given: Any, server: str | None) -> dict[str, Any]:
    """Reads a definition (a mapping with `name`), a framework's tool, or a function. Raises TypeError."""
    if isinstance(given, Mapping):
        name, description = given.get("name"), given.get("description")
    else:
        name = getattr(given, "name", None) or getattr(given, "__name__", None)
        description = getattr(given, "description", None) or (inspect.getdoc(given) if callable(given) else None)
    if not isinstance(name, str):
        raise TypeError("A tool of a plan has a name.")
    tool: dict[str, Any] = {"tool": name if server is None else f"{server}.{name}"}
    if isinstance(description, str):
        tool["description"] = description
    return tool


def listed_tool(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Reads an entry of the catalogue."""
    tool = tool_of({"name": entry["tool"], "description": entry.get("description")}, entry.get("server"))
    effect = entry.get("effect")
    return tool if effect is None else {**tool, "effects": [effect] if isinstance(effect, str) else effect}


def plan_from(answer: Any, prompt: PlanPrompt, model: str | None) -> dict[str, Any]:
    """Returns the plan in the form of the API. Raises AssizeError where the answer is none."""
    convert = None if isinstance(answer, (str, Mapping)) else conversion_of(answer)
    answer = answer if convert is None else convert()
    steps = _steps_in(answer)
    if steps is None:
        raise AssizeError("The model's answer is not a plan.")
    text = answer if isinstance(answer, str) else json.dumps(answer, default=str)
    asked = f"{prompt.system}\n\n{prompt.user}".encode(errors="replace")
    plan = {
        "by": "model",
        "steps": steps,
        "prompt_hash": f"sha256:{hashlib.sha256(asked).hexdigest()}",
        "answer": text[:_MAX_ANSWER].replace("\0", "").encode(errors="replace").decode(),
    }
    return plan if model is None else {**plan, "model": model}


def _steps_in(answer: Any) -> list[dict[str, Any]] | None:
    for plan in _candidates_in(answer) if isinstance(answer, str) else [answer]:
        steps = plan.get("steps") if isinstance(plan, Mapping) else None
        if isinstance(steps, list) and len(steps) <= PLAN_LIMITS["steps"] and all(map(_is_step, steps)):
            return [_step_of(step) for step in steps]
    return None


def _candidates_in(text: str) -> "list[Any]":
    found: list[Any] = []
    decoder = json.JSONDecoder()
    starts = [match.start() for match in re.finditer(r"\{", text)][:8]
    for start in [0, *starts] if text else []:
        try:
            found.append(decoder.raw_decode(text, start)[0])
        except (ValueError, RecursionError):
            continue
    return found


def _is_step(step: Any) -> bool:
    return isinstance(step, Mapping) and isinstance(step.get("tool"), str)


def _step_of(step: Mapping[str, Any]) -> dict[str, Any]:
    """Null stands for a member that is left out."""
    written = {name: step[name] for name in _MEMBERS if step.get(name) is not None}
    parties = written.get("parties")
    if isinstance(parties, list):
        named = [party for party in parties if isinstance(party, Mapping)]
        written["parties"] = [{key: value for key, value in party.items() if value is not None} for party in named]
    return written


def _line_of(tool: Mapping[str, Any]) -> str:
    shown = {"tool": tool["tool"][: PLAN_LIMITS["name"]]}
    if "effects" in tool:
        shown["effects"] = tool["effects"]
    if "description" in tool:
        shown["description"] = _shortened(tool["description"])
    return _quoted(shown)


def _quoted(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return written.replace("</", "<\\/")


def _shortened(description: str) -> str:
    """In one line, without characters that no person sees."""
    limit = PLAN_LIMITS["description"]
    shown = "".join(one if one.isprintable() else " " for one in description[: 4 * limit])
    return _UNSEEN.sub(" ", shown).strip()[:limit]
