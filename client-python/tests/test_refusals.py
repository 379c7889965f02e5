"""Everything that can come between a question and its answer."""

import copy
import itertools
import pickle
import traceback

import pytest
from scripted import CUT, HALF, PROCEED, SECRET, SILENT, Scripted

import assize
from assize import Telemetry

WORDS = {"detail": "In words."}
FAULT = {"detail": [{"loc": ["body", "action"], "msg": "Field required", "type": "missing"}]}


def shown(error: BaseException) -> str:
    """Everything that a log could show of an error."""
    texts = [str(error), repr(error), repr(vars(error)), *traceback.format_exception(error)]
    texts += [shown(one) for one in (error.__cause__, error.__context__) if one is not None]
    return "\n".join(texts)


def locals_of(error: BaseException) -> str:
    """The output of tools that print the variables of each frame."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return "\n".join(repr(frame.f_locals) for frame in frames if "/assize/" in frame.f_code.co_filename)


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (Scripted(400, WORDS), assize.ValidationError),
        (Scripted(401, WORDS), assize.AuthenticationError),
        (Scripted(403, WORDS), assize.PermissionError),
        (Scripted(404, WORDS), assize.NotFoundError),
        (Scripted(409, WORDS), assize.ConflictError),
        (Scripted(413, WORDS), assize.ValidationError),
        (Scripted(422, FAULT), assize.ValidationError),
        (Scripted(429, WORDS, {"retry-after": "7"}), assize.RateLimitError),
        (
            Scripted(429, WORDS, {"retry-after": "900", "x-usage-type": "governance_eval"}),
            assize.UsageLimitError,
        ),
        (Scripted(500, WORDS), assize.ServerError),
        (Scripted(503, b"<html>Bad gateway</html>", {"retry-after": "7"}), assize.ServerError),
    ],
    ids=lambda given: f"{given.status}" if isinstance(given, Scripted) else given.__name__,
)
def test_each_refusal_is_a_failure_of_its_own(clients, scripted, answer, failure):
    answer = Scripted(answer.status, answer.body, {"x-request-id": "r-1", **answer.headers})
    client = clients.make(url=scripted(answer).url, key=SECRET, max_retries=0)
    with pytest.raises(assize.ApiError) as caught:
        client.evaluate("file.read")
    error = caught.value
    assert type(error) is failure
    assert (error.status, error.request_id) == (answer.status, "r-1")
    if "retry-after" in answer.headers:
        assert error.retry_after == int(answer.headers["retry-after"])
    if answer.body is FAULT:
        assert error.faults == tuple(FAULT["detail"])
        assert error.detail == "body.action: Field required"
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert (type(same), str(same), vars(same)) == (failure, str(error), vars(error))


ECHO = {"detail": f"Unknown key {SECRET}.\u202e\u0007"}


@pytest.mark.parametrize(
    "answer",
    [
        CUT,
        HALF,
        SILENT,
        Scripted(401, ECHO, {"x-request-id": SECRET}),
        Scripted(500, ECHO),
        Scripted(422, {"detail": [{"loc": ["header", SECRET], "msg": SECRET, "type": SECRET}]}),
        Scripted(422, {"detail": [7, {"loc": 7, "msg": 7}, {"msg": "x"}]}),
        Scripted(200, ECHO),
        Scripted(200, b"\xff\xfe"),
        Scripted(307, ECHO, {"location": f"http://127.0.0.1:1/{SECRET}"}),
    ],
    ids=["cut", "half", "silent", "401", "500", "422", "odd-422", "200", "bytes", "307"],
)
def test_no_failure_shows_the_key(clients, scripted, answer):
    told = []
    telemetry = Telemetry(on_request=told.append, on_response=told.append, on_retry=told.append)
    options = {"max_retries": 1, "timeout": 0.3, "telemetry": telemetry}
    client = clients.make(url=scripted(answer).url, key=SECRET, **options)
    with pytest.raises(assize.AssizeError) as caught:
        client.evaluate("file.read")
    assert SECRET not in shown(caught.value)
    assert SECRET not in repr(told)
    if answer.body is None:
        assert SECRET not in locals_of(caught.value)
    assert "\u202e" not in str(caught.value)
    assert caught.value.__context__ is None


def test_nothing_of_the_client_shows_the_key(clients, scripted):
    client = clients.make(url=scripted(Scripted(200, PROCEED)).url, key=SECRET, evidence_key=SECRET)
    inner = client if clients.kind == "blocking" else client._inner
    reachable = [inner, inner._asking, inner._settings, inner._driver, inner.approvals, vars(inner)]
    assert SECRET not in repr(reachable)


def test_the_key_is_sent_in_its_header_alone(clients, scripted):
    service = scripted(Scripted(200, PROCEED))
    clients.make(url=f"{service.url}/", key=SECRET).evaluate("file.read")
    [request] = service.requests
    assert request.headers.pop("x-api-key") == SECRET
    assert request.path == "/api/v1/core/governance/evaluate"
    assert SECRET not in f"{request.path}{request.headers}{request.body!r}"


def test_each_question_goes_with_the_key_that_is_meant_for_it(clients, scripted):
    service = scripted(Scripted(200, PROCEED), Scripted(200, {"items": []}))
    client = clients.make(url=service.url, key=SECRET, evidence_key=f"{SECRET}-evidence")
    client.evaluate("file.read")
    client.approvals.list()
    assert [one.headers["x-api-key"] for one in service.requests] == [SECRET, f"{SECRET}-evidence"]


@pytest.mark.parametrize(
    "options",
    [
        {"key": ""},
        {"key": f"{SECRET}\r\nX: y"},
        {"key": SECRET, "url": "ftp://assize"},
        {"key": SECRET, "url": f"http://agent:{SECRET}@assize"},
        {"key": SECRET, "url": "assize"},
        {"key": SECRET, "url": "http://"},
        {"key": SECRET, "url": "http://assize:99999"},
        {"key": SECRET, "url": "http://assize/?key=x"},
        {"key": SECRET, "evidence_key": "with space"},
    ],
    ids=itertools.count(),
)
def test_refuses_to_start_without_what_it_needs(clients, monkeypatch, options):
    monkeypatch.delenv("ASSIZE_KEY", raising=False)
    with pytest.raises(assize.ConfigurationError) as caught:
        clients.make(**options)
    assert SECRET not in shown(caught.value)


def test_credentials_of_the_machine_are_not_sent(clients, scripted, monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login someone password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    service = scripted(Scripted(200, PROCEED))
    clients.make(url=service.url, key=SECRET).evaluate("file.read")
    assert "authorization" not in service.requests[0].headers


def test_ids_do_not_reach_other_paths(clients, scripted):
    service = scripted(Scripted(200, {}))
    client = clients.make(url=service.url, key=SECRET)
    client.mandates.get("../api-keys?x=1#y")
    client.trust.get("..")
    assert [
        one.path.startswith(("/api/v1/mandates/", "/api/v1/core/trust/")) for one in service.requests
    ] == [True] * 2
    assert "/../" not in "".join(one.path for one in service.requests)
    with pytest.raises(ValueError, match="id is missing"):
        client.keys.revoke("")


def test_what_is_no_json_is_not_sent(clients, scripted):
    service = scripted(Scripted(200, PROCEED))
    client = clients.make(url=service.url, key=SECRET)
    for context in ({"confidence_score": float("nan")}, {"x": object()}):
        with pytest.raises((TypeError, ValueError)):
            client.evaluate("file.read", context=context)
    with pytest.raises(ValueError, match="idempotency key"):
        client.evaluate("file.read", idempotency_key="a\nb")
    assert service.requests == []


def test_a_failing_listener_stops_nothing(clients, scripted):
    def fail(_):
        raise RuntimeError("the listener")

    telemetry = Telemetry(on_request=fail, on_response=fail)
    client = clients.make(url=scripted(Scripted(200, PROCEED)).url, key=SECRET, telemetry=telemetry)
    assert client.evaluate("file.read")["verdict"] == "proceed"
