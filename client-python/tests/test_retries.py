"""Which requests are retried, when, and which are not."""

import io
import time
from email.utils import formatdate

import pytest
from scripted import CUT, PROCEED, SECRET, Scripted

import assize
from assize import Telemetry


def test_a_question_is_repeated_under_one_idempotency_key(clients, scripted):
    service = scripted(Scripted(503), CUT, Scripted(200, PROCEED))
    retries = []
    client = clients.make(url=service.url, key=SECRET, telemetry=Telemetry(on_retry=retries.append))
    assert client.evaluate("file.read")["verdict"] == "proceed"
    assert client.evaluate("file.read")["verdict"] == "proceed"
    keys = [one.headers["idempotency-key"] for one in service.requests]
    assert len(set(keys[:3])) == 1
    assert keys[2] != keys[3]
    assert len({one.body for one in service.requests}) == 1
    assert [retry.attempt for retry in retries] == [1, 2]
    assert [type(retry.error) for retry in retries] == [assize.ServerError, assize.ConnectionError]


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("says", [lambda: "1", lambda: formatdate(time.time() + 3, usegmt=True)])
def test_waits_as_long_as_a_refusal_says(clients, scripted, status, says):
    service = scripted(Scripted(status, headers={"retry-after": says()}), Scripted(200, PROCEED))
    retries = []
    client = clients.make(url=service.url, key=SECRET, telemetry=Telemetry(on_retry=retries.append))
    client.evaluate("file.read")
    assert len(service.requests) == 2
    assert retries[0].delay_seconds >= 1


@pytest.mark.parametrize(("status", "failure"), [(429, assize.RateLimitError), (503, assize.ServerError)])
def test_a_wait_beyond_reason_is_handed_to_the_caller(clients, scripted, status, failure):
    service = scripted(Scripted(status, headers={"retry-after": "3600"}))
    with pytest.raises(failure) as caught:
        clients.make(url=service.url, key=SECRET).evaluate("file.read")
    assert caught.value.retry_after == 3600
    assert len(service.requests) == 1


def test_does_not_ask_again_where_that_is_pointless_or_could_act_twice(clients, scripted):
    used_up = scripted(Scripted(429, headers={"x-usage-type": "governance_eval", "retry-after": "1"}))
    with pytest.raises(assize.UsageLimitError):
        clients.make(url=used_up.url, key=SECRET).evaluate("a")
    assert len(used_up.requests) == 1
    for answer in (Scripted(500), CUT):
        failing = scripted(answer)
        client = clients.make(url=failing.url, key=SECRET)
        report = {"action": "a", "context": {}, "outcome": "success", "executed_at": "2026-01-31T09:30:00Z"}
        report["evaluation_id"] = "ev_1"
        acts = [
            lambda c=client: c.report_outcome(report),
            lambda c=client: c.keys.create(name="n"),
            lambda c=client: c.mandates.open(agent_id="a", task="t"),
            lambda c=client: c.mandates.narrow("mnd_1", max_actions=1),
            lambda c=client: c.tools.import_(source=[]),
            lambda c=client: c.tools.review(accept=[]),
            lambda c=client: c.targets.add(),
            lambda c=client: c.evidence.export(io.BytesIO(), format="json"),
        ]
        for act in acts:
            with pytest.raises((assize.ServerError, assize.ConnectionError)):
                act()
        assert len(failing.requests) == len(acts)
