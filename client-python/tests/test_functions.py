"""What a guarded function is to the program around it."""

import asyncio
import dataclasses
import datetime
import decimal
import enum
import inspect
import threading
import uuid
from pathlib import PurePosixPath

import pytest
from conftest import PROCEED, SECRET, Scripted

from assize import ActionRefused, Assize, AsyncAssize, Telemetry, use_approval


class Colour(enum.StrEnum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: float


class Model:
    """As Pydantic's models are."""

    def model_dump(self) -> dict:
        return {"of": "a model"}


@pytest.fixture
def service(scripted):
    return scripted(Scripted(200, PROCEED))


@pytest.fixture
def client(service):
    return Assize(url=service.url, key=SECRET)


def judged_by(service):
    return [one.json["context"]["arguments"] for one in service.requests if one.path.endswith("/evaluate")]


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
    ]:
        with pytest.raises(TypeError):
            guard(function)
    with pytest.raises(TypeError, match="no parameter context"):
        client.guard(ignore=["context"])(lambda to: to)


def test_a_coroutine_in_disguise_is_not_taken_for_a_result(client):
    async def send():
        pass

    with pytest.raises(TypeError, match="asynchronous"):
        client.guard(lambda: send())()


def test_binds_arguments_as_the_function_does(client, service):
    @client.guard
    def send(to, /, subject="none", *more, urgent=False, **rest):
        return (to, subject, more, urgent, rest)

    assert send("ann", "hi", 1, 2, urgent=True, colour="red") == (
        "ann",
        "hi",
        (1, 2),
        True,
        {"colour": "red"},
    )
    send("ann")
    assert judged_by(service) == [
        {"to": "ann", "subject": "hi", "more": [1, 2], "urgent": True, "colour": "red"},
        {"to": "ann", "subject": "none", "more": [], "urgent": False},
    ]
    with pytest.raises(TypeError, match="missing a required argument"):
        send()
    with pytest.raises(ActionRefused, match="given twice"):
        send("ann", to="eve")
    assert len(judged_by(service)) == 2


def test_guards_methods_without_their_object(client, service):
    class Mailbox:
        @client.guard
        def send(self, to):
            return self, to

    mailbox = Mailbox()
    assert mailbox.send("ann") == (mailbox, "ann")
    assert judged_by(service) == [{"to": "ann"}]


def test_leaves_out_what_a_framework_hands_in(client, service):
    guarded = client.guard(ignore=["config"])(lambda to, config=None: to)
    guarded("ann", config=object())
    assert judged_by(service) == [{"to": "ann"}]


def test_writes_arguments_as_json(client, service):
    guarded = client.guard(lambda **given: None)
    guarded(
        day=datetime.date(2026, 11, 23),
        at=datetime.datetime(2026, 11, 23, 5, 30, tzinfo=datetime.UTC),
        id=uuid.UUID(int=7),
        cost=decimal.Decimal("0.10"),
        path=PurePosixPath("/etc/hosts"),
        colour=Colour.RED,
        point=Point(1, 2.5),
        model=Model(),
        tags={"b", "a"},
        large=2**63,
        small=2**53 - 1,
        pair=(1, None),
        odd="\ud800",
    )
    assert judged_by(service) == [
        {
            "day": "2026-11-23",
            "at": "2026-11-23T05:30:00+00:00",
            "id": "00000000-0000-0000-0000-000000000007",
            "cost": "0.10",
            "path": "/etc/hosts",
            "colour": "red",
            "point": {"x": 1, "y": 2.5},
            "model": {"of": "a model"},
            "tags": ["a", "b"],
            "large": "9223372036854775808",
            "small": 9007199254740991,
            "pair": [1, None],
            "odd": "\ud800",
        }
    ]


def endless():
    loop = []
    loop.append(loop)
    return loop


@pytest.mark.parametrize(
    "value",
    [object(), b"bytes", iter([1]), float("nan"), float("-inf"), {1: 2}, endless(), Point, Model],
    ids=lambda value: type(value).__name__,
)
def test_what_can_not_be_shown_is_not_done(client, service, value):
    done = []
    with pytest.raises(ActionRefused):
        client.guard(lambda given: done.append(given))(value)
    assert done == []
    assert service.requests == []


def test_shows_what_it_is_told_to_instead(client, service):
    guarded = client.guard(arguments=lambda given: {"bytes": len(given["content"])})(len_of)
    assert guarded(b"four") == 4
    assert judged_by(service) == [{"bytes": 4}]


def len_of(content: bytes) -> int:
    return len(content)


def test_context_may_depend_on_the_arguments(client, service):
    guarded = client.guard(context=lambda given: {"estimated_cost_usd": given["cents"] / 100})(
        lambda cents: cents
    )
    guarded(250)
    assert service.requests[0].json["context"]["estimated_cost_usd"] == 2.5


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
    from conftest import SILENT

    async def program():
        client = AsyncAssize(url=scripted(SILENT).url, key=SECRET)
        async with asyncio.timeout(0.2):
            await client.evaluate("file.read")

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(program())
    assert type(caught.value) is TimeoutError
