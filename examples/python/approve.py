"""A second process: a person's program, which waits until an agent asks for approval, and approves.

`python approve.py shop-agent 2026-11-23T08:00:00.000Z`: requests from before that time are left alone.
"""

import sys
import time

from assize import Assize


def asked_since(assize: Assize, agent_id: str, time_of_start: str) -> list[dict]:
    found = assize.approvals.list(agent_id=agent_id, status="pending")["items"]
    return [approval for approval in found if approval["created_at"] >= time_of_start]


with Assize() as assize:
    while not (pending := asked_since(assize, *sys.argv[1:3])):
        time.sleep(0.1)
    print(f"human: approves {pending[0]['action']}", flush=True)
    assize.approvals.approve(pending[0]["approval_id"], decided_by="dana", comment="The order came back.")
