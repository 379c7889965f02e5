"""A guarded function while the service is out of reach, or answers wrongly."""

import math
import time
import uuid

import pytest
from scripted import CUT, POLL_SECONDS, PROCEED, SECRET, SILENT, Scripted, tool

import assize as package
from assize import ActionRefused, Telemetry


def test_does_not_run_without_a_verdict(clients, scripted):
    calls, run = tool()
    for answer in (CUT, SILENT, Scripted(503), Scripted(200, {"ok": True})):
        client = clients.make(
            url=scripted(answer).url,
            key=SECRET,
            max_retries=0,
            timeout=0.3,
            on_unavailable={"allow": ["read_mail"]},
        )
        with pytest.raises(package.AssizeError):
            client.guard()(run)("ann")
    assert calls == []


def test_runs_a_named_action_while_the_service_is_away_and_reports_it_later(clients, scripted):
    service = scripted(CUT, CUT, Scripted(200, PROCEED), Scripted(201, {}))
    client = clients.make(url=service.url, key=SECRET, max_retries=0, on_unavailable={"allow": ["mail.read"]})
    calls, run = tool()
    read = client.guard(name="mail.read")(run)
    read("ann")
    read("ben")
    assert calls == ["ann", "ben"]
    reports = [one.json for one in service.requests if one.path.endswith("/outcomes")]
    assert [report["context"].get("skipped_evaluation") for report in reports] == [True, None, True]
    assert reports[2]["context"]["arguments"] == {"to": "ann", "subject": "hello"}
    assert client.flush() == 0


@pytest.mark.parametrize("status", [401, 403, 422, 429])
def test_a_refusal_is_not_an_absence(clients, scripted, status):
    url = scripted(Scripted(status, headers={"retry-after": "60"})).url
    calls, run = tool()
    client = clients.make(url=url, key=SECRET, on_unavailable={"allow": ["send_mail"]})
    with pytest.raises(package.ApiError):
        client.guard()(run)("ann")
    assert calls == []


def test_arguments_that_change_while_they_are_judged_are_not_used(clients, scripted):
    args = {"to": ["ann"]}
    telemetry = Telemetry(on_response=lambda _: args["to"].append("eve"))
    client = clients.make(url=scripted(Scripted(200, PROCEED)).url, key=SECRET, telemetry=telemetry)
    calls = []
    with pytest.raises(ActionRefused, match="arguments changed"):
        client.guard()(lambda message: calls.append(message))(args)
    assert calls == []


def test_a_report_that_gets_no_answer_does_not_undo_what_was_done(clients, scripted):
    service = scripted(Scripted(200, PROCEED), Scripted(500))
    client = clients.make(url=service.url, key=SECRET, max_retries=0)
    calls, run = tool()
    assert client.guard()(run)("ann") == "sent to ann"
    assert client.flush() == 1
    assert calls == ["ann"]


def test_tells_the_time_by_the_clock_of_the_service(clients, scripted):
    """The service accepts no report from its future, and the clock of this machine may be an hour ahead."""
    for evaluated_at, is_of_service in (("2001-02-03T04:05:06.789Z", True), ("soon", False), (None, False)):
        service = scripted(Scripted(200, {**PROCEED, "evaluated_at": evaluated_at}), Scripted(201, {}))
        clients.make(url=service.url, key=SECRET).guard()(tool().run)("ann")
        executed_at = service.requests[1].json["executed_at"]
        assert executed_at.startswith("2001-02-03T04:") == is_of_service
        assert executed_at.endswith("+00:00")


def test_waiting_goes_on_through_cut_connections(clients, scripted):
    approved = {"status": "approved", "decisions": []}
    service = scripted(CUT, Scripted(503), Scripted(200, {"status": "pending"}), Scripted(200, approved))
    client = clients.make(url=service.url, key=SECRET)
    assert client.approvals.wait(f"apr_{uuid.uuid4().hex[:24]}", seconds=math.inf)["status"] == "approved"
    assert len(service.requests) == 4
    assert all("wait=25" in one.path for one in service.requests)


def test_waiting_pauses_as_long_as_the_service_says(clients, scripted):
    approved = {"status": "approved", "decisions": []}
    service = scripted(Scripted(503, headers={"retry-after": "1"}), Scripted(200, approved))
    began = time.monotonic()
    clients.make(url=service.url, key=SECRET).approvals.wait("apr_1", seconds=60)
    assert time.monotonic() - began >= 1
    assert len(service.requests) == 2


def test_waiting_does_not_hurry_a_service_that_answers_at_once(clients, scripted):
    pending = Scripted(200, {"status": "pending", "decisions": []})
    service = scripted(pending, pending, Scripted(200, {"status": "approved", "decisions": []}))
    began = time.monotonic()
    clients.make(url=service.url, key=SECRET).approvals.wait("apr_1", seconds=60)
    assert time.monotonic() - began >= 2 * POLL_SECONDS
    assert len(service.requests) == 3


def test_waiting_ends_where_it_is_refused(clients, scripted):
    service = scripted(Scripted(404, {"detail": "No such approval."}))
    with pytest.raises(package.NotFoundError):
        clients.make(url=service.url, key=SECRET).approvals.wait("apr_1", seconds=60)
    assert len(service.requests) == 1


def test_a_second_escalation_names_its_own_approval(clients, scripted):
    escalated = {**PROCEED, "verdict": "escalate", "approval_id": "apr_1"}
    approved = {"approval_id": "apr_1", "status": "approved", "decisions": []}
    again = {**escalated, "approval_id": "apr_2"}
    service = scripted(Scripted(200, escalated), Scripted(200, approved), Scripted(200, again))
    client = clients.make(url=service.url, key=SECRET)
    ran = []
    guarded = client.guard(name="pay", wait_seconds=5)(lambda: ran.append("pay"))
    with pytest.raises(package.ApprovalRequired) as caught:
        guarded()
    assert (caught.value.approval_id, ran) == ("apr_2", [])


def test_reports_wait_together_while_the_service_is_away(clients, scripted):
    service = scripted(Scripted(503))
    client = clients.make(url=service.url, key=SECRET, max_retries=0, on_unavailable={"allow": ["note"]})
    note = client.guard(name="note")(lambda: None)
    for _ in range(3):
        note()
    asked = len(service.requests)
    assert client.flush() == 3
    # The first one that does not get through stands for all.
    assert len(service.requests) == asked + 1


def test_clients_with_other_options_send_their_reports_together(clients, scripted):
    service = scripted(Scripted(503), Scripted(503), Scripted(503), Scripted(201, {}))
    options = {"url": service.url, "max_retries": 0, "on_unavailable": {"allow": ["note"]}}
    client = clients.make(**options, key=SECRET)
    other = client.with_options(key=f"{SECRET}-other", agent_id="other")
    other.guard(name="note")(lambda: None)()
    other.close()
    assert client.flush() == 0
    sent = service.requests[-1]
    assert (sent.json["agent_id"], sent.headers["x-api-key"]) == ("other", f"{SECRET}-other")
    client.close()


def test_says_where_it_got_no_answer(clients, scripted):
    service = scripted(CUT)
    with pytest.raises(package.ConnectionError, match=service.url.removeprefix("http://")):
        clients.make(url=service.url, key=SECRET, max_retries=0).evaluate("file.read")
