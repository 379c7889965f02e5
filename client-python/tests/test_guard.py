"""The promises of a guarded function, on a real service."""

import pickle
import threading
import traceback

import pytest
from scripted import BLOCKED, ESCALATED, tool

import assize as package
from assize import ActionBlocked, ActionRefused, ApprovalRequired, Telemetry, ToolCall, use_approval


def outcomes_of(assize):
    """The reports of the agent of this test, newest first."""
    agent = assize._settings.agent_id
    found = assize.evidence.search(artifact_type="action_executed", limit=100)["items"]
    return [item["payload"] for item in found if item["payload"].get("agent_id") == agent]


def pending_of(assize):
    return assize.approvals.list(agent_id=assize._settings.agent_id, status="pending")["items"]


def deciding(assize, decide):
    """Decides the first approval of this agent, on a separate thread, as another program would."""
    other = package.Assize(url=assize._settings.url, agent_id=assize._settings.agent_id)
    ended = threading.Event()

    def work():
        while not ended.wait(0.02):
            for approval in pending_of(other):
                decide(other, approval["approval_id"])
                return

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return ended


def test_runs_what_may_proceed_and_reports_it(assize):
    calls, run = tool()
    guarded = assize.guard(name="mail.send")(run)
    assert guarded("ann") == "sent to ann"
    assert calls == ["ann"]
    [reported] = outcomes_of(assize)
    assert reported["outcome"] == "success"
    assert reported["evaluation_id"].startswith("ev_")
    assert reported["context"]["duration_ms"] >= 0


def test_shows_the_laws_what_each_parameter_gets(assize):
    guarded = assize.guard(server="mail")(tool().run)
    guarded("ann")
    [reported] = outcomes_of(assize)
    judged = assize.evidence.get(reported["evaluation_id"])
    assert judged["action"] == "mail.send_mail"
    assert judged["payload"]["request"]["context"]["arguments"] == {"to": "ann", "subject": "hello"}
    assert judged["payload"]["request"]["context"]["tool"] == {"server": "mail", "name": "send_mail"}


def test_does_not_run_what_is_blocked(assize):
    calls, run = tool()
    with pytest.raises(ActionBlocked, match="Safety Dominance") as caught:
        assize.guard(context=BLOCKED)(run)("ann")
    assert caught.value.remedies[0]["law_id"] == "safety_dominance"
    assert caught.value.evidence_id.startswith("ev_")
    assert calls == []


def test_goes_on_with_an_approval_once_and_only_with_the_same_arguments(assize):
    calls, run = tool()
    guarded = assize.guard(context=ESCALATED, session_id="one")(run)
    with pytest.raises(ApprovalRequired) as caught:
        guarded("ann")
    approval_id = caught.value.approval_id
    with use_approval(approval_id), pytest.raises(ApprovalRequired):
        guarded("ann")
    assize.approvals.approve(approval_id)
    with use_approval(approval_id), pytest.raises(ActionRefused):
        guarded("eve")
    assert calls == []
    # Another process has another session.
    later = assize.guard(context=ESCALATED, session_id="two")(run)
    with use_approval(approval_id):
        assert later(to="ann") == "sent to ann"
        with pytest.raises(ActionRefused):
            later(to="ann")
    with use_approval(approval_id), pytest.raises(ActionRefused):
        later(to="ann")
    assert calls == ["ann"]


def test_an_approval_does_not_disturb_other_calls(assize):
    calls, run = tool()
    with pytest.raises(ApprovalRequired) as caught:
        assize.guard(context=ESCALATED)(run)("ann")
    assize.approvals.approve(caught.value.approval_id)
    with use_approval(caught.value.approval_id, action="send_mail"):
        assert assize.guard(name="file.read")(lambda path: path)("a.txt") == "a.txt"
        assert assize.guard(context=ESCALATED)(run)("ann") == "sent to ann"
    assert calls == ["ann"]


def test_waits_for_a_human(assize):
    calls, run = tool()
    ended = deciding(assize, lambda other, one: other.approvals.approve(one))
    assert assize.guard(context=ESCALATED, wait_seconds=60)(run)("ann") == "sent to ann"
    assert calls == ["ann"]
    ended.set()


def test_says_why_a_human_rejected_it(assize):
    calls, run = tool()
    ended = deciding(assize, lambda other, one: other.approvals.reject(one, comment="not today"))
    with pytest.raises(ActionBlocked, match="A human rejected this call: \"not today\""):
        assize.guard(context=ESCALATED, wait_seconds=60)(run)("ann")
    assert calls == []
    ended.set()


