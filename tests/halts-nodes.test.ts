/** A halt holds on every node within a second, even while all of them are busy. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, askOk, startTestService } from './support/http/in-process.ts';
import { requireWithinASecond } from './support/nodes/nodes.ts';

const BODY = { action: 'a', agent_id: 'agent-7', context: {} };

testOnEachDatabase('halts-on-every-node-within-a-second-under-load', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app }] = nodes;
  const halts = [
    { halted: { agent_id: 'agent-7' }, busy: true },
    { halted: { all: true }, busy: false },
  ];
  for (const { halted, busy } of halts) {
    let url = '';
    await requireWithinASecond({
      nodes,
      body: BODY,
      busy,
      from: 'PROCEED',
      to: 'BLOCK',
      async change() {
        const body = await askOk(app, 'a', '/api/v1/core/halts', {
          body: { ...halted, reason: 'r' },
        });
        url = `/api/v1/core/halts/${body.halt_id}`;
      },
    });
    await requireWithinASecond({
      nodes,
      body: BODY,
      busy: false,
      from: 'BLOCK',
      to: 'PROCEED',
      change: async () => assert.equal((await ask(app, 'a', url, { method: 'DELETE' })).status, 200),
    });
  }
});
