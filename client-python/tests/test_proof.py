"""What a proof shows, and what it does not."""

import contextlib
import importlib.util
import json
import time

import pytest

from assize import ConfigurationError, NotFoundError
from assize.canonical import canonical_json
from assize.proof import ProofError, verify_inclusion, verify_proof

needs_cryptography = pytest.mark.skipif(
    importlib.util.find_spec("cryptography") is None, reason="cryptography is not installed"
)


@pytest.fixture
def proven(assize):
    """An artifact in the middle of others, its proof, and the keys."""
    ids = [
        assize.evaluate(f"file.read_{place}", context={"note": "ünï\u0007", "nested": {"ratio": 0.1}})[
            "evidence_id"
        ]
        for place in range(4)
    ]
    artifact = assize.evidence.get(ids[1])
    keys = [key["vkey"] for key in assize.evidence.verifier_keys()["keys"]]
    return artifact, proof_of(assize, ids[1]), keys


def proof_of(assize, evidence_id):
    """A checkpoint is signed within a second of a record."""
    while True:
        with contextlib.suppress(NotFoundError):
            return assize.evidence.proof(evidence_id)
        time.sleep(0.1)


@needs_cryptography
def test_a_record_is_proven_to_be_in_the_signed_chain(proven):
    artifact, proof, keys = proven
    found = verify_proof(proof, keys, artifact=artifact)
    assert found.is_signed
    assert (found.index, found.leaf["id"]) == (artifact["index"], artifact["id"])
    assert found.size > found.index
    assert found.origin == f"assize/{found.leaf['chain']}"


def test_inclusion_goes_without_a_library(proven):
    artifact, proof, _ = proven
    found = verify_inclusion(proof, artifact=artifact)
    assert not found.is_signed
    assert found.index == artifact["index"]


def test_each_changed_line_of_a_proof_is_noticed(proven):
    artifact, proof, _ = proven
    lines = proof.split("\n")
    # Signatures are tested separately.
    unsigned = lines[: lines.index("", lines.index("") + 1)]
    for place, line in enumerate(unsigned):
        for changed in {line[:-1], f"{line}A", f"A{line}"} - {line}:
            other = "\n".join([*lines[:place], changed, *lines[place + 1 :]])
            with pytest.raises(ProofError):
                verify_inclusion(other, artifact=artifact)


def test_a_path_that_is_too_long_or_too_short_is_noticed(proven):
    _, proof, _ = proven
    head, _, note = proof.partition("\n\n")
    hashes = head.split("\n")[3:]
    for changed in (f"{head}\n{hashes[0]}", "\n".join(head.split("\n")[:-1])):
        with pytest.raises(ProofError, match="This is not record"):
            verify_inclusion(f"{changed}\n\n{note}")


@needs_cryptography
def test_one_right_signature_does_not_excuse_a_wrong_one(proven):
    _, proof, keys = proven
    line = proof.rstrip("\n").rsplit("\n", 1)[1]
    place = line.rindex(" ") + 20
    wrong = f"{line[:place]}{'A' if line[place] != 'A' else 'B'}{line[place + 1 :]}"
    assert verify_proof(f"{proof}{line}\n", keys)
    with pytest.raises(ProofError, match="signature"):
        verify_proof(f"{proof}{wrong}\n", keys)


@needs_cryptography
def test_a_checkpoint_that_was_not_signed_so_is_noticed(proven):
    _, proof, keys = proven
    place = proof.rindex("— ") + proof[proof.rindex("— ") :].rindex(" ") + 20
    forged = f"{proof[:place]}{'A' if proof[place] != 'A' else 'B'}{proof[place + 1 :]}"
    with pytest.raises(ProofError, match="signature"):
        verify_proof(forged, keys)
    with pytest.raises(ProofError, match="None of the given keys"):
        verify_proof(proof, [])
    extended = proof.replace("\n\n— ", "\nmore\n\n— ")
    assert verify_inclusion(extended)
    with pytest.raises(ProofError, match="signature"):
        verify_proof(extended, keys)


@needs_cryptography
def test_what_is_no_key_is_refused(proven):
    _, proof, [key, *_] = proven
    for wrong in ("", "assize", key.replace("+", "-"), f"x{key}", f"{key[:-4]}AAAA"):
        with pytest.raises(ConfigurationError):
            verify_proof(proof, [wrong])


def test_another_record_or_payload_is_noticed(assize, proven):
    artifact, proof, _ = proven
    other = assize.evidence.get(assize.evaluate("file.read")["evidence_id"])
    changed = json.loads(json.dumps(artifact))
    changed["payload"]["request"]["context"]["nested"]["ratio"] = 0.2
    fields = ("id", "verdict", "actor", "hash", "previous_hash", "created_at", "payload_commitment", "leaf")
    altered = [{**artifact, name: f"{artifact[name]}x"} for name in fields]
    for wrong in (other, changed, *altered, {**artifact, "index": 0}, {}):
        with pytest.raises(ProofError):
            verify_inclusion(proof, artifact=wrong)


def test_a_payload_counts_with_its_salt_alone(proven):
    artifact, proof, _ = proven
    removed = {**artifact, "payload": None, "salt": None}
    assert verify_inclusion(proof, artifact=removed)
    forged = {"request": {"action": "another"}}
    for salt, payload in ((None, forged), ("", forged), ("no hex", forged), (artifact["salt"], None)):
        with pytest.raises(ProofError, match="payload"):
            verify_inclusion(proof, artifact={**artifact, "payload": payload, "salt": salt})
    for odd in (float("nan"), "\ud800"):
        with pytest.raises(ProofError, match="payload"):
            verify_inclusion(proof, artifact={**artifact, "payload": {"odd": odd}})


@pytest.mark.parametrize(
    "text", ["", "\n\n", "c2sp.org/tlog-proof@v1\n\n", "x" * 1000, "index 0\n\n\n\n— a b\n"]
)
def test_what_is_no_proof_is_refused(text):
    with pytest.raises(ProofError):
        verify_inclusion(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (123456789012345680000.0, "123456789012345680000"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (333333333.33333329, "333333333.3333333"),
        (
            {"\U0001f600": 1, "\ufb33": 2, "1": True, "ö": None},
            '{"1":true,"ö":null,"\U0001f600":1,"\ufb33":2}',
        ),
        ('€$\x0f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
        ([56, {"d": True, "10": None, "1": []}], '[56,{"1":[],"10":null,"d":true}]'),
    ],
)
def test_one_value_has_one_text(value, text):
    assert canonical_json(value) == text
