"""The work of people around an agent: accept its tools once, approve, and audit its actions."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from assize import Assize, NotFoundError
from assize.proof import verify_inclusion, verify_proof

# Requests left by an earlier run keep waiting. With milliseconds, as the service writes it.
STARTED_AT = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def accept_tools(definitions: list[dict]) -> None:
    """The operator's part, once: imports the tools of an agent into the catalogue, and accepts them."""
    with Assize() as assize:
        # The examples share a server, so that the catalogue never has two tools with the same name.
        imported = assize.tools.import_(source=definitions, server="shop")["tools"]
        ids = {tool["tool_id"] for tool in imported}
        # Another example's tool of this name may have been accepted with other words.
        waiting = [
            {"tool_id": tool["tool_id"], "hash": tool["hash"]}
            for status in ("proposed", "changed")
            for tool in assize.tools.list(status=status)["items"]
            if tool["tool_id"] in ids
        ]
        if waiting:
            assize.tools.review(accept=waiting)
            print(f"operator: accepted {len(waiting)} tools", flush=True)


@contextmanager
def person_who_approves(agent_id: str) -> Iterator[None]:
    """Starts the process of the person who approves this agent's requests, and waits for it at the end of the block."""
    person = subprocess.Popen([sys.executable, Path(__file__).with_name("approve.py"), agent_id, STARTED_AT])
    try:
        yield
        person.wait()
    finally:
        person.kill()


def audit(agent_id: str) -> None:
    """The auditor's part: checks that each record of the agent's actions is in the signed chain, unaltered.
    """
    with Assize() as assize:
        keys = [key["vkey"] for key in assize.evidence.verifier_keys()["keys"]]
        seen = []
        for found in assize.evidence.iterate():
            artifact = assize.evidence.get(found["id"])
            if artifact["created_at"] < STARTED_AT:
                break
            if artifact["actor"] != agent_id or artifact["artifact_type"] == "trust_update":
                continue
            check(proof_of(assize, artifact["id"]), artifact, keys)
            seen.append(f"{artifact['artifact_type']} {artifact['action']} {artifact['verdict']}")
    for line in reversed(seen):
        print(f"evidence: {line}")
    print(f"evidence: {len(seen)} records proven")


def check(proof: str, artifact: dict, keys: list[str]) -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        # Without it, the checkpoint is trusted: `pip install 'assize[proof]'` checks its signature too.
        verify_inclusion(proof, artifact=artifact)
    else:
        verify_proof(proof, keys, artifact=artifact)


def proof_of(assize: Assize, evidence_id: str) -> str:
    """A checkpoint is signed within a second of a record."""
    for _ in range(100):
        try:
            return assize.evidence.proof(evidence_id)
        except NotFoundError:
            time.sleep(0.1)
    raise TimeoutError(f"No checkpoint has signed {evidence_id}.")
