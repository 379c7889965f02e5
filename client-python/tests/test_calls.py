"""Questions to a real service."""

import io
import os
import uuid

import pytest
from scripted import BLOCKED, ESCALATED, PROCEED, SECRET, Scripted

import assize as package
from assize import Telemetry, ToolCall


def test_gives_each_verdict(assize):
    proceed = assize.evaluate("file.read")
    escalate = assize.evaluate("file.read", context=ESCALATED)
    block = assize.evaluate("file.read", context=BLOCKED)
    assert [one["verdict"] for one in (proceed, escalate, block)] == ["proceed", "escalate", "block"]
    assert escalate["approval_id"].startswith("apr_")
    judged = assize.judge(ToolCall(name="file.read", context=ESCALATED))
    assert (judged.verdict, judged.held_for) == ("escalate", "other")
    assert block["remedies"][0]["law_id"] == "safety_dominance"


def test_a_repeated_question_with_its_key_gets_the_first_answer(assize):
    key = str(uuid.uuid4())
    first = assize.evaluate("file.read", idempotency_key=key)
    assert assize.evaluate("file.read", idempotency_key=key)["evidence_id"] == first["evidence_id"]
    assert assize.evaluate("file.read")["evidence_id"] != first["evidence_id"]


def test_answers_a_long_batch_in_order_with_a_refusal_in_its_place(assize):
    requests = [{"action": f"file.read_{place}"} for place in range(230)]
    requests[140] = {"action": ""}
    results = assize.evaluate_batch(requests)
    assert len(results) == 230
    assert results[140]["status"] == 422
    assert [one.get("action") for one in results] == [
        None if place == 140 else f"file.read_{place}" for place in range(230)
    ]
    assert assize.evaluate_batch([]) == []


def test_simulates_without_a_record(assize):
    action = f"file.{uuid.uuid4().hex}"
    policy = {"rules": [{"id": "no-reading", "when": f'action == "{action}"', "effect": "block"}]}
    assert assize.simulate(action)["verdict"] == "proceed"
    assert assize.simulate(action, policy=policy)["verdict"] == "block"
    assert assize.evidence.search(action=action)["total"] == 0


def test_executes_and_reports(assize):
    executed = assize.execute("file.read")
    assert executed["executed"]
    assert not assize.execute("file.read", context=BLOCKED)["executed"]
    evaluation = assize.evaluate("file.read")
    report = {
        "action": "file.read",
        "agent_id": evaluation_agent(assize),
        "context": {},
        "outcome": "success",
        "executed_at": "2026-01-31T09:30:00Z",
        "evaluation_id": evaluation["evidence_id"],
    }
    assert assize.report_outcome(report)["evidence_id"].startswith("ev_")
    with pytest.raises(package.ConflictError):
        assize.report_outcome(report)


def evaluation_agent(assize):
    return assize._settings.agent_id


def test_names_all_faults_of_a_request(assize):
    with pytest.raises(package.ValidationError) as caught:
        assize.evaluate("file.read", context={"confidence_score": 2, "trust_score": -1})
    assert sorted(".".join(fault["loc"]) for fault in caught.value.faults) == [
        "body.context.confidence_score",
        "body.context.trust_score",
    ]
    assert caught.value.status == 422
    assert caught.value.request_id


def test_decides_approvals(assize):
    approval_id = assize.evaluate("file.read", context=ESCALATED)["approval_id"]
    assert assize.approvals.get(approval_id)["status"] == "pending"
    listed = assize.approvals.list(agent_id=evaluation_agent(assize), limit=10)
    assert [one["approval_id"] for one in listed["items"]] == [approval_id]
    with pytest.raises(TimeoutError):
        assize.approvals.wait(approval_id, seconds=0.05)
    approved = assize.approvals.approve(approval_id, comment="fine", decided_by="ann@example.com")
    assert approved["status"] == "approved"
    assert approved["decisions"][0]["comment"] == "fine"
    assert assize.approvals.wait(approval_id, seconds=60)["status"] == "approved"
    with pytest.raises(package.ConflictError):
        assize.approvals.reject(approval_id)


def test_opens_narrows_widens_and_closes_mandates(assize):
    agent = evaluation_agent(assize)
    mandate = assize.mandates.open(agent_id=agent, task="Send the minutes to ann@example.com", keep_task=True)
    mandate_id = mandate["mandate_id"]
    assert assize.mandates.get(mandate_id) == mandate
    assert [one["mandate_id"] for one in assize.mandates.list(agent_id=agent)["items"]] == [mandate_id]
    assert assize.mandates.narrow(mandate_id, max_actions=3)["max_actions"] == 3
    widened = assize.mandates.widen(mandate_id, max_actions=5)
    assert widened["verdict"] == "escalate"
    assize.approvals.approve(widened["approval_id"])
    again = assize.mandates.widen(mandate_id, max_actions=5, approval_id=widened["approval_id"])
    assert (again["verdict"], again["mandate"]["max_actions"]) == ("proceed", 5)
    assert assize.mandates.close(mandate_id)["status"] == "closed"