def test_an_approval_that_takes_too_long_can_still_be_used(assize):
    calls, run = tool()
    guarded = assize.guard(context=ESCALATED, wait_seconds=0.05)(run)
    with pytest.raises(ApprovalRequired) as caught:
        guarded("ann")
    assize.approvals.approve(caught.value.approval_id)
    with use_approval(caught.value.approval_id):
        assert guarded("ann") == "sent to ann"
    assert calls == ["ann"]


def test_an_error_of_the_action_is_raised_and_reported(assize):
    def fail(to: str) -> None:
        raise LookupError(f"no mailbox {to}")

    with pytest.raises(LookupError, match="no mailbox ann"):
        assize.guard()(fail)("ann")
    [reported] = outcomes_of(assize)
    assert reported["outcome"] == "failure"
    assert reported["context"]["error"] == "LookupError: no mailbox ann"


def test_what_an_action_returns_can_mean_that_it_failed(assize):
    assert assize.guard(is_failure=lambda code: code != 0)(lambda: 7)() == 7
    [reported] = outcomes_of(assize)
    assert reported["outcome"] == "failure"


def test_a_key_that_can_only_ask_still_guards(assize, clients, service_url):
    created = assize.keys.create(name="agent", environment="production", scopes=["governance:evaluate"])
    failed = []
    telemetry = Telemetry(on_report_failed=failed.append)
    client = clients.make(
        url=service_url, key=created["key"], evidence_key=created["key"], telemetry=telemetry
    )
    calls, run = tool()
    client.guard()(run)("ann")
    assert calls == ["ann"]
    assert [type(one.error) for one in failed] == [package.PermissionError]
    with pytest.raises(ApprovalRequired):
        client.guard(context=ESCALATED, wait_seconds=60)(run)("ann")
    assert calls == ["ann"]


def test_a_judgement_can_be_acted_on_by_hand(assize):
    judgement = assize.judge(ToolCall(name="read", server="files", arguments=["a.txt"]))
    assert (judgement.verdict, judgement.unjudged) == ("proceed", False)
    judgement.report("success", actual_cost_usd=0.5)
    [reported] = outcomes_of(assize)
    assert reported["actual_cost_usd"] == 0.5
    assert reported["evaluation_id"] == judgement.evidence_id
    judged = assize.evidence.get(judgement.evidence_id)["payload"]["request"]
    assert judged["context"]["arguments"] == {"input": ["a.txt"]}


def test_permits_an_action_that_runs_elsewhere(assize):
    call = ToolCall(name="mail.send", arguments={"to": "ann"}, context=ESCALATED)
    with pytest.raises(ApprovalRequired) as caught:
        assize.permit(call)
    assize.approvals.approve(caught.value.approval_id)
    with use_approval(caught.value.approval_id):
        permitted = assize.permit(call)
    permitted.report("success")
    [reported] = outcomes_of(assize)
    assert reported["evaluation_id"] == permitted.evidence_id
    ended = deciding(assize, lambda other, one: other.approvals.approve(one))
    assert assize.permit(call, wait_seconds=60).verdict == "proceed"
    ended.set()


def test_runs_an_action_under_a_call_that_is_made_by_hand(assize):
    call = ToolCall(name="mail.send", arguments={"to": "ann"}, context=ESCALATED)
    with pytest.raises(ApprovalRequired) as caught:
        assize.run(call, lambda: "sent")
    assize.approvals.approve(caught.value.approval_id)
    with use_approval(caught.value.approval_id):
        assert assize.run(call, lambda: "sent") == "sent"


@pytest.mark.parametrize("clients", ["blocking"], indirect=True)
def test_an_approval_that_is_missing_reads_as_what_to_do(assize):
    with pytest.raises(ApprovalRequired) as caught:
        assize.guard(context=ESCALATED)(tool().run)("ann")
    error = caught.value
    assert f"A human has to approve it first (approval {error.approval_id})" in str(error)
    assert f"approval_id={error.approval_id!r}, evidence_id={error.evidence_id!r}" in repr(error)
    told = "".join(traceback.format_exception(error))
    assert f"with use_approval('{error.approval_id}'): ..." in told
    files = [frame.filename.rsplit("/", 1)[-1] for frame in traceback.extract_tb(error.__traceback__)]
    assert files == ["test_guard.py", "client.py", "drivers.py"]
    # Another process gets the same.
    again = pickle.loads(pickle.dumps(error))
    assert (repr(again), again.__notes__) == (repr(error), error.__notes__)


@pytest.mark.parametrize("clients", ["blocking"], indirect=True)
def test_a_refusal_within_an_action_keeps_its_own_frames(assize):
    inner = assize.guard(name="inner", context=ESCALATED)(tool().run)

    @assize.guard(name="outer")
    def outer(to: str) -> str:
        return inner(to)

    with pytest.raises(ApprovalRequired) as caught:
        outer("ann")
    assert "outer" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
