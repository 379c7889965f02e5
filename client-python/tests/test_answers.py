"""Which answers are accepted as the service's, and which are not."""

import itertools

import pytest
from scripted import CUT, HALF, PROCEED, SECRET, SILENT, TRICKLE, Scripted

import assize


@pytest.mark.parametrize(
    "answer",
    [
        CUT,
        HALF,
        Scripted(200, b"<html>Hello</html>", {"content-type": "text/html"}),
        Scripted(200, {"ok": True}),
        Scripted(200, {**PROCEED, "verdict": "PERMIT"}),
        Scripted(200, {**PROCEED, "evidence_id": None}),
        Scripted(200, {**PROCEED, "remedies": {}}),
        Scripted(200),
        Scripted(204),
        Scripted(200, [PROCEED]),
        Scripted(200, b"[" * 100_000),
        Scripted(200, b"not gzip", {"content-encoding": "gzip"}),
        Scripted(307, headers={"location": "http://127.0.0.1:1/"}),
    ],
    ids=itertools.count(),
)
def test_takes_no_other_answer_for_a_verdict(clients, scripted, answer):
    service = scripted(answer)
    client = clients.make(url=service.url, key=SECRET, max_retries=0)
    for ask in (client.evaluate, client.execute):
        with pytest.raises(assize.ConnectionError):
            ask("file.read")
    assert len(service.requests) == 2


def test_takes_no_other_number_of_answers_for_a_batch(clients, scripted):
    for results in ([PROCEED], [PROCEED, {"verdict": "PERMIT"}], "no", None):
        client = clients.make(
            url=scripted(Scripted(200, {"results": results})).url, key=SECRET, max_retries=0
        )
        with pytest.raises(assize.ConnectionError):
            client.evaluate_batch([{"action": "a"}, {"action": "b"}])


@pytest.mark.parametrize("answer", [SILENT, TRICKLE], ids=["silent", "trickle"])
def test_says_that_the_time_is_over(clients, scripted, answer):
    client = clients.make(url=scripted(answer).url, key=SECRET, max_retries=0)
    with pytest.raises(TimeoutError) as caught:
        client.evaluate("file.read", timeout=0.2)
    assert type(caught.value) is assize.TimeoutError
    with pytest.raises(assize.TimeoutError):
        client.with_options(timeout=0.2).evaluate("file.read")


def test_no_redirect_is_followed(clients, scripted):
    elsewhere = scripted(Scripted(200, PROCEED))
    for status in (301, 302, 303, 307, 308):
        url = scripted(Scripted(status, headers={"location": f"{elsewhere.url}/"})).url
        with pytest.raises(assize.ConnectionError, match="redirects are not followed"):
            clients.make(url=url, key=SECRET, max_retries=0).evaluate("file.read")
    assert elsewhere.requests == []