def test_keeps_a_catalogue_of_tools(assize):
    assize = in_sandbox(assize)
    server = f"s{uuid.uuid4().hex[:8]}"
    definition = {
        "name": "send_mail",
        "description": "Sends an email.",
        "inputSchema": {"type": "object", "properties": {"to": {"type": "string", "format": "email"}}},
    }
    imported = assize.tools.import_(source={"tools": [definition]}, server=server)
    [tool] = imported["tools"]
    assert tool["result"] == "proposed"
    reviewed = assize.tools.review(accept=[{"tool_id": tool["tool_id"]}])
    assert reviewed["tools"][0]["status"] == "accepted"
    assert [one["tool_id"] for one in assize.tools.list(server=server)["items"]] == [tool["tool_id"]]
    assert assize.tools.get(tool["tool_id"])["entry"]["server"] == server
    written = assize.tools.put({"tool": f"{server}.read", "effect": "read"})
    assert assize.tools.remove(written["tool_id"])["status"] == "removed"
    assert isinstance(assize.tools.suggestions()["tools"], list)


def in_sandbox(assize):
    """Where tools and targets are known, others are held: that must not affect the other tests."""
    key = os.environ["ASSIZE_SANDBOX_KEY"]
    return assize.with_options(key=key, evidence_key=key)


def test_keeps_known_targets(assize):
    assize = in_sandbox(assize)
    value = f"{uuid.uuid4().hex[:8]}@example.com"
    [target] = assize.targets.add({"kind": "email", "value": value})["added"]
    assert assize.targets.add({"kind": "email", "value": value})["already_known"] == 1
    assert assize.targets.get(target["target_id"])["value"] == value
    assert target["target_id"] in [one["target_id"] for one in assize.targets.list(kind="email")["items"]]
    assert assize.targets.remove(target["target_id"])["removed_at"]
    assert isinstance(assize.targets.suggestions()["targets"], list)


def test_reads_trust_usage_and_keys(assize):
    assize.guard()(lambda: None)()
    agent = evaluation_agent(assize)
    assert assize.trust.get(agent)["actor_id"] == agent
    assert isinstance(assize.trust.list(limit=1)["items"], list)
    assert isinstance(assize.trust.history(agent)["items"], list)
    assert assize.usage.summary()["usage"]["governance_evaluations"]["used"] >= 1
    assert assize.usage.billing()["tier"] == "enterprise"
    assert isinstance(assize.usage.history()["items"], list)
    with pytest.raises(package.NotFoundError):
        assize.usage.invoice("1999-01")
    with pytest.raises(package.NotFoundError):
        assize.usage.download_invoice("1999-01", io.BytesIO(), format="csv")
    created = assize.keys.create(name="py", environment="sandbox", scopes=["evidence:read"])
    assert created["key"].startswith("ak_")
    assert created["id"] in [key["id"] for key in assize.keys.list()["keys"]]
    assert assize.keys.revoke(created["id"])["revoked"]


def test_a_key_that_is_not_known_is_refused(clients, service_url):
    with pytest.raises(package.AuthenticationError):
        clients.make(url=service_url, key=SECRET).evaluate("file.read")


def test_tells_what_it_does(clients, service_url):
    seen = []
    telemetry = Telemetry(on_request=seen.append, on_response=seen.append)
    clients.make(url=service_url, telemetry=telemetry).evaluate("file.read")
    requested, responded = seen
    assert (requested.method, requested.path) == ("POST", "/api/v1/core/governance/evaluate")
    assert (responded.status, bool(responded.request_id)) == (200, True)


def test_each_question_says_who_asks(clients, scripted):
    service = scripted(Scripted(200, PROCEED))
    who = {"agent_id": "a", "user_id": "u", "session_id": "s", "mandate_id": "m"}
    client = clients.make(url=service.url, key=SECRET, **who)
    client.evaluate("file.read")
    client.evaluate("file.read", agent_id="b", context={"mandate_id": "n"})
    client.simulate("file.read")
    batch = scripted(Scripted(200, {"results": [PROCEED]}))
    clients.make(url=batch.url, key=SECRET, **who).evaluate_batch([{"action": "file.read", "user_id": "v"}])
    asked = [one.json for one in service.requests] + batch.requests[0].json["evaluations"]
    said = [(one["agent_id"], one["user_id"], *one["context"].values()) for one in asked]
    assert said == [("a", "u", "s", "m"), ("b", "u", "s", "n"), ("a", "u", "s", "m"), ("a", "v", "s", "m")]


def test_other_options_are_for_another_agent_on_the_same_connections(assize):
    other = assize.with_options(agent_id="someone-else")
    evaluation = other.evaluate("file.read")
    assert assize.evidence.get(evaluation["evidence_id"])["actor"] == "someone-else"
    assert evaluation_agent(assize) != "someone-else"
