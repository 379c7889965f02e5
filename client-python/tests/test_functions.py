"""How a guarded function looks to the program around it."""

import asyncio
import functools
import inspect
import threading

import pytest
from scripted import PROCEED, SECRET, Scripted, judged_by

from assize import Assize, AsyncAssize, Telemetry, use_approval


def test_keeps_its_name_words_and_signature(client):
    @client.guard(wait_seconds=1)
    def send(to: str, *, urgent: bool = False) -> int:
        """Sends it."""
        return 1

    assert (send.__name__, send.__doc__) == ("send", "Sends it.")
    assert str(inspect.signature(send)) == "(to: str, *, urgent: bool = False) -> int"
    assert send.__annotations__ == {"to": str, "urgent": bool, "return": int}


def test_is_asynchronous_where_the_function_is(scripted):
    async def program():
        async with AsyncAssize(url=scripted(Scripted(200, PROCEED)).url, key=SECRET) as client:

            @client.guard
            async def send(to: str) -> str:
                return to

            assert inspect.iscoroutinefunction(send)
            return await asyncio.gather(send("ann"), send("ben"))

    assert asyncio.run(program()) == ["ann", "ben"]


def test_each_client_guards_its_own_kind(client):
    async def coroutine():
        pass

    def generator():
        yield 1

    async def async_generator():
        yield 1

    asynchronous = AsyncAssize(key=SECRET)
    for guard, function in [
        (client.guard, coroutine),
        (client.guard, generator),
        (client.guard, async_generator),
        (asynchronous.guard, lambda: 1),
        (asynchronous.guard, async_generator),
        (client.guard, classmethod(lambda cls: 1)),
        (client.guard, "mail.send"),
        (client.guard, functools.partial(int, "7")),
    ]:
        with pytest.raises(TypeError):
            guard(function)
    with pytest.raises(TypeError, match="no parameter context"):
        client.guard(ignore=["context"])(lambda to: to)


def test_guards_whatever_can_be_called(client, service):
    class Desk:
        @client.guard
        def method(self, first, *more, last=3, **rest):
            return [first, *more, last, rest]

        @classmethod
        @client.guard
        def of_class(cls, first):
            return cls, first

        @staticmethod
        @client.guard
        def alone(first):
            return first

    desk = Desk()
    assert desk.method(1, 2, x=4) == [1, 2, 3, {"x": 4}]
    assert desk.of_class(1) == (Desk, 1)
    assert desk.alone(1) == 1
    assert client.guard(desk.method)(1) == [1, 3, {}]
    assert client.guard(name="larger")(functools.partial(lambda one, other: max(one, other), 3))(7) == 7
    assert judged_by(service) == [
        {"first": 1, "more": [2], "last": 3, "x": 4},
        {"first": 1},
        {"first": 1},
        {"first": 1, "more": [], "last": 3},
        {"first": 1, "more": [], "last": 3},
        {"other": 7},
    ]


def test_a_coroutine_in_disguise_is_not_taken_for_a_result(client):
    async def send():
        pass

    with pytest.raises(TypeError, match="asynchronous"):
        client.guard(lambda: send())()


def test_threads_share_a_client(client, service):
    guarded = client.guard(lambda number: number)
    results = []
    threads = [threading.Thread(target=lambda n=n: results.append(guarded(n))) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(20))
    assert sorted(one["number"] for one in judged_by(service)) == list(range(20))


def test_an_approval_goes_with_one_call_alone(client, service):
    guarded = client.guard(lambda: None)
    with use_approval("apr_1"):
        with use_approval("apr_2", action="another"):
            guarded()
        guarded()
        guarded()
    guarded()
    asked = [one.json["context"] for one in service.requests if one.path.endswith("/evaluate")]
    assert [one.get("approval_id") for one in asked] == [None, "apr_1", None, None]
    assert [one.get("has_approval") for one in asked] == [None, True, None, None]


def test_a_report_that_can_not_be_sent_does_not_undo_what_was_done(service):
    failed = []
    client = Assize(url=service.url, key=SECRET, telemetry=Telemetry(on_report_failed=failed.append))

    @client.guard
    def act() -> str:
        client._http.close()
        return "done"

    assert act() == "done"
    assert [one.action for one in failed] == ["act"]


def test_an_action_that_is_cancelled_is_reported_later(scripted):
    service = scripted(Scripted(200, PROCEED), Scripted(201, {}))
    began = threading.Event()

    async def program():
        client = AsyncAssize(url=service.url, key=SECRET, telemetry=Telemetry())

        @client.guard
        async def act():
            began.set()
            await asyncio.sleep(60)

        task = asyncio.create_task(act())
        while not began.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(service.requests) == 1
        await client.close()

    asyncio.run(program())
    [report] = [one.json for one in service.requests if one.path.endswith("/outcomes")]
    assert report["outcome"] == "failure"
    assert report["context"]["error"].startswith("CancelledError")


def test_cancelling_ends_a_question(scripted):
    from scripted import SILENT

    async def program():
        client = AsyncAssize(url=scripted(SILENT).url, key=SECRET)
        async with asyncio.timeout(0.2):
            await client.evaluate("file.read")

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(program())
    assert type(caught.value) is TimeoutError
