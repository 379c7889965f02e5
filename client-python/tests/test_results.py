"""Results: a bounded copy, the report that carries it, and the session that it is for."""

import asyncio
import dataclasses
import datetime
import enum
import json

import pytest
from scripted import PROCEED, SECRET, Scripted

from assize import Assize, AsyncAssize, ToolCall
from assize.results import MAX_RESULT_BYTES, read_result

CIRCLE = {"id": "SO-31"}
CIRCLE["self"] = CIRCLE
CALL = ToolCall(name="mail.read", arguments={})
CREATED = Scripted(201, {})


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Mail:
    to: str


class Hostile:
    def model_dump(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("given", "result", "incomplete"),
    [
        ({"a": [1, "x", None, True], "b": {}}, {"a": [1, "x", None, True], "b": {}}, False),
        (None, None, False),
        ([Mail("ann"), Colour.RED, datetime.date(2026, 1, 31)], [{"to": "ann"}, "red", "2026-01-31"], False),
        ({"a": 2**70, "b": float("nan"), 3: "c"}, {"a": str(2**70), "b": None, "3": "c"}, False),
        (("a", {"b"}), ["a", ["b"]], False),
        (CIRCLE, {"id": "SO-31"}, True),
        ({"name": "a.pdf", "bytes": b"x"}, {"name": "a.pdf"}, True),
        (b"only bytes", None, True),
        ((one for one in [1]), None, True),
        ({"__proto__": 1, "b": 2}, {"b": 2}, True),
        ("a\0b\ud800", "ab?", False),
        (Hostile(), None, True),
    ],
)
def test_copies_what_json_shows_of_a_result(given, result, incomplete):
    assert read_result(given) == (result, incomplete)


def test_cuts_a_result_to_its_limit_short_members_first():
    long = 'ä😀"\n' * 100_000
    for given in (
        long,
        {"body": long, "id": "SO-31"},
        [{"id": at} for at in range(300_000)],
        {f"key-{at}": "x" for at in range(100_000)},
    ):
        result, incomplete = read_result(given)
        assert MAX_RESULT_BYTES / 2 < len(json.dumps(result)) <= MAX_RESULT_BYTES
        assert incomplete
        assert not isinstance(given, dict) or "id" not in given or result["id"] == "SO-31"


def test_a_result_that_is_nested_deep_is_read_to_its_limit():
    deep = "end"
    for _ in range(10_000):
        deep = {"deep": deep}
    result, incomplete = read_result(deep)
    assert (json.dumps(result).count("deep"), incomplete) == (59, True)


def reported(clients, scripted, options, guard, *answers):
    service = scripted(Scripted(200, PROCEED), *answers, CREATED)
    client = clients.make(url=service.url, key=SECRET, max_retries=0, **options)
    client.guard(name="mail.read", **guard)(lambda: {"from": "ann@acme.example"})()
    asked, *reports = (one.json for one in service.requests)
    return asked["context"], reports


def test_reports_the_result_with_the_outcome(clients, scripted):
    context, [report] = reported(clients, scripted, {}, {})
    assert report["result"] == {"from": "ann@acme.example"}
    assert "result_incomplete" not in report
    assert len(context["session_id"]) == 36


@pytest.mark.parametrize(("options", "guard"), [({"report_results": False}, {}), ({}, {"report_results": False})])
def test_keeps_the_result_where_it_is_told_to(clients, scripted, options, guard):
    _, [report] = reported(clients, scripted, options, guard)
    assert "result" not in report


@pytest.mark.parametrize(
    ("options", "guard", "named"),
    [
        ({"session_id": "s1"}, {}, {"session_id": "s1"}),
        ({"mandate_id": "mdt_1"}, {}, {"mandate_id": "mdt_1"}),
        ({}, {"session_id": "s2"}, {"session_id": "s2"}),
        ({}, {"context": {"session_id": "s3"}}, {"session_id": "s3"}),
    ],
)
def test_a_named_session_or_mandate_replaces_the_own_session(clients, scripted, options, guard, named):
    context, _ = reported(clients, scripted, options, guard)
    assert {key: context[key] for key in ("session_id", "mandate_id") if key in context} == named


@pytest.mark.parametrize("status", [413, 422])
def test_the_outcome_stands_where_the_result_is_refused(clients, scripted, status):
    _, reports = reported(clients, scripted, {}, {}, Scripted(status, {"detail": "no"}))
    assert ["result" in report for report in reports] == [True, False]


def test_a_later_question_waits_for_the_results_of_its_session(scripted, monkeypatch):
    monkeypatch.setattr("assize.reports._MAX_WAIT_FOR_RESULTS_SECONDS", 2.0)

    async def program():
        service = scripted(Scripted(200, PROCEED), Scripted(how="silent"), Scripted(200, PROCEED))
        async with AsyncAssize(url=service.url, key=SECRET, max_retries=0, timeout=6.0) as client:
            judgement = await client.judge(CALL)
            reporting = asyncio.create_task(judgement.report("success", result="x"))
            while len(service.requests) < 2:
                await asyncio.sleep(0.01)
            loop = asyncio.get_running_loop()
            began = loop.time()
            await client.judge(ToolCall(name="mail.read", session_id="other"))
            assert loop.time() - began < 1.9
            began = loop.time()
            await client.judge(CALL)
            assert loop.time() - began >= 1.9
            assert not reporting.done()
            await reporting

    asyncio.run(program())


def test_reports_results_of_calls_that_ran_elsewhere(scripted):
    service = scripted(CREATED)
    client = Assize(url=service.url, key=SECRET)
    client.sessions.report("a/b", evaluation_id="ev_1", tool="mail.read", result={"a": b"x"})
    client.sessions.end("a/b", agent_id="agent-7")
    reported, ended = service.requests
    assert (reported.path, ended.path) == ("/api/v1/sessions/a%2Fb/results", "/api/v1/sessions/a%2Fb/end")
    assert reported.json == {"evaluation_id": "ev_1", "tool": "mail.read", "result": {}, "incomplete": True}
    assert ended.json == {"agent_id": "agent-7"}
