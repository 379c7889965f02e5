"""The arguments of a call, as the laws see them."""

import dataclasses
import datetime
import decimal
import enum
import uuid
from pathlib import PurePosixPath

import pytest
from scripted import judged_by

from assize import ActionRefused


class Colour(enum.StrEnum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: float


class Model:
    """Has the method of Pydantic's models."""

    def model_dump(self) -> dict:
        return {"of": "a model"}


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
