"""Plans: a model is asked before anything is read, and a task always gets a mandate."""

import hashlib
import json

import pytest
from scripted import SECRET, Scripted

from assize import ApiError, ConfigurationError, Telemetry
from assize.planning import plan_from, prompt_for
from assize.wire import PLAN_PROMPT, PLAN_SCHEMA

TASK = "Send the minutes to ann@example.com"
STEP = {"tool": "mail.send", "effects": ["send"], "parties": [{"kind": "email", "value": "ann@example.com"}]}
PLAN = json.dumps({"steps": [{**STEP, "amount": None, "currency": None, "count": 1}]})
OPENED = Scripted(201, {"mandate_id": "mdt_1"})


def send(to: str) -> str:
    """Sends a mail."""
    return to


def planner(clients, scripted, *answers):
    service = scripted(*answers, OPENED)
    failed = []
    telemetry = Telemetry(on_plan_failed=failed.append)
    client = clients.make(url=service.url, key=SECRET, agent_id="agent-7", max_retries=0, telemetry=telemetry)
    return client, service.requests, failed


def completing(clients, answer):
    async def awaited(prompt, schema):
        return answer(prompt, schema)

    return answer if clients.kind == "blocking" else awaited


def test_opens_a_mandate_by_the_plan_of_a_model(clients, scripted):
    client, requests, failed = planner(clients, scripted)
    prompts = []

    def complete(prompt, schema):
        assert schema == PLAN_SCHEMA
        prompts.append(prompt)
        return f"Here it is:\n```json\n{PLAN}\n```"

    mandate = client.plan_with(TASK, complete=completing(clients, complete), tools=[send], server="mail", model="m")
    [prompt] = prompts
    assert prompt.system == PLAN_PROMPT
    assert '{"tool":"mail.send","description":"Sends a mail."}' in prompt.user
    [opened] = [one.json for one in requests]
    plan = opened.pop("plan")
    assert (mandate["mandate_id"], opened) == ("mdt_1", {"agent_id": "agent-7", "task": TASK})
    assert (plan["by"], plan["model"], plan["steps"]) == ("model", "m", [{**STEP, "count": 1}])
    asked = hashlib.sha256(f"{prompt.system}\n\n{prompt.user}".encode()).hexdigest()
    assert plan["prompt_hash"] == f"sha256:{asked}"
    assert failed == []


@pytest.mark.parametrize("answer", ["I would rather not.", '{"steps": "all"}', {"steps": ["mail.send"]}, None, 7, ""])
def test_no_plan_is_a_mandate_by_the_words_of_the_task(clients, scripted, answer):
    client, requests, failed = planner(clients, scripted)
    client.plan_with(TASK, complete=completing(clients, lambda *_: answer), tools=[])
    assert [one.json for one in requests] == [{"agent_id": "agent-7", "task": TASK}]
    assert [one.agent_id for one in failed] == ["agent-7"]


def test_no_plan_can_be_an_error(clients, scripted):
    client, requests, _ = planner(clients, scripted)

    def fail(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        client.plan_with(TASK, complete=completing(clients, fail), tools=[], on_plan_failed="throw")
    assert requests == []


def test_asks_the_planner_of_the_service(clients, scripted):
    client, requests, failed = planner(clients, scripted, Scripted(409, {"detail": "no planner"}))
    client.plan_with(TASK)
    assert [one.json.get("plan") for one in requests] == [True, None]
    assert isinstance(failed[0].error, ApiError)


def test_without_a_mandate_there_is_an_error(clients, scripted):
    client, _, _ = planner(clients, scripted, *[Scripted(403, {"detail": "no"})] * 2)
    with pytest.raises(ApiError):
        client.plan_with(TASK)
    nameless = clients.make(url="http://127.0.0.1:9", key=SECRET)
    with pytest.raises(ConfigurationError):
        nameless.plan_with(TASK)


def test_plans_from_the_catalogue_where_no_tools_are_given(clients, scripted):
    entry = {"tool": "send", "server": "mail", "effect": "send", "description": "Sends."}
    pages = [Scripted(200, {"items": [{"entry": entry}], "next_cursor": cursor}) for cursor in ("c", None)]
    client, requests, _ = planner(clients, scripted, *pages)
    seen = []

    def complete(prompt, _):
        seen.append(prompt.user)
        return json.loads(PLAN)

    client.plan_with(TASK, complete=completing(clients, complete))
    assert seen[0].count('{"tool":"mail.send","effects":["send"],"description":"Sends."}') == 2
    assert [one.method for one in requests] == ["GET", "GET", "POST"]


def test_reads_a_pydantic_model():
    class Plan:
        def model_dump(self):
            return json.loads(PLAN)

    plan = plan_from(Plan(), prompt_for(TASK, []), None)
    assert plan["steps"] == [{**STEP, "count": 1}]


def test_an_approval_can_be_for_the_task(clients, scripted):
    client, requests, _ = planner(clients, scripted)
    client.approvals.approve("apr_1", for_="task", comment="yes")
    assert requests[0].json == {"for": "task", "comment": "yes"}
