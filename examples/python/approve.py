"""A second process: a person's program, which waits until an agent asks for approval, and approves.

`python approve.py shop-agent`
"""

import sys
import time

from assize import Assize

with Assize() as assize:
    while not (pending := assize.approvals.list(agent_id=sys.argv[1], status="pending")["items"]):
        time.sleep(0.1)
    print(f"human: approves {pending[0]['action']}", flush=True)
    assize.approvals.approve(pending[0]["approval_id"], decided_by="dana", comment="The order came back.")
