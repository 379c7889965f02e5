"""Reading and exporting evidence."""

import io
import json
import uuid

import pytest
from scripted import CUT, SECRET, SILENT, SLOW, Scripted

import assize as package


def test_finds_evidence(assize):
    action = f"file.{uuid.uuid4().hex}"
    ids = [assize.evaluate(action)["evidence_id"] for _ in range(5)]
    page = assize.evidence.search(action=action, limit=2)
    assert (page["total"], [one["id"] for one in page["items"]]) == (5, ids[:2:-1])
    assert [one["id"] for one in assize.evidence.iterate(action=action, limit=2)] == ids[::-1]
    assert [one["id"] for one in assize.evidence.iterate(action=action, offset=3)] == ids[1::-1]
    assert list(assize.evidence.iterate(action=f"{action}-none")) == []
    assert assize.evidence.get(ids[0])["action"] == action
    assert assize.evidence.latest()["items"]["governance_eval"]["artifact_type"] == "governance_eval"
    assert assize.evidence.checkpoint().startswith("assize/chn_")
    assert assize.evidence.verify(full=True)["mode"] == "full"
    with pytest.raises(package.NotFoundError):
        assize.evidence.get("ev_" + "0" * 24)


def test_evidence_that_moves_while_it_is_read_comes_once(clients, scripted):
    at = "2026-01-31T09:30:00.000Z"
    pages = [["c", "b"], ["b", "a"], []]
    items = [[{"id": one, "created_at": at} for one in page] for page in pages]
    service = scripted(*[Scripted(200, {"items": page, "total": 4}) for page in items])
    client = clients.make(url=service.url, key=SECRET)
    assert [one["id"] for one in client.evidence.iterate(limit=2)] == ["c", "b", "a"]
    # Later records are left out, so they can't shift the pages.
    assert service.requests[1].json["to_date"] == "2026-01-31T09:30:00.001+00:00"


def test_reads_on_while_more_is_recorded(assize):
    action = f"file.{uuid.uuid4().hex}"
    ids = [assize.evaluate(action)["evidence_id"] for _ in range(4)]
    read = []
    for found in assize.evidence.iterate(action=action, limit=1):
        read.append(found["id"])
        assize.evaluate(action)
    assert read == ids[::-1]


def test_exports_into_a_file(assize, tmp_path):
    assize.evaluate("file.read")
    with (tmp_path / "evidence.json").open("wb") as file:
        export = assize.evidence.export(file, format="json", include_chain_verification=True)
    written = json.loads((tmp_path / "evidence.json").read_text())
    assert export["artifact_count"] > 0
    assert export["chain_verification"]["valid"]
    assert isinstance(written, dict)
    table = io.BytesIO()
    assize.evidence.export(table, format="csv", artifact_types=["governance_eval"])
    assert b"governance_eval" in table.getvalue()


def test_an_export_that_breaks_off_says_so(clients, scripted):
    made = {"export_id": "exp_1"}
    for answer, failure in ((CUT, package.ConnectionError), (Scripted(503), package.ServerError)):
        client = clients.make(url=scripted(Scripted(200, made), answer).url, key=SECRET)
        file = io.BytesIO()
        with pytest.raises(failure):
            client.evidence.export(file, format="json")
        assert file.getvalue() == b""


def test_a_download_may_take_long_as_long_as_it_goes_on(clients, scripted):
    made = Scripted(200, {"export_id": "exp_1"})
    file = io.BytesIO()
    clients.make(url=scripted(made, SLOW).url, key=SECRET, timeout=2.0).evidence.export(file, format="json")
    assert file.getvalue() == b".........."
    client = clients.make(url=scripted(made, SILENT).url, key=SECRET, timeout=0.3)
    with pytest.raises(package.TimeoutError):
        client.evidence.export(io.BytesIO(), format="json")
