"""Which requests are retried, when, and which are not."""

import io
import time
from email.utils import formatdate

import pytest
from scripted import CUT, PROCEED, SECRET, Scripted

import assize
from assize import AuthenticationError, ConfigurationError, Telemetry


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


EXPIRED = Scripted(401, {"detail": "The token has expired."})


def test_asks_for_the_token_before_each_request_and_once_more_when_it_has_expired(clients, scripted):
    service = scripted(EXPIRED, Scripted(200, PROCEED), Scripted(200, PROCEED), EXPIRED)
    asked = iter(range(1, 9))
    client = clients.make(url=service.url, token=lambda: f"eyJ.{next(asked)}.c\n", max_retries=0)
    client.evaluate("file.read")
    client.evaluate("file.read")
    with pytest.raises(AuthenticationError):
        client.evaluate("file.read")
    sent = [request.headers["x-api-key"] for request in service.requests]
    assert sent == [f"eyJ.{time}.c" for time in range(1, 6)]


def test_reads_the_file_with_the_token_before_each_request_as_its_platform_renews_it(
    clients, scripted, monkeypatch, tmp_path
):
    service = scripted(Scripted(200, PROCEED), Scripted(200, PROCEED))
    file = tmp_path / "token"
    monkeypatch.setenv("ASSIZE_TOKEN_FILE", str(file))
    monkeypatch.delenv("ASSIZE_KEY", raising=False)
    client = clients.make(url=service.url, key=None)
    with pytest.raises(ConfigurationError):
        client.evaluate("file.read")
    for token in ("eyJ.1.c", "eyJ.2.c"):
        file.write_text(f"{token}\n")
        client.evaluate("file.read")
    assert [request.headers["x-api-key"] for request in service.requests] == ["eyJ.1.c", "eyJ.2.c"]
    monkeypatch.setenv("ASSIZE_KEY", SECRET)
    with pytest.raises(ConfigurationError, match="ASSIZE_KEY or ASSIZE_TOKEN_FILE"):
        clients.make(url=service.url, key=None)
    clients.make(url=service.url, key=SECRET)


def test_awaits_a_token_where_the_client_is_awaited(clients, service):
    async def token() -> str:
        return "eyJ.b.c"

    client = clients.make(url=service.url, token=token)
    if clients.kind == "blocking":
        with pytest.raises(ConfigurationError):
            client.evaluate("file.read")
    else:
        client.evaluate("file.read")
        assert service.requests[0].headers["x-api-key"] == "eyJ.b.c"


def test_a_token_that_can_not_be_had_or_sent_is_an_error_that_does_not_show_it(clients, service):
    def unreadable() -> str:
        raise OSError("no such file")

    for token in ("", "two words", lambda: "", lambda: "two words", unreadable):
        with pytest.raises(ConfigurationError) as caught:
            clients.make(url=service.url, token=token).evaluate("file.read")
        assert "two words" not in str(caught.value)
    with pytest.raises(ConfigurationError):
        clients.make(url=service.url, key=SECRET, token="eyJ.b.c")
    assert service.requests == []
